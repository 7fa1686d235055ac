package io.delayqueue.internal.run;

import io.delayqueue.Task;
import io.delayqueue.internal.run.Attempt.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Interruption of an attempt: its time to run, if that is limited, and why and when it was interrupted, once at most. Not thread-safe. */
final class Interruption {

    private record Limit(Duration length, Clock clock, LongSupplier nanoTime) {}

    private @Nullable Limit limit;

    private @Nullable Instant deadline;

    private long startedAt;

    private long pausedAt;

    private @Nullable Reason reason;

    private long interruptedAt;

    /**
     * Sets the limit of the time to run, from now.
     *
     * @param clock the clock of the callback's deadline
     * @param nanoTime measures the time to run
     */
    void limit(Duration length, Clock clock, LongSupplier nanoTime) {
        limit = new Limit(length.compareTo(Task.MAX_DELAY) > 0 ? Task.MAX_DELAY : length, clock, nanoTime);
        start(limit);
    }

    /** Reads the clock first: a thread that is held between both is not interrupted before its deadline. */
    private void start(Limit of) {
        deadline = of.clock().instant().plus(of.length());
        startedAt = of.nanoTime().getAsLong();
    }

    /** Restarts the time to run, if it is limited and not over. */
    void touch(long now) {
        if (limit != null && reason == null && !isTimeOver(now)) {
            start(limit);
        }
    }

    /** Stops the time to run. */
    void pause(long now) {
        pausedAt = now;
    }

    /** Continues the time to run. */
    void resume(long now) {
        extend(now - pausedAt);
    }

    private void extend(long nanos) {
        if (deadline != null) {
            deadline = deadline.plusNanos(nanos);
            startedAt += nanos;
        }
    }

    /** Extends the time to run, and the time to answer an interruption, by a pause. */
    void paused(Duration length) {
        extend(length.toNanos());
        interruptedAt += length.toNanos();
    }

    @Nullable
    Instant deadline() {
        return deadline;
    }

    boolean isTimeOver(long now) {
        return limit != null && left(limit, now) <= 0;
    }

    private long left(Limit of, long now) {
        return startedAt + of.length().toNanos() - now;
    }

    /** Records an interruption. */
    void interrupted(Reason because, long now) {
        reason = because;
        interruptedAt = now;
    }

    /** Why the attempt was interrupted; null if it was not. */
    @Nullable
    Reason reason() {
        return reason;
    }

    /** Time until the end of the time to run, or of the time to answer an interruption; null if there is none. */
    @Nullable
    Long untilNext(long now) {
        if (isToBeAnswered()) {
            return interruptedAt + Attempt.GRACE - now;
        }
        return limit == null || reason != null ? null : (Long) left(limit, now);
    }

    /** Whether the time to answer an interruption is over. */
    boolean isIgnored(long now) {
        return now - interruptedAt >= Attempt.GRACE;
    }

    /** Whether the callback is to end soon. */
    boolean isToBeAnswered() {
        return reason != null && reason != Reason.SHUTDOWN;
    }
}
