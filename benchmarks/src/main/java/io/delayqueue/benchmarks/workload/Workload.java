package io.delayqueue.benchmarks.workload;

import java.util.List;

/** Workload for every contender. */
public interface Workload {

    /** {@return its name in options} */
    String name();

    /** {@return its trials in their order} */
    List<Trial> trials(Scale scale);
}
