package io.delayqueue.internal.run;

import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Outcome.Released;
import org.jspecify.annotations.Nullable;

/**
 * Outcome that the store has not acknowledged yet.
 *
 * @param failure the failure to report after the acknowledgement; null if there is none, or it was reported
 */
public record PendingOutcome(
        TaskExecution execution, Outcome outcome, @Nullable Throwable failure) {

    /** Creates the outcome of a task that is given back before the start of its callback. */
    public static PendingOutcome unstarted(TaskExecution execution) {
        return new PendingOutcome(execution, new Released(execution.delivery(), false), null);
    }

    /** Creates the outcome of a task that is given back after the start of its callback. */
    public static PendingOutcome started(TaskExecution execution) {
        return new PendingOutcome(execution, new Released(execution.delivery(), true), null);
    }

    public Delivery delivery() {
        return outcome.delivery();
    }

    /** Whether the task is given back before the start of its callback. */
    public boolean isUnstarted() {
        return outcome instanceof Released released && !released.started();
    }
}
