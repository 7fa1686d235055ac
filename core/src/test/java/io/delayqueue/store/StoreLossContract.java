package io.delayqueue.store;

import io.delayqueue.chaos.Chaos;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random operations on a store that loses its last writes between any two of them, each compared with a model: what was confirmed
 * before goes on as if nothing had come after, no delivery number is given twice, and who holds a delivery from the time that was
 * lost changes nothing.
 */
@Tag(Chaos.TAG)
public abstract class StoreLossContract extends StoreContract {

    private final ForgetfulStore underTest;

    protected StoreLossContract(ForgetfulStore underTest) {
        super(underTest);
        this.underTest = underTest;
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("io.delayqueue.store.StoreModelContract#seeds")
    void everyAnswerAndTheWholeStateAreThoseOfTheModel(long seed) {
        System.out.println("StoreLossContract: seed " + seed + ", " + StoreModelContract.OPERATIONS + " operations");
        run(seed).concluding("model, with lost writes", StoreModelContract.OPERATIONS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("io.delayqueue.store.StoreModelContract#seeds")
    void everyAnswerAndTheWholeStateAreThoseOfTheModelWithKeys(long seed) {
        System.out.println(
                "StoreLossContract: seed " + seed + " with keys, " + StoreModelContract.OPERATIONS + " operations");
        run(seed).withKeys().concluding("model with keys, with lost writes", StoreModelContract.OPERATIONS);
    }

    private ModelRun run(long seed) {
        return new ModelRun(underTest, null, group, seed).forgetting(() -> underTest.snapshot(group));
    }
}
