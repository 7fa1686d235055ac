package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Adds tasks at an even pace while they are consumed. */
final class Stream {

    private final int perSecond;

    private final Duration duration;

    private final Supplier<Duration> delay;

    /**
     * Creates a stream.
     *
     * @param perSecond how many tasks a second
     * @param duration for how long
     * @param delay how far ahead of the time of its add the next task is due
     */
    Stream(int perSecond, Duration duration, Supplier<Duration> delay) {
        this.perSecond = perSecond;
        this.duration = duration;
        this.delay = delay;
    }

    /** How many tasks it has. */
    int size() {
        return (int) (perSecond * duration.toMillis() / 1_000);
    }

    /** Adds them, on this thread. Catches up when an add takes longer than its share. */
    void run(OpenQueue queue, Supplier<String> topic) {
        long began = System.nanoTime();
        long step = TimeUnit.SECONDS.toNanos(1) / perSecond;
        for (int i = 0; i < size(); i++) {
            long left;
            while ((left = began + i * step - System.nanoTime()) > 0) {
                LockSupport.parkNanos(left);
            }
            long dueAt = System.currentTimeMillis() + delay.get().toMillis();
            queue.adding(java.util.List.of(Items.due(topic.get(), dueAt))).run();
        }
    }
}
