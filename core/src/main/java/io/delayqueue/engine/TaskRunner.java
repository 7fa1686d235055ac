package io.delayqueue.engine;

import io.delayqueue.DelayQueueException;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.CallbackInvoker;
import io.delayqueue.callback.CallbackInvoker.Invocation;
import io.delayqueue.callback.TaskDetail;
import io.delayqueue.callback.TaskReader;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.engine.EngineSettings.TopicSettings;
import io.delayqueue.store.Burial;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Retry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one topic's callbacks and decides what becomes of each task. */
final class TaskRunner {

    private static final Logger log = LoggerFactory.getLogger(TaskRunner.class);

    private static final Duration LONGEST_DELAY = Duration.ofDays(36_500);

    private final TaskReader reader = new TaskReader();

    private final TopicName topic;

    private final @Nullable TopicCallback callback;

    private final TopicSettings settings;

    private final CallbackInvoker invoker;

    TaskRunner(TopicName topic, @Nullable TopicCallback callback, TopicSettings settings, CallbackInvoker invoker) {
        this.topic = topic;
        this.callback = callback;
        this.settings = settings;
        this.invoker = invoker;
    }

    /** Runs a task's callback on this thread. Never throws. */
    Settlement run(TaskRun run) {
        int attempt = run.task().attempt();
        run.maxAttempts(settings.maxAttempts());
        try {
            TaskDetail detail = reader.read(run.task().detail());
            int maxAttempts = detail.maxAttempts() != null ? detail.maxAttempts() : settings.maxAttempts();
            run.maxAttempts(maxAttempts);
            if (attempt > maxAttempts) {
                return bury(
                        run,
                        new DelayQueueException("All " + maxAttempts + " attempts are spent; the last one"
                                + " ended without an outcome: its instance crashed, stopped or lost its lease"));
            }
            Invocation invocation = invoker.prepare(topic, detail, callback);
            Duration ttr = detail.ttr() != null ? detail.ttr() : settings.ttr();
            Instant deadline = null;
            if (ttr != null) {
                deadline = Instant.now().plus(ttr);
                run.limit(ttr.toNanos());
            }
            invocation.call(new RunContext(topic, run.delivery().id(), attempt, maxAttempts, deadline, detail));
            return run.isTimeOver() ? failed(run, timeOver(null)) : finished(run);
        } catch (UnreadableTaskException e) {
            return bury(run, e);
        } catch (Throwable e) {
            return failed(run, run.isTimeOver() ? timeOver(e) : e);
        }
    }

    /** Does once what the first task would otherwise wait for: tens of milliseconds in a new JVM. */
    void warmUp() {
        byte[] detail = "{\"due\":0,\"topic\":\"t\",\"payload\":{\"a\":[1]}}".getBytes(StandardCharsets.UTF_8);
        try {
            reader.read(detail);
        } catch (UnreadableTaskException e) {
            throw new IllegalStateException(e);
        }
        Failure.toJson(1, new DelayQueueException("warm-up"));
        if (callback != null) {
            invoker.warmUp(callback);
        }
    }

    /** What becomes of a task whose callback does not end though it was interrupted at the end of its time. */
    Settlement overrun(TaskRun run) {
        return failed(run, timeOver(null));
    }

    private Settlement finished(TaskRun run) {
        return new Settlement.Finished(run.delivery());
    }

    private Settlement failed(TaskRun run, Throwable failure) {
        int attempt = run.task().attempt();
        if (run.isCutForShutdown()) {
            return Settlement.started(run.delivery());
        }
        if (failure instanceof RejectTaskException || attempt >= run.maxAttempts()) {
            return bury(run, failure);
        }
        Duration delay = delay(failure, attempt);
        Delivery delivery = run.delivery();
        log.debug("Attempt {} of {} in {} failed, next in {}", attempt, delivery.id(), topic, delay, failure);
        return new Settlement.Failed(new Retry(delivery, delay.toMillis(), Failure.toJson(attempt, failure)));
    }

    private Settlement bury(TaskRun run, Throwable failure) {
        Delivery delivery = run.delivery();
        int attempt = run.task().attempt();
        log.debug("{} in {} goes to the dead letters at attempt {}", delivery.id(), topic, attempt, failure);
        return new Settlement.Buried(new Burial(delivery, Failure.toJson(attempt, failure)));
    }

    private Duration delay(Throwable failure, int attempt) {
        Duration delay = failure instanceof RetryTaskException retry ? retry.delay() : backoff(attempt);
        if (delay.isNegative()) {
            return Duration.ZERO;
        }
        return delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
    }

    private Duration backoff(int failedAttempts) {
        try {
            return settings.retryPolicy().delayAfter(failedAttempts);
        } catch (RuntimeException e) {
            log.error("The retry policy of {} failed, the default is used instead", topic, e);
            return ExponentialBackoff.DEFAULT.delayAfter(failedAttempts);
        }
    }

    private static DelayQueueException timeOver(@Nullable Throwable cause) {
        return new DelayQueueException("The callback did not end within its time to run and was interrupted", cause);
    }
}
