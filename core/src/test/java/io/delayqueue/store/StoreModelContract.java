package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.chaos.Chaos;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random operations, each compared with a model: what every store must answer and hold, whatever came before. The history
 * depends on the seed alone, so that two stores can be held against each other.
 */
@Tag(Chaos.TAG)
public abstract class StoreModelContract extends StoreContract {

    static final int OPERATIONS = Chaos.scaled(400, 3_000);

    private static final int RANDOM_SEEDS = Chaos.scaled(1, 4);

    /** Of the stores that this JVM has tested, by seed. */
    private static final Map<String, List<String>> HISTORIES = new ConcurrentHashMap<>();

    protected StoreModelContract(StoreUnderTest underTest) {
        super(underTest);
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
    void everyAnswerAndTheWholeStateAreThoseOfTheModel(long seed) {
        System.out.println("StoreModelContract: seed " + seed + ", " + OPERATIONS + " operations");
        List<String> history = run(group, seed).concluding("model", OPERATIONS).history();
        compareWithAnotherStore("" + seed, history);
    }

    private static void compareWithAnotherStore(String run, List<String> history) {
        assertThat(HISTORIES.computeIfAbsent(run, first -> history))
                .as("history of another store")
                .isEqualTo(history);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyAnswerAndTheWholeStateAreThoseOfTheModelWithKeys(long seed) {
        System.out.println("StoreModelContract: seed " + seed + " with keys, " + OPERATIONS + " operations");
        List<String> history = run(group, seed)
                .withKeys()
                .concluding("model with keys", OPERATIONS)
                .history();
        compareWithAnotherStore(seed + " with keys", history);
    }

    @Test
    void theSameSeedGivesTheSameHistory() {
        List<String> history = run(group, 4).operations(200).history();
        assertThat(run(group + "-again", 4).operations(200).history()).isEqualTo(history);
    }

    private ModelRun run(String ofGroup, long seed) {
        return new ModelRun(underTest(), null, ofGroup, seed);
    }
}
