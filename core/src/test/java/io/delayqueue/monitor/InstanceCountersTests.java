package io.delayqueue.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InstanceCountersTests {

    private static InstanceCounters counters(long each, long late) {
        LatenessHistogram lateness =
                late == 0 ? LatenessHistogram.EMPTY : new LatenessHistogram(new TreeMap<>(Map.of(3, late)));
        return new InstanceCounters(each, each + 1, each + 2, each + 3, each + 4, lateness, ran(each));
    }

    private static AttemptDurations ran(long attempts) {
        return new AttemptDurations(attempts, Duration.ofMillis(20 * attempts));
    }

    @Test
    void meanDurationShouldBeThatOfTheAttemptsThatEnded() {
        assertThat(new AttemptDurations(4, Duration.ofMillis(10)).mean()).isEqualTo(Duration.ofNanos(2_500_000));
        assertThat(AttemptDurations.NONE.mean()).isNull();
        AttemptDurations later = new AttemptDurations(10, Duration.ofSeconds(9));
        assertThat(later.minus(new AttemptDurations(4, Duration.ofSeconds(3))).mean())
                .isEqualTo(Duration.ofSeconds(1));
        // Each of 1,000 threads has run for ten years.
        assertThat(new AttemptDurations(2, Duration.ofDays(3_650_000)).mean()).isEqualTo(Duration.ofDays(1_825_000));
    }

    @Test
    void minusShouldLeaveWhatWasDoneSince() {
        assertThat(counters(10, 7).minus(counters(4, 5)))
                .isEqualTo(new InstanceCounters(
                        6, 6, 6, 6, 6, new LatenessHistogram(new TreeMap<>(Map.of(3, 2L))), ran(6)));
        assertThat(counters(10, 7).minus(InstanceCounters.NONE)).isEqualTo(counters(10, 7));
    }

    @Test
    void minusShouldTakeAnyDecreaseForANewStart() {
        InstanceCounters now = counters(10, 7);
        LatenessHistogram late = now.lateness();
        assertThat(now.minus(new InstanceCounters(11, 0, 0, 0, 0, late, AttemptDurations.NONE)))
                .isEqualTo(now);
        assertThat(now.minus(new InstanceCounters(0, 12, 0, 0, 0, late, AttemptDurations.NONE)))
                .isEqualTo(now);
        assertThat(now.minus(new InstanceCounters(0, 0, 13, 0, 0, late, AttemptDurations.NONE)))
                .isEqualTo(now);
        assertThat(now.minus(new InstanceCounters(0, 0, 0, 14, 0, late, AttemptDurations.NONE)))
                .isEqualTo(now);
        assertThat(now.minus(new InstanceCounters(0, 0, 0, 0, 15, late, AttemptDurations.NONE)))
                .isEqualTo(now);
        InstanceCounters ran =
                new InstanceCounters(0, 0, 0, 0, 0, LatenessHistogram.EMPTY, new AttemptDurations(11, Duration.ZERO));
        assertThat(now.minus(ran)).isEqualTo(now);
        assertThat(now.minus(counters(0, 8))).isEqualTo(now);
    }

    @Test
    void plusShouldPutInstancesTogether() {
        assertThat(counters(1, 2).plus(counters(10, 3)))
                .isEqualTo(new InstanceCounters(
                        11, 13, 15, 17, 19, new LatenessHistogram(new TreeMap<>(Map.of(3, 5L))), ran(11)));
    }
}
