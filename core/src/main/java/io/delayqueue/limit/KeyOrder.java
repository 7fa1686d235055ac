package io.delayqueue.limit;

import static io.delayqueue.InvalidSettingException.require;
import static java.util.Objects.requireNonNull;

/**
 * Order of the tasks of a topic that have one key, over all instances.
 *
 * @param concurrency maximum number of tasks of a key that are leased at once, from 1 to {@link #MAX}; with 1 they run one after another, in the
 *     order of their due times
 * @param onRetry fate of the later tasks of a key while a failed one waits for its next attempt
 */
public record KeyOrder(int concurrency, OnRetry onRetry) {

    /** Maximum of the concurrency. */
    public static final int MAX = 16;

    /** Order of a topic that declares none, from the first task with a key on. */
    public static final KeyOrder DEFAULT = new KeyOrder(1, OnRetry.BLOCK_KEY);

    /**
     * Checks the order.
     *
     * @throws io.delayqueue.InvalidSettingException if the concurrency is out of its range
     */
    public KeyOrder {
        require(concurrency >= 1 && concurrency <= MAX, "keyConcurrency", "must be from 1 to 16", concurrency);
        requireNonNull(onRetry, "onRetry must not be null");
    }

    /** Fate of the later tasks of a key while a failed one waits for its next attempt. */
    public enum OnRetry {
        /** They wait behind it, until it succeeds, is buried, removed or put off. */
        BLOCK_KEY,
        /** They run, and it runs after those that are running when its time has come. */
        LET_PASS
    }
}
