package io.delayqueue.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** How adds are named. A bean of this type takes the place of {@link DefaultAddObservationConvention}. */
public interface AddObservationConvention extends ObservationConvention<AddObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof AddObservationContext;
    }
}
