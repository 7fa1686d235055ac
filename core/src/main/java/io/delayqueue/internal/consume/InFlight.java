package io.delayqueue.internal.consume;

import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.store.Delivery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Deliveries of one topic in this instance whose outcome the store has not acknowledged; their leases are renewed. */
final class InFlight {

    private final Map<Delivery, TaskExecution> executions = new ConcurrentHashMap<>();

    private final Consumer<PendingOutcome> outcomes;

    /**
     * Creates it without deliveries.
     *
     * @param outcomes sends outcomes to the store
     */
    InFlight(Consumer<PendingOutcome> outcomes) {
        this.outcomes = outcomes;
    }

    void add(TaskExecution execution) {
        executions.put(execution.delivery(), execution);
    }

    int size() {
        return executions.size();
    }

    boolean isEmpty() {
        return executions.isEmpty();
    }

    Set<Delivery> deliveries() {
        return executions.keySet();
    }

    Collection<TaskExecution> executions() {
        return executions.values();
    }

    List<TaskExecution> all() {
        return new ArrayList<>(executions.values());
    }

    /**
     * Queues an outcome for the store; if memory runs out the delivery is as if its instance had crashed.
     *
     * @param outcome the outcome; null if it did not begin
     */
    void acknowledge(TaskExecution execution, @Nullable PendingOutcome outcome) {
        boolean taken = false;
        try {
            outcomes.accept(outcome == null ? PendingOutcome.unstarted(execution) : outcome);
            taken = true;
        } finally {
            if (!taken) {
                forget(execution);
            }
        }
    }

    /** Renews the lease of an ended delivery no more whose outcome will never be sent. Allocates nothing. */
    void forget(TaskExecution execution) {
        executions.remove(execution.delivery());
    }

    void giveBack(TaskExecution execution) {
        acknowledge(execution, null);
    }

    void acknowledged(Delivery delivery) {
        executions.remove(delivery);
    }
}
