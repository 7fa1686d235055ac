package io.delayqueue.monitor;

import static java.util.Objects.requireNonNull;

import java.util.stream.LongStream;

/**
 * Counters of an instance for a group, or for one of its topics, since the start of its engine. They begin at zero with each start:
 * use the {@linkplain #minus difference} to earlier counters of the same instance for recent activity.
 *
 * @param added number of tasks added or replaced through it; tasks that existed before do not count
 * @param finished number of successful attempts
 * @param retried number of failed attempts whose task runs again: in another attempt, or in the next occurrence of a repeating task
 * @param dead number of tasks that became dead letters here
 * @param removed number of unfinished tasks removed through it
 * @param lateness lateness of the attempts that began here
 * @param durations durations of the attempts that ended here
 */
public record InstanceCounters(
        long added,
        long finished,
        long retried,
        long dead,
        long removed,
        LatenessHistogram lateness,
        AttemptDurations durations) {

    /** Counters of zero. */
    public static final InstanceCounters NONE =
            new InstanceCounters(0, 0, 0, 0, 0, LatenessHistogram.EMPTY, AttemptDurations.NONE);

    /** Refuses missing parts. */
    public InstanceCounters {
        requireNonNull(lateness, "lateness must not be null");
        requireNonNull(durations, "durations must not be null");
    }

    /**
     * Adds other counters.
     *
     * @param other the counters of another instance or another topic
     * @return the sums
     */
    public InstanceCounters plus(InstanceCounters other) {
        return new InstanceCounters(
                added + other.added(),
                finished + other.finished(),
                retried + other.retried(),
                dead + other.dead(),
                removed + other.removed(),
                lateness.plus(other.lateness()),
                durations.plus(other.durations()));
    }

    /**
     * Subtracts earlier counters.
     *
     * @param earlier earlier counters of the same instance
     * @return the differences; these counters if any has decreased, because the engine was restarted
     */
    public InstanceCounters minus(InstanceCounters earlier) {
        InstanceCounters rest = new InstanceCounters(
                added - earlier.added(),
                finished - earlier.finished(),
                retried - earlier.retried(),
                dead - earlier.dead(),
                removed - earlier.removed(),
                lateness.minus(earlier.lateness()),
                durations.minus(earlier.durations()));
        boolean restarted = LongStream.of(
                        rest.added,
                        rest.finished,
                        rest.retried,
                        rest.dead,
                        rest.removed,
                        lateness.total() - earlier.lateness().total(),
                        rest.durations.attempts())
                .anyMatch(left -> left < 0);
        return restarted ? this : rest;
    }
}
