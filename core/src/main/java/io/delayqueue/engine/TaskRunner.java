package io.delayqueue.engine;

import io.delayqueue.DelayQueueException;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RetryPolicy;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.callback.CallbackInvoker;
import io.delayqueue.callback.CallbackInvoker.Invocation;
import io.delayqueue.callback.ForeignTaskException;
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
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one topic's callbacks and decides what becomes of each task. */
final class TaskRunner {

    private static final Logger log = LoggerFactory.getLogger(TaskRunner.class);

    /**
     * How often a task is run again beyond its attempts because a run ended without an outcome. Such runs must not cost a
     * task its life, for they were not its fault; but one that brings down every instance must end.
     */
    private static final int MOST_LOST_RUNS = 5;

    /** How long one warning of a dead letter stands for all of its topic. */
    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLong warnedAt = new AtomicLong(System.nanoTime() - 2 * QUIET);

    private final TaskReader reader = new TaskReader();

    private final TopicName topic;

    private final @Nullable TopicCallback callback;

    private final TopicSettings settings;

    private final CallbackInvoker invoker;

    private final Consumer<TopicName> foreign;

    /**
     * Creates a runner.
     *
     * @param foreign told when a task shows that the topic is another application's
     */
    TaskRunner(
            TopicName topic,
            @Nullable TopicCallback callback,
            TopicSettings settings,
            CallbackInvoker invoker,
            Consumer<TopicName> foreign) {
        this.topic = topic;
        this.callback = callback;
        this.settings = settings;
        this.invoker = invoker;
        this.foreign = foreign;
    }

    /** Runs a task's callback on this thread. Never throws. */
    Settlement run(TaskRun run) {
        run.maxAttempts(settings.maxAttempts());
        try {
            return attempt(run);
        } catch (ForeignTaskException e) {
            foreign.accept(topic);
            return Settlement.unstarted(run.delivery());
        } catch (UnreadableTaskException e) {
            return bury(run, e);
        } catch (Throwable e) {
            return failed(run, run.isTimeOver() ? timeOver(e) : e);
        }
    }

    private Settlement attempt(TaskRun run) throws Exception {
        int attempt = run.task().attempt();
        TaskDetail detail = reader.read(run.task().detail());
        int maxAttempts = detail.maxAttempts() != null ? detail.maxAttempts() : settings.maxAttempts();
        run.maxAttempts(maxAttempts);
        run.retryPolicy(detail.retry());
        if (attempt > maxAttempts + MOST_LOST_RUNS) {
            return bury(
                    run,
                    new DelayQueueException(
                            "All " + maxAttempts + " attempts are spent and " + MOST_LOST_RUNS
                                    + " more; the last ones ended without an outcome: their instance crashed, stopped or lost its lease"));
        }
        Invocation invocation = invoker.prepare(topic, detail, callback);
        Duration ttr = detail.ttr() != null ? detail.ttr() : settings.ttr();
        if (ttr != null) {
            run.limit(ttr);
        }
        invocation.call(new RunContext(topic, run, detail));
        return run.isTimeOver() ? failed(run, timeOver(null)) : new Settlement.Finished(run.delivery());
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

    private Settlement failed(TaskRun run, Throwable failure) {
        int attempt = run.task().attempt();
        if (run.isCutForShutdown()) {
            return Settlement.started(run.delivery());
        }
        if (attempt >= run.maxAttempts() || !run.isTimeOver() && settings.isFinal(failure)) {
            return bury(run, failure);
        }
        Duration delay = delay(run, failure);
        Delivery delivery = run.delivery();
        log.debug("Attempt {} of {} in {} failed, next in {}", attempt, delivery.id(), topic, delay, failure);
        return new Settlement.Failed(new Retry(delivery, delay.toMillis(), Failure.toJson(attempt, failure)));
    }

    private Settlement bury(TaskRun run, Throwable failure) {
        Delivery delivery = run.delivery();
        int attempt = run.task().attempt();
        long now = System.nanoTime();
        if (now - warnedAt.getAndUpdate(before -> now - before > QUIET ? now : before) > QUIET) {
            log.warn(
                    "{} in {} goes to the dead letters at attempt {}; more of this topic within a minute are logged at"
                            + " DEBUG only",
                    delivery.id(),
                    topic,
                    attempt,
                    failure);
        } else {
            log.debug("{} in {} goes to the dead letters at attempt {}", delivery.id(), topic, attempt, failure);
        }
        return new Settlement.Buried(new Burial(delivery, Failure.toJson(attempt, failure)));
    }

    private Duration delay(TaskRun run, Throwable failure) {
        Duration delay = failure instanceof RetryTaskException retry ? retry.delay() : backoff(run);
        if (delay.isNegative()) {
            return Duration.ZERO;
        }
        return delay.compareTo(Task.LONGEST_DELAY) > 0 ? Task.LONGEST_DELAY : delay;
    }

    private Duration backoff(TaskRun run) {
        RetryPolicy own = run.retryPolicy();
        int failedAttempts = run.task().attempt();
        try {
            RetryPolicy policy = own != null ? own : settings.retryPolicy();
            return Objects.requireNonNull(policy.delayAfter(failedAttempts), "the delay is null");
        } catch (Throwable e) {
            log.error("The retry policy of {} failed, the default is used instead", topic, e);
            return ExponentialBackoff.DEFAULT.delayAfter(failedAttempts);
        }
    }

    private static DelayQueueException timeOver(@Nullable Throwable cause) {
        return new DelayQueueException("The callback did not end within its time to run and was interrupted", cause);
    }
}
