package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.CronSchedule;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Changes of 2026 and 2027: in Lord Howe by half an hour, in Santiago, Beirut and Cairo at midnight. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0 30 2 * * *     | Europe/Berlin       | 2027-03-27T12:00:00Z | 2027-03-28T03:00 2027-03-29T02:30
                    0 0 2 * * *      | Europe/Berlin       | 2027-03-27T12:00:00Z | 2027-03-28T03:00 2027-03-29T02:00
                    0 0 3 * * *      | Europe/Berlin       | 2027-03-27T12:00:00Z | 2027-03-28T03:00 2027-03-29T03:00
                    0 0,30 2,3 * * * | Europe/Berlin       | 2027-03-28T00:59:59Z | 2027-03-28T03:00 2027-03-28T03:30 2027-03-29T02:00
                    0 0/15 2 * * *   | Europe/Berlin       | 2027-03-28T00:00:00Z | 2027-03-28T03:00 2027-03-29T02:00 2027-03-29T02:15
                    0 30 2 * * *     | Europe/Berlin       | 2027-10-30T12:00:00Z | 2027-10-31T02:30 2027-11-01T02:30
                    0 0/20 2 * * *   | Europe/Berlin       | 2027-10-31T00:30:00Z | 2027-10-31T02:40 2027-11-01T02:00
                    0 30 1-3 * * *   | Europe/Berlin       | 2027-10-30T22:00:00Z | 2027-10-31T01:30 2027-10-31T02:30 2027-10-31T03:30
                    0 30 2 * * *     | America/New_York    | 2027-03-13T12:00:00Z | 2027-03-14T03:00 2027-03-15T02:30
                    0 30 1 * * *     | America/New_York    | 2027-11-06T12:00:00Z | 2027-11-07T01:30 2027-11-08T01:30
                    @daily           | America/Santiago    | 2027-09-04T12:00:00Z | 2027-09-05T01:00 2027-09-06T00:00
                    0 30 23 * * *    | America/Santiago    | 2027-04-03T12:00:00Z | 2027-04-03T23:30 2027-04-04T23:30
                    @daily           | Asia/Beirut         | 2027-03-27T12:00:00Z | 2027-03-28T01:00 2027-03-29T00:00
                    @midnight        | Africa/Cairo        | 2027-04-29T12:00:00Z | 2027-04-30T01:00 2027-05-01T00:00
                    0 0 0 * * FRI    | Africa/Cairo        | 2027-04-29T12:00:00Z | 2027-04-30T01:00 2027-05-07T00:00
                    0 15 2 * * *     | Australia/Lord_Howe | 2027-10-02T12:00:00Z | 2027-10-03T02:30 2027-10-04T02:15
                    0 45 1 * * *     | Australia/Lord_Howe | 2027-04-03T12:00:00Z | 2027-04-04T01:45 2027-04-05T01:45
                    @monthly         | Pacific/Apia        | 2011-12-15T00:00:00Z | 2012-01-01T00:00
                    0 0 9 30 12 *    | Pacific/Apia        | 2011-12-15T00:00:00Z | 2011-12-31T00:00 2012-12-30T09:00
                    """)
    void fixedTimesShouldComeOnceADayInSpiteOfAChangeOfClocks(
            String expression, ZoneId zone, Instant after, String times) {
        assertThat(following(expression, zone, after, times.split(" ").length))
                .extracting(next -> next.atZone(zone).toLocalDateTime())
                .containsExactly(
                        Stream.of(times.split(" ")).map(LocalDateTime::parse).toArray(LocalDateTime[]::new));
    }

    private List<Instant> following(String expression, ZoneId zone, Instant after, int count) {
        List<Instant> all = new ArrayList<>();
        Instant last = after;
        for (int i = 0; i < count; i++) {
            Instant next = schedule.next(expression, zone, last);
            assertThat(next).isAfter(last);
            all.add(next);
            last = next;
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Berlin", "America/New_York", "America/Santiago", "Asia/Beirut", "Africa/Cairo"})
    void fixedTimeShouldComeOnEachDayOnce(ZoneId zone) {
        for (String expression : List.of("@daily", "0 30 1 * * *", "0 30 2 * * *", "0 30 23 * * *", "59 59 0 * * *")) {
            LocalDate first = LocalDate.of(2027, 1, 1);
            Instant after = first.atStartOfDay(zone).toInstant().minusMillis(1);
            assertThat(following(expression, zone, after, 365))
                    .as(expression)
                    .extracting(next -> next.atZone(zone).toLocalDate())
                    .containsExactlyElementsOf(
                            first.datesUntil(first.plusDays(365)).toList());
        }
    }

    /** Every real hour, or what the expression has of the hours that the clock shows. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0 30 * * * *   | Europe/Berlin       | 2027-03-28T00:00:00Z | 00:30Z 01:30Z 02:30Z
                    0 30 * * * *   | Europe/Berlin       | 2027-10-31T00:00:00Z | 00:30Z 01:30Z 02:30Z
                    @hourly        | America/Santiago    | 2027-09-05T03:30:00Z | 04:00Z 05:00Z 06:00Z
                    0 */30 * * * * | Europe/Berlin       | 2027-03-28T00:15:00Z | 00:30Z 01:00Z 01:30Z
                    0 */30 2 * * * | Europe/Berlin       | 2027-10-30T23:30:00Z | 00:00Z 00:30Z 01:00Z
                    0 0 */2 * * *  | Africa/Cairo        | 2027-04-29T19:00:00Z | 20:00Z 23:00Z 01:00Z
                    0 0 0/2 * * *  | Africa/Cairo        | 2027-04-29T19:00:00Z | 20:00Z 23:00Z 01:00Z
                    0 0 * * * *    | Australia/Lord_Howe | 2027-10-02T14:30:00Z | 16:00Z 17:00Z 18:00Z
                    * 30 2 * * *   | Europe/Berlin       | 2027-10-31T00:30:58Z | 00:30:59Z 01:30:00Z 01:30:01Z
                    """)
    void wildcardsShouldFollowTheClock(String expression, ZoneId zone, Instant after, String times) {
        assertThat(following(expression, zone, after, 3))
                .extracting(next -> next.atOffset(ZoneOffset.UTC).toLocalTime())
                .containsExactly(Stream.of(times.split(" "))
                        .map(time -> LocalTime.parse(time.replace("Z", "")))
                        .toArray(LocalTime[]::new));
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
