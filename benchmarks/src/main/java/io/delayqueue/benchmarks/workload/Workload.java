package io.delayqueue.benchmarks.workload;

import java.util.List;

/** One of the things that every contender is asked to do. */
public interface Workload {

    /** {@return its name, by which it is chosen} */
    String name();

    /** {@return its trials, in the order in which they are to be made} */
    List<Trial> trials(Scale scale);
}
