package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.chaos.Chaos;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The random operations of {@link StoreModelContract}, a third of them with a reply that is lost: the call is sent again, mostly after
 * another client has used the same tasks. Each answer and the whole state are those of the model.
 */
@Tag(Chaos.TAG)
public abstract class LostRepliesContract extends StoreContract {

    @AutoClose
    private final LosingStore losing;

    protected LostRepliesContract(StoreUnderTest underTest, LosingStore losing) {
        super(underTest);
        this.losing = losing;
    }

    @ParameterizedTest
    @MethodSource("io.delayqueue.store.StoreModelContract#seeds")
    void aCallThatIsSentTwiceShouldDoWhatTheModelDoes(long seed) {
        System.out.println("LostRepliesContract: seed " + seed);
        conclude(run(seed), "model, with lost replies");
    }

    @ParameterizedTest
    @MethodSource("io.delayqueue.store.StoreModelContract#seeds")
    void aCallThatIsSentTwiceShouldDoWhatTheModelDoesWithKeys(long seed) {
        System.out.println("LostRepliesContract: seed " + seed + " with keys");
        conclude(run(seed).withKeys(), "model with keys, with lost replies");
    }

    private ModelRun run(long seed) {
        return new ModelRun(underTest(), losing, group, seed);
    }

    private static void conclude(ModelRun run, String scenario) {
        List<String> history =
                run.concluding(scenario, StoreModelContract.OPERATIONS).history();
        assertThat(history).as("history").anyMatch(step -> step.contains("the reply is lost"));
    }
}
