package io.delayqueue.autoconfigure.observation;

import io.delayqueue.observation.ExecutionObservationContext;
import io.micrometer.observation.Observation;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;

/** Begins a trace with each attempt of a task that its add has marked, and links it to the span of the add. */
final class NewTraces extends PropagatingReceiverTracingObservationHandler<ExecutionObservationContext> {

    private final Tracer tracer;

    private final Propagator propagator;

    NewTraces(Tracer tracer, Propagator propagator) {
        super(tracer, propagator);
        this.tracer = tracer;
        this.propagator = propagator;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof ExecutionObservationContext execution
                && execution.task().headers().containsKey(TaskObserver.NEW_TRACE);
    }

    /** Keeps the baggage of the add. */
    @Override
    public Span.Builder customizeExtractedSpan(ExecutionObservationContext context, Span.Builder builder) {
        // A propagator names the extracted span only as the parent of another.
        Span child = propagator
                .extract(context.task().headers(), (headers, key) -> headers.get(key))
                .start();
        TraceContext extracted = child.context();
        child.abandon();
        builder.setNoParent();
        if (extracted.parentId() == null) {
            return builder;
        }
        return builder.addLink(new Link(tracer.traceContextBuilder()
                .traceId(extracted.traceId())
                .spanId(extracted.parentId())
                .sampled(extracted.sampled())
                .build()));
    }
}
