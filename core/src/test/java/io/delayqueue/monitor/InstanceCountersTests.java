package io.delayqueue.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InstanceCountersTests {

    private static InstanceCounters counters(long each, long late) {
        LatenessHistogram lateness =
                late == 0 ? LatenessHistogram.EMPTY : new LatenessHistogram(new TreeMap<>(Map.of(3, late)));
        return new InstanceCounters(each, each + 1, each + 2, each + 3, each + 4, lateness);
    }

    @Test
    void minusShouldLeaveWhatWasDoneSince() {
        assertThat(counters(10, 7).minus(counters(4, 5)))
                .isEqualTo(new InstanceCounters(6, 6, 6, 6, 6, new LatenessHistogram(new TreeMap<>(Map.of(3, 2L)))));
        assertThat(counters(10, 7).minus(InstanceCounters.NONE)).isEqualTo(counters(10, 7));
    }

    @Test
    void minusShouldTakeAnyDecreaseForANewStart() {
        InstanceCounters now = counters(10, 7);
        LatenessHistogram late = now.lateness();
        assertThat(now.minus(new InstanceCounters(11, 0, 0, 0, 0, late))).isEqualTo(now);
        assertThat(now.minus(new InstanceCounters(0, 12, 0, 0, 0, late))).isEqualTo(now);
        assertThat(now.minus(new InstanceCounters(0, 0, 13, 0, 0, late))).isEqualTo(now);
        assertThat(now.minus(new InstanceCounters(0, 0, 0, 14, 0, late))).isEqualTo(now);
        assertThat(now.minus(new InstanceCounters(0, 0, 0, 0, 15, late))).isEqualTo(now);
        assertThat(now.minus(counters(0, 8))).isEqualTo(now);
    }

    @Test
    void plusShouldPutInstancesTogether() {
        assertThat(counters(1, 2).plus(counters(10, 3)))
                .isEqualTo(
                        new InstanceCounters(11, 13, 15, 17, 19, new LatenessHistogram(new TreeMap<>(Map.of(3, 5L)))));
    }
}
