package io.delayqueue.autoconfigure.observation;

import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.observation.DefaultExecutionObservationConvention;
import io.delayqueue.observation.DelayQueueObservation;
import io.delayqueue.observation.ExecutionObservationContext;
import io.delayqueue.observation.ExecutionObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/** Observes the callbacks of one engine, in the context carried by their tasks. */
final class ExecutionObserver implements TaskInterceptor {

    private static final ExecutionObservationConvention DEFAULT = new DefaultExecutionObservationConvention();

    private final Guard guard = new Guard();

    private final String queue;

    private final ObservationRegistry registry;

    private final @Nullable ExecutionObservationConvention convention;

    ExecutionObserver(String queue, ObservationRegistry registry, @Nullable ExecutionObservationConvention convention) {
        this.queue = queue;
        this.registry = registry;
        this.convention = convention;
    }

    @Override
    public void intercept(TaskInvocation invocation) throws Exception {
        ExecutionObservationContext context = new ExecutionObservationContext(queue, invocation.context());
        Observation observation = guard.get(
                () -> DelayQueueObservation.EXECUTION.observation(convention, DEFAULT, () -> context, registry),
                Observation.NOOP);
        guard.run(observation::start);
        invocation.interceptEnd(end -> {
            try {
                proceed(end, observation);
            } catch (Throwable failure) {
                guard.run(() -> observation.error(failure));
                throw failure;
            } finally {
                context.end();
                guard.run(observation::stop);
            }
        });
        proceed(invocation, observation);
    }

    /** Makes the observation current during the callback or its end, and restores the thread even if handlers fail. */
    private void proceed(TaskInvocation invocation, Observation observation) throws Exception {
        Observation.Scope before = registry.getCurrentObservationScope();
        Observation.Scope scope = guard.get(observation::openScope, Observation.Scope.NOOP);
        try {
            invocation.proceed();
        } finally {
            guard.run(scope::close);
            registry.setCurrentObservationScope(before);
        }
    }
}
