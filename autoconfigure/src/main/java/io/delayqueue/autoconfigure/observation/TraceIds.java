package io.delayqueue.autoconfigure.observation;

import io.delayqueue.observation.ExecutionObservationContext;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;

/** Sets the id of the trace of each attempt, for the record of its task. */
final class TraceIds implements ObservationHandler<ExecutionObservationContext> {

    /** Called when every handler has started: that of tracing has the span then, whatever the order of handlers. */
    @Override
    public void onScopeOpened(ExecutionObservationContext context) {
        TracingContext tracing = context.get(TracingContext.class);
        if (tracing != null && tracing.getSpan() != null) {
            context.task().traced(tracing.getSpan().context().traceId());
        }
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof ExecutionObservationContext;
    }
}
