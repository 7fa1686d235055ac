package io.delayqueue.internal.run;

import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryPolicy;
import io.delayqueue.RetryTaskException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of a topic, resolved against those of the engine.
 *
 * @param ttr the limit of an attempt; null for no limit
 * @param noRetryFor the failures after which no attempt follows
 */
public record TopicSettings(
        int concurrency,
        @Nullable Duration ttr,
        int maxAttempts,
        RetryPolicy retryPolicy,
        Set<Class<? extends Throwable>> noRetryFor) {

    /** Whether no attempt follows this failure, even if some are left. */
    boolean isFinal(Throwable failure) {
        return failure instanceof RejectTaskException
                || !(failure instanceof RetryTaskException)
                        && noRetryFor.stream().anyMatch(type -> type.isInstance(failure));
    }
}
