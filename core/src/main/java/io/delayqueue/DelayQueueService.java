package io.delayqueue;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Adds tasks. Thread-safe.
 *
 * <p>An add that returns is confirmed by the store; one that throws says why. Ids make adds idempotent: a second add of an
 * id that is still in the group changes nothing and says so. So the same {@link Task} object can be added again after a
 * failure: there is no second task unless the first has finished meanwhile.
 *
 * <p>Once the engine is closed every method throws a {@link DelayQueueException} that says so.
 */
public interface DelayQueueService {

    /**
     * Adds one task and waits for the store to confirm it. Calls that meet on several threads share a round trip.
     *
     * @param task the task
     * @return its id, whether it is new, and when it is due
     * @throws InvalidTaskException if the payload cannot be written or is too large, the callback class is not allowed, or
     *     the id belongs to a task of another topic of the group; nothing was written
     * @throws TaskNotReplicatedException if replicas are asked for and too few confirmed it in time; it was added, and may
     *     be delivered
     * @throws TaskStoreUnavailableException if the store did not confirm it in time; it may or may not have been added
     * @throws TaskStoreException if the store refused it; nothing was written
     */
    AddResult addTask(Task task);

    /**
     * Adds many tasks, in as few round trips as possible. Tasks of one group are added in order, in steps of at most 500
     * tasks; each step is atomic, all together are not.
     *
     * @param tasks the tasks, of any groups and topics
     * @return the results in the order of the tasks
     * @throws InvalidTaskException if one of them is not valid, for the reasons of {@link #addTask}. If the rule can be
     *     checked without the store, nothing was written; if an id belongs to another topic, the other tasks were added
     * @throws TaskStoreException if the store did not confirm all of them; some may have been added, and adding the same
     *     list again completes it
     */
    List<AddResult> addTasks(Collection<Task> tasks);

    /**
     * Adds one task without waiting.
     *
     * @param task the task
     * @return completed with what {@link #addTask} would return, or exceptionally with what it would throw; dependent
     *     stages without an executor of their own run on a thread of the engine
     */
    CompletableFuture<AddResult> addTaskAsync(Task task);

    /**
     * Looks a task up.
     *
     * @param group the group it is in
     * @param id its id
     * @return the task, or empty if there is none: it was never added, or it has finished
     * @throws InvalidTaskException if the group's name or the id breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    Optional<TaskInfo> findTask(String group, String id);
}
