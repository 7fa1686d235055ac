package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.FailedAttempt;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskInfo.LastRun;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One unfinished task of a {@link StoreModel}. */
final class ModelTask {

    /** Where it stands among the ready tasks of its topic that wait for others of their keys. */
    static final Comparator<ModelTask> BEHIND = Comparator.<ModelTask, String>comparing(
                    task -> String.valueOf(task.key))
            .thenComparingLong(task -> task.due.from())
            .thenComparing(task -> task.id);

    /** Where it stands among the ready tasks of its priority: those of one millisecond go by their history and id. */
    static final Comparator<ModelTask> ORDER = Comparator.<ModelTask>comparingLong(task -> task.orderMillis)
            .thenComparing(ModelTask::hasHistory)
            .thenComparing(task -> task.id);

    private static final int MAX_FAILED_ATTEMPTS = 20;

    /** Longer than any test. */
    private static final long WINDOW = 3 * ModelTimes.DAY;

    private static final Repeat EVERY_SECOND = Repeat.fixedRate(Duration.ofSeconds(1));

    /** A time in milliseconds of which only the bounds are known. */
    record Span(long from, long to) {

        static Span at(long millis) {
            return new Span(millis, millis);
        }

        Span plus(long millis) {
            return new Span(from + millis, to + millis);
        }

        /** The bounds of a time that is in one of two spans. */
        Span with(Span other) {
            return new Span(Math.min(from, other.from), Math.max(to, other.to));
        }
    }

    final String topic;

    final String id;

    final String payload;

    final Priority priority;

    final @Nullable String key;

    /** Whether it has a place of its key. */
    boolean holds;

    /** Whether it is ready and has no place of its key. */
    boolean behind;

    /** Whether it becomes ready in this step. */
    boolean arrives;

    TaskState state = TaskState.DELAYED;

    Span due;

    Span until;

    /** Changes with every change of place: no two places have the same. */
    long place;

    long orderMillis;

    /** The step that has set its order. */
    int step;

    /** Whether the step gave it the order of one from behind: the store's time, which the model does not know. */
    boolean promoted;

    /** Whether its time depends on how long a call has taken. */
    boolean unsettled;

    int attempts;

    /** Whether an edit during a lease has set the time to which it returns. */
    boolean returns;

    long number;

    /** When its newest delivery was leased, in milliseconds. */
    long leasedAt;

    /** When its first attempt was leased, in milliseconds; 0 if none has begun, or the newest delivery may be the first. */
    long begunAt;

    @Nullable
    String instance;

    @Nullable
    String error;

    /** The last occurrence of a task that repeats. */
    private @Nullable Run lastRun;

    private record Run(Span due, Span end, boolean failed) {

        String text() {
            return ",[" + due.from() + "," + end.from() + "," + (failed ? 1 : 0) + "]";
        }

        LastRun info() {
            return new LastRun(Instant.ofEpochMilli(due.from()), Instant.ofEpochMilli(end.from()), failed);
        }
    }

    /** The newest first. */
    final List<FailedAttempt> failedAttempts = new ArrayList<>();

    ModelTask(NewTask task, String payload, Span due) {
        this.topic = task.topic();
        this.id = task.id();
        this.payload = payload;
        this.key = key(payload);
        this.priority = task.mode().priority();
        this.due = due;
        this.until = due;
    }

    /** Creates a copy, which later changes leave alone. */
    ModelTask(ModelTask other) {
        this.topic = other.topic;
        this.id = other.id;
        this.payload = other.payload;
        this.key = other.key;
        this.holds = other.holds;
        this.behind = other.behind;
        this.arrives = other.arrives;
        this.step = other.step;
        this.promoted = other.promoted;
        this.unsettled = other.unsettled;
        this.priority = other.priority;
        this.state = other.state;
        this.due = other.due;
        this.until = other.until;
        this.place = other.place;
        this.orderMillis = other.orderMillis;
        this.attempts = other.attempts;
        this.returns = other.returns;
        this.number = other.number;
        this.leasedAt = other.leasedAt;
        this.begunAt = other.begunAt;
        this.instance = other.instance;
        this.error = other.error;
        this.lastRun = other.lastRun;
        this.failedAttempts.addAll(other.failedAttempts);
    }

    static String detail(String topic, String payload, Priority priority) {
        List<String> options = new ArrayList<>();
        if (priority != Priority.NORMAL) {
            options.add("\"priority\":\"" + priority + "\"");
        }
        if (repeats(payload)) {
            options.add("\"repeat\":{\"rate\":1000}");
        }
        if (window(payload) > 0) {
            options.add("\"uniqueFor\":" + WINDOW);
        }
        String key = key(payload);
        return "\"" + topic + (key == null ? "" : ":" + key) + "\",\"" + payload + "\""
                + (options.isEmpty() ? "" : ",{" + String.join(",", options) + "}") + "]";
    }

    /** About half of them do. */
    private static boolean repeats(String payload) {
        return payload.hashCode() % 2 == 0;
    }

    /** The key with which a payload begins, if it does. */
    static @Nullable String key(String payload) {
        return payload.startsWith("k") ? payload.substring(0, 2) : null;
    }

    /** Of every third how long no other task is added under its id, in milliseconds; 0 of the others. */
    static long window(String payload) {
        return payload.hashCode() % 3 == 0 ? WINDOW : 0;
    }

    /** What a reservation must give. */
    String storedDetail() {
        String added = detail(topic, payload, priority);
        return "[" + due.from() + "," + added.substring(0, added.length() - 1) + (lastRun == null ? "" : lastRun.text())
                + "]";
    }

    /** An occurrence has ended; the next is due then. */
    void ended(Span now, boolean failed, Span next) {
        if (repeats(payload)) {
            lastRun = new Run(due, now, failed);
        }
        due = next;
    }

    /** Whether it waits until it is resumed. */
    private boolean isPaused() {
        return state == TaskState.DELAYED && until.from() == TaskEdit.PAUSED_UNTIL;
    }

    /** Whether the store knows of an attempt or of a failure. */
    boolean hasHistory() {
        return attempts != 0 || begunAt != 0 || returns || error != null || !failedAttempts.isEmpty();
    }

    /** Forgets its deliveries: attempts count anew. */
    void neverDelivered() {
        attempts = 0;
        returns = false;
        number = 0;
        begunAt = 0;
        instance = null;
    }

    /** The attempt of its newest delivery has begun, from which retries count if none had before. */
    void hasBegun() {
        begunAt = begunAt == 0 ? leasedAt : begunAt;
    }

    /** Takes back its attempt, which does not count. Nothing is known of a first delivery whose callback never began. */
    void takeBackAttempt() {
        attempts--;
        if (!hasHistory()) {
            neverDelivered();
        }
    }

    /** Its attempt has failed. */
    void failed(String failure) {
        error = failure;
        wentWrong(ModelDraw.failedAttempt(failure, attempts, instance));
    }

    /** The lease of its attempt has ended. */
    void leaseEnded() {
        Instant end = Instant.ofEpochMilli(until.from());
        wentWrong(new FailedAttempt(attempts, end, instance, FailedAttempt.Outcome.LEASE_EXPIRED, null, null));
    }

    private void wentWrong(FailedAttempt attempt) {
        failedAttempts.add(0, attempt);
        if (failedAttempts.size() > MAX_FAILED_ATTEMPTS) {
            failedAttempts.remove(MAX_FAILED_ATTEMPTS);
        }
    }

    void forgetFailures() {
        error = null;
        failedAttempts.clear();
    }

    /** Holds what the store says of it against the model, and takes over the times that only the store could know. */
    void compare(String group, @Nullable TaskInfo found) {
        assertThat(found).as("task " + id).isNotNull();
        Instant end = found.stateUntil();
        if (end != null) {
            assertThat(end.toEpochMilli()).as("end of the state of " + id).isBetween(until.from(), until.to());
            boolean dueThen = due.equals(until);
            until = Span.at(end.toEpochMilli());
            due = dueThen ? until : due;
            orderMillis = state == TaskState.DELAYED ? until.from() : orderMillis;
        }
        LastRun run = found.lastRun();
        if (run != null && lastRun != null) {
            assertThat(run.endedAt().toEpochMilli())
                    .as("end of the last occurrence of " + id)
                    .isBetween(lastRun.end().from(), lastRun.end().to());
            lastRun = new Run(lastRun.due(), Span.at(run.endedAt().toEpochMilli()), lastRun.failed());
        }
        assertThat(found.reservedAt() != null).isEqualTo(state == TaskState.RESERVED);
        assertThat(found)
                .isEqualTo(new TaskInfo(
                        new TopicName(group, topic),
                        id,
                        state,
                        Instant.ofEpochMilli(due.from()),
                        state == TaskState.READY || isPaused() ? null : Instant.ofEpochMilli(until.from()),
                        attempts,
                        Failures.error(error),
                        "\"" + payload + "\"",
                        instance,
                        found.reservedAt(),
                        new Task.Options(
                                priority,
                                null,
                                Map.of(),
                                key,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                repeats(payload) ? EVERY_SECOND : null,
                                window(payload) > 0 ? Duration.ofMillis(WINDOW) : null,
                                null,
                                false),
                        lastRun == null ? null : lastRun.info(),
                        failedAttempts));
    }
}
