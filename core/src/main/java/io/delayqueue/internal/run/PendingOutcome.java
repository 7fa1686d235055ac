package io.delayqueue.internal.run;

import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Outcome that the store has not acknowledged yet.
 *
 * @param failure the failure to report after the acknowledgement; null if there is none, or it was reported
 * @param others the outcomes of the other tasks of the same attempt, if it was a batch
 */
public record PendingOutcome(
        TaskExecution execution, Outcome outcome, @Nullable Throwable failure, List<PendingOutcome> others) {

    /** Creates the outcome of one task. */
    public PendingOutcome(TaskExecution execution, Outcome outcome, @Nullable Throwable failure) {
        this(execution, outcome, failure, List.of());
    }

    /** Creates the outcomes of all tasks of an attempt, of which some may have one already. */
    public static PendingOutcome ofAll(TaskExecution lead, Function<TaskExecution, PendingOutcome> outcomes) {
        PendingOutcome first = of(lead, outcomes);
        List<PendingOutcome> others =
                lead.others().stream().map(task -> of(task, outcomes)).toList();
        return others.isEmpty() ? first : new PendingOutcome(lead, first.outcome, first.failure, others);
    }

    private static PendingOutcome of(TaskExecution task, Function<TaskExecution, PendingOutcome> outcomes) {
        PendingOutcome apart = task.apart();
        return apart == null ? outcomes.apply(task) : apart;
    }

    /** All outcomes of the attempt. */
    public Stream<PendingOutcome> all() {
        return Stream.concat(Stream.of(this), others.stream());
    }

    /** Creates the outcome of a task that is given back before the start of its callback. */
    public static PendingOutcome unstarted(TaskExecution execution) {
        return new PendingOutcome(execution, new Outcome.Released(execution.delivery(), false), null);
    }

    /** Creates the outcome of a task that is given back after the start of its callback. */
    public static PendingOutcome started(TaskExecution execution) {
        return new PendingOutcome(execution, new Outcome.Released(execution.delivery(), true), null);
    }

    public Delivery delivery() {
        return outcome.delivery();
    }

    /** Whether the task is given back before the start of its callback. */
    public boolean isUnstarted() {
        return outcome instanceof Outcome.Released released && !released.started();
    }
}
