package io.delayqueue.memory;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.delayqueue.DelayQueueException;
import io.delayqueue.FailedAttempt;
import io.delayqueue.FailedAttempt.Outcome;
import io.delayqueue.Priority;
import io.delayqueue.TaskError;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.store.Failures;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.StoredJson;
import io.delayqueue.store.TaskDetail;
import io.delayqueue.store.TaskEdit;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Unfinished task. Changed under its group's lock only. */
final class StoredTask {

    private static final byte[] NO_RUN = {};

    private static final Pattern NEXT = Pattern.compile(",\"next\":(-?\\d+)(?=(,\"paused\":true)?}]$)");

    private static final Pattern PLANNED =
            Pattern.compile(",\\{\"planned\":\\d+}(?=]$)|,\"planned\":\\d+(?=(,\"paused\":true)?}]$)");

    /** Place of the planned time in the options: before the marks of a changed and a paused repetition. */
    private static final Pattern MARKS = Pattern.compile("(,\"next\":-?\\d+)?(,\"paused\":true)?}]$");

    /**
     * Newest delivery of a task.
     *
     * @param attempts the number of started attempts
     * @param due the due time of the newest attempt in milliseconds since the epoch; that of a pause if the task is paused before its first
     *     attempt has begun
     * @param reservedAt the time of the reservation in milliseconds since the epoch
     * @param edited whether an edit has set the due time: then the delivery stays if its attempt is taken back
     */
    record Held(long number, int attempts, long due, String instance, long reservedAt, boolean edited) {

        /** Returns the same delivery of a task that returns to another time if the attempt does not begin. */
        Held returningTo(long time) {
            return new Held(number, attempts, time, instance, reservedAt, true);
        }

        /** Returns the failure of this attempt. */
        FailedAttempt failed(String error) {
            TaskError failure = Failures.summary(error);
            return new FailedAttempt(
                    attempts,
                    Objects.requireNonNull(failure.at()).truncatedTo(ChronoUnit.MILLIS),
                    instance,
                    Outcome.FAILED,
                    failure.type(),
                    failure.message());
        }

        /** Returns the failure for the end of this attempt's lease. */
        FailedAttempt leaseEnded(long at) {
            return new FailedAttempt(attempts, Instant.ofEpochMilli(at), instance, Outcome.LEASE_EXPIRED, null, null);
        }
    }

    final String topic;

    final String id;

    final Priority priority;

    /** The key; null if it has none. */
    @Nullable
    final String key;

    /** The key and the tags as deliveries have them; null if it has neither. */
    @Nullable
    final String label;

    /** Whether it is ready and has no place of its key. */
    boolean behind;

    /** JSON after the due time. */
    byte[] rest;

    long due;

    TaskState state = TaskState.DELAYED;

    Place place;

    /** Position among the tasks that are being retried; null if it is none. */
    @Nullable
    Place retry;

    /** Whether there may be a delivery or a failure of it, apart from its first delivery as long as it is leased. */
    boolean history;

    @Nullable
    Held held;

    /** Number of the delivery whose attempt is to be interrupted; 0 if there is none. */
    long interruptRequested;

    /** When it was due by its last requeue in milliseconds since the epoch; 0 if it was not requeued, or an attempt has begun since. */
    long requeuedAt;

    /** When its first attempt was leased in milliseconds since the epoch; 0 if none has begun, or the newest delivery may be the first. */
    long begunAt;

    /** JSON array of its last occurrence, if it repeats. */
    private @Nullable String lastRun;

    @Nullable
    String lastError;

    /** Failures, the newest first. */
    List<FailedAttempt> failedAttempts = List.of();

    StoredTask(NewTask task, long due) {
        this.topic = task.topic();
        this.id = task.id();
        this.priority = task.mode().priority();
        this.key = TaskDetail.Label.of(task.detail()).key();
        this.label = TaskDetail.Label.behindTopic(task.detail());
        this.rest = task.detail();
        this.due = due;
        this.place = at(due);
    }

    /** Due time, or end of the lease, or time of death in milliseconds since the epoch. */
    long time() {
        return behind ? due : place.millis();
    }

    /** Due time of its next, current or last attempt in milliseconds since the epoch. */
    long attemptDue() {
        boolean taken = state == TaskState.RESERVED || state == TaskState.DEAD;
        if (!taken || held == null) {
            return time();
        }
        return held.due() < TaskEdit.PAUSED_UNTIL ? held.due() : due;
    }

    private Place at(long millis) {
        return Place.of(state == TaskState.READY, millis, priority, history, id);
    }

    /** Changes state and position; in no order meanwhile. */
    void become(TaskState next, long millis) {
        if (state == TaskState.RESERVED && next != TaskState.RESERVED) {
            history = held != null || lastError != null;
        }
        state = next;
        behind = false;
        place = at(millis);
    }

    /** Becomes one that waits for others of its key; in no order meanwhile. */
    void fallBehind() {
        place = placeBehind();
        behind = true;
    }

    /** Returns its position among those of its key that have no place. */
    Place placeBehind() {
        return behind ? place : Place.behind(Objects.requireNonNull(key), due, id);
    }

    /** Counts attempts and the age of retries from the beginning: it was requeued at a time, or begins another occurrence if that is 0. */
    void requeued(long at) {
        held = null;
        requeuedAt = at;
        begunAt = 0;
    }

    /** Leaves when its first attempt was leased: this delivery's has begun. */
    void hasBegun(Held newest) {
        begunAt = begunAt == 0 ? newest.reservedAt() : begunAt;
        requeuedAt = 0;
    }

    /** Takes its newest attempt back, which does not count. Nothing is left of a first delivery whose callback has not begun. */
    void takeBackAttempt(Held newest) {
        held = history || begunAt != 0 || newest.edited()
                ? new Held(
                        newest.number(),
                        newest.attempts() - 1,
                        newest.due(),
                        newest.instance(),
                        newest.reservedAt(),
                        newest.edited())
                : null;
    }

    /** Ends an occurrence; the next one is due then. */
    void ended(long end, boolean failed, long next) {
        if (repeats()) {
            lastRun = "[" + due + "," + end + "," + (failed ? 1 : 0) + "]";
        }
        due = next;
    }

    /** Whether it may repeat: what looks like a repetition may be in a header, for instance. */
    boolean repeats() {
        String text = new String(rest, ISO_8859_1);
        return text.endsWith("}]") && text.contains("\"repeat\":");
    }

    /** Returns its JSON for deliveries: the due time, what was added, and the last occurrence. */
    byte[] detail() {
        byte[] start = start();
        byte[] end = end();
        int added = end.length == 0 ? rest.length : rest.length - 1;
        byte[] detail = new byte[start.length + added + end.length];
        System.arraycopy(start, 0, detail, 0, start.length);
        System.arraycopy(rest, 0, detail, start.length, added);
        System.arraycopy(end, 0, detail, start.length + added, end.length);
        return detail;
    }

    /** Replaces its JSON and its due time. */
    void rewrite(byte[] detail) {
        String text = new String(detail, ISO_8859_1);
        due = Long.parseLong(text.substring(1, text.indexOf(',')));
        edit(detail);
    }

    /** Returns the time of the next occurrence that a change of the repetition has left, if it has. */
    @Nullable
    Long next() {
        Matcher mark = NEXT.matcher(new String(rest, ISO_8859_1));
        return mark.find() ? Long.valueOf(mark.group(1)) : null;
    }

    /** Removes that time, and the one for which the occurrence was planned. */
    void forgetMarks() {
        rest = NEXT.matcher(new String(rest, ISO_8859_1)).replaceFirst("").getBytes(ISO_8859_1);
        rest = withoutPlanned();
    }

    private byte[] withoutPlanned() {
        return PLANNED.matcher(new String(rest, ISO_8859_1)).replaceFirst("").getBytes(ISO_8859_1);
    }

    /** Whether an add of this JSON may be the repetition of the one that this task is of: a reschedule does not matter. */
    boolean isOf(byte[] added) {
        return Arrays.equals(rest, added) || Arrays.equals(withoutPlanned(), added);
    }

    /** Sets another due time. An occurrence of which an attempt may have begun keeps the time for which it was planned. */
    void rescheduled(long time, long now) {
        if (history && due <= now) {
            rest = planned();
        }
        due = time;
    }

    private byte[] planned() {
        JsonNode task;
        try {
            task = StoredJson.MAPPER.readTree(detail());
        } catch (JacksonException e) {
            // What looks like options may be the payload.
            return rest;
        }
        JsonNode options = task.path(TaskDetail.OPTIONS);
        String text = new String(rest, ISO_8859_1);
        String mark = "\"planned\":" + due;
        if (options.isObject() && !options.has("planned")) {
            String comma = options.isEmpty() ? "" : ",";
            return MARKS.matcher(text).replaceFirst(comma + mark + "$0").getBytes(ISO_8859_1);
        }
        boolean hasOptions = task.size() > TaskDetail.OPTIONS;
        return hasOptions ? rest : (text.substring(0, text.length() - 1) + ",{" + mark + "}]").getBytes(ISO_8859_1);
    }

    boolean isPaused() {
        return new String(rest, ISO_8859_1).endsWith(",\"paused\":true}]");
    }

    /** Replaces its JSON, which begins with the same due time and ends with the same last occurrence. */
    void edit(byte[] detail) {
        int end = detail.length - end().length;
        rest = Arrays.copyOfRange(detail, start().length, lastRun == null ? end : end + 1);
        rest[rest.length - 1] = detail[detail.length - 1];
    }

    private byte[] end() {
        return lastRun == null ? NO_RUN : ("," + lastRun + "]").getBytes(US_ASCII);
    }

    private byte[] start() {
        return ("[" + due + ",").getBytes(US_ASCII);
    }

    /** Records the failure of an attempt. */
    void failed(@Nullable String error, FailedAttempt attempt) {
        lastError = error;
        wentWrong(attempt);
    }

    /** Records the failure of the newest attempt. */
    void wentWrong(FailedAttempt attempt) {
        List<FailedAttempt> attempts = new ArrayList<>();
        attempts.add(attempt);
        attempts.addAll(failedAttempts.subList(0, Math.min(failedAttempts.size(), Failures.MAX_ATTEMPTS - 1)));
        failedAttempts = List.copyOf(attempts);
    }

    void forgetFailures() {
        lastError = null;
        failedAttempts = List.of();
    }

    TaskInfo info(String group) {
        return info(group, true);
    }

    TaskInfo info(String group, boolean payload) {
        try {
            return TaskDetail.readForDisplay(detail(), payload)
                    .info(
                            group,
                            topic,
                            id,
                            state,
                            time(),
                            held == null ? 0 : held.attempts(),
                            held == null ? null : held.instance(),
                            held == null ? 0 : held.reservedAt(),
                            lastError,
                            failedAttempts);
        } catch (JacksonException | DelayQueueException e) {
            throw new TaskStoreException("The task " + id + " in " + group + " cannot be read: " + e.getMessage(), e);
        }
    }
}
