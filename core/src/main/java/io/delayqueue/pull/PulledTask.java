package io.delayqueue.pull;

import io.delayqueue.InvalidTaskException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/**
 * A task leased to who pulled it, to be settled by {@link TaskLease its methods}. Thread-safe.
 */
public interface PulledTask extends TaskLease {

    /**
     * The lease as a text, for whoever is to settle the task in its holder's place: another process, also one that is not
     * written in Java, or this one when it has started again. See {@link TaskPuller#lease}.
     *
     * @return letters, digits, {@code -}, {@code _} and {@code .}, about two hundred of them. What it is made of may change;
     *     a later version understands those of an earlier one
     */
    String receipt();

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

    /**
     * {@return how long the lease still lasts, at least; zero if it may have ended. Measured from before the call that leased
     * or touched it here, by a clock that nobody sets; what others do with its receipt is not seen}
     */
    Duration leaseLeft();
}
