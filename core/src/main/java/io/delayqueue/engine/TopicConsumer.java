package io.delayqueue.engine;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.TaskStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reserves one topic's tasks, as many as can run and a few more, and hands them to its workers. Reserving is done by
 * whoever sees the need: the group's signal waiter, or a worker that has just become free.
 */
final class TopicConsumer {

    private static final Logger log = LoggerFactory.getLogger(TopicConsumer.class);

    /** How many calls one thread makes for one topic before it looks at something else. */
    private static final int MOST_ROUNDS = 8;

    /** How many callbacks that ignore interruption are replaced by a new thread. */
    private static final int MOST_ABANDONED = 100;

    private final TopicName topic;

    private final TaskRunner runner;

    private final GroupContext context;

    private final Acknowledger acknowledger;

    private final Runnable attend;

    private final Workers workers;

    private final Prefetch prefetch = new Prefetch();

    /** Every delivery from its reservation until the store has taken its outcome. */
    private final Map<Delivery, TaskRun> inFlight = new ConcurrentHashMap<>();

    private final AtomicInteger abandoned = new AtomicInteger();

    private final ReentrantLock reserving = new ReentrantLock();

    /** Whether the store may have ready tasks that no signal will tell of. */
    private volatile boolean backlog = true;

    /** Whether the store may have leased tasks to this instance that it does not know of. */
    private volatile boolean repliesLost;

    private volatile boolean watched;

    private volatile boolean stopped;

    /** What a consumer works with beside its topic and its runner. */
    record Surroundings(GroupContext context, Acknowledger acknowledger, Runnable attend) {}

    /**
     * Creates a consumer.
     *
     * @param surroundings among them what to call when the topic wants its signal to be waited for
     */
    TopicConsumer(TopicName topic, int concurrency, TaskRunner runner, Surroundings surroundings) {
        this.topic = topic;
        this.runner = runner;
        this.context = surroundings.context();
        this.acknowledger = surroundings.acknowledger();
        this.attend = surroundings.attend();
        this.workers = new Workers(concurrency, context.callbacks(), this::execute);
    }

    TopicName topic() {
        return topic;
    }

    TaskRunner runner() {
        return runner;
    }

    /** Whether it is worth a call to reserve more. */
    boolean isHungry() {
        return !stopped && workers.held() < workers.concurrency() + prefetch.size(workers.concurrency()) / 2;
    }

    boolean hasBacklog() {
        return backlog;
    }

    /** A signal of this topic was taken: from now on it is known here that there is work, and nowhere else. */
    void signalled() {
        backlog = true;
    }

    /** Whether no delivery is in work, and the store knows every outcome. */
    boolean isIdle() {
        return inFlight.isEmpty() && !reserving.isLocked();
    }

    /** Whether a task waits for a worker or a callback runs. */
    boolean isRunning() {
        return workers.held() > 0;
    }

    /** Whether the signal waiter waits for this topic's signal now. */
    void watched(boolean now) {
        watched = now;
    }

    /**
     * Reserves while there is a backlog and more can be taken, but not for ever.
     *
     * @return whether to call again at once; false too if another thread is at it, which then sees to what is left
     */
    boolean fill() {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            if (!backlog || !isHungry() || !reserving.tryLock()) {
                return false;
            }
            try {
                reserve();
            } finally {
                reserving.unlock();
            }
        }
        return backlog && isHungry();
    }

    private void reserve() {
        TaskStore store = context.backend().tasks();
        reclaimLost(store);
        int wanted = workers.concurrency() + prefetch.size(workers.concurrency()) - workers.held();
        if (wanted <= 0) {
            return;
        }
        int limit = Math.min(wanted, TaskStore.MAX_BATCH);
        // Cleared before the call: a signal that is taken meanwhile sets it again.
        backlog = false;
        boolean more = true;
        try {
            Reservation reservation = store.reserve(topic, context.instance(), context.lease(), limit);
            accept(reservation);
            repliesLost = reservation.repeated();
            more = reservation.remaining() > 0 || repliesLost;
        } catch (Throwable e) {
            repliesLost = true;
            throw e;
        } finally {
            if (more) {
                backlog = true;
            }
        }
    }

    private void reclaimLost(TaskStore store) {
        if (repliesLost) {
            store.reclaim(topic, context.instance(), List.copyOf(inFlight.keySet()));
            repliesLost = false;
        }
    }

    private void accept(Reservation reservation) {
        reservation.tasks().forEach(task -> {
            TaskRun run = new TaskRun(task, reservation.storeTime());
            inFlight.put(run.delivery(), run);
            if (stopped && run.giveBack()) {
                acknowledger.add(Settlement.unstarted(run.delivery()));
            } else {
                workers.add(run);
            }
        });
        workers.start();
    }

    /** Runs one task; false if its worker was replaced meanwhile. */
    private boolean execute(TaskRun run) {
        long began = System.nanoTime();
        Settlement settlement = settlement(run);
        boolean mine = run.settle();
        // An interruption meant for this run must not reach the next.
        Thread.interrupted();
        if (!mine) {
            abandoned.decrementAndGet();
            if (run.isReplaced()) {
                return false;
            }
        } else {
            acknowledger.add(settlement);
            prefetch.ran(System.nanoTime() - began);
        }
        workers.release();
        afterRun();
        return true;
    }

    private Settlement settlement(TaskRun run) {
        try {
            return runner.run(run);
        } catch (Throwable e) {
            log.error(
                    "The outcome of {} in {} cannot be told; it is given back",
                    run.delivery().id(),
                    topic,
                    e);
            return Settlement.started(run.delivery());
        }
    }

    private void afterRun() {
        try {
            fill();
        } catch (TaskStoreException e) {
            // The backlog stands. The signal waiter meets the same trouble and reports it.
            log.debug("A worker of {} could not reserve", topic, e);
        } catch (Throwable e) {
            log.error("A worker of {} could not reserve", topic, e);
        }
        if (isHungry() && (backlog || !watched)) {
            attend.run();
        }
    }

    /** The store has taken a delivery's outcome. */
    void confirmed(Delivery delivery) {
        inFlight.remove(delivery);
    }

    List<TaskRun> runs() {
        return new ArrayList<>(inFlight.values());
    }

    /** A delivery's outcome counts no more: if its callback has not begun it never does, else it can see it. */
    void cancelled(long number) {
        for (TaskRun run : inFlight.values()) {
            if (run.delivery().number() == number) {
                run.cancel();
                if (run.giveBack()) {
                    inFlight.remove(run.delivery());
                    workers.release();
                    // Elsewhere: who brings the message must not wait for the store.
                    Threads.orHere(context.callbacks()).execute(this::afterRun);
                }
            }
        }
    }

    boolean isCancelled(Delivery delivery) {
        TaskRun run = inFlight.get(delivery);
        return run != null && run.isCancelled();
    }

    /** Gives back what no worker has begun. */
    void giveBackWaiting() {
        workers.takeBack().forEach(run -> acknowledger.add(Settlement.unstarted(run.delivery())));
    }

    /** Gives unstarted tasks back if they have waited too long: another instance may be free. */
    void giveBackStalled(long now, long patience) {
        TaskRun longest = workers.longestWaiting();
        if (longest != null && now - longest.reservedAt() > patience) {
            prefetch.stalled();
            giveBackWaiting();
        }
    }

    /** Ends a run whose callback does not: its worker is replaced, unless too many were, and leaves when it returns. */
    boolean abandon(TaskRun run, Settlement settlement) {
        boolean replace = abandoned.incrementAndGet() <= MOST_ABANDONED;
        if (!run.abandon(replace)) {
            abandoned.decrementAndGet();
            return false;
        }
        acknowledger.add(settlement);
        if (replace) {
            workers.replace();
            attend.run();
        }
        return true;
    }

    /** Stops reserving and gives back what has not started; running callbacks go on. */
    void stop() {
        stopped = true;
        giveBackWaiting();
    }

    /** Takes up again what {@link #stop} ended. */
    void resume() {
        stopped = false;
        backlog = true;
    }

    /**
     * Waits for a call that is under way, and gives back what it brought, or would have brought.
     *
     * @param reachable whether the store is worth asking
     * @return whether it still is
     */
    boolean awaitStopped(long nanos, boolean reachable) {
        boolean answers = reachable;
        try {
            if (reserving.tryLock(nanos, TimeUnit.NANOSECONDS)) {
                try {
                    if (reachable) {
                        reclaimLost(context.backend().tasks());
                    }
                } finally {
                    reserving.unlock();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TaskStoreException e) {
            log.debug("What was leased from {} and never arrived stays leased until its lease ends", topic, e);
            answers = false;
        }
        giveBackWaiting();
        return answers;
    }
}
