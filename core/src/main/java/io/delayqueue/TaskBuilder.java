package io.delayqueue;

import static io.delayqueue.InvalidTaskException.require;
import static java.util.Objects.requireNonNull;

import io.delayqueue.log.LogText;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a {@link Task}. Each method replaces the value of an earlier call. Not thread-safe. */
public final class TaskBuilder implements Cloneable {

    private static final Duration LEAST_WINDOW = Duration.ofMillis(1);

    private static final int MAX_DESCRIPTION = 4_096;

    private static final int MAX_HEADER_CHARACTERS = 65_536;

    private static final int MAX_TAGS = 8;

    final TopicName topic;

    @Nullable
    String id;

    @Nullable
    Duration delay;

    @Nullable
    Instant dueAt;

    @Nullable
    Instant dueFrom;

    @Nullable
    Instant dueUntil;

    @Nullable
    Object payload;

    @Nullable
    Type payloadType;

    Task.@Nullable CallbackSpec callback;

    private @Nullable Duration ttr;

    private @Nullable Integer maxAttempts;

    private @Nullable ExponentialBackoff retry;

    private @Nullable Duration retryFor;

    private @Nullable Instant notAfter;

    private @Nullable Duration within;

    private @Nullable String description;

    private Map<String, String> headers = Map.of();

    private @Nullable String key;

    private List<Tag> tags = List.of();

    private Priority priority = Priority.NORMAL;

    private @Nullable IfExists ifExists;

    private @Nullable Repeat repeat;

    private @Nullable Duration uniqueFor;

    /** The word of the caller for {@link #uniqueFor}. */
    private String unique = "uniqueFor";

    private @Nullable Duration wait;

    private @Nullable Duration longestWait;

    TaskBuilder(TopicName topic) {
        this.topic = topic;
    }

    /**
     * Sets the delay, by the store's clock, from the moment the store adds the task. A task has a delay or an instant, not both.
     *
     * @param delay zero to 36,500 days; parts of a millisecond are rounded up
     * @return this builder
     * @throws InvalidTaskException if the delay is out of range
     */
    public TaskBuilder delay(Duration delay) {
        this.delay = Task.requireDelay(delay);
        return this;
    }

    /**
     * Sets the due time. An instant in the past means at once. A task has a delay or an instant, not both.
     *
     * @param instant the time, at most the end of the year 9999; parts of a millisecond are rounded up
     * @return this builder
     * @throws InvalidTaskException if the instant is out of range
     */
    public TaskBuilder at(Instant instant) {
        this.dueAt = Task.requireInstant(instant);
        return this;
    }

    /**
     * Lets the store choose the due time: where few tasks of the topic are due. The store compares four seconds of the window, which
     * the id draws. Of a window that has begun the rest counts. The add refuses a window that is over, by the store's time as the engine
     * knows it; in an outbox such a window means at once. Excludes a delay, an instant, a repetition and {@link #debounce}.
     *
     * @param from the first time
     * @param to the last time, not before the first, at most the end of the year 9999
     * @return this builder
     * @throws InvalidTaskException if a time is out of range, or the last is before the first
     */
    public TaskBuilder dueBetween(Instant from, Instant to) {
        requireNonNull(from, "from must not be null");
        requireNonNull(to, "to must not be null");
        require(!to.isBefore(from), "dueBetween", to, "must not end before " + from);
        this.dueFrom = from;
        this.dueUntil = Task.requireInstant("dueBetween", to);
        return this;
    }

    /**
     * Sets the payload for the callback: any value that Jackson can write. A value whose class has type arguments is written as the
     * payload type of the topic's callback in this application, if that is of the same class, or a collection or map.
     *
     * @param payload the payload, or null for none
     * @return this builder
     */
    public TaskBuilder payload(@Nullable Object payload) {
        this.payload = payload;
        this.payloadType = null;
        return this;
    }

    /**
     * Sets the payload and the type as which it is written. The elements of a {@code List<Shape>}, for example, are written with
     * their subtypes only if the element type is known.
     *
     * @param payload the payload, or null for none
     * @param type the type, as the callback declares it
     * @return this builder
     */
    public TaskBuilder payload(@Nullable Object payload, Type type) {
        this.payload = payload;
        this.payloadType = requireNonNull(type, "type must not be null");
        return this;
    }

    /**
     * Sets the id. A second add of it while the first task is unfinished changes nothing, which makes the add idempotent. The id is
     * unique in the group, not only in the topic. Without it an id is generated.
     *
     * @param id 1 to 128 letters, digits, {@code -}, {@code _} and {@code .}
     * @return this builder
     * @throws InvalidTaskException if the id breaks the rule
     */
    public TaskBuilder id(String id) {
        this.id = Task.requireId(id);
        return this;
    }

    /**
     * Sets the key, such as that of a customer. Tasks of a topic with one key run one after another, in the order of their due times; or as
     * many at once as the topic's {@code keyConcurrency} says. A task that is not due yet delays no other, and neither does a task with
     * another key, or none. The order is that of leases: a callback that outlives its lease may overlap the next one of its key.
     *
     * @param key 1 to 128 printable ASCII characters without {@code "} and {@code \\}
     * @return this builder
     * @throws InvalidTaskException if the key breaks the rule
     */
    public TaskBuilder key(String key) {
        this.key = Task.requireKey(key);
        return this;
    }

    /**
     * Adds a tag: something that the task is about, such as the order 42, by which it is found, removed and requeued. A task has at most 8 tags;
     * several may have one name.
     *
     * @param name the name, such as {@code order}: a letter followed by letters, digits, {@code -}, {@code _} and {@code .}, 64 characters at most
     * @param value the value, such as {@code 42}: 1 to 128 characters, as {@link Tag} has them
     * @return this builder
     * @throws InvalidTaskException if the name or the value breaks its rule, the task has the tag already, or has 8 tags
     */
    public TaskBuilder tag(String name, String value) {
        Tag tag = new Tag(name, value);
        require(!tags.contains(tag), "tag", tag, "must differ from the other tags of the task");
        require(tags.size() < MAX_TAGS, "tag", tag, "must be one of at most 8");
        List<Tag> all = new ArrayList<>(tags);
        all.add(tag);
        tags = List.copyOf(all);
        return this;
    }

    /**
     * Sets the time to run: an attempt that takes longer is interrupted and fails.
     *
     * @param ttr at least one second; without it the topic's time to run, if any, applies
     * @return this builder
     * @throws InvalidTaskException if it is shorter
     */
    public TaskBuilder ttr(Duration ttr) {
        requireNonNull(ttr, "ttr must not be null");
        require(ttr.compareTo(Duration.ofSeconds(1)) >= 0, "ttr", ttr, "must be at least 1 second");
        this.ttr = ttr.compareTo(Task.MAX_DELAY) > 0 ? Task.MAX_DELAY : ttr;
        return this;
    }

    /**
     * Sets the number of attempts after which the task becomes a dead letter.
     *
     * @param maxAttempts at least 1; without this and without {@link #retryFor} the topic's limits apply
     * @return this builder
     * @throws InvalidTaskException if it is less
     */
    public TaskBuilder maxAttempts(int maxAttempts) {
        require(maxAttempts >= 1, "maxAttempts", maxAttempts, "must be at least 1");
        this.maxAttempts = maxAttempts;
        return this;
    }

    /**
     * Sets the delays between attempts, in whole milliseconds. They are part of the task and take precedence over the topic's
     * {@link RetryPolicy}.
     *
     * @param backoff the delays, which may be {@linkplain ExponentialBackoff#fixed fixed}
     * @return this builder
     */
    public TaskBuilder retry(ExponentialBackoff backoff) {
        this.retry = requireNonNull(backoff, "backoff must not be null");
        return this;
    }

    /**
     * Sets the age of retries after which the task becomes a dead letter: no retry is due later than this after the begin of the first attempt
     * of the task, or of an occurrence if the task repeats. What waits before that spends none of it. A requeue lets it count again. The number of attempts is then limited only by {@link #maxAttempts}.
     *
     * @param age from one second to 36,500 days; without this and without {@link #maxAttempts} the topic's limits apply
     * @return this builder
     * @throws InvalidTaskException if it is out of range
     */
    public TaskBuilder retryFor(Duration age) {
        this.retryFor = Task.requireLength("retryFor", age, Duration.ofSeconds(1), "must be at least 1 second");
        return this;
    }

    /**
     * Sets the last time at which an attempt may begin. A task that has not begun by then is not run: it becomes a dead letter, or is dropped if
     * its topic says so. An attempt that has begun goes on. A dead letter that is requeued is not run after that time either.
     * The add refuses a delay beyond the time, by the store's time as the engine knows it; an outbox takes such a task.
     *
     * @param instant the time, by the store's clock, at most the end of the year 9999; parts of a millisecond are dropped
     * @return this builder
     * @throws InvalidTaskException if the instant is out of range
     */
    public TaskBuilder notAfter(Instant instant) {
        requireNonNull(instant, "notAfter must not be null");
        String rule = "must be from 1970 to the end of the year 9999";
        require(!instant.isAfter(Task.LATEST) && !instant.isBefore(Instant.EPOCH), "notAfter", instant, rule);
        this.notAfter = instant.truncatedTo(ChronoUnit.MILLIS);
        return this;
    }

    /**
     * Sets the time after the due time within which an attempt may begin, in place of an instant: see {@link #notAfter}. An occurrence of a
     * repeating task that is too late is left out, and the next one follows.
     *
     * @param length from one millisecond to 36,500 days; parts of a millisecond are dropped; without it the topic's time applies
     * @return this builder
     * @throws InvalidTaskException if it is out of range
     */
    public TaskBuilder within(Duration length) {
        this.within = Task.requireLength("within", length, LEAST_WINDOW, "must be at least 1 ms");
        return this;
    }

    /**
     * Sets a description, which the dashboard shows.
     *
     * @param description any text of at most 4,096 characters
     * @return this builder
     * @throws InvalidTaskException if it is longer
     */
    public TaskBuilder description(String description) {
        requireNonNull(description, "description must not be null");
        String rule = "must be at most 4,096 characters";
        require(description.length() <= MAX_DESCRIPTION, "description", description, rule);
        this.description = description;
        return this;
    }

    /**
     * Sets headers: names and values that are part of the task beside its payload.
     *
     * @param headers the headers; copied; 65,536 characters at most in all names and values
     * @return this builder
     * @throws InvalidTaskException if they are longer, or a name holds half a surrogate pair
     */
    public TaskBuilder headers(Map<String, String> headers) {
        requireNonNull(headers, "headers must not be null");
        long characters = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            String name = requireNonNull(header.getKey(), "headers must not have null as a name");
            requireNonNull(header.getValue(), () -> "headers[" + name + "] must not be null");
            // Jackson writes half a surrogate pair in a name but cannot read it.
            boolean valid = StandardCharsets.UTF_8.newEncoder().canEncode(name);
            require(valid, "headers", name, "must have names of valid Unicode");
            characters += name.length() + header.getValue().length();
        }
        require(characters <= MAX_HEADER_CHARACTERS, "headers", characters, "must be at most 65,536 characters in all");
        this.headers = Map.copyOf(headers);
        return this;
    }

    Task.Options options() {
        return new Task.Options(
                priority,
                description,
                headers,
                key,
                tags,
                ttr,
                maxAttempts,
                retry,
                retryFor,
                notAfter,
                within,
                repeat,
                uniqueFor,
                longestWait,
                false);
    }

    /**
     * Sets the callback that runs this task in place of the topic's. The arguments must fit exactly one public constructor; numbers
     * are not widened.
     *
     * @param type a public class with a public constructor for the arguments, allowed by configuration
     * @param arguments the arguments of the constructor, written as JSON
     * @return this builder
     */
    public TaskBuilder callback(Class<? extends Callback> type, @Nullable Object... arguments) {
        requireNonNull(arguments, "arguments must not be null");
        this.callback = new Task.CallbackSpec(type, Arrays.asList(arguments));
        return this;
    }

    /**
     * Sets the priority among ready tasks, in place of {@link Priority#NORMAL}.
     *
     * @param priority the priority
     * @return this builder
     */
    public TaskBuilder priority(Priority priority) {
        this.priority = requireNonNull(priority, "priority must not be null");
        return this;
    }

    /**
     * Sets the mode of the add if the topic has an unfinished task with this id, in place of {@link IfExists#KEEP}.
     *
     * @param ifExists the mode
     * @return this builder
     */
    public TaskBuilder ifExists(IfExists ifExists) {
        this.ifExists = requireNonNull(ifExists, "ifExists must not be null");
        return this;
    }

    /**
     * Sets a window in which no other task is added under the id, even if this one has ended: such adds return {@link
     * AddResult.Outcome#RECENT}. The window begins with the add, by the store's clock, and ends early if the task is removed. Needs an id, and excludes {@link IfExists#REPLACE} and a repetition.
     *
     * @param window 1 ms to 36,500 days; parts of a millisecond are dropped
     * @return this builder
     * @throws InvalidTaskException if it is out of range
     */
    public TaskBuilder uniqueFor(Duration window) {
        return unique("uniqueFor", window);
    }

    /**
     * Lets at most one task of the id in within a time: the first of each window. Another word for {@link #uniqueFor}.
     *
     * @param window 1 ms to 36,500 days
     * @return this builder
     * @throws InvalidTaskException if it is out of range
     */
    public TaskBuilder throttle(Duration window) {
        return unique("throttle", window);
    }

    private TaskBuilder unique(String name, Duration window) {
        this.uniqueFor = Task.requireLength(name, window, LEAST_WINDOW, "must be at least 1 ms");
        this.unique = name;
        return this;
    }

    /**
     * Runs the last of the tasks that are added under the id in quick succession: each replaces the one before, as {@link
     * IfExists#REPLACE} does, and is due after the wait, but not later than the longest wait after the first of them. An add after the
     * task was reserved is a first one again. Needs an id, and excludes a delay, an instant and a repetition.
     *
     * @param wait the delay of each task
     * @param longestWait the maximum delay from the first add on, at least the wait, at most 36,500 days
     * @return this builder
     * @throws InvalidTaskException if one is out of range
     */
    public TaskBuilder debounce(Duration wait, Duration longestWait) {
        this.longestWait = Task.requireLength("longestWait", longestWait, LEAST_WINDOW, "must be at least 1 ms");
        this.wait = Task.requireLength("wait", wait, Duration.ZERO, "must not be negative");
        return this;
    }

    @Nullable
    Duration delay() {
        return wait == null ? delay : wait;
    }

    IfExists ifExists() {
        return ifExists != null ? ifExists : wait == null ? IfExists.KEEP : IfExists.REPLACE;
    }

    /**
     * Repeats the task until it is removed by its id.
     *
     * @param repeat the schedule
     * @return this builder
     */
    public TaskBuilder repeat(Repeat repeat) {
        this.repeat = requireNonNull(repeat, "repeat must not be null");
        return this;
    }

    /**
     * Builds the task. It is due at once if neither a delay nor an instant was set.
     *
     * @return the task, with a generated id if none was set
     * @throws InvalidTaskException if both a delay and an instant were set, or settings contradict one another
     */
    public Task build() {
        refuse(dueUntil != null, "dueBetween", dueAt, "at");
        refuse(dueUntil != null, "dueBetween", delay, "delay");
        refuse(dueUntil != null, "dueBetween", wait, "debounce");
        refuse(dueUntil != null, "dueBetween", repeat, "repeat");
        refuse(wait != null, "debounce", dueAt, "at");
        refuse(wait != null, "debounce", delay, "delay");
        refuse(wait != null, "debounce", repeat, "repeat");
        refuse(uniqueFor != null, unique, repeat, "repeat");
        refuse(wait != null && id == null, "debounce needs an id");
        refuse(uniqueFor != null && id == null, unique + " needs an id");
        refuse(
                wait != null && ifExists() != IfExists.REPLACE,
                "debounce keeps the last task, and ifExists " + ifExists + " the first");
        refuse(
                uniqueFor != null && ifExists() == IfExists.REPLACE,
                unique + " keeps the first task, " + (wait == null ? "ifExists REPLACE" : "debounce") + " the last");
        if (longestWait != null && wait != null && longestWait.compareTo(wait) < 0) {
            throw InvalidTaskException.of(
                    "longestWait", longestWait, "must be at least the wait of " + LogText.words(wait));
        }
        if (delay != null && dueAt != null) {
            throw new InvalidTaskException("delay and at must not both be set, but are " + LogText.words(delay)
                    + " and " + dueAt + ": remove one of the calls");
        }
        refuse(notAfter != null && within != null, "notAfter must not be set beside within");
        refuse(notAfter != null && repeat != null, "notAfter must not be set for a repeating task, which has within");
        Instant lastDue = dueUntil == null ? dueAt : dueUntil;
        if (notAfter != null && lastDue != null && lastDue.isAfter(notAfter)) {
            throw new InvalidTaskException("notAfter must not be before the due time: the task may not begin after "
                    + notAfter + ", but is due at " + lastDue);
        }
        return new Task(copy());
    }

    TaskBuilder copy() {
        try {
            return (TaskBuilder) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    private static void refuse(boolean isSet, String field, @Nullable Object other, String name) {
        refuse(isSet && other != null, field + " must not be set beside " + name);
    }

    /** The message begins with the name of the field. */
    private static void refuse(boolean contradictory, String message) {
        if (contradictory) {
            throw new InvalidTaskException(message);
        }
    }
}
