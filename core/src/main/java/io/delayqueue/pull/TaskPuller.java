package io.delayqueue.pull;

import io.delayqueue.DelayQueueException;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * Reserves due tasks for a loop of the application, without a callback. A reserved task is leased for its time to run: unless the
 * caller {@linkplain PulledTask#finish() finishes} it or {@linkplain PulledTask#touch() renews} the lease in time, it becomes ready
 * again. Thread-safe.
 *
 * <p>The attempts of a pulled task are not limited, neither by its own number nor by the engine's: a loop that never {@linkplain
 * PulledTask#bury buries} a failing task retries it forever.
 *
 * <p>An engine does not consume a topic that was pulled from it, not even if it allows callback classes carried by tasks. Other
 * engines are not affected.
 */
public interface TaskPuller {

    /**
     * Reserves due tasks up to a limit, and waits for the first one. The order is that of callbacks: by priority, then by time. A
     * paused topic has none.
     *
     * <p>The topic must be {@linkplain io.delayqueue.ServiceRegister#registerTopic registered} before the first call. The engine makes the
     * group's due tasks ready from the first call on.
     *
     * <p>Tasks that cannot be read, and tasks that carry a callback class, become dead letters with the reason and are not in the
     * result.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @param options the limit and the lease
     * @param wait maximum time to wait for a task, without an upper limit; zero to return at once
     * @return the tasks; empty if none became ready in time, or the engine stopped
     * @throws InvalidTaskException if a name breaks the rule or the wait is negative
     * @throws InterruptedException if the thread was interrupted before the call or while it waited, which takes effect within
     *     four seconds, or at once with {@link #wake}; nothing was leased then. A thread that reserved a task at that moment
     *     returns it, and stays interrupted
     * @throws TaskStoreUnavailableException if the store does not answer, or the thread was interrupted while it waited for a
     *     connection, and stays interrupted. The next call for the topic releases tasks that may have been leased
     * @throws TaskStoreException if the store refused it; nothing was leased
     * @throws NotPullableException if the topic is not registered at the first call, the engine has a callback for it, or its group is
     *     disabled; nothing was leased
     * @throws DelayQueueException if the engine is not running; nothing was leased
     */
    List<PulledTask> reserve(String group, String topic, PullOptions options, Duration wait)
            throws InterruptedException;

    /**
     * Ends the wait of a thread in {@link #reserve} that was interrupted before. Without effect on a thread that does not wait, or
     * was not interrupted.
     *
     * @param thread the thread
     * @throws TaskStoreException if the store refused it; the wait then ends within four seconds
     */
    void wake(Thread thread);

    /**
     * Returns the lease of a task that was pulled from any engine of the store. Makes no call of the store: an invalid lease is
     * detected when it is used. Works in a running and in a stopped engine, until it is closed.
     *
     * @param receipt the result of {@link PulledTask#receipt}
     * @return the lease
     * @throws InvalidTaskException if it is not a complete receipt
     */
    TaskLease lease(String receipt);

    /**
     * Finishes many tasks as {@link TaskLease#finish} does, of one group in as few calls of the store as possible. If it throws an exception, some may be
     * finished, and the call can be repeated.
     *
     * @param leases the leases, at most {@link PullOptions#MAX_LIMIT}: pulled tasks, or results of {@link #lease}
     * @return those that are stale, for the reasons of {@link StaleTaskException}; the others are finished
     * @throws InvalidTaskException if there are too many, or one is not of a puller; nothing was changed
     * @throws TaskStoreException if the store does not answer, or refused it
     */
    List<TaskLease> finish(Collection<? extends TaskLease> leases);

    /** {@return whether the engine is running} */
    boolean isRunning();
}
