package io.delayqueue.pull;

import io.delayqueue.DelayQueueException;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import java.time.Duration;

/**
 * The right to say how one attempt of a task went, held by who pulled the task. Thread-safe.
 *
 * <p>Four methods settle the task: {@link #finish}, {@link #retry}, {@link #bury} and {@link #release}. They, and
 * {@link #touch}, throw
 *
 * <ul>
 *   <li>a {@link StaleTaskException} if the task is not its holder's any more; nothing was changed. An effect outside the queue
 *       that must not happen twice has perhaps happened elsewhere,
 *   <li>a {@link TaskStoreUnavailableException} if the store did not answer in time: it may have happened. Calling again is
 *       safe; if it had happened the second call finds the task stale,
 *   <li>a {@link TaskStoreException} if the store refused; nothing was changed,
 *   <li>a {@link DelayQueueException} if the engine is closed. A stopped one is good enough.
 * </ul>
 *
 * <p>If the reply to a call was lost and the call repeated, a stale task cannot be told from one that the first sending
 * settled: the call returns.
 */
public interface TaskLease {

    /** {@return the group and topic the task is in} */
    TopicName topic();

    /** {@return the task's id, unique in its group} */
    String id();

    /** {@return which attempt this is, from 1; one whose lease ended counts} */
    int attempt();

    /** {@return how long a full lease lasts: the task's own time to run, or the one it was pulled with} */
    Duration ttr();

    /** Removes the task, for it is done. A repeating task goes on with its next run. */
    void finish();

    /**
     * Has the task come again after a delay. The attempt counts.
     *
     * @param delay how long from now, counted on the store's clock; zero for at once
     * @param reason why; kept as the task's last error
     * @throws InvalidTaskException if the delay is negative or more than 36,500 days; nothing was changed
     */
    void retry(Duration delay, String reason);

    /**
     * Moves the task to the dead letters. A repeating task has no next run then.
     *
     * @param reason why; kept as the task's last error
     */
    void bury(String reason);

    /** Gives the task back as if it had not been taken: ready at once in its old place, and the attempt does not count. */
    void release();

    /** Makes the lease last a full {@link #ttr()} from now. */
    void touch();
}
