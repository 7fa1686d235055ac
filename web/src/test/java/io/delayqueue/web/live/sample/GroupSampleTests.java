package io.delayqueue.web.live.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.monitor.AttemptDurations;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.LatenessHistogram;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GroupSampleTests {

    private static final Instant START = Instant.parse("2026-11-22T01:00:00Z");

    private GroupSample sample = GroupSample.NONE;

    private long now;

    @Test
    void nothingShouldBeKnownOfOneHeartbeat() {
        read(heartbeat("a", 0, 1_000));
        assertThat(sample.throughput()).isNull();
        assertThat(sample.throughput("t")).isNull();
    }

    @Test
    void rateShouldBeTheDifferenceByTheTimeBetweenHeartbeats() {
        read(heartbeat("a", 10, 1_000));
        read(heartbeat("a", 12, 1_050));
        assertThat(finished()).isEqualTo(25);
        assertThat(sample.throughput("t")).extracting(Throughput::finished).isEqualTo(25.0);
        assertThat(sample.throughput("other")).isNull();
    }

    @Test
    void ratesOfInstancesShouldBeAddedOfOtherTimes() {
        read(heartbeat("a", 10, 100), heartbeat("b", 5, 100));
        read(heartbeat("a", 12, 120), heartbeat("b", 15, 150));
        assertThat(finished()).isEqualTo(10 + 5);
        assertThat(sample.throughput().lateness().total()).isEqualTo(20 + 50);
    }

    @Test
    void latenessShouldBeOfWhatWasDoneSinceTheHeartbeatBefore() {
        read(new Heartbeat("a", 10, START, 100, histogram(1_000, 100)).info());
        read(new Heartbeat("a", 12, START, 200, histogram(1_000, 100).plus(histogram(3, 100))).info());
        assertThat(sample.throughput().lateness().percentile(99)).contains(Duration.ofMillis(3));
    }

    @Test
    void restartedInstanceShouldCountFromZero() {
        read(heartbeat("a", 10, 1_000));
        Instant again = START.plusSeconds(11);
        read(new Heartbeat("a", 12, again, 40, histogram(1, 40)).info());
        assertThat(finished()).isEqualTo(20);
        // More than before its restart, but another start.
        read(new Heartbeat("a", 14, START.plusSeconds(13), 50, histogram(1, 50)).info());
        assertThat(finished()).isEqualTo(25);
    }

    @Test
    void counterThatBecameLessShouldNeverMakeANegativeRate() {
        read(heartbeat("a", 10, 1_000));
        read(heartbeat("a", 12, 40));
        assertThat(finished()).isEqualTo(20);
    }

    @Test
    void heartbeatsThatAreCloseTogetherShouldWaitForAnother() {
        read(heartbeat("a", 10, 1_000));
        read(new Heartbeat("a", 10, START, 1_005, histogram(1, 5))
                .plusMillis(10)
                .info());
        assertThat(sample.throughput()).isNull();
        read(heartbeat("a", 12, 1_006));
        assertThat(finished()).isEqualTo(3);
    }

    @Test
    void clockThatWasSetBackShouldBeFollowed() {
        read(heartbeat("a", 10, 100));
        read(heartbeat("a", 12, 120));
        read(heartbeat("a", 3, 130));
        assertThat(finished()).isEqualTo(10);
        read(heartbeat("a", 5, 160));
        assertThat(finished()).isEqualTo(15);
    }

    @Test
    void vanishedInstanceShouldNotCount() {
        read(heartbeat("a", 10, 100), heartbeat("b", 10, 100));
        read(heartbeat("a", 12, 120), heartbeat("b", 12, 140));
        read(heartbeat("b", 12, 140));
        assertThat(finished()).isEqualTo(20);
        read();
        assertThat(sample.throughput()).isNull();
    }

    @Test
    void silentInstanceShouldDoNothing() {
        read(heartbeat("a", 10, 100));
        read(heartbeat("a", 12, 120));
        read(heartbeat("a", 12, 120));
        assertThat(finished()).isEqualTo(10);
        read(heartbeat("a", 12, 120));
        assertThat(finished()).isZero();
        assertThat(sample.throughput().lateness().total()).isZero();
    }

    @Test
    void topicThatWasLeftOutShouldNotCountAllAtOnce() {
        InstanceInfo without = heartbeat("a", 12, 120);
        read(heartbeat("a", 10, 100));
        read(new InstanceInfo(
                without.group(),
                without.instance(),
                without.host(),
                without.pid(),
                null,
                without.startedAt(),
                without.seenAt(),
                false,
                false,
                false,
                1,
                null,
                0,
                List.of(),
                Map.of(),
                without.counters(),
                Map.of()));
        assertThat(sample.throughput("t")).isNull();
        read(heartbeat("a", 14, 140));
        assertThat(sample.throughput("t")).isNull();
        read(heartbeat("a", 16, 160));
        assertThat(sample.throughput("t")).extracting(Throughput::finished).isEqualTo(10.0);
    }

    /** The store is called every two seconds. */
    private void read(InstanceInfo... heartbeats) {
        sample = sample.next(Arrays.asList(heartbeats), now);
        now += Duration.ofSeconds(2).toNanos();
    }

    private double finished() {
        return sample.throughput().finished();
    }

    private static InstanceInfo heartbeat(String instance, long second, long finished) {
        return new Heartbeat(instance, second, START, finished, histogram(1, finished)).info();
    }

    private static LatenessHistogram histogram(long millis, long count) {
        return new LatenessHistogram(
                new TreeMap<>(Map.of(LatenessHistogram.bucketOf(Duration.ofMillis(millis)), count)));
    }

    private record Heartbeat(String instance, Instant at, Instant started, long finished, LatenessHistogram lateness) {

        Heartbeat(String instance, long second, Instant started, long finished, LatenessHistogram lateness) {
            this(instance, START.plusSeconds(second), started, finished, lateness);
        }

        Heartbeat plusMillis(long millis) {
            return new Heartbeat(instance, at.plusMillis(millis), started, finished, lateness);
        }

        InstanceInfo info() {
            InstanceCounters counters = new InstanceCounters(0, finished, 0, 0, 0, lateness, AttemptDurations.NONE);
            return new InstanceInfo(
                    "g",
                    instance,
                    "host",
                    1,
                    null,
                    started,
                    at,
                    false,
                    false,
                    false,
                    1,
                    null,
                    0,
                    List.of(),
                    Map.of(),
                    counters,
                    Map.of("t", counters));
        }
    }
}
