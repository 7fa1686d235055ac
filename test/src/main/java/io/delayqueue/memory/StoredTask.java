package io.delayqueue.memory;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.delayqueue.DelayQueueException;
import io.delayqueue.FailedAttempt;
import io.delayqueue.FailedAttempt.Outcome;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.memory.TaskOrder.Place;
import io.delayqueue.store.FailureSummary;
import io.delayqueue.store.TaskDetail;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** One task that is not finished. Changed under its group's lock only. */
final class StoredTask {

    /**
     * The newest delivery of a task.
     *
     * @param attempts how many attempts have begun
     * @param score the score with which the task was ready
     */
    record Held(long number, int attempts, double score, String instance) {

        /** The same with the last attempt taken back: its callback never began. */
        Held unstarted() {
            return new Held(number, attempts - 1, score, instance);
        }

        /** That this attempt has failed. */
        FailedAttempt failed(String error) {
            FailureSummary failure = FailureSummary.of(error);
            return new FailedAttempt(
                    attempts,
                    Instant.ofEpochMilli(failure.at()),
                    instance,
                    Outcome.FAILED,
                    failure.type(),
                    failure.message());
        }

        /** That the lease of this attempt has ended. */
        FailedAttempt leaseEnded(long at) {
            return new FailedAttempt(attempts, Instant.ofEpochMilli(at), instance, Outcome.LEASE_EXPIRED, null, null);
        }
    }

    final String topic;

    final String id;

    final Priority priority;

    /** Grows with each task that is added. */
    final long addition;

    /** The JSON behind the due time. */
    final byte[] rest;

    long due;

    TaskState state = TaskState.DELAYED;

    Place place;

    /** Grows with each task that becomes ready. */
    long readiness;

    @Nullable
    Held held;

    @Nullable
    String lastError;

    /** The newest first. */
    List<FailedAttempt> failedAttempts = List.of();

    StoredTask(String topic, String id, Priority priority, long addition, byte[] rest, long due, double score) {
        this.topic = topic;
        this.id = id;
        this.priority = priority;
        this.addition = addition;
        this.rest = rest;
        this.due = due;
        this.place = at(score);
    }

    double score() {
        return place.score();
    }

    /** When its attempt that comes, is there, or was the last, is or was due; in milliseconds since the epoch. */
    long attemptDue() {
        boolean taken = state == TaskState.RESERVED || state == TaskState.DEAD;
        return Score.millis(taken && held != null ? held.score() : score());
    }

    Place at(double score) {
        return new Place(score, place == null ? topic + ":" + id : place.member());
    }

    /** Its JSON as it is handed out, with the due time in front. */
    byte[] detail() {
        byte[] start = ("{\"due\":" + due + ",").getBytes(US_ASCII);
        byte[] detail = new byte[start.length + rest.length];
        System.arraycopy(start, 0, detail, 0, start.length);
        System.arraycopy(rest, 0, detail, start.length, rest.length);
        return detail;
    }

    /** An attempt has failed. */
    void failed(String error, FailedAttempt attempt) {
        lastError = error;
        wentWrong(attempt);
    }

    /** An attempt went wrong, and it is the newest. */
    void wentWrong(FailedAttempt attempt) {
        List<FailedAttempt> attempts = new ArrayList<>();
        attempts.add(attempt);
        attempts.addAll(failedAttempts.subList(0, Math.min(failedAttempts.size(), FailureSummary.MAX_ATTEMPTS - 1)));
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
                            Score.millis(score()),
                            held == null ? 0 : held.attempts(),
                            held == null ? null : held.instance(),
                            lastError,
                            failedAttempts);
        } catch (JacksonException | DelayQueueException e) {
            throw new TaskStoreException("The task " + id + " in " + group + " cannot be read: " + e.getMessage(), e);
        }
    }
}
