package io.delayqueue.internal.heartbeat;

import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.TaskOutcome;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** What was done for a group or a topic. Counting is cheap and thread-safe. */
final class WorkCount {

    private final LongAdder added = new LongAdder();

    private final LongAdder finished = new LongAdder();

    private final LongAdder retried = new LongAdder();

    private final LongAdder dead = new LongAdder();

    private final LongAdder cancelled = new LongAdder();

    private final LongAdder started = new LongAdder();

    private final LatenessCount lateness = new LatenessCount();

    void added(long tasks) {
        added.add(tasks);
    }

    void cancelled(long tasks) {
        cancelled.add(tasks);
    }

    void started(Duration late) {
        lateness.add(late);
        started.increment();
    }

    void ended(TaskOutcome outcome) {
        switch (outcome) {
            case FINISHED -> finished.increment();
            case RETRIED, MISSED -> retried.increment();
            case DEAD -> dead.increment();
            case RETURNED -> {
                // Nothing was done.
            }
        }
    }

    /** How much was counted in all. */
    long events() {
        return added.sum() + finished.sum() + retried.sum() + dead.sum() + cancelled.sum() + started.sum();
    }

    InstanceCounters snapshot() {
        return new InstanceCounters(
                added.sum(), finished.sum(), retried.sum(), dead.sum(), cancelled.sum(), lateness.snapshot());
    }
}
