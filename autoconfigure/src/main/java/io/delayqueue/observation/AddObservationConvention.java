package io.delayqueue.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** Names and key values of adds. A bean of this type replaces {@link DefaultAddObservationConvention}. */
public interface AddObservationConvention extends ObservationConvention<AddObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof AddObservationContext;
    }
}
