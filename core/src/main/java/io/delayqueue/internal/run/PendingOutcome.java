package io.delayqueue.internal.run;

import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import org.jspecify.annotations.Nullable;

/** An outcome on its way to the store. */
public final class PendingOutcome {

    private final TaskExecution run;

    private final Outcome outcome;

    private final @Nullable Throwable failure;

    private boolean maybeAcknowledged;

    /**
     * Creates an outcome that the store does not have.
     *
     * @param failure what is to be reported when the store has the outcome; null if nothing is, or it was reported
     */
    public PendingOutcome(TaskExecution run, Outcome outcome, @Nullable Throwable failure) {
        this.run = run;
        this.outcome = outcome;
        this.failure = failure;
    }

    /** Creates the outcome of a task that is given back before its callback began. */
    public static PendingOutcome unstarted(TaskExecution run) {
        return new PendingOutcome(run, new Outcome.Released(run.delivery(), false), null);
    }

    /** Creates the outcome of a task that is given back though its callback had begun. */
    public static PendingOutcome started(TaskExecution run) {
        return new PendingOutcome(run, new Outcome.Released(run.delivery(), true), null);
    }

    public TaskExecution run() {
        return run;
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

    /** Whether the task is given back before its callback began. */
    public boolean isUnstarted() {
        return outcome instanceof Outcome.Released released && !released.started();
    }

    /** Whether an earlier call may have brought it to the store: it seems stale if that call did. */
    public boolean isMaybeAcknowledged() {
        return maybeAcknowledged;
    }

    /** A call that was to bring it to the store has failed, and may have done so. */
    public void maybeAcknowledged() {
        maybeAcknowledged = true;
    }
}
