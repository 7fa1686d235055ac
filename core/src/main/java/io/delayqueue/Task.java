package io.delayqueue;

import java.time.Duration;
import java.time.Instant;
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

    Task(TaskBuilder builder) {
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

    private Task(Task other, @Nullable Object payload, @Nullable CallbackSpec callback) {
        this.topic = other.topic;
        this.idGenerated = other.idGenerated;
        this.id = other.id;
        this.delay = other.delay;
        this.dueAt = other.dueAt;
        this.payload = payload;
        this.callback = callback;
        this.ttr = other.ttr;
        this.maxAttempts = other.maxAttempts;
        this.description = other.description;
        this.headers = other.headers;
    }

    /**
     * Starts a task.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return a builder for a task that is due at once
     * @throws InvalidTaskException if a name breaks the rule of {@link TopicName}
     */
    public static TaskBuilder of(String group, String topic) {
        return new TaskBuilder(new TopicName(group, topic));
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

    /**
     * The same task, with the same id, for another payload and another callback.
     *
     * @param payload what the callback receives
     * @param callback the callback that travels with the task, if any
     * @return a copy
     */
    public Task with(@Nullable Object payload, @Nullable CallbackSpec callback) {
        return new Task(this, payload, callback);
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
}
