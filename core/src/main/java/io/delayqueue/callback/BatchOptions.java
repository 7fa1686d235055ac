package io.delayqueue.callback;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.InvalidSettingException.requireLength;

import io.delayqueue.store.TaskStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sizes of the batches of a topic whose callback gets many tasks at once.
 *
 * @param size maximum number of tasks of a batch, from 2 to {@link #MAX}
 * @param least number of ready tasks for which a batch waits, from 2 to the size; 1 to wait for none
 * @param longestWait maximum time for which the oldest ready task waits for others; null if and only if none waits
 */
public record BatchOptions(int size, int least, @Nullable Duration longestWait) {

    /** Maximum size of a batch. */
    public static final int MAX = TaskStore.MAX_BATCH;

    /**
     * Checks the sizes.
     *
     * @throws io.delayqueue.InvalidSettingException if a value is out of its range, or one is missing beside another
     */
    public BatchOptions {
        require(size >= 2 && size <= MAX, "batchSize", "must be from 2 to 500", size);
        require(least >= 1 && least <= size, "batchLeast", "must be at least 1 and at most batchSize", least);
        require(least == 1 || longestWait != null, "batchLeast", "needs batchWait", least);
        require(least > 1 || longestWait == null, "batchWait", "needs batchLeast", longestWait);
        requireLength("", "batchWait", longestWait, Duration.ofMillis(1), "must be at least 1 ms");
    }
}
