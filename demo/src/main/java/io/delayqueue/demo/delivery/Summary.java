package io.delayqueue.demo.delivery;

import java.util.Locale;

/**
 * How a run went.
 *
 * @param scheduled how many tasks were added
 * @param missing how many of them were due and have not been delivered
 * @param delivered how many were delivered
 * @param p50 lateness in ms that half of them kept within
 * @param p99 lateness in ms that 99 % of them kept within
 * @param max the worst lateness in ms
 */
public record Summary(long scheduled, long missing, long delivered, double p50, double p99, double max) {

    /** {@return whether everything that was due has been delivered} */
    public boolean complete() {
        return missing == 0;
    }

    /** {@return the summary in one line} */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "Summary: scheduled %d, due %d, delivered %d%s; lateness p50 %.1f ms, p99 %.1f ms, max %.1f ms",
                scheduled,
                delivered + missing,
                delivered,
                complete() ? "" : ", MISSING " + missing,
                p50,
                p99,
                max);
    }
}
