package io.delayqueue;

import static io.delayqueue.InvalidTaskException.require;
import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Thrown by a callback of a batch of which some tasks have failed. Each named task fails as if a callback of its own had thrown the cause, so a {@link
 * RetryTaskException} or {@link RejectTaskException} decides about this task alone. The rest of the batch is finished, so no transaction with the work of
 * the rest may roll back on this exception.
 */
public class BatchFailedException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /** The failures by the positions of their tasks. */
    private final TreeMap<Integer, Throwable> failures;

    /** The position from which no task has begun. */
    private final int end;

    /**
     * Creates the exception.
     *
     * @param failures the failures by the positions of their tasks in the list, from 0. A position beyond the list fails the whole batch
     * @throws InvalidTaskException if it is empty, or has a negative position
     */
    public BatchFailedException(Map<Integer, ? extends Throwable> failures) {
        this(checked(failures), Integer.MAX_VALUE);
    }

    private BatchFailedException(TreeMap<Integer, Throwable> failures, int end) {
        super(
                failures.size() + " of a batch failed, the first at " + failures.firstKey(),
                failures.firstEntry().getValue());
        this.failures = failures;
        this.end = end;
    }

    private static TreeMap<Integer, Throwable> checked(Map<Integer, ? extends Throwable> failures) {
        requireNonNull(failures, "failures must not be null");
        failures.forEach((position, cause) -> {
            requireNonNull(position, "position must not be null");
            requireNonNull(cause, "cause must not be null");
            require(position >= 0, "position", position, "must not be negative");
        });
        require(!failures.isEmpty(), "failures", failures, "must name a task");
        return new TreeMap<>(failures);
    }

    /**
     * Creates the exception of a batch that stops at a failure: the tasks before are finished, and those behind are given back at once, without an
     * attempt.
     *
     * @param position the position of the failed task in the list, from 0
     * @param cause its failure
     * @return the exception, to be thrown
     * @throws InvalidTaskException if the position is negative
     */
    public static BatchFailedException stoppedAt(int position, Throwable cause) {
        return new BatchFailedException(
                checked(Map.of(position, requireNonNull(cause, "cause must not be null"))), position + 1);
    }

    /** Copies the exception with other failures of the same tasks. */
    BatchFailedException with(Map<Integer, Throwable> others) {
        return new BatchFailedException(checked(others), end);
    }

    /** {@return the failures by the positions of their tasks; unmodifiable} */
    public final SortedMap<Integer, Throwable> failures() {
        return Collections.unmodifiableSortedMap(failures);
    }

    /**
     * Returns whether a task has begun.
     *
     * @param position the position of the task in the list, from 0
     * @return whether it is not behind the one at which the batch has stopped
     */
    public final boolean hasBegun(int position) {
        return position < end;
    }
}
