package io.delayqueue.web.api;

import io.delayqueue.Task;
import io.delayqueue.callback.TopicOptions;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Limits and repetition of a task, or limits of a topic, under the names with which a task is added. */
record OptionsView(
        @Nullable Integer maxAttempts,
        @Nullable Duration ttr,
        @Nullable RetryJson retry,
        @Nullable Duration retryFor,
        @Nullable Instant notAfter,
        @Nullable Duration within,
        @Nullable RepeatJson repeat,
        @Nullable Boolean paused,
        @Nullable Duration uniqueFor,
        @Nullable Duration longestWait) {

    static OptionsView of(Task.Options own) {
        return new OptionsView(
                own.maxAttempts(),
                own.ttr(),
                RetryJson.of(own.retry()),
                own.retryFor(),
                own.notAfter(),
                own.within(),
                RepeatJson.of(own.repeat()),
                own.paused() ? true : null,
                own.uniqueFor(),
                own.longestWait());
    }

    static OptionsView of(TopicOptions topic) {
        Integer attempts = topic.maxAttempts();
        return new OptionsView(
                attempts == null || attempts == Integer.MAX_VALUE ? null : attempts,
                topic.ttr(),
                RetryJson.of(topic.retryPolicy()),
                topic.retryFor(),
                null,
                topic.within(),
                null,
                null,
                null,
                null);
    }
}
