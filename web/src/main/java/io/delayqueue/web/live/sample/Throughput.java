package io.delayqueue.web.live.sample;

import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.LatenessHistogram;
import java.time.Duration;

/**
 * The work of the last seconds, in tasks per second.
 *
 * @param added how many were added
 * @param finished how many were finished
 * @param retried how many failed and run again
 * @param dead how many became dead letters
 * @param removed how many were removed
 * @param lateness how late attempts began
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

    /** {@return whether anything was done} */
    public boolean isAny() {
        return added + finished + retried + dead + removed > 0;
    }
}
