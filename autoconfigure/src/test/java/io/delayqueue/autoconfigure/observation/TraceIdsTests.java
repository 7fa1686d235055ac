package io.delayqueue.autoconfigure.observation;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import io.delayqueue.TaskContext;
import io.delayqueue.autoconfigure.TestInvocation;
import io.delayqueue.observation.ExecutionObservationContext;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TraceIdsTests {

    private final ObservationRegistry registry = ObservationRegistry.create();

    private @Nullable TaskContext task;

    private void observe() throws Exception {
        TestInvocation.run(new TaskObserver("default", registry, null, null, Duration.ofHours(1)), () -> {});
    }

    /** Tracing may be registered behind this handler. */
    private void trace(@Nullable Span span) {
        registry.observationConfig().observationHandler(new TraceIds());
        registry.observationConfig().observationHandler(new ObservationHandler<ExecutionObservationContext>() {
            @Override
            public void onStart(ExecutionObservationContext context) {
                TracingContext tracing = new TracingContext();
                tracing.setSpan(span);
                context.put(TracingContext.class, tracing);
                task = context.task();
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return context instanceof ExecutionObservationContext;
            }
        });
    }

    @Test
    void attemptShouldGetTheIdOfItsTrace() throws Exception {
        Span span = mock(Span.class, RETURNS_DEEP_STUBS);
        given(span.context().traceId()).willReturn("4bf92f");
        trace(span);
        observe();
        verify(Objects.requireNonNull(task), atLeastOnce()).traced("4bf92f");
    }

    @Test
    void attemptWithoutASpanShouldGetNone() throws Exception {
        trace(null);
        observe();
        verify(Objects.requireNonNull(task), never()).traced(any());
    }
}
