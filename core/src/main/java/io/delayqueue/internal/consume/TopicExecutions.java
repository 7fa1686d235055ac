package io.delayqueue.internal.consume;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.FewThreads;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.TaskOutcome;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.ReservedTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Deliveries of one topic in this instance, from their reservation until the store has acknowledged their outcome. Workers make their
 * attempts, and each attempt ends once.
 */
public final class TopicExecutions {

    private static final Logger log = Loggers.of(TopicExecutions.class);

    public static final Comparator<TaskExecution> BY_DELIVERY = Comparator.<TaskExecution>comparingLong(
                    execution -> execution.delivery().number())
            .thenComparing(TaskExecution::id);

    /** Time for a callback to end after its interrupt by the end of its time to run, a request or a removal. */
    public static final long GRACE = TimeUnit.SECONDS.toNanos(5);

    /** Maximum number of callbacks that ignore their interrupt and are replaced by a new thread. */
    private static final int MAX_ABANDONED = 100;

    /** Maximum number of threads that cancel asynchronous work. */
    private static final int MAX_CANCELLING = 4;

    /** Outcomes of attempts that did not begin, or did not come to their end. */
    private static final Set<TaskOutcome> WITHOUT_DURATION =
            Set.of(TaskOutcome.EXPIRED, TaskOutcome.DROPPED, TaskOutcome.RETURNED);

    private final TopicName topic;

    private final TaskRunner runner;

    private final GroupContext context;

    /** Called when there is room for more, on a thread that may ask the store. */
    private final Runnable freed;

    private final Workers workers;

    private final SuspendedAttempts suspended;

    private final DeadLetterNotifier deadLetters;

    /** Deliveries whose outcome the store has not acknowledged; their leases are renewed. */
    private final Map<Delivery, TaskExecution> executions = new ConcurrentHashMap<>();

    /** Tasks of the reservation under way that make the next batch. */
    private final List<TaskExecution> gathered = new ArrayList<>();

    /** Number of tasks of open batches, without one for each slot. */
    private final AtomicInteger following = new AtomicInteger();

    private final Consumer<PendingOutcome> outcomes;

    /** Number of callbacks that still run although their attempt has ended. */
    private final AtomicInteger abandoned = new AtomicInteger();

    /** When a callback ended or was abandoned last, or a slot was seen free. */
    private volatile long slotFreedAt;

    /** How long all slots have been busy without the end of a callback, if that is too long. */
    private volatile @Nullable Duration blocked;

    /** Number of unacknowledged outcomes at which no more tasks are reserved. */
    private final int maxUnacknowledged;

    /** Makes calls of the store for threads that must not wait for the store, one after the other. */
    private final FewThreads calls;

    /** Cancels asynchronous work, which calls the application. */
    private final FewThreads cancellations;

    /** Gives up attempts whose time is over: calls that cancel work and do not return must not keep it from that. */
    private final FewThreads givers;

    TopicExecutions(
            TopicName topic,
            TaskRunner runner,
            GroupContext context,
            DeadLetterNotifier deadLetters,
            Consumer<PendingOutcome> outcomes,
            Runnable freed) {
        this.topic = topic;
        this.runner = runner;
        this.context = context;
        this.freed = freed;
        Driver driver = context.driver();
        int concurrency = runner.concurrency();
        this.outcomes = outcomes;
        this.deadLetters = deadLetters;
        this.maxUnacknowledged = EngineStatus.TopicStatus.maxUnacknowledged(concurrency);
        this.calls = new FewThreads(context.helpers(), 1);
        this.cancellations = new FewThreads(driver.pools().helpers(), MAX_CANCELLING);
        this.givers = new FewThreads(driver.pools().helpers(), 1);
        this.slotFreedAt = context.time().now();
        this.workers = new Workers(concurrency, driver, this::execute);
        limited(false);
        this.suspended = new SuspendedAttempts(driver, workers, cancellations, this::resume, execution -> {
            forget(execution);
            passOn(execution);
        });
    }

    /** Says whether the topic has limits: then no task is taken before it can run, and no batch ever is. */
    void limited(boolean now) {
        workers.limited(now || isBatched());
    }

    private boolean isBatched() {
        return runner.batchSize() > 0;
    }

    /** How many tasks could be taken beside those that wait or run here; not positive if there are enough. */
    int room() {
        int room = Math.min(workers.room(), context.driver().permit(topic));
        return room > 0 && isBatched() ? runner.batchSize() : room;
    }

    /** Whether there is so much room that it is worth a call of the store. */
    boolean wantsMore() {
        return unacknowledged() < maxUnacknowledged
                && workers.wantMore()
                && context.driver().permit(topic) > 0;
    }

    /** How many deliveries have ended whose outcome the store has not taken. */
    private int unacknowledged() {
        return Math.max(0, executions.size() - workers.held() - following.get());
    }

    public EngineStatus.TopicStatus status() {
        int waiting = workers.waiting();
        return new EngineStatus.TopicStatus(
                topic, runner.concurrency(), running(waiting), waiting, abandoned.get(), unacknowledged(), blocked);
    }

    private int running(int waiting) {
        return Math.min(runner.concurrency(), Math.max(0, workers.held() - waiting));
    }

    /** Logs that no callback of the topic has ended for so long while none could begin: once until one ends. */
    public void reportIfBlocked(long now, Duration blockedAfter) {
        Duration ttr = runner.ttr();
        // What may run so long does not hang, and the end of that time ends it.
        Duration after = ttr != null && ttr.compareTo(blockedAfter) > 0 ? ttr : blockedAfter;
        if (running(workers.waiting()) < runner.concurrency()) {
            slotFreedAt = now;
        }
        boolean reported = blocked != null;
        Duration busy = Duration.ofNanos(now - slotFreedAt);
        blocked = busy.compareTo(after) < 0 ? null : busy;
        if (!reported && blocked != null) {
            all().stream()
                    .max(Comparator.comparingLong(execution -> execution.runningFor(now)))
                    .ifPresent(longest -> log.warn(
                            "{} is blocked here: all {} concurrency slots are busy, and no callback has ended for {} s. The"
                                    + " callback of {}, attempt {}, has run for {} s. A ttr ends such callbacks, and so does the"
                                    + " removal of their task. Logged once until a callback ends",
                            topic,
                            runner.concurrency(),
                            after.toSeconds(),
                            longest.delivery().id(),
                            longest.number(),
                            TimeUnit.NANOSECONDS.toSeconds(Math.max(0, longest.runningFor(now))),
                            longest.stack()));
        }
    }

    /** Whether a task waits for a worker or a callback runs. */
    public boolean isRunning() {
        return workers.held() > 0;
    }

    /** Whether no delivery is in work, and the store knows every outcome. */
    boolean isEmpty() {
        return executions.isEmpty();
    }

    /** The deliveries. */
    Set<Delivery> deliveries() {
        return executions.keySet();
    }

    public List<TaskExecution> all() {
        return new ArrayList<>(executions.values());
    }

    /**
     * Takes what was reserved; {@link #start} sets the workers to it.
     *
     * @param leasedAt when its lease began at the earliest, by the engine's time
     * @param stopped whether nothing is to begin any more: it is given back
     */
    void accept(ReservedTask task, long storeTime, long leasedAt, boolean stopped) {
        TaskExecution execution = new TaskExecution(
                topic,
                task,
                storeTime,
                leasedAt,
                context.lease(),
                context.time().nanoTime());
        try {
            executions.put(execution.delivery(), execution);
            if (stopped && execution.giveBack()) {
                giveBack(execution);
            } else if (isBatched()) {
                gathered.add(execution);
            } else {
                workers.add(execution);
            }
        } catch (Throwable e) {
            remove(execution);
            throw e;
        }
    }

    /** Runs one task if it may still begin; false if its worker was replaced meanwhile, or its work continues without it. */
    private boolean execute(TaskExecution execution) {
        // Without a lease another instance may have the task by now: this instance was paused, or the store away.
        if (!execution.isLeased() || context.isDrained()) {
            if (takeBack(execution)) {
                freed.run();
            }
            return true;
        }
        AttemptCaller caller = context.driver().caller(execution);
        return !execution.begin(caller) || run(execution, caller, false);
    }

    /** Ends a task whose work continued without a worker; false if it was abandoned meanwhile, or its worker replaced. */
    private boolean resume(TaskExecution execution) {
        AttemptCaller caller = execution.resume();
        if (caller == null) {
            runner.endLate(execution);
            return false;
        }
        return run(execution, caller, true);
    }

    private boolean run(TaskExecution execution, AttemptCaller caller, boolean resumed) {
        PendingOutcome outcome;
        try {
            outcome = resumed ? runner.end(execution) : runner.run(execution);
            caller.returned();
            if (outcome == null && suspended.suspend(execution)) {
                caller.clearInterruption();
                return false;
            }
        } catch (Throwable e) {
            leave(execution, caller, null);
            throw e;
        }
        boolean stays = leave(execution, caller, outcome);
        if (stays) {
            freed.run();
        }
        return stays;
    }

    /**
     * Ends an attempt on its thread, unless it was abandoned.
     *
     * @param outcome the outcome; without one, the delivery is as if its instance had crashed
     * @return false if the worker was replaced
     */
    private boolean leave(TaskExecution execution, AttemptCaller caller, @Nullable PendingOutcome outcome) {
        boolean mine = execution.tryEnd();
        caller.clearInterruption();
        long now = context.time().now();
        slotFreedAt = now;
        if (!mine) {
            if (!execution.isSuspended()) {
                abandoned.decrementAndGet();
            }
            if (execution.isReplaced()) {
                return false;
            }
        }
        try {
            if (mine && outcome != null) {
                outcome.all().forEach(this::forgetDetail);
                acknowledge(execution, outcome);
                ran(outcome, now - execution.begunAt());
            } else if (mine) {
                forget(execution);
            }
        } finally {
            release(execution);
        }
        return true;
    }

    /** Frees the slot of an attempt that has ended, or lets the next piece of its batch have the slot. */
    private void release(TaskExecution ended) {
        try {
            passOn(ended);
        } finally {
            workers.release();
        }
    }

    private void passOn(TaskExecution ended) {
        TaskExecution next = pollNext(ended);
        if (next == null) {
            return;
        }
        try {
            workers.add(next);
        } catch (Throwable e) {
            for (TaskExecution piece = next; piece != null; piece = pollNext(ended)) {
                forget(piece);
            }
            throw e;
        }
    }

    private @Nullable TaskExecution pollNext(TaskExecution inSlot) {
        TaskExecution next = inSlot.pollNext();
        if (next != null) {
            following.decrementAndGet();
        }
        return next;
    }

    private void forgetDetail(PendingOutcome outcome) {
        // Listeners of dead letters read it.
        if (!(outcome.outcome() instanceof Outcome.Dead) || !deadLetters.hasListeners()) {
            outcome.execution().forgetDetail();
        }
    }

    private void ran(PendingOutcome outcome, long nanos) {
        workers.ran(nanos);
        if (outcome.all()
                .anyMatch(one -> !WITHOUT_DURATION.contains(one.outcome().observed()))) {
            Duration duration = Duration.ofNanos(nanos);
            context.observers().each(observer -> observer.ran(topic, duration));
        }
    }

    /** Queues an outcome for the store; if memory runs out the delivery is as if its instance had crashed. */
    private void acknowledge(TaskExecution execution, PendingOutcome outcome) {
        try {
            outcomes.accept(outcome);
        } catch (Throwable e) {
            remove(execution);
            throw e;
        } finally {
            following.addAndGet(-execution.others().size());
        }
    }

    private void giveBack(TaskExecution execution) {
        acknowledge(execution, PendingOutcome.ofAll(execution, PendingOutcome::unstarted));
    }

    /** Renews the lease of an ended delivery no more whose outcome will never be sent. Allocates nothing. */
    private void forget(TaskExecution execution) {
        remove(execution);
        following.addAndGet(-execution.others().size());
    }

    private void remove(TaskExecution execution) {
        executions.remove(execution.delivery());
        execution.others().forEach(task -> executions.remove(task.delivery()));
    }

    void start() {
        if (!gathered.isEmpty()) {
            addBatch();
        }
        workers.start();
    }

    private void addBatch() {
        try {
            Queue<TaskExecution> pieces = new ConcurrentLinkedQueue<>();
            for (List<TaskExecution> piece : runner.cut(gathered)) {
                TaskExecution first = piece.get(0);
                first.lead(piece.subList(1, piece.size()));
                first.queue(pieces);
            }
            workers.add(pieces.remove());
            following.addAndGet(gathered.size() - 1);
        } catch (Throwable e) {
            gathered.forEach(this::remove);
            throw e;
        } finally {
            gathered.clear();
        }
    }

    /** The store has a delivery's outcome. */
    public void acknowledged(Delivery delivery) {
        if (executions.remove(delivery) != null && unacknowledged() == maxUnacknowledged - 1) {
            calls.execute(freed);
        }
    }

    /**
     * A message reports the removal or replacement of a task while it was delivered. If its callback has not begun it goes back to the
     * store, which knows whether that is so; else the callback can see it. A task whose message is here before the reply that brings its
     * delivery begins: the store refuses its outcome.
     *
     * @param interrupt whether a callback that has begun is interrupted, for the task is removed
     */
    public void discard(String id, long number, boolean interrupt) {
        for (TaskExecution execution : find(id, number)) {
            execution.cancel();
            if (isBatched()) {
                // The others of its batch go on. A batch that has not begun leaves the task out.
                continue;
            }
            if (takeBack(execution)) {
                calls.execute(freed);
            } else if (interrupt) {
                execution.interruptForRemoval();
            }
        }
    }

    /** A message asks for the interruption of an attempt, as the store has to confirm. One whose callback has not begun goes on. */
    public void interrupted(String id, long number) {
        find(id, number).forEach(execution -> calls.execute(() -> interruptIfConfirmed(execution)));
    }

    private List<TaskExecution> find(String id, long number) {
        return executions.values().stream()
                .filter(execution -> execution.delivery().number() == number
                        && execution.id().equals(id))
                .toList();
    }

    private void interruptIfConfirmed(TaskExecution execution) {
        try {
            if (context.backend().tasks().isInterruptRequested(topic.group(), execution.delivery())
                    && execution.lead().interruptOnRequest()) {
                log.info("Attempt {} of {} in {} is interrupted on request", execution.number(), execution.id(), topic);
            }
        } catch (TaskStoreException e) {
            // As if the message had been lost.
            log.debug("The request to interrupt {} in {} could not be confirmed", execution.id(), topic, e);
        }
    }

    /** Gives back what has not begun. */
    public void giveBackWaiting() {
        workers.takeBack(this::takeBack);
        executions.values().forEach(running -> {
            for (TaskExecution next = pollNext(running); next != null; next = pollNext(running)) {
                if (next.giveBack()) {
                    giveBack(next);
                }
            }
        });
    }

    /** Gives unstarted tasks back if they have waited too long: another instance may be free. Those that only have to end, end. */
    public void giveBackStalled(long now, long patience) {
        cancellations.start();
        givers.start();
        calls.start();
        suspended.endStalled(now, GRACE);
        TaskExecution longest = workers.longestWaiting();
        if (longest != null && now - longest.reservedAt() > patience) {
            workers.stalled();
            workers.takeBack(this::takeBack);
        }
    }

    /**
     * Interrupts the callbacks whose time is over.
     *
     * @param giveUp ends those that cannot, or do not, answer an interruption; calls the application
     */
    public void endOverdue(long now, Consumer<TaskExecution> giveUp) {
        List<TaskExecution> overdue = overdue(now);
        if (!overdue.isEmpty() && givers.isIdle()) {
            givers.execute(() -> overdue.forEach(execution -> giveUp(execution, giveUp)));
        }
    }

    private void giveUp(TaskExecution execution, Consumer<TaskExecution> giveUp) {
        try {
            giveUp.accept(execution);
        } catch (RuntimeException e) {
            log.error("The attempt of {} in {} whose time is over could not be ended", execution.id(), topic, e);
        }
    }

    private List<TaskExecution> overdue(long now) {
        List<TaskExecution> overdue = new ArrayList<>();
        for (TaskExecution execution : executions.values()) {
            if (execution.caller().isPaused()) {
                // It would have ended by itself, or gone on, but for those that run within it.
                continue;
            }
            boolean timeOver = execution.interruptIfTimedOut(now);
            if (timeOver) {
                log.debug("{} in {} has run out of time and is interrupted", execution.id(), topic);
            }
            if (timeOver && !execution.canAnswer() || execution.isOverdue(now, GRACE)) {
                overdue.add(execution);
            }
        }
        overdue.sort(BY_DELIVERY);
        return overdue;
    }

    /** Gives back a task that no worker has begun; false if one has, or it was given back before. */
    private boolean takeBack(TaskExecution execution) {
        if (!execution.giveBack()) {
            return false;
        }
        try {
            giveBack(execution);
        } finally {
            release(execution);
        }
        return true;
    }

    /** Ends an attempt whose callback does not: its worker is replaced, unless too many were, and leaves when it returns. */
    public boolean abandon(TaskExecution execution, PendingOutcome outcome) {
        boolean replace = abandoned.incrementAndGet() <= MAX_ABANDONED;
        if (!execution.abandon(replace)) {
            abandoned.decrementAndGet();
            return false;
        }
        if (execution.isSuspended()) {
            // There is no thread that does not return.
            abandoned.decrementAndGet();
        }
        slotFreedAt = context.time().now();
        try {
            acknowledge(execution, outcome);
        } finally {
            if (execution.isReplaced()) {
                try {
                    passOn(execution);
                } finally {
                    workers.replace();
                    calls.execute(freed);
                }
            }
        }
        return true;
    }
}
