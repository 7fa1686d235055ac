package io.delayqueue.autoconfigure.observation;

import io.delayqueue.AddInterceptor;
import io.delayqueue.Task;
import io.delayqueue.observation.AddObservationContext;
import io.delayqueue.observation.AddObservationConvention;
import io.delayqueue.observation.DefaultAddObservationConvention;
import io.delayqueue.observation.DelayQueueObservation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Observes the adds of one engine, and writes their context into headers of the tasks. */
final class AddObserver implements AddInterceptor {

    /** Name of the header of tasks whose attempts begin traces of their own. */
    static final String NEW_TRACE = "delayqueue.trace";

    /** Tasks whose headers are written. */
    private static final Object SOURCE = AddObserver.class;

    private static final AddObservationConvention DEFAULT = new DefaultAddObservationConvention();

    private final Guard guard = new Guard();

    private final String queue;

    private final ObservationRegistry registry;

    private final @Nullable AddObservationConvention convention;

    private final Duration newTraceAfter;

    AddObserver(
            String queue,
            ObservationRegistry registry,
            @Nullable AddObservationConvention convention,
            Duration newTraceAfter) {
        this.queue = queue;
        this.registry = registry;
        this.convention = convention;
        this.newTraceAfter = newTraceAfter;
    }

    @Override
    public Addition begin(List<Task> tasks) {
        AddObservationContext context = new AddObservationContext(queue, tasks);
        Observation observation = guard.get(
                () -> DelayQueueObservation.ADD.observation(convention, DEFAULT, () -> context, registry),
                Observation.NOOP);
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
}
