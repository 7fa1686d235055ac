package io.delayqueue.internal.run;

import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import org.jspecify.annotations.Nullable;

/** Outcome that the store has not acknowledged yet. */
public final class PendingOutcome {

    private final TaskExecution execution;

    private final Outcome outcome;

    private final @Nullable Throwable failure;

    private boolean maybeAcknowledged;

    /**
     * Creates an outcome.
     *
     * @param failure the failure to report after the acknowledgement; null if there is none, or it was reported
     */
    public PendingOutcome(TaskExecution execution, Outcome outcome, @Nullable Throwable failure) {
        this.execution = execution;
        this.outcome = outcome;
        this.failure = failure;
    }

    /** Creates the outcome of a task that is given back before the start of its callback. */
    public static PendingOutcome unstarted(TaskExecution execution) {
        return new PendingOutcome(execution, new Outcome.Released(execution.delivery(), false), null);
    }

    /** Creates the outcome of a task that is given back after the start of its callback. */
    public static PendingOutcome started(TaskExecution execution) {
        return new PendingOutcome(execution, new Outcome.Released(execution.delivery(), true), null);
    }

    public TaskExecution execution() {
        return execution;
    }

    public Outcome outcome() {
        return outcome;
    }

    public Delivery delivery() {
        return outcome.delivery();
    }

    @Nullable
    public Throwable failure() {
        return failure;
    }

    /** Whether the task is given back before the start of its callback. */
    public boolean isUnstarted() {
        return outcome instanceof Outcome.Released released && !released.started();
    }

    /** Whether an earlier call may have stored it: it appears stale then. */
    public boolean isMaybeAcknowledged() {
        return maybeAcknowledged;
    }

    /** Records the failure of a call that may have stored it. */
    public void maybeAcknowledged() {
        maybeAcknowledged = true;
    }
}
