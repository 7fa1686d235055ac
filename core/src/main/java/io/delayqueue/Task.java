package io.delayqueue;

import static io.delayqueue.InvalidTaskException.require;
import static java.util.Objects.requireNonNull;

import io.delayqueue.TaskIds.Identity;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Task to add. Immutable; built with {@link #of(String, String)}.
 *
 * <pre>{@code
 * Task.of("orders", "cancel-unpaid").payload(new CancelOrder(42)).delay(Duration.ofMinutes(30)).build()
 * }</pre>
 */
public final class Task {

    /** Maximum delay: 36,500 days. */
    public static final Duration MAX_DELAY = Duration.ofDays(36_500);

    /** Last instant of a task. */
    static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,128}");

    /** Printable ASCII that JSON does not escape. */
    private static final Pattern KEY = Pattern.compile("[ -~&&[^\"\\\\]]{1,128}");

    private static final TaskIds IDS = new TaskIds();

    private final TaskBuilder values;

    private final Identity identity;

    private final Options options;

    /**
     * Creates a task.
     *
     * @param values the values, which no other call changes
     */
    Task(TaskBuilder values) {
        this(
                values,
                values.id == null
                        ? new Identity(IDS.next(System.currentTimeMillis()), true)
                        : new Identity(values.id, false));
    }

    private Task(TaskBuilder values, Identity identity) {
        this.values = values;
        this.identity = identity;
        this.options = values.options();
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
    @SuppressWarnings("ConstantValue") // callers without null checks pass null all the same
    public static String requireId(String id) {
        require(id != null && ID.matcher(id).matches(), "id", id, "must be 1 to 128 letters, digits, '-', '_' or '.'");
        return id;
    }

    /**
     * Checks a key.
     *
     * @param key the key to check
     * @return the same key
     * @throws InvalidTaskException unless it is 1 to 128 printable ASCII characters without quotation marks and backslashes
     */
    @SuppressWarnings("ConstantValue") // callers without null checks pass null all the same
    public static String requireKey(String key) {
        require(
                key != null && KEY.matcher(key).matches(),
                "key",
                key,
                "must be 1 to 128 printable ASCII characters without '\"' and '\\'");
        return key;
    }

    /**
     * Checks a delay.
     *
     * @param delay the delay to check
     * @return the same delay
     * @throws InvalidTaskException if it is negative or longer than {@link #MAX_DELAY}
     */
    public static Duration requireDelay(Duration delay) {
        return requireLength("delay", delay, Duration.ZERO, "must not be negative");
    }

    static Duration requireLength(String field, Duration value, Duration least, String rule) {
        requireNonNull(value, () -> field + " must not be null");
        require(value.compareTo(least) >= 0, field, value, rule);
        require(value.compareTo(MAX_DELAY) <= 0, field, value, "must be at most 36,500 days");
        return value;
    }

    /**
     * Checks an instant.
     *
     * @param instant the instant to check
     * @return the same instant
     * @throws InvalidTaskException if it is after the year 9999
     */
    public static Instant requireInstant(Instant instant) {
        return requireInstant("at", instant);
    }

    /**
     * Checks an instant.
     *
     * @param field the field that has it
     * @param instant the instant to check
     * @return the same instant
     * @throws InvalidTaskException if it is after the year 9999
     */
    public static Instant requireInstant(String field, Instant instant) {
        requireNonNull(instant, () -> field + " must not be null");
        require(!instant.isAfter(LATEST), field, instant, "must be before the year 10000");
        return instant;
    }

    /** {@return the group and topic} */
    public TopicName topic() {
        return values.topic;
    }

    /** {@return the id, unique in the group} */
    public String id() {
        return identity.id;
    }

    /** {@return whether the id was generated} */
    public boolean idGenerated() {
        return identity.generated;
    }

    /** {@return the delay from the moment the store adds the task, or null if an instant is set} */
    public @Nullable Duration delay() {
        return isTimeSet() ? values.delay() : Duration.ZERO;
    }

    /** {@return the due time, or the first time of a due window, or null if a delay is set} */
    public @Nullable Instant dueAt() {
        return values.dueFrom == null ? values.dueAt : values.dueFrom;
    }

    /** {@return the last time of the due window, or null if there is none} */
    public @Nullable Instant dueUntil() {
        return values.dueUntil;
    }

    /** {@return the payload for the callback} */
    public @Nullable Object payload() {
        return values.payload;
    }

    /** {@return the type the payload is written as, or null for its own class} */
    public @Nullable Type payloadType() {
        return values.payloadType;
    }

    /** {@return the callback carried by the task, if any} */
    public @Nullable CallbackSpec callback() {
        return values.callback;
    }

    /** {@return the headers; unmodifiable} */
    public Map<String, String> headers() {
        return options.headers();
    }

    /** {@return its priority among the tasks that are due together} */
    public Priority priority() {
        return options.priority();
    }

    /** {@return the mode of its add if the topic has an unfinished task with this id} */
    public IfExists ifExists() {
        return values.ifExists();
    }

    /** {@return the schedule of its repetition, or null if it runs once} */
    public @Nullable Repeat repeat() {
        return options.repeat();
    }

    /** {@return all data beside the payload, the time and the callback} */
    public Options options() {
        return options;
    }

    /** {@return whether a delay or an instant was set} */
    public boolean isTimeSet() {
        return values.delay() != null || dueAt() != null;
    }

    /**
     * Copies the task, with the same id, another payload and another callback.
     *
     * @param payload the payload for the callback
     * @param callback the callback carried by the task, if any
     * @return a copy
     */
    public Task with(@Nullable Object payload, @Nullable CallbackSpec callback) {
        TaskBuilder copy = values.copy();
        copy.payload = payload;
        copy.callback = callback;
        return new Task(copy, identity);
    }

    /**
     * Copies the task, with the same id and with further headers, such as the context of a trace. The task keeps the first headers
     * of each source, so that a repeated add of the same task has the same content. The task's own headers take precedence.
     *
     * @param source the source of the headers, compared by equality
     * @param headers the headers to add; ignored if this task, or one it was copied from or to, has headers of this source
     * @return a copy
     * @throws InvalidTaskException if all headers together break the rules of {@link TaskBuilder#headers}
     */
    public Task withHeadersOf(Object source, Map<String, String> headers) {
        requireNonNull(source, "source must not be null");
        requireNonNull(headers, "headers must not be null");
        Map<String, String> all = new HashMap<>(identity.headersOf(source, headers));
        all.putAll(headers());
        return new Task(values.copy().headers(all), identity);
    }

    @Override
    public String toString() {
        return "Task[" + topic() + " " + id() + (dueAt() == null ? " in " + delay() : " at " + dueAt())
                + (dueUntil() == null ? "" : " to " + dueUntil()) + "]";
    }

    /**
     * Data of a task beside its payload, its time and its callback. A store keeps them, and returns those that it can read. Where a limit is
     * null, that of the topic applies.
     *
     * @param priority the priority among the tasks that are due together
     * @param description the description, if any
     * @param headers the headers; unmodifiable
     * @param key the key, such as a customer: tasks of one key run one after another; null for a task that waits for no other
     * @param tags what the task is about; unmodifiable
     * @param ttr the time to run of one attempt
     * @param maxAttempts maximum number of attempts, of each occurrence if the task repeats
     * @param retry the delays between attempts
     * @param retryFor maximum age of retries, from the begin of the first attempt, of each occurrence if the task repeats
     * @param notAfter last time at which an attempt may begin
     * @param within time after the due time within which an attempt may begin, of each occurrence if the task repeats
     * @param repeat when it runs again; null if it runs once
     * @param uniqueFor how long no other task is added under the id, from the add on; null if until the end of the task
     * @param longestWait how long tasks that replace one another may put off their attempt, from the first add on; null if for ever
     * @param paused whether its repetition is {@linkplain DelayQueueService#pauseRepeat paused}: it runs again only if that is
     *     requested, until it is resumed
     */
    public record Options(
            Priority priority,
            @Nullable String description,
            Map<String, String> headers,
            @Nullable String key,
            List<Tag> tags,
            @Nullable Duration ttr,
            @Nullable Integer maxAttempts,
            @Nullable ExponentialBackoff retry,
            @Nullable Duration retryFor,
            @Nullable Instant notAfter,
            @Nullable Duration within,
            @Nullable Repeat repeat,
            @Nullable Duration uniqueFor,
            @Nullable Duration longestWait,
            boolean paused) {

        /** Options of a task that was added without any. */
        public static final Options NONE = new Options(
                Priority.NORMAL,
                null,
                Map.of(),
                null,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                false);
    }

    /** Data of a task beside its payload, as it was added: each of its attempts gets it, by a callback or pulled, and so do operators. */
    public interface Data {

        /** {@return the task's due time, by the store's clock; a retry leaves it, a reschedule sets it} */
        Instant dueAt();

        /** {@return the options that the task was added with} */
        Options options();

        /** {@return the headers the task was added with; unmodifiable} */
        default Map<String, String> headers() {
            return options().headers();
        }

        /** {@return the key the task was added with, if any} */
        default @Nullable String key() {
            return options().key();
        }

        /** {@return the tags the task was added with, in their order; unmodifiable} */
        default List<Tag> tags() {
            return options().tags();
        }

        /** {@return the description the task was added with, if any} */
        default @Nullable String description() {
            return options().description();
        }
    }

    /** One delivery of a task, to a callback or to its puller, for one attempt. */
    public interface Delivery extends Data {

        /** {@return the group the task is in} */
        String group();

        /** {@return the task's id, unique in its group} */
        String id();

        /**
         * Returns the number of the reservation of the task for this attempt. It grows with each later reservation in the group, so that a
         * server which keeps the greatest number that it has seen can refuse the work of a delivery that has outlived its lease.
         *
         * @return the number, a fencing token
         */
        long delivery();

        /**
         * Returns the time for which the occurrence of the task was planned. Together with the {@linkplain #id id} this time names the work:
         * all attempts have the same, also those after the end of a lease, after the requeue of a dead letter and, unlike {@link #dueAt}, after
         * a reschedule since the first attempt. A reschedule before the first attempt plans another time.
         *
         * @return the time, by the store's clock; the next occurrence of a repeating task has another
         */
        Instant occurrence();
    }

    /**
     * Callback carried by a task.
     *
     * @param type the class
     * @param arguments the arguments of its constructor
     */
    public record CallbackSpec(Class<? extends Callback> type, List<@Nullable Object> arguments) {

        /** Copies the arguments. */
        public CallbackSpec {
            requireNonNull(type, "callback must not be null");
            requireNonNull(arguments, "arguments must not be null");
            arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
        }
    }
}
