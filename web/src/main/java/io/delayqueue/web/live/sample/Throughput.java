package io.delayqueue.web.live.sample;

import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.LatenessHistogram;
import java.time.Duration;

/**
 * Work of the last seconds, in tasks per second.
 *
 * @param added the added tasks
 * @param finished the finished tasks
 * @param retried the tasks that failed and run again
 * @param dead the tasks that became dead letters
 * @param removed the removed tasks
 * @param lateness the lateness of attempts
 */
public record Throughput(
        double added, double finished, double retried, double dead, double removed, LatenessHistogram lateness) {

    static final Throughput NONE = new Throughput(0, 0, 0, 0, 0, LatenessHistogram.EMPTY);

    static Throughput of(InstanceCounters done, Duration within) {
        double seconds = within.toNanos() / 1e9;
        return new Throughput(
                done.added() / seconds,
                done.finished() / seconds,
                done.retried() / seconds,
                done.dead() / seconds,
                done.removed() / seconds,
                done.lateness());
    }

    Throughput plus(Throughput other) {
        return new Throughput(
                added + other.added,
                finished + other.finished,
                retried + other.retried,
                dead + other.dead,
                removed + other.removed,
                lateness.plus(other.lateness));
    }

    /** {@return whether a rate is positive} */
    public boolean isAny() {
        return added + finished + retried + dead + removed > 0;
    }
}
