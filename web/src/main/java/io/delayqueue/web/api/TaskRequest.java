package io.delayqueue.web.api;

import io.delayqueue.IfExists;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Priority;
import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.RawJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.RawValue;

/** Task to add. Its group and topic are missing if the path has them. */
record TaskRequest(
        @Nullable String group,
        @Nullable String topic,
        @Nullable RawJson payload,
        @Nullable Duration delay,
        @Nullable Instant at,
        @Nullable String id,
        @Nullable String key,
        @Nullable List<@Nullable String> tags,
        @Nullable Priority priority,
        @Nullable Map<String, @Nullable String> headers,
        @Nullable String description,
        @Nullable Integer maxAttempts,
        @Nullable Duration ttr,
        @Nullable IfExists ifExists,
        @Nullable Duration uniqueFor,
        @Nullable Duration longestWait,
        @Nullable DueWindow dueBetween,
        @Nullable RetryJson retry,
        @Nullable Duration retryFor,
        @Nullable Instant notAfter,
        @Nullable Duration within,
        @Nullable RepeatJson repeat) {

    /** Window in which the store chooses the due time. */
    record DueWindow(@Nullable Instant from, @Nullable Instant to) {}

    /** Converts the request to a task of a topic. */
    Task task(String group, String topic) {
        TaskBuilder builder = Task.of(group, topic);
        time(builder);
        if (payload != null) {
            builder.payload(new RawValue(payload.text()));
        }
        if (id != null) {
            builder.id(id);
        }
        if (key != null) {
            builder.key(key);
        }
        if (tags != null) {
            tag(builder, tags);
        }
        if (priority != null) {
            builder.priority(priority);
        }
        if (headers != null) {
            builder.headers(checkedHeaders(headers));
        }
        if (description != null) {
            builder.description(description);
        }
        if (maxAttempts != null) {
            builder.maxAttempts(maxAttempts);
        }
        if (ttr != null) {
            builder.ttr(ttr);
        }
        if (uniqueFor != null) {
            builder.uniqueFor(uniqueFor);
        }
        if (longestWait != null) {
            builder.debounce(delay == null ? Duration.ZERO : Task.requireDelay(delay), longestWait);
        }
        if (ifExists != null) {
            builder.ifExists(ifExists);
        }
        if (retry != null) {
            builder.retry(retry.backoff());
        }
        if (retryFor != null) {
            builder.retryFor(retryFor);
        }
        if (notAfter != null) {
            builder.notAfter(notAfter);
        }
        if (within != null) {
            builder.within(within);
        }
        if (repeat != null) {
            builder.repeat(repeat.repeat());
        }
        try {
            return builder.build();
        } catch (InvalidTaskException e) {
            // The request has other words than the builder.
            throw new InvalidTaskException(String.valueOf(e.getMessage()).replace("debounce", "longestWait"), e);
        }
    }

    private void time(TaskBuilder builder) {
        if (delay != null && at != null) {
            throw ProblemException.invalid("delay", "must be missing if at is given");
        }
        if (delay != null && longestWait == null) {
            builder.delay(delay);
        }
        if (at != null) {
            builder.at(at);
        }
        if (dueBetween != null) {
            if (dueBetween.from() == null || dueBetween.to() == null) {
                throw ProblemException.invalid("dueBetween", "must have from and to");
            }
            builder.dueBetween(dueBetween.from(), dueBetween.to());
        }
    }

    private static void tag(TaskBuilder builder, List<@Nullable String> tags) {
        for (int i = 0; i < tags.size(); i++) {
            String text = tags.get(i);
            if (text == null) {
                throw ProblemException.invalid("tags[" + i + "]", "must be a text, but is null");
            }
            try {
                Tag tag = Tag.parse(text);
                builder.tag(tag.name(), tag.value());
            } catch (InvalidTaskException e) {
                String message = String.valueOf(e.getMessage());
                throw new InvalidTaskException("tags[" + i + "]" + message.substring("tag".length()), e);
            }
        }
    }

    private static Map<String, String> checkedHeaders(Map<String, @Nullable String> headers) {
        headers.forEach((name, value) -> {
            if (value == null) {
                throw ProblemException.invalid("headers." + name, "must be a text, but is null");
            }
        });
        return Map.copyOf(headers);
    }
}
