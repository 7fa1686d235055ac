package io.delayqueue;

import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
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
    public static final Duration MAX_DELAY = Duration.ofDays(36_500);

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    private static final TaskIds IDS = new TaskIds();

    private final TopicName topic;
    private final String id;
    private final boolean idGenerated;
    private final @Nullable Duration delay;
    private final @Nullable Instant dueAt;
    private final @Nullable Object payload;
    private final @Nullable Type payloadType;
    private final @Nullable CallbackSpec callback;
    private final @Nullable Duration ttr;
    private final @Nullable Integer maxAttempts;
    private final @Nullable ExponentialBackoff retry;
    private final @Nullable String description;
    private final Map<String, String> headers;
    private final Map<Object, Map<String, String>> headersOfOthers;
    private final Priority priority;
    private final IfExists ifExists;
    private final @Nullable Repeat repeat;
    private final boolean timeSet;

    Task(TaskBuilder builder) {
        this.topic = builder.topic;
        this.idGenerated = builder.id == null;
        this.id = builder.id == null ? IDS.next(System.currentTimeMillis()) : builder.id;
        this.delay = builder.dueAt == null ? builder.delay : null;
        this.dueAt = builder.dueAt;
        this.payload = builder.payload;
        this.payloadType = builder.payloadType;
        this.callback = builder.callback;
        this.ttr = builder.ttr;
        this.maxAttempts = builder.maxAttempts;
        this.retry = builder.retry;
        this.description = builder.description;
        this.headers = builder.headers;
        this.headersOfOthers = new ConcurrentHashMap<>(0);
        this.priority = builder.priority;
        this.ifExists = builder.ifExists;
        this.repeat = builder.repeat;
        this.timeSet = builder.timeSet;
    }

    private Task(Task other, @Nullable Object payload, @Nullable CallbackSpec callback, Map<String, String> headers) {
        this.topic = other.topic;
        this.idGenerated = other.idGenerated;
        this.id = other.id;
        this.delay = other.delay;
        this.dueAt = other.dueAt;
        this.payload = payload;
        this.payloadType = other.payloadType;
        this.callback = callback;
        this.ttr = other.ttr;
        this.maxAttempts = other.maxAttempts;
        this.retry = other.retry;
        this.description = other.description;
        this.headers = headers;
        this.headersOfOthers = other.headersOfOthers;
        this.priority = other.priority;
        this.ifExists = other.ifExists;
        this.repeat = other.repeat;
        this.timeSet = other.timeSet;
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

    /**
     * Checks a delay.
     *
     * @param delay the delay to check
     * @return the same delay
     * @throws InvalidTaskException if it is negative or longer than {@link #MAX_DELAY}
     */
    public static Duration requireDelay(Duration delay) {
        Objects.requireNonNull(delay, "delay must not be null");
        if (delay.isNegative()) {
            throw InvalidTaskException.of("delay", delay, "must not be negative");
        }
        if (delay.compareTo(MAX_DELAY) > 0) {
            throw InvalidTaskException.of("delay", delay, "must be at most 36,500 days");
        }
        return delay;
    }

    /**
     * Checks an instant.
     *
     * @param instant the instant to check
     * @return the same instant
     * @throws InvalidTaskException if it is after the year 9999
     */
    public static Instant requireInstant(Instant instant) {
        Objects.requireNonNull(instant, "at must not be null");
        if (instant.isAfter(LATEST)) {
            throw InvalidTaskException.of("at", instant, "must be before the year 10000");
        }
        return instant;
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

    /** {@return the type the payload is written as, or null for its own class} */
    public @Nullable Type payloadType() {
        return payloadType;
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

    /** {@return how long to wait between attempts, or null for what the topic does} */
    public @Nullable ExponentialBackoff retry() {
        return retry;
    }

    /** {@return the description for people} */
    public @Nullable String description() {
        return description;
    }

    /** {@return the headers; unmodifiable} */
    public Map<String, String> headers() {
        return headers;
    }

    /** {@return its priority among the tasks that are due together} */
    public Priority priority() {
        return priority;
    }

    /** {@return what its add does if the topic has an unfinished task with this id} */
    public IfExists ifExists() {
        return ifExists;
    }

    /** {@return when it runs again, or null if it runs once} */
    public @Nullable Repeat repeat() {
        return repeat;
    }

    /** {@return whether it was given a delay or an instant of its own} */
    public boolean isTimeSet() {
        return timeSet;
    }

    /**
     * The same task, with the same id, for another payload and another callback.
     *
     * @param payload what the callback receives
     * @param callback the callback that travels with the task, if any
     * @return a copy
     */
    public Task with(@Nullable Object payload, @Nullable CallbackSpec callback) {
        return new Task(this, payload, callback, headers);
    }

    /**
     * The same task, with the same id, and with headers that somebody else than its builder wants to travel with it, such as the
     * context of a trace. What a source gives a task first, it keeps: whoever adds the same task again, because it is not known
     * whether the first add arrived, adds the same content. The task's own headers go before those of others.
     *
     * @param source who gives the headers, by equality
     * @param headers what to add; without effect if this task, or one it was copied from or to, has headers of this source
     * @return a copy
     * @throws InvalidTaskException if all headers together break the rules of {@link TaskBuilder#headers}
     */
    public Task withHeadersOf(Object source, Map<String, String> headers) {
        Objects.requireNonNull(source, "source must not be null");
        Objects.requireNonNull(headers, "headers must not be null");
        Map<String, String> all = new HashMap<>(headersOfOthers.computeIfAbsent(source, key -> Map.copyOf(headers)));
        all.putAll(this.headers);
        return new Task(this, payload, callback, TaskBuilder.checkedHeaders(all));
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
    public record CallbackSpec(Class<? extends Callback> type, List<@Nullable Object> arguments) {

        /**
         * Copies the arguments.
         */
        public CallbackSpec {
            Objects.requireNonNull(type, "callback must not be null");
            Objects.requireNonNull(arguments, "arguments must not be null");
            arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
        }
    }
}
