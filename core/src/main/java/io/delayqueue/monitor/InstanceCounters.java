package io.delayqueue.monitor;

import java.util.Objects;

/**
 * What an instance has done for a group, or for one of its topics, since its engine was started. The counters begin at zero with each
 * start: who wants to know what was done lately takes the {@linkplain #minus difference} to what the same instance had told before.
 *
 * @param added how many tasks were added or replaced through it; tasks that existed already do not count
 * @param finished how many attempts succeeded here
 * @param retried how many attempts failed here whose task runs again: in another attempt, or in the next run of a repeating task
 * @param dead how many tasks became dead letters here
 * @param removed how many tasks were removed through it before they were finished
 * @param lateness how late attempts began here
 */
public record InstanceCounters(
        long added, long finished, long retried, long dead, long removed, LatenessHistogram lateness) {

    /** Nothing done. */
    public static final InstanceCounters NONE = new InstanceCounters(0, 0, 0, 0, 0, LatenessHistogram.EMPTY);

    /**
     * Creates the counters.
     */
    public InstanceCounters {
        Objects.requireNonNull(lateness, "lateness must not be null");
    }

    /**
     * Puts together what several have done.
     *
     * @param other what another instance, or another topic, has done
     * @return the sums
     */
    public InstanceCounters plus(InstanceCounters other) {
        return new InstanceCounters(
                added + other.added(),
                finished + other.finished(),
                retried + other.retried(),
                dead + other.dead(),
                removed + other.removed(),
                lateness.plus(other.lateness()));
    }

    /**
     * Takes away what had been done before, so that what was done since then is left.
     *
     * @param earlier what the same instance told earlier
     * @return the differences; these as they are if any has become less, for the engine was started anew then
     */
    public InstanceCounters minus(InstanceCounters earlier) {
        boolean anew = added < earlier.added()
                || finished < earlier.finished()
                || retried < earlier.retried()
                || dead < earlier.dead()
                || removed < earlier.removed()
                || lateness.total() < earlier.lateness().total();
        return anew
                ? this
                : new InstanceCounters(
                        added - earlier.added(),
                        finished - earlier.finished(),
                        retried - earlier.retried(),
                        dead - earlier.dead(),
                        removed - earlier.removed(),
                        lateness.minus(earlier.lateness()));
    }
}
