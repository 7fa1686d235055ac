package io.delayqueue.internal.step;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.acknowledge.OutcomeReports;
import io.delayqueue.internal.drive.Agenda;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Backend;
import io.delayqueue.store.PushResult;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;

/**
 * What the parts of a stepped run share.
 *
 * @param backend the store
 * @param driver runs what they do
 * @param agenda what the store tells whoever moves its time
 * @param self who leases
 * @param lease how long a reservation lasts without a renewal
 * @param observers receive what happens
 * @param deadLetters receives dead letters
 */
public record SteppedContext(
        Backend backend,
        ManualDriver driver,
        Agenda agenda,
        SteppedInstance self,
        Duration lease,
        Observers observers,
        DeadLetterNotifier deadLetters) {

    private static final Logger log = Loggers.of(SteppedContext.class);

    EngineTime time() {
        return driver.time();
    }

    OutcomeReports reports() {
        return new OutcomeReports(observers, deadLetters);
    }

    GroupContext group(String name) {
        return new GroupContext(name, instance(), lease, backend, driver, observers);
    }

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
            // Without signals there is nothing to sweep.
            result = backend.tasks().push(group, instance(), List.of());
            result.expired().forEach((topic, tasks) -> {
                TopicName name = new TopicName(group, topic);
                observers.leaseExpired(name, tasks);
                observers.taskEvents().add(name, TaskEvent.EXPIRED, tasks, null);
            });
        } while (result.elected() && result.waitMicros() == 0 && result.due() + result.expiredTasks() > 0);
        return result;
    }

    /** No message reports here that a task was removed or replaced. */
    void look(TaskExecution run) {
        if (run.isLost()) {
            // Whatever became of it since.
            return;
        }
        String group = run.topic().group();
        try {
            TaskInfo task = backend.tasks().find(group, List.of(run.id())).get(0);
            if (task == null || task.attempts() < run.number()) {
                run.cancel();
            } else if (task.state() != TaskState.RESERVED || task.attempts() > run.number()) {
                run.lost();
            }
        } catch (TaskStoreException e) {
            log.debug("Whether {} in {} was removed could not be asked", run.id(), group, e);
        }
    }
}
