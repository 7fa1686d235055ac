package io.delayqueue.internal.run;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.log.Loggers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;

/** Computes the due times to come of repeating tasks, for display. */
public final class UpcomingRuns {

    private static final Logger log = Loggers.of(UpcomingRuns.class);

    private final Repeats repeats;

    public UpcomingRuns(Repeats repeats) {
        this.repeats = repeats;
    }

    /**
     * Returns the due times of the next occurrences, as if each occurrence ended at once.
     *
     * @param storeNow reads the store's time, in milliseconds since the epoch; called only if needed
     * @return the times that are known: none of a task that does not repeat or is dead, nor of a paused one; not those that depend on the end of an
     *     occurrence, or that cannot be computed here
     */
    public List<Instant> of(TaskInfo task, LongSupplier storeNow, int limit) {
        Repeat repeat = task.options().repeat();
        if (repeat == null || task.state() == TaskState.DEAD) {
            return List.of();
        }
        if (task.options().paused()) {
            // It may wait for one occurrence that was requested in spite of the pause.
            return task.state() == TaskState.DELAYED && task.attempts() == 0 && task.stateUntil() != null
                    ? List.of(task.stateUntil())
                    : List.of();
        }
        // With attempts it waits for the next attempt of an occurrence that has begun.
        boolean isNew = task.state() == TaskState.DELAYED && task.attempts() == 0;
        Instant first = task.stateUntil() == null ? task.dueAt() : task.stateUntil();
        List<Instant> known = isNew ? List.of(first) : List.of();
        if (repeat instanceof Repeat.FixedDelay || known.size() >= limit) {
            return known;
        }
        long due = (isNew ? first : task.dueAt()).toEpochMilli();
        return Stream.concat(known.stream(), later(repeat, due, storeNow.getAsLong(), limit - known.size()).stream())
                .toList();
    }

    private List<Instant> later(Repeat repeat, long due, long now, int limit) {
        List<Instant> later = new ArrayList<>();
        try {
            Long next = repeats.following(repeat, due, now);
            while (next != null && later.size() < limit) {
                later.add(Instant.ofEpochMilli(next));
                next = repeats.following(repeat, next, now);
            }
        } catch (InvalidTaskException | ArithmeticException e) {
            log.debug("The next times of {} are unknown", repeat, e);
        }
        return later;
    }
}
