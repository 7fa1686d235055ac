package io.delayqueue.internal.step;

import io.delayqueue.TopicName;
import io.delayqueue.internal.acknowledge.OutcomeReports;
import io.delayqueue.internal.drive.Agenda;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Trouble;
import io.delayqueue.store.Backend;
import io.delayqueue.store.PushResult;
import java.time.Duration;
import java.util.List;

/**
 * What the parts of a stepped run share.
 *
 * @param backend the store
 * @param agenda what the store tells whoever moves its time
 * @param time the same time
 * @param self who leases
 * @param lease how long a reservation lasts without a renewal
 * @param observers who is told what happens
 * @param reports who is told of outcomes
 */
public record SteppedContext(
        Backend backend,
        Agenda agenda,
        EngineTime time,
        SteppedInstance self,
        Duration lease,
        Observers observers,
        OutcomeReports reports) {

    String instance() {
        return self.name();
    }

    /** How many pushes there may be at one instant: enough for a hundred million tasks. */
    private static final int MOST_PUSHES = 100_000;

    /** Makes all ready that is due. */
    PushResult push(String group) {
        PushResult result;
        int pushes = 0;
        do {
            if (++pushes > MOST_PUSHES) {
                throw new IllegalStateException(
                        "What is due in " + group + " does not come to an end: the store has lost its order");
            }
            // Nobody waits for signals here, so no sweep.
            result = backend.tasks().push(group, instance(), List.of());
            result.expired().forEach((topic, tasks) -> {
                TopicName name = new TopicName(group, topic);
                observers.leaseExpired(name, tasks);
                observers.troubles().add(name, Trouble.EXPIRED, tasks, null);
            });
        } while (result.elected() && result.waitMicros() == 0 && result.due() + result.expiredTasks() > 0);
        return result;
    }
}
