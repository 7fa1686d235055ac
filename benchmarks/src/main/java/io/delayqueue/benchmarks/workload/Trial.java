package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.measure.Metric;
import java.util.List;

/** A workload at one size. Contenders take turns in it: A B C A B C, on one server, with all their data in it. */
public interface Trial {

    /** {@return what is done, such as {@code drain 50,000}} */
    String name();

    /** {@return what is measured, the rows of the table} */
    List<Metric> metrics();

    /** {@return whether this contender is asked} */
    default boolean isFor(Contender contender) {
        return true;
    }

    /**
     * Makes what the rounds need, before the first one: tasks that wait, say.
     *
     * @throws Exception if the contender cannot do it; it is left out then and the reason told
     */
    default void prepare(Contender contender, Surroundings surroundings) throws Exception {}

    /**
     * Does the work once and records a value of each metric.
     *
     * @throws Exception if the contender cannot do it; the reason is told
     */
    void round(Contender contender, Surroundings surroundings) throws Exception;
}
