package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.Outcome;
import io.delayqueue.chaos.Outcome.Disturbance;
import io.delayqueue.chaos.Outcomes;
import io.delayqueue.redis.ClockedRedis;
import io.delayqueue.redis.Topology;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random steps in memory and on Redis, on one server and on a cluster: each reply and the whole state are the same on both, whatever came before. The time is
 * that of the test. What expires on Redis does so by the server's clock, so the claims of pushers that crashed, held leases and heartbeats are left to
 * the contracts.
 */
@Tag(Chaos.TAG)
@ParameterizedClass
@EnumSource(
        value = Topology.class,
        names = {"STANDALONE", "CLUSTER"})
class StoresAgreeIT {

    private static final int STEPS = Chaos.scaled(800, 4_000);

    private static final int RANDOM_SEEDS = Chaos.scaled(1, 4);

    @AutoClose
    private final ClockedRedis redis;

    StoresAgreeIT(Topology topology) {
        this.redis = new ClockedRedis(topology.client());
    }

    static LongStream seeds() {
        return LongStream.concat(
                LongStream.of(1, 2, 3),
                Stream.iterate(Chaos.seed(), seed -> new Random(seed).nextLong(1L << 32))
                        .limit(RANDOM_SEEDS)
                        .mapToLong(Long::longValue));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyReplyAndTheStateShouldBeTheSame(long seed) {
        make("random steps", seed, false, false);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aCallThatIsSentTwiceShouldDoTheSame(long seed) {
        List<Step> steps = make("random steps, with lost replies", seed, true, false);
        assertThat(steps).as("lost replies").anyMatch(step -> step.meanwhile() != null);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyReplyAndTheStateShouldBeTheSameAfterLostWrites(long seed) {
        List<Step> steps = make("random steps, with lost writes", seed, false, true);
        assertThat(steps).as("lost writes").anyMatch(Step::forgets);
    }

    private List<Step> make(String scenario, long seed, boolean losesReplies, boolean losesWrites) {
        System.out.println("StoresAgreeIT: " + scenario + ", seed " + seed + ", " + STEPS + " steps");
        new History(redis, seed, false, losesReplies, losesWrites).make(STEPS);
        List<Step> steps = new History(redis, seed, true, losesReplies, losesWrites).make(STEPS);
        Outcomes.add(new Outcome(scenario, Disturbance.OTHER, 0, 2 * STEPS, 0, 0, 0, 0, 0));
        return steps;
    }
}
