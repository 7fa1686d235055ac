package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.CronSchedule;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.scheduling.support.CronExpression;

class SpringCronScheduleTests {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private final CronSchedule schedule = new SpringCronSchedule();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0 0 3 * * *   | 2026-07-01T00:59:59.999Z | 2026-07-01T01:00:00Z
                    0 0 3 * * *   | 2026-07-01T01:00:00Z     | 2026-07-02T01:00:00Z
                    0 0 3 * * *   | 2026-01-01T00:00:00Z     | 2026-01-01T02:00:00Z
                    * * * * * *   | 2026-01-01T00:00:00Z     | 2026-01-01T00:00:01Z
                    * * * * * *   | 2026-01-01T00:00:00.001Z | 2026-01-01T00:00:01Z
                    @daily        | 2026-07-01T12:00:00Z     | 2026-07-01T22:00:00Z
                    @hourly       | 2026-07-01T12:30:00Z     | 2026-07-01T13:00:00Z
                    0 0 12 ? * SUNL | 2026-01-01T00:00:00Z   | 2026-01-25T11:00:00Z
                    """)
    void nextShouldBeTheFirstTimeAfterInItsZone(String expression, Instant after, Instant next) {
        assertThat(schedule.next(expression, BERLIN, after)).isEqualTo(next);
    }

    /** 02:30 does not exist on March 29 and occurs twice on October 25. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0 30 2 * * *    | 2026-03-28T00:00:00Z
                    0 */30 * * * *  | 2026-03-29T00:30:00Z
                    0 0 3 * * *     | 2026-03-29T00:00:00Z
                    0 30 2 * * *    | 2026-10-24T00:00:00Z
                    0 */30 * * * *  | 2026-10-24T23:30:00Z
                    0 0 3 * * *     | 2026-10-25T00:00:00Z
                    """)
    void nextAroundAChangeOfClocksShouldBeWhatTheExpressionSays(String expression, Instant from) {
        Instant after = from;
        ZonedDateTime expected = from.atZone(BERLIN);
        for (int i = 0; i < 5; i++) {
            expected = CronExpression.parse(expression).next(expected);
            Instant next = schedule.next(expression, BERLIN, after);
            assertThat(next).isEqualTo(expected.toInstant()).isAfter(after);
            after = next;
        }
    }

    @Test
    void nextAfterTheMissingHourShouldBeThreeOClockInTheNewOffset() {
        assertThat(schedule.next("0 0 * * * *", BERLIN, Instant.parse("2026-03-29T00:30:00Z")))
                .isEqualTo(Instant.parse("2026-03-29T01:00:00Z"));
        assertThat(schedule.next("0 0 3 * * *", BERLIN, Instant.parse("2026-03-28T12:00:00Z")))
                .isEqualTo(Instant.parse("2026-03-29T01:00:00Z"));
    }

    @Test
    void nextWhenThereIsNoneShouldBeNull() {
        assertThat(schedule.next("0 0 0 31 2 *", ZoneOffset.UTC, Instant.EPOCH)).isNull();
    }

    @Test
    void nextWhenExpressionIsInvalidShouldSayWhy() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> schedule.next("0 99 * * * *", ZoneOffset.UTC, Instant.EPOCH))
                .withMessageContaining("Minute");
    }
}
