package io.delayqueue.internal.run;

import static java.util.Objects.requireNonNull;

import io.delayqueue.BatchCallback;
import io.delayqueue.BatchFailedException;
import io.delayqueue.DeadReason;
import io.delayqueue.DelayQueueException;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskMessage;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.TaskJson;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.run.Attempt.Reason;
import io.delayqueue.internal.run.CallbackInvoker.Invocation;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Failures;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskDetail;
import io.delayqueue.store.TaskStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Runs the callbacks of one topic and determines the outcome of each task.
 *
 * @param callback the topic's callback; null if its tasks carry theirs
 * @param options the topic's options with the defaults for missing ones; a null time to run is no limit
 * @param context the context of the group, with the clock of deadlines
 * @param attempts passes attempts through the interceptors
 * @param records makes the records of ended tasks
 */
public record TaskRunner(
        TopicName topic,
        @Nullable TopicCallback callback,
        TopicOptions options,
        GroupContext context,
        CallbackInvoker invoker,
        Repeats repeats,
        Attempts attempts,
        RecordWriter records) {

    private static final Logger log = Loggers.of(TaskRunner.class);

    /**
     * Number of additional attempts for attempts that ended without an outcome. These are usually not the task's fault, but a
     * task that crashes every instance must end.
     */
    private static final int MAX_LOST_RUNS = 5;

    private FailedAttempts failures() {
        return new FailedAttempts(topic, context, options, repeats);
    }

    /** How many tasks may run at once. */
    public int concurrency() {
        return requireNonNull(options.concurrency());
    }

    /** Maximum number of tasks of a batch; 0 without batches. */
    public int batchSize() {
        return options.batch() == null ? 0 : options.batch().size();
    }

    /**
     * Cuts the tasks of a batch into pieces, which run one after another, the largest first. In each attempt of a task
     * after the first, its piece has at most half as many tasks as in the attempt before, rounded up; an attempt whose
     * lease was lost counts too. In its last attempt the task runs alone, unless that is its first attempt. So the task
     * that fails each of its batches is found, and dies alone.
     */
    public List<List<TaskExecution>> cut(List<TaskExecution> batch) {
        SortedMap<Integer, List<TaskExecution>> bySize = new TreeMap<>(Comparator.reverseOrder());
        batch.forEach(task -> bySize.computeIfAbsent(pieceSize(task), size -> new ArrayList<>())
                .add(task));
        List<List<TaskExecution>> pieces = new ArrayList<>();
        bySize.forEach((size, tasks) -> pieces.addAll(TaskStore.batches(tasks, size)));
        return pieces;
    }

    private int pieceSize(TaskExecution task) {
        int halvings = task.number() - 1;
        if (halvings == 0) {
            return batchSize();
        }
        try {
            task.read();
        } catch (UnreadableTaskException e) {
            // The batch leaves the task out, and reports it.
        }
        return failures().retryLimit(task).isSpent(task.number())
                ? 1
                : ((batchSize() - 1) >> Math.min(halvings, Integer.SIZE - 1)) + 1;
    }

    /** Time to run of tasks without their own; null if there is no limit. */
    @Nullable
    public Duration ttr() {
        return options.ttr();
    }

    /**
     * Runs the callback of an attempt on this thread. Never throws an exception.
     *
     * @return the outcomes; null if they depend on pending {@linkplain Attempt#work work}
     */
    public @Nullable List<PendingOutcome> run(Attempt attempt) {
        try {
            Start start = options.batch() == null ? prepare(attempt.first()) : prepareBatch(attempt);
            if (start == null) {
                return attempt.outcomes(PendingOutcome::unstarted);
            }
            if (start.ttr != null) {
                attempt.limit(start.ttr);
            }
            attempts.pass(attempt, start.invocation, start.context);
            return attempt.returned() ? null : outcomes(attempt, null);
        } catch (Throwable e) {
            return outcomes(attempt, e);
        }
    }

    /** Ends an attempt on this thread after the end of its work. Never throws an exception. */
    public List<PendingOutcome> end(Attempt attempt) {
        try {
            endWork(attempt);
            return outcomes(attempt, null);
        } catch (Throwable e) {
            return outcomes(attempt, e);
        }
    }

    /** Ends the work of an attempt that has ended before: its interceptors end what they have begun. Never throws. */
    public void endLate(Attempt attempt) {
        try {
            endWork(attempt);
        } catch (Throwable e) {
            log.debug("The work of {} in {} has failed late", attempt.first().id(), topic, e);
        }
    }

    private void endWork(Attempt attempt) throws Exception {
        attempts.during(attempt, requireNonNull(attempt.takeWork())::end);
    }

    /** A task, or a batch, that begins. */
    private record Start(
            Invocation invocation,
            AttemptContext context,
            @Nullable Duration ttr) {}

    /** Prepares the tasks of a batch; null if none begins. */
    private @Nullable Start prepareBatch(Attempt attempt) {
        TopicCallback local = requireNonNull(callback);
        @SuppressWarnings("unchecked")
        BatchCallback<@Nullable Object> checking = (BatchCallback<@Nullable Object>) local.callback();
        List<TaskMessage<@Nullable Object>> messages = new ArrayList<>();
        Duration shortest = null;
        for (TaskExecution task : attempt.tasks()) {
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
                apart(failures().thrown(task, e));
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
        RetryLimit limit = failures().retryLimit(execution);
        int certain = execution.number() - 1 - MAX_LOST_RUNS;
        if (certain > 0 && (limit.isSpent(certain) || limit.isTooOld(execution.retriedFor()))) {
            return apart(failures()
                    .bury(
                            execution,
                            new DelayQueueException(
                                    limit + " are spent"
                                            + (limit.isSpent(certain) ? " and " + MAX_LOST_RUNS + " more" : "")
                                            + "; the last ones ended without an outcome: their instance crashed, stopped or lost its lease"),
                            DeadReason.ATTEMPTS_EXHAUSTED));
        }
        try {
            repeats.prepare(execution);
        } catch (InvalidTaskException e) {
            return apart(failures().bury(execution, e, DeadReason.UNREADABLE));
        }
        PendingOutcome late = LateTask.check(execution, task, options, repeats);
        if (late != null) {
            return apart(late);
        }
        Invocation invocation = invoker.read(topic, task, callback);
        if (invocation == null) {
            invoker.foreign().accept(topic);
            return apart(PendingOutcome.unstarted(execution));
        }
        Duration ttr = task.options().ttr() != null ? task.options().ttr() : options.ttr();
        execution.started(context.observers(), task);
        return new Start(invocation, new AttemptContext(execution, task, limit.maxAttempts(), records), ttr);
    }

    /** Determines the outcomes of an attempt that has thrown an exception, or has ended without one. */
    private List<PendingOutcome> outcomes(Attempt attempt, @Nullable Throwable failure) {
        if (failure instanceof BatchFailedException batch && options.batch() != null) {
            return outcomesOfBatch(attempt, batch);
        }
        return attempt.outcomes(
                task -> failure == null ? ended(task) : failures().thrown(task, failure));
    }

    private List<PendingOutcome> outcomesOfBatch(Attempt attempt, BatchFailedException batch) {
        List<TaskExecution> list =
                attempt.tasks().stream().filter(task -> task.apart() == null).toList();
        int last = batch.failures().lastKey();
        if (attempt.isToFail() || last >= list.size()) {
            Throwable whole = last < list.size()
                    ? batch
                    : new IllegalArgumentException(
                            "position must be below " + list.size() + ", the size of the batch, but is " + last, batch);
            return attempt.outcomes(task -> failures().thrown(task, whole));
        }
        return attempt.outcomes(task -> {
            int position = list.indexOf(task);
            Throwable own = batch.failures().get(position);
            if (own != null) {
                return failures().thrown(task, own);
            }
            return batch.hasBegun(position) ? ended(task) : PendingOutcome.unstarted(task);
        });
    }

    /** Determines the outcome of a callback that has ended without a failure: an end after an interruption is not the work's. */
    private PendingOutcome ended(TaskExecution execution) {
        Attempt attempt = execution.attempt();
        if (attempt.isToFail()) {
            return failures().interrupted(execution);
        }
        if (attempt.interruptedBy() == Reason.SHUTDOWN || execution.isCancelled()) {
            return PendingOutcome.started(execution);
        }
        Outcome next = execution.repeat() == null ? null : repeats.next(execution, null);
        return new PendingOutcome(execution, next == null ? new Outcome.Finished(execution.delivery()) : next, null);
    }

    /** Adds the records of ended tasks to the outcomes of an attempt. */
    public List<PendingOutcome> recorded(List<PendingOutcome> ended) {
        return records.recorded(ended);
    }

    /** Prepares the callback, so that the first task does not wait for it: tens of milliseconds in a new JVM. */
    public void warmUp() {
        byte[] detail = "[0,\"t\",{\"a\":[1]},{}]".getBytes(StandardCharsets.UTF_8);
        try {
            TaskJson.read(detail);
        } catch (UnreadableTaskException e) {
            throw new IllegalStateException(e);
        }
        Failures.write(1, new DelayQueueException("warm-up"), Instant.EPOCH, null, true);
        if (callback != null) {
            invoker.warmUp(callback);
        }
    }

    /** Determines the outcomes of an attempt whose callback ignores its interrupt by the end of its time, a request or a removal. */
    public List<PendingOutcome> overrun(Attempt attempt) {
        return attempt.outcomes(
                attempt.interruptedBy() == Reason.REMOVAL ? PendingOutcome::started : failures()::interrupted);
    }
}
