package io.delayqueue.internal.run;

import io.delayqueue.BatchCallback;
import io.delayqueue.BatchFailedException;
import io.delayqueue.DeadReason;
import io.delayqueue.DelayQueueException;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RetryPolicy;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskMessage;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.internal.codec.TaskJson;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.internal.run.CallbackInvoker.Invocation;
import io.delayqueue.internal.run.Interruption.Reason;
import io.delayqueue.log.Loggers;
import io.delayqueue.log.StackText;
import io.delayqueue.store.Failures;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskDetail;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Runs the callbacks of one topic and determines the outcome of each task. */
public final class TaskRunner {

    private static final Logger log = Loggers.of(TaskRunner.class);

    /**
     * Number of additional attempts for attempts that ended without an outcome. These are usually not the task's fault, but a
     * task that crashes every instance must end.
     */
    private static final int MAX_LOST_RUNS = 5;

    /** Number of attempts of a task that cannot be read, though it may have fewer: the store may deliver it to the same instance again. */
    private static final int MIN_READS = 4;

    private final TopicName topic;

    private final GroupContext context;

    private final @Nullable TopicCallback callback;

    /** Of these options only the time to run may be null. */
    private final TopicOptions options;

    /** Limit of tasks without their own. */
    private final RetryLimit retryLimit;

    private final CallbackInvoker invoker;

    private final Repeats repeats;

    private final Attempts attempts;

    private final List<TaskInterceptor> interceptors;

    /**
     * Creates a runner.
     *
     * @param callback the topic's callback; null if its tasks carry theirs
     * @param options the topic's options with the defaults for missing ones; a null time to run is no limit
     * @param context the context of the group, with the clock of deadlines
     * @param interceptors intercept callbacks, the first one outermost
     * @param attempts tracks the attempt of each thread
     */
    public TaskRunner(
            TopicName topic,
            @Nullable TopicCallback callback,
            TopicOptions options,
            GroupContext context,
            CallbackInvoker invoker,
            Repeats repeats,
            List<TaskInterceptor> interceptors,
            Attempts attempts) {
        this.topic = topic;
        this.context = context;
        this.callback = callback;
        this.options = options;
        this.retryLimit = new RetryLimit(options.maxAttempts(), options.retryFor());
        this.invoker = invoker;
        this.repeats = repeats;
        this.interceptors = List.copyOf(interceptors);
        this.attempts = attempts;
    }

    /** How many tasks may run at once. */
    public int concurrency() {
        return options.concurrency();
    }

    /** Maximum number of tasks of a batch; 0 without batches. */
    public int batchSize() {
        return options.batch() == null ? 0 : options.batch().size();
    }

    /**
     * Cuts the tasks of a batch into pieces, which run one after another, the largest first. Each attempt of a task halves its piece, and its last attempt
     * runs alone unless it is the first too: a task that fails each of its batches dies alone.
     */
    public List<List<TaskExecution>> cut(List<TaskExecution> batch) {
        SortedMap<Integer, List<TaskExecution>> bySize = new TreeMap<>(Comparator.reverseOrder());
        batch.forEach(task -> bySize.computeIfAbsent(pieceSize(task), size -> new ArrayList<>())
                .add(task));
        List<List<TaskExecution>> pieces = new ArrayList<>();
        bySize.forEach((size, tasks) -> {
            for (int from = 0; from < tasks.size(); from += size) {
                pieces.add(tasks.subList(from, Math.min(tasks.size(), from + size)));
            }
        });
        return pieces;
    }

    private int pieceSize(TaskExecution task) {
        int failed = task.number() - 1;
        if (failed == 0) {
            return batchSize();
        }
        try {
            task.read();
        } catch (UnreadableTaskException e) {
            log.debug("{} in {} cannot be read; its batch leaves it out", task.id(), topic, e);
        }
        return retryLimit(task).isSpent(task.number())
                ? 1
                : (batchSize() - 1 >> Math.min(failed, Integer.SIZE - 1)) + 1;
    }

    /** Time to run of tasks without their own; null if there is no limit. */
    @Nullable
    public Duration ttr() {
        return options.ttr();
    }

    /**
     * Runs a task's callback on this thread. Never throws an exception.
     *
     * @return the outcome; null if it depends on pending {@linkplain TaskExecution#work work}
     */
    public @Nullable PendingOutcome run(TaskExecution execution) {
        try {
            return attempt(execution);
        } catch (Throwable e) {
            return outcomes(execution, e);
        }
    }

    /** Ends an attempt on this thread after the end of its work. Never throws an exception. */
    public PendingOutcome end(TaskExecution execution) {
        try {
            endWork(execution);
            return outcomes(execution, null);
        } catch (Throwable e) {
            return outcomes(execution, e);
        }
    }

    /** Ends the work of an attempt that has ended before: its interceptors end what they have begun. Never throws. */
    public void endLate(TaskExecution execution) {
        try {
            endWork(execution);
        } catch (Throwable e) {
            log.debug("The work of {} in {} has failed late", execution.id(), topic, e);
        }
    }

    private void endWork(TaskExecution execution) throws Exception {
        AsynchronousWork work = Objects.requireNonNull(execution.takeWork());
        attempts.during(execution, work::end);
    }

    private @Nullable PendingOutcome attempt(TaskExecution execution) throws Exception {
        Start start = options.batch() == null ? prepare(execution) : prepareBatch(execution);
        if (start == null) {
            return PendingOutcome.ofAll(execution, PendingOutcome::unstarted);
        }
        if (start.ttr != null) {
            execution.limit(start.ttr, context.time().clock());
        }
        List<TaskInterceptor> around = execution.caller().around(interceptors);
        attempts.during(execution, () -> Interception.run(around, start.invocation, start.context));
        return execution.returned() ? null : outcomes(execution, null);
    }

    /** A task, or a batch, that begins. */
    private record Start(
            Invocation invocation,
            AttemptContext context,
            @Nullable Duration ttr) {}

    /** Prepares the tasks of a batch; null if none begins. */
    private @Nullable Start prepareBatch(TaskExecution lead) {
        TopicCallback local = Objects.requireNonNull(callback);
        @SuppressWarnings("unchecked")
        BatchCallback<@Nullable Object> checking = (BatchCallback<@Nullable Object>) local.callback();
        List<TaskMessage<@Nullable Object>> messages = new ArrayList<>();
        Duration shortest = null;
        for (TaskExecution task : lead.tasks()) {
            try {
                Start start = task.isOutcomeVoid() ? apart(PendingOutcome.unstarted(task)) : prepare(task);
                if (start != null) {
                    checking.check(start.invocation.payload());
                    task.begins();
                    messages.add(new TaskMessage<>(start.invocation.payload(), start.context));
                    boolean shorter = shortest == null || start.ttr != null && start.ttr.compareTo(shortest) < 0;
                    shortest = shorter ? start.ttr : shortest;
                }
            } catch (Throwable e) {
                apart(thrown(task, e));
            }
        }
        if (messages.isEmpty()) {
            return null;
        }
        context.observers().each(observer -> observer.batchStarted(topic, messages.size()));
        return new Start(
                CallbackInvoker.call(local, List.copyOf(messages)),
                (AttemptContext) messages.get(0).context(),
                shortest);
    }

    private static @Nullable Start apart(PendingOutcome outcome) {
        outcome.execution().apart(outcome);
        return null;
    }

    /** Prepares a task; null if the task does not begin, but has an outcome. */
    private @Nullable Start prepare(TaskExecution execution) throws Exception {
        TaskDetail task = execution.read();
        RetryLimit limit = retryLimit(execution);
        int certain = execution.number() - 1 - MAX_LOST_RUNS;
        if (certain > 0 && (limit.isSpent(certain) || limit.isTooOld(execution.retriedFor()))) {
            return apart(bury(
                    execution,
                    new DelayQueueException(
                            limit + " are spent"
                                    + (limit.isSpent(certain) ? " and " + MAX_LOST_RUNS + " more" : "")
                                    + "; the last ones ended without an outcome: their instance crashed, stopped or lost its lease"),
                    DeadReason.ATTEMPTS_EXHAUSTED));
        }
        try {
            if (execution.repeat() != null) {
                repeats.prepare(execution);
            }
        } catch (InvalidTaskException e) {
            return apart(bury(execution, e, DeadReason.UNREADABLE));
        }
        LateTask late =
                LateTask.check(execution.delivery(), execution.number(), task, options, repeats, execution::storeNow);
        if (late != null) {
            return apart(new PendingOutcome(execution, late.outcome(), late.failure()));
        }
        Invocation invocation = invoker.prepare(topic, task, callback);
        if (invocation == null) {
            return apart(PendingOutcome.unstarted(execution));
        }
        Duration ttr = task.options().ttr() != null ? task.options().ttr() : options.ttr();
        context.observers().started(topic, execution.lateness(), execution.keyWait(task));
        return new Start(invocation, new AttemptContext(topic, execution, task, limit.maxAttempts()), ttr);
    }

    /** Determines the outcomes of an attempt that has thrown an exception, or has ended without one. */
    private PendingOutcome outcomes(TaskExecution lead, @Nullable Throwable failure) {
        List<TaskExecution> list =
                lead.tasks().stream().filter(task -> task.apart() == null).toList();
        BatchFailedException named = options.batch() != null
                        && failure instanceof BatchFailedException batch
                        && batch.failures().lastKey() < list.size()
                        && !lead.isToFail()
                ? batch
                : null;
        Throwable whole = failure instanceof BatchFailedException batch && options.batch() != null && named == null
                ? beyond(batch, list.size())
                : failure;
        return PendingOutcome.ofAll(lead, task -> {
            if (named == null) {
                return whole == null ? ended(task) : thrown(task, whole);
            }
            int position = list.indexOf(task);
            Throwable own = named.failures().get(position);
            if (own != null) {
                return thrown(task, own);
            }
            return named.hasBegun(position) ? ended(task) : PendingOutcome.unstarted(task);
        });
    }

    /** Returns the failure of a batch that names a task which the batch does not have. */
    private static Throwable beyond(BatchFailedException failure, int size) {
        int last = failure.failures().lastKey();
        return last < size
                ? failure
                : new IllegalArgumentException(
                        "position must be below " + size + ", the size of the batch, but is " + last, failure);
    }

    /** Determines the outcome of an attempt that has thrown an exception. */
    private PendingOutcome thrown(TaskExecution execution, Throwable failure) {
        try {
            if (failure instanceof UnreadableTaskException unreadable && execution.interruptedBy() != Reason.SHUTDOWN) {
                return unreadable(execution, unreadable);
            }
            return failed(execution, execution.isToFail() ? interrupted(execution, failure) : failure);
        } catch (Throwable e) {
            log.debug("The outcome of {} in {} cannot be acknowledged; it is given back", execution.id(), topic, e);
            report(execution, TaskEvent.UNACKNOWLEDGED, e);
            return PendingOutcome.started(execution);
        }
    }

    /** Determines the outcome of a callback that has ended without a failure: an end after an interruption is not the work's. */
    private PendingOutcome ended(TaskExecution execution) {
        if (execution.isToFail()) {
            return failed(execution, interrupted(execution, null));
        }
        if (execution.interruptedBy() == Reason.SHUTDOWN || execution.isCancelled()) {
            return PendingOutcome.started(execution);
        }
        Repeat repeat = execution.repeat();
        Outcome next = repeat == null ? null : repeats.next(execution, repeat, null);
        return new PendingOutcome(execution, next == null ? new Outcome.Finished(execution.delivery()) : next, null);
    }

    /** Prepares the callback, so that the first task does not wait for it: tens of milliseconds in a new JVM. */
    public void warmUp() {
        byte[] detail = "[0,\"t\",{\"a\":[1]},{}]".getBytes(StandardCharsets.UTF_8);
        try {
            TaskJson.read(detail);
        } catch (UnreadableTaskException e) {
            throw new IllegalStateException(e);
        }
        Failures.write(1, new DelayQueueException("warm-up"), Instant.EPOCH, null);
        if (callback != null) {
            invoker.warmUp(callback);
        }
    }

    /** Determines the outcome of a task whose callback ignores its interrupt by the end of its time, a request or a removal. */
    public PendingOutcome overrun(TaskExecution execution) {
        return PendingOutcome.ofAll(
                execution,
                task -> task.interruptedBy() == Reason.REMOVAL
                        ? PendingOutcome.started(task)
                        : failed(task, interrupted(task, null)));
    }

    private PendingOutcome failed(TaskExecution execution, Throwable thrown) {
        Throwable failure = thrown instanceof RetryTaskException asked ? checked(asked) : thrown;
        execution.failed(failure);
        Outcome.Hold hold = failure instanceof RetryTaskException asked ? hold(asked) : null;
        if (hold != null) {
            return released(execution, hold, failure);
        }
        int attempt = execution.number();
        Reason reason = execution.interruptedBy();
        if (reason == Reason.SHUTDOWN || reason == Reason.REMOVAL && isInterruption(failure)) {
            // The store determines whether there is a lease to give back.
            return PendingOutcome.started(execution);
        }
        boolean isFinal = !execution.isToFail() && isFinal(failure);
        boolean counts = !(failure instanceof RetryTaskException asked) || asked.counts();
        RetryLimit limit = retryLimit(execution);
        boolean isSpent = isFinal || counts && limit.isSpent(attempt);
        Duration delay = isSpent ? Duration.ZERO : delay(execution, failure);
        if (isSpent || limit.isTooOld(execution.retriedFor().plus(delay))) {
            // No further attempt of this occurrence; only a rejection also ends the repetition.
            Repeat repeat = failure instanceof RejectTaskException ? null : execution.repeat();
            Outcome.NextOccurrence next =
                    repeat == null ? null : repeats.next(execution, repeat, json(execution, failure, null));
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
    private RetryLimit retryLimit(TaskExecution execution) {
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

    private PendingOutcome bury(TaskExecution execution, Throwable failure, DeadReason reason) {
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

    private static DelayQueueException interrupted(TaskExecution execution, @Nullable Throwable cause) {
        return new DelayQueueException(
                execution.interruptedBy() == Reason.TIME_OVER
                        ? "The callback did not end within its time to run and was interrupted"
                        : "The callback was interrupted on request",
                cause);
    }
}
