package io.delayqueue.internal.run;

import io.delayqueue.Task;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Time to run of a callback, if it is limited. Not thread-safe: it belongs to its {@link TaskExecution}. */
final class TimeToRun {

    private @Nullable Limit limit;

    private @Nullable Instant deadline;

    private long startedAt;

    private record Limit(Duration length, Clock clock) {}

    /**
     * Sets the limit from now.
     *
     * @param clock the clock of the callback's deadline
     */
    void limit(Duration length, Clock clock, long now) {
        limit = new Limit(length.compareTo(Task.MAX_DELAY) > 0 ? Task.MAX_DELAY : length, clock);
        begin(limit, now);
    }

    private void begin(Limit of, long now) {
        deadline = of.clock().instant().plus(of.length());
        startedAt = now;
    }

    /** Restarts the time, if it is limited and not over. */
    void touch(long now) {
        if (limit != null && !isOver(now)) {
            begin(limit, now);
        }
    }

    /** Extends the time by a pause. */
    void stoodStill(long nanos) {
        if (deadline != null) {
            deadline = deadline.plusNanos(nanos);
            startedAt += nanos;
        }
    }

    @Nullable
    Instant deadline() {
        return deadline;
    }

    boolean isOver(long now) {
        Long left = left(now);
        return left != null && left <= 0;
    }

    /** Nanoseconds until its end; null if it is not limited. */
    @Nullable
    Long left(long now) {
        return limit == null ? null : startedAt + limit.length().toNanos() - now;
    }
}
