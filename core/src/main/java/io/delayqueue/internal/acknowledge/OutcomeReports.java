package io.delayqueue.internal.acknowledge;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.monitor.TaskOutcome;

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
        Throwable failure = pending.failure();
        if (failure != null) {
            switch (outcome) {
                case RETRIED -> observers.taskEvents().add(topic, TaskEvent.RETRIED, 1, failure);
                case MISSED -> observers.taskEvents().add(topic, TaskEvent.MISSED, 1, failure);
                case DEAD -> {
                    observers.taskEvents().add(topic, TaskEvent.DEAD, 1, failure);
                    deadLetters.buried(topic, pending.execution(), failure);
                }
                case FINISHED, RETURNED -> {}
            }
        }
        observers.ended(topic, outcome);
    }

    /** Reports that the store has refused an outcome because its delivery is stale. */
    public void stale(TopicName topic) {
        observers.taskEvents().add(topic, TaskEvent.STALE, 1, null);
    }
}
