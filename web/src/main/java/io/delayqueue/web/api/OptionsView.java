package io.delayqueue.web.api;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Repeat;
import io.delayqueue.RetryPolicy;
import io.delayqueue.TaskInfo;
import io.delayqueue.callback.TopicOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Limits and repetition of a task, or limits of a topic, under the names with which a task is added. */
record OptionsView(
        @Nullable Integer maxAttempts,
        @Nullable Duration ttr,
        @Nullable RetryView retry,
        @Nullable RepeatView repeat,
        @Nullable Boolean paused) {

    record RetryView(Duration initialDelay, double multiplier, Duration maxDelay, double jitter) {

        /** Converts a policy; null if it is of another kind. */
        static @Nullable RetryView of(@Nullable RetryPolicy policy) {
            return policy instanceof ExponentialBackoff backoff
                    ? new RetryView(backoff.initial(), backoff.multiplier(), backoff.max(), backoff.jitter())
                    : null;
        }
    }

    record RepeatView(
            @Nullable Duration rate,
            @Nullable Duration delay,
            @Nullable String cron,
            @Nullable String zone) {

        static @Nullable RepeatView of(@Nullable Repeat repeat) {
            if (repeat instanceof Repeat.FixedRate fixed) {
                return new RepeatView(fixed.period(), null, null, null);
            }
            if (repeat instanceof Repeat.FixedDelay fixed) {
                return new RepeatView(null, fixed.delay(), null, null);
            }
            return repeat instanceof Repeat.Cron times
                    ? new RepeatView(
                            null, null, times.expression(), times.zone().getId())
                    : null;
        }
    }

    static OptionsView of(TaskInfo.Options own) {
        return new OptionsView(
                own.maxAttempts(),
                own.ttr(),
                RetryView.of(own.retry()),
                RepeatView.of(own.repeat()),
                own.paused() ? true : null);
    }

    static OptionsView of(TopicOptions topic) {
        return new OptionsView(topic.maxAttempts(), topic.ttr(), RetryView.of(topic.retryPolicy()), null, null);
    }
}
