package io.delayqueue.web.live;

import static org.assertj.core.api.Assertions.assertThat;

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

class RateMeterTests {

    private static final Instant START = Instant.parse("2026-11-22T01:00:00Z");

    private final RateMeter meter = new RateMeter();

    private long now;

    @Test
    void nothingShouldBeKnownOfOneBeat() {
        tell(beat("a", 0, 1_000));
        assertThat(meter.group()).isNull();
        assertThat(meter.topic("t")).isNull();
    }

    @Test
    void rateShouldBeTheDifferenceByTheTimeBetweenBeats() {
        tell(beat("a", 10, 1_000));
        tell(beat("a", 12, 1_050));
        assertThat(finished()).isEqualTo(25);
        assertThat(meter.topic("t")).extracting(Throughput::finished).isEqualTo(25.0);
        assertThat(meter.topic("other")).isNull();
    }

    @Test
    void ratesOfInstancesShouldBeAddedThoughTheyTellAtOtherTimes() {
        tell(beat("a", 10, 100), beat("b", 5, 100));
        tell(beat("a", 12, 120), beat("b", 15, 150));
        assertThat(finished()).isEqualTo(10 + 5);
        assertThat(meter.group().lateness().total()).isEqualTo(20 + 50);
    }

    @Test
    void latenessShouldBeOfWhatWasDoneSinceTheBeatBefore() {
        tell(new Beat("a", 10, START, 100, histogram(1_000, 100)).info());
        tell(new Beat("a", 12, START, 200, histogram(1_000, 100).plus(histogram(3, 100))).info());
        assertThat(meter.group().lateness().percentile(99)).contains(Duration.ofMillis(3));
    }

    @Test
    void restartedInstanceShouldCountFromZero() {
        tell(beat("a", 10, 1_000));
        Instant again = START.plusSeconds(11);
        tell(new Beat("a", 12, again, 40, histogram(1, 40)).info());
        assertThat(finished()).isEqualTo(20);
        // More than before its restart: no less a start.
        tell(new Beat("a", 14, START.plusSeconds(13), 50, histogram(1, 50)).info());
        assertThat(finished()).isEqualTo(25);
    }

    @Test
    void counterThatBecameLessShouldNeverMakeANegativeRate() {
        tell(beat("a", 10, 1_000));
        tell(beat("a", 12, 40));
        assertThat(finished()).isEqualTo(20);
    }

    @Test
    void beatsThatAreCloseTogetherShouldWaitForAnother() {
        tell(beat("a", 10, 1_000));
        tell(new Beat("a", 10, START, 1_005, histogram(1, 5)).plusMillis(10).info());
        assertThat(meter.group()).isNull();
        tell(beat("a", 12, 1_006));
        assertThat(finished()).isEqualTo(3);
    }

    @Test
    void clockThatWasSetBackShouldBeFollowed() {
        tell(beat("a", 10, 100));
        tell(beat("a", 12, 120));
        tell(beat("a", 3, 130));
        assertThat(finished()).isEqualTo(10);
        tell(beat("a", 5, 160));
        assertThat(finished()).isEqualTo(15);
    }

    @Test
    void vanishedInstanceShouldBeForgotten() {
        tell(beat("a", 10, 100), beat("b", 10, 100));
        tell(beat("a", 12, 120), beat("b", 12, 140));
        tell(beat("b", 12, 140));
        assertThat(finished()).isEqualTo(20);
        tell();
        assertThat(meter.group()).isNull();
    }

    @Test
    void silentInstanceShouldDoNothing() {
        tell(beat("a", 10, 100));
        tell(beat("a", 12, 120));
        tell(beat("a", 12, 120));
        assertThat(finished()).isEqualTo(10);
        tell(beat("a", 12, 120));
        assertThat(finished()).isZero();
        assertThat(meter.group().lateness().total()).isZero();
    }

    @Test
    void topicThatWasLeftOutShouldNotCountAllAtOnce() {
        InstanceInfo without = beat("a", 12, 120);
        tell(beat("a", 10, 100));
        tell(new InstanceInfo(
                without.group(),
                without.instance(),
                without.host(),
                without.pid(),
                without.startedAt(),
                without.seenAt(),
                false,
                false,
                0,
                List.of(),
                without.counters(),
                Map.of()));
        assertThat(meter.topic("t")).isNull();
        tell(beat("a", 14, 140));
        assertThat(meter.topic("t")).isNull();
        tell(beat("a", 16, 160));
        assertThat(meter.topic("t")).extracting(Throughput::finished).isEqualTo(10.0);
    }

    /** Every two seconds somebody asks. */
    private void tell(InstanceInfo... beats) {
        meter.accept(Arrays.asList(beats), now);
        now += Duration.ofSeconds(2).toNanos();
    }

    private double finished() {
        return meter.group().finished();
    }

    private static InstanceInfo beat(String instance, long second, long finished) {
        return new Beat(instance, second, START, finished, histogram(1, finished)).info();
    }

    private static LatenessHistogram histogram(long millis, long count) {
        return new LatenessHistogram(
                new TreeMap<>(Map.of(LatenessHistogram.bucketOf(Duration.ofMillis(millis)), count)));
    }

    private record Beat(String instance, Instant at, Instant started, long finished, LatenessHistogram lateness) {

        Beat(String instance, long second, Instant started, long finished, LatenessHistogram lateness) {
            this(instance, START.plusSeconds(second), started, finished, lateness);
        }

        Beat plusMillis(long millis) {
            return new Beat(instance, at.plusMillis(millis), started, finished, lateness);
        }

        InstanceInfo info() {
            InstanceCounters counters = new InstanceCounters(0, finished, 0, 0, 0, lateness);
            return new InstanceInfo(
                    "g", instance, "host", 1, started, at, false, false, 0, List.of(), counters, Map.of("t", counters));
        }
    }
}
