package io.delayqueue;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something to do later: what a user adds. Immutable; made by {@link #of(String, String)}.
 *
 * <pre>{@code
 * Task.of("orders", "cancel-unpaid").payload(new CancelOrder(42)).delay(Duration.ofMinutes(30)).build()
 * }</pre>
 */
public final class Task {

    /** The longest delay there can be: 36,500 days. */
    public static final Duration LONGEST_DELAY = Duration.ofDays(36_500);

    private static final TaskIds IDS = new TaskIds();

    private final TopicName topic;
    private final String id;
    private final boolean idGenerated;
    private final @Nullable Duration delay;
    private final @Nullable Instant dueAt;
    private final @Nullable Object payload;
    private final @Nullable CallbackSpec callback;
    private final @Nullable Duration ttr;
    private final @Nullable Integer maxAttempts;
    private final @Nullable String description;
    private final Map<String, String> headers;

    private Task(Builder builder) {
        this.topic = builder.topic;
        this.idGenerated = builder.id == null;
        this.id = builder.id == null ? IDS.next(System.currentTimeMillis()) : builder.id;
        this.delay = builder.dueAt == null ? builder.delay : null;
        this.dueAt = builder.dueAt;
        this.payload = builder.payload;
        this.callback = builder.callback;
        this.ttr = builder.ttr;
        this.maxAttempts = builder.maxAttempts;
        this.description = builder.description;
        this.headers = builder.headers;
    }

    /**
     * Starts a task.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return a builder for a task that is due at once
     * @throws InvalidTaskException if a name breaks the rule of {@link TopicName}
     */
    public static Builder of(String group, String topic) {
        return new Builder(new TopicName(group, topic));
    }

    /**
     * Checks an id.
     *
     * @param id the id to check
     * @return the same id
     * @throws InvalidTaskException unless it is 1 to 128 letters, digits, {@code -}, {@code _} and {@code .}
     */
    public static String requireId(String id) {
        return TaskIds.require(id);
    }

    /** {@return the group and topic} */
    public TopicName topic() {
        return topic;
    }

    /** {@return the id, unique in the group} */
    public String id() {
        return id;
    }

    /** {@return whether the id was made here and not given by the user} */
    public boolean idGenerated() {
        return idGenerated;
    }

    /** {@return the delay from the moment the store takes the task, or null if an instant is set} */
    public @Nullable Duration delay() {
        return delay;
    }

    /** {@return the instant the task is due, or null if a delay is set} */
    public @Nullable Instant dueAt() {
        return dueAt;
    }

    /** {@return what the callback receives} */
    public @Nullable Object payload() {
        return payload;
    }

    /** {@return the callback that travels with the task, if any} */
    public @Nullable CallbackSpec callback() {
        return callback;
    }

    /** {@return the time to run of one attempt, or null for the topic's} */
    public @Nullable Duration ttr() {
        return ttr;
    }

    /** {@return how many attempts, or null for the topic's number} */
    public @Nullable Integer maxAttempts() {
        return maxAttempts;
    }

    /** {@return the description for people} */
    public @Nullable String description() {
        return description;
    }

    /** {@return the headers; unmodifiable} */
    public Map<String, String> headers() {
        return headers;
    }

    @Override
    public String toString() {
        return "Task[" + topic + " " + id + (delay != null ? " in " + delay : " at " + dueAt) + "]";
    }

    /**
     * A callback that travels with its task.
     *
     * @param type the class
     * @param arguments what its constructor is called with
     */
    public record CallbackSpec(Class<? extends Callback> type, List<@Nullable Object> arguments) {}

    /** Collects what a task is. Each method replaces what an earlier call of it set. Not thread-safe. */
    public static final class Builder {

        private static final int LONGEST_DESCRIPTION = 4_096;

        private static final int MOST_HEADER_CHARACTERS = 65_536;

        private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

        private final TopicName topic;
        private @Nullable String id;
        private @Nullable Duration delay = Duration.ZERO;
        private @Nullable Instant dueAt;
        private @Nullable Object payload;
        private @Nullable CallbackSpec callback;
        private @Nullable Duration ttr;
        private @Nullable Integer maxAttempts;
        private @Nullable String description;
        private Map<String, String> headers = Map.of();

        private Builder(TopicName topic) {
            this.topic = topic;
        }

        /**
         * How long from now, counted on the store's clock from the moment it takes the task. Replaces an instant.
         *
         * @param delay zero to 36,500 days; parts of a millisecond are rounded up
         * @return this builder
         * @throws InvalidTaskException if the delay is out of range
         */
        public Builder delay(Duration delay) {
            if (delay.isNegative()) {
                throw InvalidTaskException.of("delay", delay, "must not be negative");
            }
            if (delay.compareTo(LONGEST_DELAY) > 0) {
                throw InvalidTaskException.of("delay", delay, "must be at most 36,500 days");
            }
            this.delay = delay;
            this.dueAt = null;
            return this;
        }

        /**
         * When the task is due. An instant that has passed means at once. Replaces a delay.
         *
         * @param instant the time, at most the end of the year 9999; parts of a millisecond are rounded up
         * @return this builder
         * @throws InvalidTaskException if the instant is out of range
         */
        public Builder at(Instant instant) {
            if (instant.isAfter(LATEST)) {
                throw InvalidTaskException.of("at", instant, "must be before the year 10000");
            }
            this.dueAt = instant;
            this.delay = null;
            return this;
        }

        /**
         * What the callback receives: anything Jackson can write.
         *
         * @param payload the payload, or null for none
         * @return this builder
         */
        public Builder payload(@Nullable Object payload) {
            this.payload = payload;
            return this;
        }

        /**
         * The task's own id. Adding it again while the first is unfinished changes nothing, which makes the add
         * idempotent. The id is unique in the group, not only in the topic. Without it an id is made.
         *
         * @param id 1 to 128 letters, digits, {@code -}, {@code _} and {@code .}
         * @return this builder
         * @throws InvalidTaskException if the id breaks the rule
         */
        public Builder id(String id) {
            this.id = requireId(id);
            return this;
        }

        /**
         * The time to run: an attempt that takes longer is interrupted and has failed.
         *
         * @param ttr at least one second; without it the topic's limit, if any, applies
         * @return this builder
         * @throws InvalidTaskException if it is shorter
         */
        public Builder ttr(Duration ttr) {
            if (ttr.compareTo(Duration.ofSeconds(1)) < 0) {
                throw InvalidTaskException.of("ttr", ttr, "must be at least 1 second");
            }
            this.ttr = ttr.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : ttr;
            return this;
        }

        /**
         * How many attempts before the task goes to the dead letters.
         *
         * @param maxAttempts at least 1; without it the topic's number applies
         * @return this builder
         * @throws InvalidTaskException if it is less
         */
        public Builder maxAttempts(int maxAttempts) {
            if (maxAttempts < 1) {
                throw InvalidTaskException.of("maxAttempts", maxAttempts, "must be at least 1");
            }
            this.maxAttempts = maxAttempts;
            return this;
        }

        /**
         * A line for people who look into the queue.
         *
         * @param description any text of at most 4,096 characters
         * @return this builder
         * @throws InvalidTaskException if it is longer
         */
        public Builder description(String description) {
            if (description.length() > LONGEST_DESCRIPTION) {
                throw InvalidTaskException.of("description", description, "must be at most 4,096 characters");
            }
            this.description = description;
            return this;
        }

        /**
         * Names and values that travel with the task, beside the payload.
         *
         * @param headers the headers; copied; 65,536 characters at most in all names and values
         * @return this builder
         * @throws InvalidTaskException if they are longer
         */
        public Builder headers(Map<String, String> headers) {
            long characters = headers.entrySet().stream()
                    .mapToLong(header ->
                            header.getKey().length() + header.getValue().length())
                    .sum();
            if (characters > MOST_HEADER_CHARACTERS) {
                throw InvalidTaskException.of("headers", characters, "must be at most 65,536 characters in all");
            }
            this.headers = Map.copyOf(headers);
            return this;
        }

        /**
         * The callback that is to run this task, instead of the topic's. The arguments must fit exactly one public
         * constructor as they are: numbers are not widened.
         *
         * @param type a public class with a public constructor for the arguments, allowed by configuration
         * @param arguments what the constructor is called with, written as JSON
         * @return this builder
         */
        public Builder callback(Class<? extends Callback> type, @Nullable Object... arguments) {
            this.callback = new CallbackSpec(type, Collections.unmodifiableList(Arrays.asList(arguments.clone())));
            return this;
        }

        /** {@return the task, with an id of its own if none was given} */
        public Task build() {
            return new Task(this);
        }
    }
}
