package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.AddInterceptor;
import io.delayqueue.Task;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.TopicName;
import io.delayqueue.log.Loggers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Times adds and callbacks without observations, under the same names and tags. Exceptions and errors of a registry or filter
 * do not reach them: a task must not run again because of its timer.
 */
final class TaskTimers implements AddInterceptor, TaskInterceptor {

    private static final Logger log = Loggers.of(TaskTimers.class);

    static final String ADD = "delayqueue.add";

    static final String EXECUTION = "delayqueue.execution";

    private final AtomicBoolean said = new AtomicBoolean();

    private final MeterRegistry registry;

    private final String queue;

    TaskTimers(MeterRegistry registry, String queue) {
        this.registry = registry;
        this.queue = queue;
    }

    @Override
    public Addition begin(List<Task> tasks) {
        Timer.Sample sample = Timer.start(registry);
        return new Addition() {
            @Override
            public List<Task> tasks() {
                return tasks;
            }

            @Override
            public void end(@Nullable Throwable failure) {
                TopicLabels labels =
                        new TopicLabels(queue, only(tasks, TopicName::group), only(tasks, TopicName::topic));
                stop(sample, ADD, labels, failure);
            }
        };
    }

    @Override
    public void intercept(TaskInvocation invocation) throws Exception {
        Timer.Sample sample = Timer.start(registry);
        TopicLabels labels = new TopicLabels(
                queue, invocation.context().group(), invocation.context().topic());
        invocation.interceptEnd(end -> {
            try {
                end.proceed();
            } catch (Throwable e) {
                stop(sample, EXECUTION, labels, e);
                throw e;
            }
            stop(sample, EXECUTION, labels, null);
        });
        invocation.proceed();
    }

    private void stop(Timer.Sample sample, String name, TopicLabels labels, @Nullable Throwable failure) {
        try {
            sample.stop(Timer.builder(name)
                    .tags(labels.tags())
                    .tag("outcome", failure == null ? "SUCCESS" : "ERROR")
                    .tag("error", failure == null ? "none" : failure.getClass().getSimpleName())
                    .register(registry));
        } catch (Throwable e) {
            if (said.compareAndSet(false, true)) {
                log.error("A timer has failed; adds and callbacks continue without it; logged once", e);
            } else {
                log.debug("A timer has failed", e);
            }
        }
    }

    private static String only(List<Task> tasks, Function<TopicName, String> part) {
        String first = part.apply(tasks.get(0).topic());
        return tasks.stream().allMatch(task -> part.apply(task.topic()).equals(first)) ? first : TopicLabels.MANY;
    }
}
