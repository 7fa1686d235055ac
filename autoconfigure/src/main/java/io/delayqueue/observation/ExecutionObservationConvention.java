package io.delayqueue.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** How runs of callbacks are named. A bean of this type takes the place of {@link DefaultExecutionObservationConvention}. */
public interface ExecutionObservationConvention extends ObservationConvention<ExecutionObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof ExecutionObservationContext;
    }
}
