package io.delayqueue.internal.run;

import static java.util.Objects.requireNonNullElse;

import io.delayqueue.Task;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limit of the attempts of a task: a number, an age, or both.
 *
 * @param maxAttempts maximum number of attempts; {@link #UNLIMITED} if only the age is limited
 * @param retryFor maximum time from the begin of the first attempt to the due time of a retry; null for any time
 */
record RetryLimit(int maxAttempts, @Nullable Duration retryFor) {

    /** Number of attempts of a task of which only the age is limited. */
    static final int UNLIMITED = Integer.MAX_VALUE;

    /** Returns the limit of a task if it has one of its own, else that of its topic. */
    RetryLimit orOwn(Task.Options task) {
        return task.maxAttempts() == null && task.retryFor() == null
                ? this
                : new RetryLimit(requireNonNullElse(task.maxAttempts(), UNLIMITED), task.retryFor());
    }

    boolean isSpent(int attempts) {
        return attempts >= maxAttempts;
    }

    boolean isTooOld(Duration age) {
        return retryFor != null && age.compareTo(retryFor) > 0;
    }

    /** Returns the limit as the subject of a sentence. */
    @Override
    public String toString() {
        String number = maxAttempts == UNLIMITED ? "All attempts" : "All " + maxAttempts + " attempts";
        return retryFor == null ? number : number + " within " + retryFor;
    }
}
