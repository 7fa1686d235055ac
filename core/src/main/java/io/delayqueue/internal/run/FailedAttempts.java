package io.delayqueue.internal.run;

import io.delayqueue.DeadReason;
import io.delayqueue.DelayQueueException;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryPolicy;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.internal.run.Attempt.Reason;
import io.delayqueue.log.Loggers;
import io.delayqueue.log.StackText;
import io.delayqueue.store.Failures;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskDetail;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Determines what follows a failed attempt of one topic: a retry, the next occurrence, a hold or a dead letter. */
final class FailedAttempts {

    private static final Logger log = Loggers.of(FailedAttempts.class);

    /** Number of attempts of a task that cannot be read, though it may have fewer: the store may deliver it to the same instance again. */
    private static final int MIN_READS = 4;

    private final TopicName topic;

    private final GroupContext context;

    private final TopicOptions options;

    /** Limit of tasks without their own. */
    final RetryLimit retryLimit;

    private final Repeats repeats;

    FailedAttempts(TopicName topic, GroupContext context, TopicOptions options, Repeats repeats) {
        this.topic = topic;
        this.context = context;
        this.options = options;
        this.retryLimit = new RetryLimit(options.maxAttempts(), options.retryFor());
        this.repeats = repeats;
    }

    /** Determines the outcome of an attempt that has thrown an exception. */
    PendingOutcome thrown(TaskExecution execution, Throwable failure) {
        try {
            if (failure instanceof UnreadableTaskException unreadable
                    && execution.attempt().interruptedBy() != Reason.SHUTDOWN) {
                return unreadable(execution, unreadable);
            }
            return execution.attempt().isToFail()
                    ? failed(execution, interruption(execution, failure))
                    : failed(execution, failure);
        } catch (Throwable e) {
            log.debug("The outcome of {} in {} cannot be acknowledged; it is given back", execution.id(), topic, e);
            report(execution, TaskEvent.UNACKNOWLEDGED, e);
            return PendingOutcome.started(execution);
        }
    }

    /** Determines the outcome of an attempt that has failed, or is to fail. */
    private PendingOutcome failed(TaskExecution execution, Throwable thrown) {
        Throwable failure = thrown instanceof RetryTaskException asked ? checked(asked) : thrown;
        execution.failed(failure);
        Outcome.Hold hold = failure instanceof RetryTaskException asked ? hold(asked) : null;
        if (hold != null) {
            return released(execution, hold, failure);
        }
        int attempt = execution.number();
        Reason reason = execution.attempt().interruptedBy();
        if (reason == Reason.SHUTDOWN || reason == Reason.REMOVAL && isInterruption(failure)) {
            // The store determines whether there is a lease to give back.
            return PendingOutcome.started(execution);
        }
        boolean isFinal = !execution.attempt().isToFail() && isFinal(failure);
        boolean counts = !(failure instanceof RetryTaskException asked) || asked.counts();
        RetryLimit limit = retryLimit(execution);
        boolean isSpent = isFinal || counts && limit.isSpent(attempt);
        Duration delay = isSpent ? Duration.ZERO : delay(execution, failure);
        if (isSpent || limit.isTooOld(execution.retriedFor().plus(delay))) {
            // No further attempt of this occurrence; only a rejection also ends the repetition.
            Outcome.NextOccurrence next = failure instanceof RejectTaskException || execution.repeat() == null
                    ? null
                    : repeats.next(execution, json(execution, failure, null));
            if (next == null) {
                return bury(execution, failure, isFinal ? DeadReason.REJECTED : DeadReason.ATTEMPTS_EXHAUSTED);
            }
            log.debug(
                    "Attempt {} of {} in {} failed, next is its next occurrence",
                    attempt,
                    execution.id(),
                    topic,
                    failure);
            return new PendingOutcome(execution, next, unreported(execution, TaskEvent.MISSED, failure));
        }
        return retry(execution, delay, failure);
    }

    private Outcome.@Nullable Hold hold(RetryTaskException asked) {
        Duration longest = context.maxHold();
        Duration length = asked.delay().compareTo(longest) > 0 ? longest : asked.delay();
        return asked.hold() == null ? null : new Outcome.Hold(asked.hold().limit(), Millis.up(length));
    }

    /** Gives a task back whose callback holds a limit or the topic. */
    private PendingOutcome released(TaskExecution execution, Outcome.Hold hold, Throwable failure) {
        log.debug("{} in {} holds {} for {} ms", execution.id(), topic, hold.limit(), hold.millis(), failure);
        Outcome released = new Outcome.Released(execution.delivery(), true, hold);
        boolean shorter = hold.millis() < Millis.up(((RetryTaskException) failure).delay());
        TaskEvent event = shorter ? TaskEvent.HELD_SHORTER : TaskEvent.HELD;
        return new PendingOutcome(execution, released, unreported(execution, event, failure));
    }

    /** Returns the failure of an attempt instead of a hold of a limit that the topic does not have. */
    private Exception checked(RetryTaskException asked) {
        String limit = asked.hold() == null ? null : asked.hold().limit();
        boolean isOther = limit != null
                && !limit.equals(topic.topic())
                && !options.limits().names().contains(limit);
        return isOther
                ? new InvalidTaskException("limit must be one of " + topic + ", but is '" + limit + "'", asked)
                : asked;
    }

    /** The task's own limit of attempts, or that of its topic. */
    RetryLimit retryLimit(TaskExecution execution) {
        TaskDetail task = execution.task();
        return task == null ? retryLimit : retryLimit.orOwn(task.options());
    }

    /** Whether no attempt follows this failure, even if some are left. */
    private boolean isFinal(Throwable failure) {
        return failure instanceof RejectTaskException
                || !(failure instanceof RetryTaskException)
                        && options.noRetryFor().stream().anyMatch(type -> type.isInstance(failure));
    }

    private PendingOutcome retry(TaskExecution execution, Duration delay, Throwable failure) {
        log.debug(
                "Attempt {} of {} in {} failed, next in {}", execution.number(), execution.id(), topic, delay, failure);
        RetryTaskException asked = failure instanceof RetryTaskException one ? one : null;
        String error = json(execution, failure, null);
        Outcome retry =
                new Outcome.Retry(execution.delivery(), delay.toMillis(), error, asked == null || asked.counts());
        return new PendingOutcome(
                execution, retry, asked != null ? null : unreported(execution, TaskEvent.RETRIED, failure));
    }

    /** Retries a task that cannot be read here, if another instance may read it, more slowly each time: instances that are busy get their chance. */
    private PendingOutcome unreadable(TaskExecution execution, UnreadableTaskException failure) {
        int attempt = execution.number();
        boolean again = false;
        try {
            int maxAttempts = retryLimit(execution).maxAttempts();
            int reads = maxAttempts == RetryLimit.UNLIMITED ? MIN_READS : Math.max(maxAttempts, MIN_READS);
            again = attempt < reads && isConsumedElsewhere();
        } catch (TaskStoreUnavailableException e) {
            log.debug("{} in {} cannot be read, and the store does not answer", execution.id(), topic, e);
            return PendingOutcome.unstarted(execution);
        } catch (TaskStoreException e) {
            failure.addSuppressed(e);
        }
        if (!again) {
            return bury(execution, failure, DeadReason.UNREADABLE);
        }
        execution.failed(failure);
        return retry(execution, Duration.ofSeconds(attempt - 1), failure);
    }

    /** Whether another instance consumes the topic: during a rolling upgrade its classes may be newer. */
    private boolean isConsumedElsewhere() {
        InstanceStore.Heartbeats heartbeats = context.backend().instances().heartbeats(topic.group());
        return HeartbeatReader.read(topic.group(), heartbeats).stream()
                .anyMatch(info ->
                        !info.gone() && !info.instance().equals(context.instance()) && info.mayConsume(topic.topic()));
    }

    private static boolean isInterruption(Throwable failure) {
        return StackText.chain(failure).stream()
                .anyMatch(cause -> cause instanceof InterruptedException
                        || cause instanceof ClosedByInterruptException
                        || cause instanceof CancellationException);
    }

    /**
     * Reports a failure at once, so that a waiting outcome does not keep it. If a message has reported the removal of the task,
     * the failure is reported after the acknowledgement.
     *
     * @return the failure to report then
     */
    private @Nullable Throwable unreported(TaskExecution execution, TaskEvent event, Throwable failure) {
        if (execution.isCancelled()) {
            return failure;
        }
        report(execution, event, failure);
        return null;
    }

    PendingOutcome bury(TaskExecution execution, Throwable failure, DeadReason reason) {
        execution.failed(failure);
        log.debug(
                "{} in {} goes to the dead letters at attempt {}", execution.id(), topic, execution.number(), failure);
        Outcome dead = new Outcome.Dead(execution.delivery(), json(execution, failure, reason));
        return new PendingOutcome(execution, dead, failure);
    }

    private Duration delay(TaskExecution execution, Throwable failure) {
        Duration delay = failure instanceof RetryTaskException retry ? retry.delay() : backoff(execution);
        if (delay.isNegative()) {
            return Duration.ZERO;
        }
        return delay.compareTo(Task.MAX_DELAY) > 0 ? Task.MAX_DELAY : delay;
    }

    private Duration backoff(TaskExecution execution) {
        int failedAttempts = execution.number();
        try {
            TaskDetail task = execution.task();
            RetryPolicy own = task == null ? null : task.options().retry();
            RetryPolicy policy = own == null ? options.retryPolicy() : own;
            return Objects.requireNonNull(steady(policy).delayAfter(failedAttempts), "the delay is null");
        } catch (Throwable e) {
            log.debug("The retry policy of {} failed at {}", topic, execution.id(), e);
            report(execution, TaskEvent.POLICY, e);
            return steady(ExponentialBackoff.DEFAULT).delayAfter(failedAttempts);
        }
    }

    /** Virtual time is deterministic: without the random part. */
    private RetryPolicy steady(RetryPolicy policy) {
        return context.time().moved() && policy instanceof ExponentialBackoff backoff
                ? new ExponentialBackoff(backoff.initial(), backoff.multiplier(), backoff.max(), 0)
                : policy;
    }

    private void report(TaskExecution execution, TaskEvent event, Throwable failure) {
        context.observers().taskEvents().add(topic, event, execution.id(), execution.number(), failure);
    }

    /** Has the store's time, like all other times in the store. */
    private static String json(TaskExecution execution, Throwable failure, @Nullable DeadReason deadReason) {
        Instant at = Instant.ofEpochMilli(execution.storeNow());
        return Failures.write(execution.number(), failure, at, deadReason);
    }

    /** Determines the outcome of an attempt that has not failed by itself, but was interrupted. */
    PendingOutcome interrupted(TaskExecution execution) {
        return failed(execution, interruption(execution, null));
    }

    private static DelayQueueException interruption(TaskExecution execution, @Nullable Throwable cause) {
        return new DelayQueueException(
                execution.attempt().interruptedBy() == Reason.TIME_OVER
                        ? "The callback did not end within its time to run and was interrupted"
                        : "The callback was interrupted on request",
                cause);
    }
}
