package io.delayqueue.internal.consume;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.FewThreads;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.run.Attempt;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.TaskOutcome;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.ReservedTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries of one topic in this instance, from their reservation until the store has acknowledged their outcome. Workers make their
 * attempts, and each attempt ends once.
 */
public final class TopicExecutions {

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
    final Runnable freed;

    final Workers workers;

    private final SuspendedAttempts suspended;

    private final DeadLetterNotifier deadLetters;

    /** Deliveries whose outcome the store has not acknowledged; their leases are renewed. */
    private final Map<Delivery, TaskExecution> executions = new ConcurrentHashMap<>();

    /** Tasks of the reservation under way that make the next batch. */
    private final List<TaskExecution> gathered = new ArrayList<>();

    /** Receives the outcomes of the tasks of an attempt. */
    private final Consumer<List<PendingOutcome>> outcomes;

    /** Number of deliveries that have ended whose outcome the store has not taken. */
    final AtomicInteger unacknowledged = new AtomicInteger();

    /** Number of callbacks that still run although their attempt has ended. */
    final AtomicInteger abandoned = new AtomicInteger();

    /** Number of unacknowledged outcomes at which no more tasks are reserved. */
    private final int maxUnacknowledged;

    /** Makes calls of the store for threads that must not wait for the store, one after the other. */
    final FewThreads calls;

    /** Cancels asynchronous work, which calls the application. */
    private final FewThreads cancellations;

    TopicExecutions(
            TopicName topic,
            TaskRunner runner,
            GroupContext context,
            DeadLetterNotifier deadLetters,
            Consumer<List<PendingOutcome>> outcomes,
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
        this.calls = new FewThreads(context.calls(), 1, 1);
        this.cancellations = new FewThreads(driver.pools().helpers(), MAX_CANCELLING);
        this.workers = new Workers(concurrency, driver, this::execute);
        limited(false);
        this.suspended = new SuspendedAttempts(driver, workers, cancellations, this::resume, attempt -> {
            forget(attempt);
            passOn(attempt);
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
        return unacknowledged.get() < maxUnacknowledged
                && workers.wantMore()
                && context.driver().permit(topic) > 0;
    }

    /** Whether a task waits for a worker or a callback runs. */
    public boolean isRunning() {
        return workers.held() > 0;
    }

    /** The deliveries whose outcome the store has not acknowledged. */
    Set<Delivery> deliveries() {
        return executions.keySet();
    }

    public List<TaskExecution> all() {
        return List.copyOf(executions.values());
    }

    /** The attempts of the deliveries. */
    public Stream<Attempt> attempts() {
        return executions.isEmpty()
                ? Stream.empty()
                : executions.values().stream().map(TaskExecution::attempt).distinct();
    }

    /**
     * Takes what was reserved; {@link #start} sets the workers to it.
     *
     * @param leasedAt when its lease began at the earliest, by the engine's time
     * @param stopped whether nothing is to begin any more: it is given back
     */
    void accept(ReservedTask task, long storeTime, long leasedAt, boolean stopped) {
        TaskExecution execution = new TaskExecution(topic, task, storeTime, leasedAt, context.lease(), context.time());
        Attempt attempt = execution.attempt();
        try {
            executions.put(execution.delivery(), execution);
            if (stopped && attempt.giveBack()) {
                giveBack(attempt);
            } else if (isBatched()) {
                gathered.add(execution);
            } else {
                workers.add(attempt);
            }
        } catch (Throwable e) {
            forget(attempt);
            throw e;
        }
    }

    /** Makes an attempt if it may still begin; false if its worker was replaced meanwhile, or its work continues without it. */
    private boolean execute(Attempt attempt) {
        // Without a lease another instance may have the task by now: this instance was paused, or the store away.
        // The first task stands for its piece, because a batch is reserved in one call, and its leases are renewed
        // together. So others may be given back that are leased still, which costs no attempt.
        TaskExecution first = attempt.first();
        if (!first.isLeased() || context.isDrained()) {
            if (takeBack(attempt)) {
                freed.run();
            }
            return true;
        }
        return !attempt.begin(context.driver().caller(first)) || run(attempt, runner::run);
    }

    /** Ends an attempt whose work continued without a worker; false if it was abandoned meanwhile, or its worker replaced. */
    private boolean resume(Attempt attempt) {
        if (!attempt.resume()) {
            runner.endLate(attempt);
            return false;
        }
        return run(attempt, runner::end);
    }

    private boolean run(Attempt attempt, Function<Attempt, @Nullable List<PendingOutcome>> step) {
        List<PendingOutcome> ended;
        try {
            ended = step.apply(attempt);
            attempt.caller().returned();
            if (ended == null && suspended.suspend(attempt)) {
                attempt.caller().clearInterruption();
                return false;
            }
            // Here, while the attempt can still be abandoned, because filters of records call the application.
            ended = ended == null ? null : runner.recorded(ended);
        } catch (Throwable e) {
            leave(attempt, null);
            throw e;
        }
        boolean stays = leave(attempt, ended);
        if (stays) {
            freed.run();
        }
        return stays;
    }

    /**
     * Ends an attempt on its thread, unless it was abandoned.
     *
     * @param ended the outcomes; without them, the deliveries are as if their instance had crashed
     * @return false if the worker was replaced
     */
    private boolean leave(Attempt attempt, @Nullable List<PendingOutcome> ended) {
        boolean mine = attempt.tryEnd();
        attempt.caller().clearInterruption();
        long now = context.now();
        workers.slotFreed(now);
        if (!mine) {
            if (!attempt.isSuspended()) {
                abandoned.decrementAndGet();
            }
            if (attempt.isReplaced()) {
                return false;
            }
        }
        try {
            if (mine && ended != null) {
                ended.forEach(this::forgetDetail);
                acknowledge(ended);
                ran(ended, now - attempt.begunAt());
            } else if (mine) {
                forget(attempt);
            }
        } finally {
            release(attempt);
        }
        return true;
    }

    /** Frees the slot of an attempt that has ended, or lets the next piece of its batch have the slot. */
    private void release(Attempt ended) {
        try {
            passOn(ended);
        } finally {
            workers.release();
        }
    }

    private void passOn(Attempt ended) {
        Attempt next = ended.pollNext();
        if (next == null) {
            return;
        }
        try {
            workers.add(next);
        } catch (Throwable e) {
            for (Attempt piece = next; piece != null; piece = ended.pollNext()) {
                forget(piece);
            }
            throw e;
        }
    }

    private void forgetDetail(PendingOutcome outcome) {
        // Listeners of dead letters read it.
        if (!(outcome.outcome() instanceof Outcome.Dead) || !deadLetters.hasListeners()) {
            outcome.execution().forgetDetail();
        }
    }

    private void ran(List<PendingOutcome> ended, long nanos) {
        workers.ran(nanos);
        if (ended.stream()
                .anyMatch(one -> !WITHOUT_DURATION.contains(one.outcome().observed()))) {
            Duration duration = Duration.ofNanos(nanos);
            context.observers().each(observer -> observer.ran(topic, duration));
        }
    }

    /** Queues outcomes for the store; if memory runs out the deliveries are as if their instance had crashed. */
    private void acknowledge(List<PendingOutcome> ended) {
        unacknowledged.addAndGet(ended.size());
        try {
            outcomes.accept(ended);
        } catch (Throwable e) {
            for (int i = 0; i < ended.size(); i++) {
                remove(ended.get(i).delivery());
            }
            throw e;
        }
    }

    private void giveBack(Attempt attempt) {
        acknowledge(attempt.outcomes(PendingOutcome::unstarted));
    }

    /** Removes a delivery that has ended; true if more tasks can be reserved from now on. */
    private boolean remove(Delivery delivery) {
        return executions.remove(delivery) != null && unacknowledged.getAndDecrement() == maxUnacknowledged;
    }

    /** Renews the leases of deliveries no more whose outcome will never be sent. */
    private void forget(Attempt attempt) {
        forget(attempt.tasks());
    }

    /** Allocates nothing, because memory may have run out. */
    private void forget(List<TaskExecution> tasks) {
        for (int i = 0; i < tasks.size(); i++) {
            executions.remove(tasks.get(i).delivery());
        }
    }

    void start() {
        if (!gathered.isEmpty()) {
            addBatch();
        }
        workers.start();
    }

    private void addBatch() {
        try {
            Queue<Attempt> pieces = new ConcurrentLinkedQueue<>();
            runner.cut(gathered).forEach(piece -> new Attempt(piece, pieces));
            workers.add(pieces.remove());
        } catch (Throwable e) {
            forget(gathered);
            throw e;
        } finally {
            gathered.clear();
        }
    }

    /** The store has a delivery's outcome. */
    public void acknowledged(Delivery delivery) {
        if (remove(delivery)) {
            calls.execute(freed);
        }
    }

    /** Gives back what has not begun. */
    public void giveBackWaiting() {
        workers.takeBack(this::takeBack);
        attempts().forEach(running -> {
            for (Attempt next = running.pollNext(); next != null; next = running.pollNext()) {
                if (next.giveBack()) {
                    giveBack(next);
                }
            }
        });
    }

    /**
     * Gives unstarted tasks back if they have waited too long for a worker: another instance may be free. Pieces behind
     * a slow piece stay, because they wait for that piece. Attempts that only have to end, end.
     */
    public void giveBackStalled(long now, long patience) {
        cancellations.start();
        calls.start();
        suspended.endStalled(now, Attempt.GRACE);
        Attempt longest = workers.longestWaiting();
        if (longest != null && now - longest.first().reservedAt() > patience) {
            workers.stalled();
            workers.takeBack(this::takeBack);
        }
    }

    /** Gives back tasks that no worker has begun; false if one has, or they were given back before. */
    boolean takeBack(Attempt attempt) {
        if (!attempt.giveBack()) {
            return false;
        }
        try {
            giveBack(attempt);
        } finally {
            release(attempt);
        }
        return true;
    }

    /** Ends an attempt whose callback does not: its worker is replaced, unless too many were, and leaves when it returns. */
    public boolean abandon(Attempt attempt, List<PendingOutcome> ended) {
        boolean replace = abandoned.incrementAndGet() <= MAX_ABANDONED;
        boolean mine = attempt.abandon(replace);
        if (!mine || attempt.isSuspended()) {
            // There is no thread that does not return.
            abandoned.decrementAndGet();
        }
        if (!mine) {
            return false;
        }
        workers.slotFreed(context.now());
        try {
            acknowledge(ended);
        } finally {
            if (attempt.isReplaced()) {
                try {
                    passOn(attempt);
                } finally {
                    workers.replace();
                    calls.execute(freed);
                }
            }
        }
        return true;
    }
}
