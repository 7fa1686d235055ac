package io.delayqueue.test;

import io.delayqueue.test.assertions.TestDelivery;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** Finds out that callbacks are called without end before a move of the time is over. */
final class EndlessLoops {

    /** How many callbacks may be called before the time moves, beside those of the tasks that wait. */
    private static final long MAX_AT_ONCE = 100_000;

    /** How many may be called when the time has gone past the end of the move, beside those of the tasks that wait. */
    private static final long MAX_LATE = 10_000;

    private final Collection<TestQueue> queues;

    private Instant end = Instant.MAX;

    private long atOnce;

    private long allowed = MAX_AT_ONCE;

    private long mostAtOnce = MAX_AT_ONCE;

    private long late;

    private long mostLate;

    EndlessLoops(Collection<TestQueue> queues) {
        this.queues = queues;
    }

    /** Sets how many may be called before the time moves. */
    void allowAtOnce(long callbacks) {
        allowed = callbacks;
        moved();
    }

    /** A move begins. */
    void begin(Instant target) {
        end = target;
        late = 0;
        moved();
    }

    void moved() {
        atOnce = 0;
        mostAtOnce = allowed;
    }

    /** A callback was called. */
    void called(TestQueue queue, Instant now) {
        if (now.isAfter(end)) {
            mostLate = late == 0 ? MAX_LATE + waiting() : mostLate;
            if (++late > mostLate) {
                throw new IllegalStateException(late + " callbacks were called after " + end
                        + ", where this move of the time was to end: does a callback spend time, and does its task always begin again at once?"
                        + last(queue));
            }
        }
        if (++atOnce < mostAtOnce) {
            return;
        }
        if (mostAtOnce == allowed) {
            // So many may simply be due together.
            mostAtOnce += 1 + waiting();
            return;
        }
        throw new IllegalStateException(atOnce + " callbacks were called at " + now
                + ", and there are more, though time has not moved: is a task added without a delay, or retried at once, for ever?"
                + last(queue));
    }

    private int waiting() {
        return queues.stream().mapToInt(queue -> queue.tasks().size()).sum();
    }

    private static String last(TestQueue queue) {
        List<TestDelivery> deliveries = queue.deliveries();
        TestDelivery last = deliveries.get(deliveries.size() - 1);
        return " The last was that of " + last.id() + " in " + last.topic();
    }
}
