package io.delayqueue.internal.run;

import static java.util.Objects.requireNonNull;

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
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskDetail;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Determines what follows a failed attempt of one topic: a retry, the next occurrence, a hold or a dead letter. */
record FailedAttempts(TopicName topic, GroupContext context, TopicOptions options, Repeats repeats) {

    private static final Logger log = Loggers.of(FailedAttempts.class);

    /** Number of attempts of a task that cannot be read, though it may have fewer: the store may deliver it to the same instance again. */
    private static final int MIN_READS = 4;

    /** Determines the outcome of an attempt that has thrown an exception. */
    PendingOutcome thrown(TaskExecution execution, Throwable failure) {
        try {
            if (failure instanceof UnreadableTaskException unreadable
                    && execution.attempt().interruptedBy() != Reason.SHUTDOWN) {
                return unreadable(execution, unreadable);
            }
            return failed(execution, execution.attempt().isToFail() ? interruption(execution, failure) : failure);
        } catch (Throwable e) {
            context.observers().report(execution, TaskEvent.UNACKNOWLEDGED, e);
            return PendingOutcome.started(execution);
        }
    }

    /** Determines the outcome of an attempt that has failed, or is to fail. */
    private PendingOutcome failed(TaskExecution execution, Throwable thrown) {
        Throwable failure = thrown instanceof RetryTaskException wish ? checked(wish) : thrown;
        execution.failed(failure);
        RetryTaskException asked = failure instanceof RetryTaskException wish ? wish : null;
        if (asked != null && asked.hold() != null) {
            return released(execution, asked, asked.hold());
        }
        Reason reason = execution.attempt().interruptedBy();
        if (reason == Reason.SHUTDOWN || reason == Reason.REMOVAL && isInterruption(failure)) {
            // The store determines whether there is a lease to give back.
            return PendingOutcome.started(execution);
        }
        boolean isFinal = asked == null && !execution.attempt().isToFail() && isFinal(failure);
        RetryLimit limit = retryLimit(execution);
        boolean isSpent = isFinal || (asked == null || asked.counts()) && limit.isSpent(execution.number());
        Duration delay = isSpent ? Duration.ZERO : asked == null ? backoff(execution) : asked.delay();
        Duration bounded = Millis.atMost(Task.MAX_DELAY, delay.isNegative() ? Duration.ZERO : delay);
        if (!isSpent && !limit.isTooOld(execution.retriedFor().plus(bounded))) {
            return retry(execution, bounded, failure, asked);
        }
        // No further attempt of this occurrence; only a rejection also ends the repetition.
        Outcome next = failure instanceof RejectTaskException || execution.repeat() == null
                ? null
                : repeats.next(execution, execution.json(failure, null));
        return next == null
                ? bury(execution, failure, isFinal ? DeadReason.REJECTED : DeadReason.ATTEMPTS_EXHAUSTED)
                : reported(execution, next, TaskEvent.MISSED, failure);
    }

    /** Gives a task back whose callback holds a limit or the topic. */
    private PendingOutcome released(TaskExecution execution, RetryTaskException asked, RetryTaskException.Hold hold) {
        long millis = Millis.up(Millis.atMost(context.maxHold(), asked.delay()));
        Outcome released = new Outcome.Released(execution.delivery(), true, new Outcome.Hold(hold.limit(), millis));
        TaskEvent event = millis < Millis.up(asked.delay()) ? TaskEvent.HELD_SHORTER : TaskEvent.HELD;
        return reported(execution, released, event, asked);
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
        RetryLimit limit = new RetryLimit(requireNonNull(options.maxAttempts()), options.retryFor());
        TaskDetail task = execution.task();
        return task == null ? limit : limit.orOwn(task.options());
    }

    /** Whether no attempt follows this failure, even if some are left. */
    private boolean isFinal(Throwable failure) {
        return failure instanceof RejectTaskException
                || options.noRetryFor().stream().anyMatch(type -> type.isInstance(failure));
    }

    private PendingOutcome retry(
            TaskExecution execution, Duration delay, Throwable failure, @Nullable RetryTaskException asked) {
        Outcome retry = new Outcome.Retry(
                execution.delivery(), delay.toMillis(), execution.json(failure, null), asked == null || asked.counts());
        if (asked == null) {
            return reported(execution, retry, TaskEvent.RETRIED, failure);
        }
        log.debug("Attempt {} of {} in {} goes on in {}", execution.number(), execution.id(), topic, delay, failure);
        return new PendingOutcome(execution, retry, null);
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
        return retry(execution, Duration.ofSeconds(attempt - 1), failure, null);
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
     * @return the outcome, with the failure if that is to be reported then
     */
    private PendingOutcome reported(TaskExecution execution, Outcome outcome, TaskEvent event, Throwable failure) {
        boolean now = !execution.isCancelled();
        if (now) {
            context.observers().report(execution, event, failure);
        }
        return new PendingOutcome(execution, outcome, now ? null : failure);
    }

    PendingOutcome bury(TaskExecution execution, Throwable failure, DeadReason reason) {
        execution.failed(failure);
        Outcome dead = new Outcome.Dead(execution.delivery(), execution.json(failure, reason));
        return new PendingOutcome(execution, dead, failure);
    }

    private Duration backoff(TaskExecution execution) {
        int failedAttempts = execution.number();
        try {
            TaskDetail task = execution.task();
            RetryPolicy own = task == null ? null : task.options().retry();
            RetryPolicy policy = requireNonNull(own == null ? options.retryPolicy() : own);
            return requireNonNull(steady(policy).delayAfter(failedAttempts), "the delay is null");
        } catch (Throwable e) {
            context.observers().report(execution, TaskEvent.POLICY, e);
            return steady(ExponentialBackoff.DEFAULT).delayAfter(failedAttempts);
        }
    }

    /** Virtual time is deterministic: without the random part. */
    private RetryPolicy steady(RetryPolicy policy) {
        return context.time().moved() && policy instanceof ExponentialBackoff backoff
                ? new ExponentialBackoff(backoff.initial(), backoff.multiplier(), backoff.max(), 0)
                : policy;
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
