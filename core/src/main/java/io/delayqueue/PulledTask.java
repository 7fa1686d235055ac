package io.delayqueue;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/**
 * A task leased to who pulled it. Thread-safe.
 *
 * <p>Four methods settle it: {@link #finish}, {@link #retry}, {@link #bury} and {@link #release}. They, and {@link #touch},
 * throw
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
public interface PulledTask {

    /** {@return the group and topic it is in} */
    TopicName topic();

    /** {@return its id, unique in its group} */
    String id();

    /** {@return which attempt this is, from 1; one whose lease ended counts} */
    int attempt();

    /**
     * How many attempts the task was added with. They do not limit anything here: it is for the loop to {@link #bury}.
     *
     * @return the number, or null if it has none of its own
     */
    @Nullable
    Integer maxAttempts();

    /** {@return when it was due first, by the store's clock; the same on every attempt} */
    Instant dueAt();

    /** {@return the payload as JSON, or null if it has none} */
    @Nullable
    String payload();

    /**
     * Reads the payload with the engine's mapper.
     *
     * @param type what to read it as
     * @param <T> the same
     * @return the payload, or null if it has none
     * @throws InvalidTaskException if it does not fit. The task is still the caller's: to be {@linkplain #bury buried}, most
     *     likely, for it will not fit another time
     */
    <T> @Nullable T payload(Class<T> type);

    /**
     * Reads the payload with the engine's mapper.
     *
     * @param type what to read it as, such as {@code new TypeReference<List<Order>>() {}}
     * @param <T> the same
     * @return the payload, or null if it has none
     * @throws InvalidTaskException if it does not fit
     */
    <T> @Nullable T payload(TypeReference<T> type);

    /** {@return the headers it was added with; unmodifiable} */
    Map<String, String> headers();

    /** {@return the description it was added with, if any} */
    @Nullable
    String description();

    /** {@return how long a full lease lasts: its own time to run, or the one it was pulled with} */
    Duration ttr();

    /**
     * {@return how long the lease still lasts, at least; zero if it may have ended. Measured from before the call that leased
     * or touched it, by a clock that nobody sets}
     */
    Duration leaseLeft();

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
