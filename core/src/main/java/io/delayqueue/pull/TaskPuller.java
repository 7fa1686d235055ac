package io.delayqueue.pull;

import io.delayqueue.DelayQueueException;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import java.time.Duration;
import java.util.List;

/**
 * Takes due tasks for those who bring a loop of their own, instead of giving a callback. A task that is taken is leased for
 * its time to run: who has it {@linkplain PulledTask#finish() finishes} it by then, or {@linkplain PulledTask#touch() asks for
 * more time}, or it becomes ready again. Thread-safe.
 *
 * <p>Nothing limits the attempts of a task that is pulled, neither its own number nor the engine's: a loop that never
 * {@linkplain PulledTask#bury buries} tries for ever.
 *
 * <p>A topic that was pulled from an engine is not consumed by that engine, not even if it allows callback classes that
 * travel with tasks; other engines consume it if they would otherwise.
 */
public interface TaskPuller {

    /**
     * Leases due tasks, as many as there are up to a limit, waiting for the first. By priority, and within a priority in the
     * order of their time, as callbacks get them. Nothing of a paused topic.
     *
     * <p>The first call for a topic registers it, and has the engine make the group's due tasks ready from then on.
     *
     * <p>Tasks that cannot be read, and tasks that bring a callback class, go to the dead letters with the reason and are not
     * among the result.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @param options how many at most, and for how long
     * @param wait how long to wait if there is none, however long; zero to look only
     * @return the tasks; empty if none became ready in time, or the engine was stopped meanwhile
     * @throws InvalidTaskException if a name breaks the rule or the wait is negative
     * @throws InterruptedException if the thread was interrupted before the call or while it waited, which is noticed within three
     *     seconds, or at once with {@link #wake}; nothing was leased then. A thread that got a task in that moment returns it, and stays
     *     interrupted
     * @throws TaskStoreUnavailableException if the store does not answer. What may have been leased all the same is given back
     *     by the next call for the topic
     * @throws TaskStoreException if the store refused it; nothing was leased
     * @throws NotPullableException if the engine has a callback for the topic, or leaves its group alone; nothing was leased
     * @throws DelayQueueException if the engine does not run; nothing was leased
     */
    List<PulledTask> reserve(String group, String topic, PullOptions options, Duration wait)
            throws InterruptedException;

    /**
     * Has a thread that waits in {@link #reserve} notice at once that it was interrupted. It has to be interrupted before. Without
     * effect on a thread that does not wait, or was not interrupted.
     *
     * @param thread whose wait
     * @throws TaskStoreException if the store did not take it; the wait ends within three seconds then
     */
    void wake(Thread thread);

    /**
     * The lease of a task that was pulled before, from any engine of the store. Asks nothing: whether the lease still holds is
     * seen when it is used. Works whether or not the engine runs, until it is closed.
     *
     * @param receipt what {@link PulledTask#receipt} returned
     * @return the lease
     * @throws InvalidTaskException if it is no receipt, or not the whole of one
     */
    TaskLease lease(String receipt);

    /** {@return whether the engine runs, so that there is something to pull from} */
    boolean isRunning();
}
