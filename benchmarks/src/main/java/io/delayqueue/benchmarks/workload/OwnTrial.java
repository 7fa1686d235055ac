package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.measure.Targets;

/** Trial of this queue alone, warmed up. */
interface OwnTrial extends Trial {

    @Override
    default boolean isFor(Contender contender) {
        return contender.name().equals(Targets.OURS);
    }

    @Override
    default boolean warmsUp() {
        return true;
    }
}
