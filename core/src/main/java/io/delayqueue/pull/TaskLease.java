package io.delayqueue.pull;

import io.delayqueue.DelayQueueException;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import java.time.Duration;

/**
 * Lease of a pulled task, with which one attempt is acknowledged. Thread-safe.
 *
 * <p>Five methods acknowledge the attempt: {@link #finish}, {@link #retry}, {@link #later}, {@link #bury} and {@link #release}. They, and
 * {@link #touch}, throw
 *
 * <ul>
 *   <li>a {@link StaleTaskException} if the lease is no longer valid; nothing was changed. Another consumer may have run the task
 *       meanwhile,
 *   <li>a {@link TaskStoreUnavailableException} if the store did not answer in time: the call may have taken effect. It can be
 *       repeated safely; if it had taken effect the second call finds the task stale,
 *   <li>a {@link TaskStoreException} if the store refused; nothing was changed,
 *   <li>a {@link DelayQueueException} if the engine is closed. A stopped engine is sufficient.
 * </ul>
 *
 * <p>If the store repeats a call whose reply was lost, a stale task is not distinguishable from one that the first call
 * acknowledged: the method returns normally.
 */
public interface TaskLease {

    /** {@return the group and topic the task is in} */
    TopicName topic();

    /** {@return the task's id, unique in its group} */
    String id();

    /** {@return the number of this attempt, from 1; an attempt whose lease expired counts} */
    int attempt();

    /** {@return the duration of a full lease: the task's own time to run, or that of the pull} */
    Duration ttr();

    /** Finishes the task and removes it. A repeating task continues with its next occurrence. */
    void finish();

    /**
     * Retries the task after a delay. The attempt counts.
     *
     * @param delay the delay from now, by the store's clock; zero for at once
     * @param reason the reason; kept as the task's last error
     * @throws InvalidTaskException if the delay is negative or more than 36,500 days; nothing was changed
     */
    void retry(Duration delay, String reason);

    /**
     * Postpones the task: the attempt does not count, and the next attempt has the same number.
     *
     * @param delay the delay from now, by the store's clock; zero for at once
     * @param reason the reason; kept as the task's last error, but not among its failed attempts
     * @throws InvalidTaskException if the delay is negative or more than 36,500 days; nothing was changed
     */
    void later(Duration delay, String reason);

    /**
     * Moves the task to the dead letters. A repeating task has no further occurrence.
     *
     * @param reason the reason; kept as the task's last error
     */
    void bury(String reason);

    /** Releases the task: it is ready at once in its previous position, and the attempt does not count. */
    void release();

    /** Renews the lease for a full {@link #ttr()} from now. */
    void touch();
}
