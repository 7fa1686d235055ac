package io.delayqueue.autoconfigure.observation;

import io.delayqueue.AddInterceptor;
import io.delayqueue.Task;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.observation.AddObservationContext;
import io.delayqueue.observation.AddObservationConvention;
import io.delayqueue.observation.DefaultAddObservationConvention;
import io.delayqueue.observation.DefaultExecutionObservationConvention;
import io.delayqueue.observation.DelayQueueObservation;
import io.delayqueue.observation.ExecutionObservationContext;
import io.delayqueue.observation.ExecutionObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Observes the adds of one engine, and writes their context into headers of the tasks; and observes its callbacks, in the context that their
 * tasks carry.
 */
final class TaskObserver implements AddInterceptor, TaskInterceptor {

    /** Name of the header of tasks whose attempts begin traces of their own. */
    static final String NEW_TRACE = "delayqueue.trace";

    /** Tasks whose headers are written. */
    private static final Object SOURCE = TaskObserver.class;

    private static final AddObservationConvention ADDS = new DefaultAddObservationConvention();

    private static final ExecutionObservationConvention EXECUTIONS = new DefaultExecutionObservationConvention();

    private final Guard guard = new Guard();

    private final String queue;

    private final ObservationRegistry registry;

    private final @Nullable AddObservationConvention adds;

    private final @Nullable ExecutionObservationConvention executions;

    private final Duration newTraceAfter;

    TaskObserver(
            String queue,
            ObservationRegistry registry,
            @Nullable AddObservationConvention adds,
            @Nullable ExecutionObservationConvention executions,
            Duration newTraceAfter) {
        this.queue = queue;
        this.registry = registry;
        this.adds = adds;
        this.executions = executions;
        this.newTraceAfter = newTraceAfter;
    }

    @Override
    public Addition begin(List<Task> tasks) {
        AddObservationContext context = new AddObservationContext(queue, tasks);
        Observation observation = guard.get(
                () -> DelayQueueObservation.ADD.observation(adds, ADDS, () -> context, registry), Observation.NOOP);
        // Not made current: the work until the end is done on other threads.
        guard.run(observation::start);
        Map<String, String> headers = Objects.requireNonNullElse(context.getCarrier(), Map.of());
        List<Task> carrying =
                tasks.stream().map(task -> withHeaders(task, headers)).toList();
        return new Addition() {
            @Override
            public List<Task> tasks() {
                return carrying;
            }

            @Override
            public void end(@Nullable Throwable failure) {
                context.end();
                if (failure != null) {
                    guard.run(() -> observation.error(failure));
                }
                guard.run(observation::stop);
            }
        };
    }

    /** Also without headers: a task that is added again, now within a trace, has to keep its content. */
    private Task withHeaders(Task task, Map<String, String> headers) {
        return guard.get(
                () -> task.withHeadersOf(SOURCE, beginsTraces(task, headers) ? marked(headers) : headers), task);
    }

    private boolean beginsTraces(Task task, Map<String, String> headers) {
        if (headers.isEmpty()) {
            return false;
        }
        if (task.repeat() != null) {
            return true;
        }
        Instant dueAt = task.dueAt();
        Duration delay = dueAt == null ? task.delay() : Duration.between(Instant.now(), dueAt);
        return delay != null && delay.compareTo(newTraceAfter) > 0;
    }

    private static Map<String, String> marked(Map<String, String> headers) {
        Map<String, String> marked = new HashMap<>(headers);
        marked.put(NEW_TRACE, "new");
        return marked;
    }

    @Override
    public void intercept(TaskInvocation invocation) throws Exception {
        ExecutionObservationContext context = new ExecutionObservationContext(queue, invocation.context());
        Observation observation = guard.get(
                () -> DelayQueueObservation.EXECUTION.observation(executions, EXECUTIONS, () -> context, registry),
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
