package io.delayqueue.pull;

import static io.delayqueue.InvalidTaskException.require;
import static java.util.Objects.requireNonNull;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import java.time.Duration;

/**
 * Options of a pull.
 *
 * @param limit maximum number of tasks, from 1 to {@link #MAX_LIMIT}. One call returns about 1 MB of tasks, or one larger task: of
 *     large ones fewer than this, although more are ready
 * @param ttr the lease of each task that has no time to run of its own; from one second to 36,500 days
 */
public record PullOptions(int limit, Duration ttr) {

    /** Maximum number of tasks of one call. */
    public static final int MAX_LIMIT = 500;

    /** One task, for 30 s. */
    public static final PullOptions DEFAULT = new PullOptions(1, Duration.ofSeconds(30));

    /**
     * Checks the options.
     *
     * @throws InvalidTaskException if one is out of its range
     */
    public PullOptions {
        require(limit >= 1 && limit <= MAX_LIMIT, "limit", limit, "must be from 1 to " + MAX_LIMIT);
        requireNonNull(ttr, "ttr must not be null");
        boolean holds = ttr.compareTo(Duration.ofSeconds(1)) >= 0 && ttr.compareTo(Task.MAX_DELAY) <= 0;
        require(holds, "ttr", ttr, "must be from 1 second to 36,500 days");
    }

    /**
     * Creates options for several tasks at once, each for 30 s.
     *
     * @param limit maximum number of tasks, from 1 to {@link #MAX_LIMIT}
     * @return the options
     * @throws InvalidTaskException if the limit is out of its range
     */
    public static PullOptions upTo(int limit) {
        return new PullOptions(limit, DEFAULT.ttr);
    }

    /**
     * Copies the options with another time to run.
     *
     * @param newTtr from one second to 36,500 days
     * @return the options
     * @throws InvalidTaskException if it is out of its range
     */
    public PullOptions ttr(Duration newTtr) {
        return new PullOptions(limit, newTtr);
    }
}
