package io.delayqueue.pull;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/** Pulled task, leased to the caller and acknowledged by the methods of {@link TaskLease}. Thread-safe. */
public interface PulledTask extends TaskLease, Task.Delivery {

    /**
     * Returns the lease as text, with which another process, in any language, or this one after a restart can acknowledge the task.
     * See {@link TaskPuller#lease}.
     *
     * @return letters, digits, {@code -}, {@code _} and {@code .}, about two hundred of them. The format may change; a later
     *     version reads the receipts of an earlier one
     */
    String receipt();

    @Override
    default String group() {
        return topic().group();
    }

    /**
     * Returns the maximum number of attempts of the task. It is not enforced for pulled tasks: the consumer has to {@link #bury}
     * them.
     *
     * @return the number, or null if it has none of its own
     */
    @Nullable
    Integer maxAttempts();

    /** {@return the payload as JSON, or null if it has none} */
    @Nullable
    String payload();

    /**
     * Reads the payload with the engine's mapper.
     *
     * @param type the type of the payload
     * @param <T> the type of the payload
     * @return the payload, or null if it has none
     * @throws InvalidTaskException if the payload does not fit the type. The task stays leased to the caller, who usually
     *     {@linkplain #bury buries} it
     */
    <T> @Nullable T payload(Class<T> type);

    /**
     * Reads the payload with the engine's mapper.
     *
     * @param type the type of the payload, such as {@code new TypeReference<List<Order>>() {}}
     * @param <T> the type of the payload
     * @return the payload, or null if it has none
     * @throws InvalidTaskException if the payload does not fit the type
     */
    <T> @Nullable T payload(TypeReference<T> type);

    /**
     * {@return the minimum time left of the lease; zero if it may have ended. Measured by a monotonic clock from the start of the
     * call here that leased or touched it, without regard to other users of its receipt}
     */
    Duration leaseLeft();
}
