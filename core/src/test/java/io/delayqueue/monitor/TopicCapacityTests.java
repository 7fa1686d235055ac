package io.delayqueue.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicCapacityTests {

    private static InstanceInfo instance(boolean gone, int concurrency, AttemptDurations durations) {
        return instance(gone, 2, concurrency, durations);
    }

    private static InstanceInfo instance(boolean gone, int topics, int concurrency, AttemptDurations durations) {
        return instance(gone, false, topics, concurrency, durations);
    }

    private static InstanceInfo instance(
            boolean gone, boolean draining, int topics, int concurrency, AttemptDurations durations) {
        InstanceCounters counters = new InstanceCounters(0, 0, 0, 0, 0, LatenessHistogram.EMPTY, durations);
        return new InstanceInfo(
                "g",
                "i",
                "host",
                1,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                gone,
                true,
                draining,
                1,
                null,
                topics,
                List.of(new InstanceTopic("t", concurrency, 0, 0), new InstanceTopic("u", 100, 0, 0)),
                Map.of(),
                counters,
                Map.of("t", counters));
    }

    private static AttemptDurations ran(long attempts, long millis) {
        return new AttemptDurations(attempts, Duration.ofMillis(millis));
    }

    @Test
    void capacityShouldBeTheSumOfTheInstancesThatAreNotGone() {
        TopicCapacity capacity = TopicCapacity.of(
                List.of(
                        instance(false, 2, ran(1, 100)),
                        instance(false, 3, ran(3, 500)),
                        instance(true, 4, ran(9, 900_000))),
                "t");
        assertThat(capacity).isEqualTo(new TopicCapacity(5, true, ran(4, 600)));
        assertThat(TopicCapacity.of(List.of(), "t")).isEqualTo(new TopicCapacity(0, true, AttemptDurations.NONE));
    }

    @Test
    void capacityShouldNotBeCompleteIfAnInstanceConsumesMoreTopicsThanItLists() {
        List<InstanceInfo> instances =
                List.of(instance(false, 2, ran(1, 100)), instance(true, 300, 9, ran(1, 100)), many(ran(1, 100)));
        assertThat(TopicCapacity.of(instances, "t")).isEqualTo(new TopicCapacity(5, true, ran(2, 200)));
        assertThat(TopicCapacity.of(instances, "v")).isEqualTo(new TopicCapacity(0, false, AttemptDurations.NONE));
    }

    @Test
    void drainedInstanceShouldHaveNoCapacity() {
        List<InstanceInfo> instances =
                List.of(instance(false, 2, ran(1, 100)), instance(false, true, 2, 8, ran(1, 100)));
        assertThat(TopicCapacity.of(instances, "t")).isEqualTo(new TopicCapacity(2, true, ran(2, 200)));
    }

    private static InstanceInfo many(AttemptDurations durations) {
        return instance(false, 201, 3, durations);
    }

    @Test
    void neededConcurrencyShouldBeTheWorkOfTheWindow() {
        Duration minute = Duration.ofMinutes(1);
        assertThat(TopicCapacity.neededConcurrency(120, Duration.ofSeconds(2), minute))
                .isEqualTo(4);
        assertThat(TopicCapacity.neededConcurrency(1, Duration.ofSeconds(30), minute))
                .isEqualTo(0.5);
        assertThat(TopicCapacity.neededConcurrency(0, Duration.ofSeconds(30), minute))
                .isZero();
    }

    /** A heartbeat is data: anybody who may write to the store writes one. */
    @Test
    void absurdDurationsShouldNotOverflow() {
        AttemptDurations absurd = new AttemptDurations(1, Duration.ofSeconds(Long.MAX_VALUE / 1_000));
        assertThat(TopicCapacity.neededConcurrency(1, absurd.total(), Duration.ofDays(36_500_000)))
                .isGreaterThan(1);
    }
}
