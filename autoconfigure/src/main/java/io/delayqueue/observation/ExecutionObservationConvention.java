package io.delayqueue.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** Names and key values of callbacks. A bean of this type replaces {@link DefaultExecutionObservationConvention}. */
public interface ExecutionObservationConvention extends ObservationConvention<ExecutionObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof ExecutionObservationContext;
    }
}
