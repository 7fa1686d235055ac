package io.delayqueue.internal.acknowledge;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.monitor.TaskOutcome;
import org.jspecify.annotations.Nullable;

/** Reports outcomes that the store has acknowledged: to observers, the log, and listeners of dead letters. */
public final class OutcomeReports {

    private final Observers observers;

    private final DeadLetterNotifier deadLetters;

    public OutcomeReports(Observers observers, DeadLetterNotifier deadLetters) {
        this.observers = observers;
        this.deadLetters = deadLetters;
    }

    /** Reports an outcome. Must be fast, because others wait. */
    public void acknowledged(TopicName topic, PendingOutcome pending) {
        TaskOutcome outcome = pending.outcome().observed();
        TaskExecution execution = pending.execution();
        Throwable failure = pending.failure();
        if (failure != null) {
            switch (outcome) {
                case RETRIED -> add(topic, TaskEvent.RETRIED, execution, failure);
                case MISSED -> add(topic, TaskEvent.MISSED, execution, failure);
                case DEAD -> {
                    add(topic, TaskEvent.DEAD, execution, failure);
                    deadLetters.buried(topic, execution, failure);
                }
                case FINISHED, RETURNED -> {}
            }
        }
        observers.ended(topic, outcome);
    }

    /** Reports that the store has refused an outcome because its delivery is stale. */
    public void stale(TopicName topic, PendingOutcome pending) {
        add(topic, TaskEvent.STALE, pending.execution(), null);
    }

    private void add(TopicName topic, TaskEvent event, TaskExecution execution, @Nullable Throwable failure) {
        observers.taskEvents().add(topic, event, execution.id(), execution.number(), failure);
    }
}
