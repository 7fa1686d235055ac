package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.measure.Metric;
import java.util.List;

/** Workload of one size. Contenders run in turns: A B C A B C, on one server, which has all their data. */
public interface Trial {

    /** {@return the name, such as {@code drain 50,000}} */
    String name();

    /** {@return the metrics, which are rows of the table} */
    List<Metric> metrics();

    /** {@return whether this contender is measured} */
    default boolean isFor(Contender contender) {
        return true;
    }

    /**
     * Prepares the rounds, by adding pending tasks for example.
     *
     * @throws Exception if the contender fails; it is omitted then and the reason reported
     */
    default void prepare(Contender contender, TrialContext context) throws Exception {}

    /**
     * {@return whether a discarded round of each contender precedes the measured ones, so that none of these has the cost of the
     *     first calls in a JVM}
     */
    default boolean warmsUp() {
        return false;
    }

    /**
     * Runs one round and records a value of each metric.
     *
     * @throws Exception if the contender fails; the reason is reported
     */
    void round(Contender contender, TrialContext context) throws Exception;
}
