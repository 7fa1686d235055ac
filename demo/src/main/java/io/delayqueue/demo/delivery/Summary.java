package io.delayqueue.demo.delivery;

import java.util.Locale;

/**
 * Summary of a run.
 *
 * @param scheduled the number of added tasks
 * @param missing the number of due tasks that have not been delivered
 * @param delivered the number of delivered tasks
 * @param p50 the median of the lateness in ms
 * @param p99 the 99th percentile of the lateness in ms
 * @param max the maximum lateness in ms
 */
public record Summary(long scheduled, long missing, long delivered, double p50, double p99, double max) {

    /** {@return whether all due tasks have been delivered} */
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
