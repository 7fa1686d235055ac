package io.delayqueue.store;

import io.delayqueue.chaos.Outcome;
import io.delayqueue.chaos.Outcome.Disturbance;
import io.delayqueue.chaos.Outcomes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A history of random operations on one group of a store, each compared with a model. */
final class ModelRun {

    private static final int OPERATIONS_BETWEEN_CHECKS = 20;

    private static final int TOLD = 30;

    private final List<String> history = new ArrayList<>();

    private final long seed;

    private final ModelSteps steps;

    private final Runnable audit;

    private int operation;

    /**
     * Begins a history.
     *
     * @param losing whose replies get lost, or null if none are
     */
    ModelRun(StoreUnderTest underTest, @Nullable LosingStore losing, String group, long seed) {
        this.seed = seed;
        this.audit = () -> underTest.audit(group);
        this.steps = new ModelSteps(underTest, losing, group, new Random(seed), history::add);
    }

    /** From now on tasks may have keys. */
    ModelRun withKeys() {
        steps.withKeys();
        return this;
    }

    /**
     * From now on the store is taken back to an earlier state now and then.
     *
     * @param snapshot takes the store's state; what it returns takes the store back to it
     */
    ModelRun forgetting(Supplier<Runnable> snapshot) {
        steps.forget(snapshot);
        return this;
    }

    /** Goes on with so many operations. */
    ModelRun operations(int number) {
        for (int last = operation + number; operation < last; ) {
            operation++;
            try {
                steps.next();
                if (operation % OPERATIONS_BETWEEN_CHECKS == 0 || operation == last) {
                    steps.checkEverything();
                    audit.run();
                }
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(failure(e), e);
            }
        }
        return this;
    }

    /** Goes on with so many operations, and notes for the build's total that all were as in the model. */
    ModelRun concluding(String scenario, int number) {
        operations(number);
        Outcomes.add(new Outcome(scenario, Disturbance.OTHER, 0, number, 0, 0, 0, 0, 0));
        return this;
    }

    /** What was done, without anything that depends on the time. */
    List<String> history() {
        return history;
    }

    private String failure(Throwable e) {
        StringBuilder text = new StringBuilder()
                .append("seed ")
                .append(seed)
                .append(", operation ")
                .append(operation)
                .append(": ")
                .append(e.getMessage());
        for (int i = Math.max(0, history.size() - TOLD); i < history.size(); i++) {
            text.append("\n  ").append(history.get(i));
        }
        return text.toString();
    }
}
