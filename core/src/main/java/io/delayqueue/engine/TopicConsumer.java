package io.delayqueue.engine;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.TaskStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Reserves one topic's tasks, as many as can run and a few more, and hands them to its workers: threads that take the next
 * task until there is none. Reserving is done by whoever sees the need: the group's signal waiter, or a worker that has
 * just become free.
 */
final class TopicConsumer {

    private final TopicName topic;

    private final int concurrency;

    private final TaskRunner runner;

    private final GroupContext context;

    private final Acknowledger acknowledger;

    /** Told when the topic wants its signal to be waited for. */
    private Consumer<TopicConsumer> waiter = consumer -> {};

    /** Every delivery from its reservation until the store has taken its outcome. */
    private final Map<Delivery, TaskRun> inFlight = new ConcurrentHashMap<>();

    private final Queue<TaskRun> queue = new ConcurrentLinkedQueue<>();

    private final Prefetch prefetch = new Prefetch();

    /** Tasks that wait in the queue or run. */
    private final AtomicInteger held = new AtomicInteger();

    private final AtomicInteger workers = new AtomicInteger();

    private final ReentrantLock reserving = new ReentrantLock();

    /** Whether the store may have ready tasks that no signal will tell of. */
    private volatile boolean backlog = true;

    /** Whether the store may have leased tasks to this instance that it does not know of. */
    private volatile boolean repliesLost;

    private volatile boolean watched;

    private volatile boolean stopped;

    TopicConsumer(
            TopicName topic, int concurrency, TaskRunner runner, GroupContext context, Acknowledger acknowledger) {
        this.topic = topic;
        this.concurrency = concurrency;
        this.runner = runner;
        this.context = context;
        this.acknowledger = acknowledger;
    }

    void setWaiter(Consumer<TopicConsumer> waiter) {
        this.waiter = waiter;
    }

    TopicName topic() {
        return topic;
    }

    /** Whether it is worth a call to reserve more. */
    boolean isHungry() {
        return !stopped && held.get() < concurrency + prefetch.size(concurrency) / 2;
    }

    boolean hasBacklog() {
        return backlog;
    }

    /** Whether no delivery is in work, and the store knows every outcome. */
    boolean isIdle() {
        return inFlight.isEmpty();
    }

    /** Whether a task waits for a worker or a callback runs. */
    boolean isRunning() {
        return held.get() > 0;
    }

    /** Whether the signal waiter waits for this topic's signal now. */
    void watched(boolean now) {
        watched = now;
    }

    /** Reserves until there is nothing left or nothing more can be taken. */
    void fill() {
        do {
            if (!reserving.tryLock()) {
                return;
            }
            try {
                while (isHungry() && reserve()) {
                    // again
                }
            } finally {
                reserving.unlock();
            }
        } while (backlog && isHungry());
    }

    /** One call; whether another may give more. */
    private boolean reserve() {
        TaskStore store = context.backend().tasks();
        backlog = true;
        if (repliesLost) {
            reclaim(store);
        }
        int wanted = Math.min(concurrency + prefetch.size(concurrency) - held.get(), TaskStore.MAX_BATCH);
        Reservation reservation;
        try {
            reservation = store.reserve(topic, context.instance(), context.lease(), Math.max(1, wanted));
        } catch (TaskStoreUnavailableException e) {
            repliesLost = true;
            throw e;
        }
        repliesLost = reservation.repeated();
        accept(reservation);
        backlog = reservation.remaining() > 0 || repliesLost;
        return backlog;
    }

    private void reclaim(TaskStore store) {
        store.reclaim(topic, context.instance(), List.copyOf(inFlight.keySet()));
        repliesLost = false;
    }

    private void accept(Reservation reservation) {
        reservation.tasks().forEach(task -> {
            TaskRun run = new TaskRun(task);
            inFlight.put(run.delivery(), run);
            held.incrementAndGet();
            queue.add(run);
        });
        if (stopped) {
            giveBackQueue();
        }
        startWorkers();
    }

    private void startWorkers() {
        int missing = Math.min(concurrency, held.get());
        while (!queue.isEmpty()) {
            int running = workers.get();
            if (running >= missing) {
                return;
            }
            if (workers.compareAndSet(running, running + 1)) {
                startWorker();
            }
        }
    }

    private void startWorker() {
        try {
            context.callbacks().execute(this::work);
        } catch (RuntimeException | Error e) {
            // What waits in the queue is given back soon.
            workers.decrementAndGet();
            throw e;
        }
    }

    private void work() {
        for (TaskRun run = queue.poll(); run != null; run = queue.poll()) {
            if (run.begin() && !execute(run)) {
                return;
            }
        }
        workers.decrementAndGet();
        // Whoever queued a task while this worker was leaving saw enough workers.
        startWorkers();
    }

    /** Runs one task; false if this worker was given up for lost meanwhile and must leave. */
    private boolean execute(TaskRun run) {
        long began = System.nanoTime();
        Settlement settlement = runner.run(run);
        boolean mine = run.settle();
        // An interruption meant for this run must not reach the next.
        Thread.interrupted();
        if (!mine) {
            return false;
        }
        acknowledger.add(settlement);
        prefetch.ran(System.nanoTime() - began);
        held.decrementAndGet();
        afterRun();
        return true;
    }

    private void afterRun() {
        if (!isHungry()) {
            return;
        }
        if (backlog) {
            try {
                fill();
            } catch (RuntimeException | Error e) {
                // The backlog stands. The signal waiter comes for it, and reports what keeps it away until it is over.
                waiter.accept(this);
                return;
            }
        }
        if (!watched && isHungry()) {
            waiter.accept(this);
        }
    }

    /** The store has taken a delivery's outcome. */
    void confirmed(Delivery delivery) {
        inFlight.remove(delivery);
    }

    List<TaskRun> runs() {
        return new ArrayList<>(inFlight.values());
    }

    /** Gives unstarted tasks back to the store. */
    void giveBackQueue() {
        for (TaskRun run = queue.poll(); run != null; run = queue.poll()) {
            if (run.giveBack()) {
                held.decrementAndGet();
                acknowledger.add(Settlement.unstarted(run.delivery()));
            }
        }
    }

    /** Gives unstarted tasks back if they have waited too long: another instance may be free. */
    void giveBackStalled(long now, long patience) {
        TaskRun oldest = queue.peek();
        if (oldest != null && now - oldest.reservedAt() > patience) {
            prefetch.stalled();
            giveBackQueue();
        }
    }

    /** Ends a run whose callback does not: its worker is replaced, and leaves when it returns one day. */
    boolean abandon(TaskRun run, Settlement settlement) {
        if (!run.settle()) {
            return false;
        }
        acknowledger.add(settlement);
        held.decrementAndGet();
        workers.decrementAndGet();
        startWorkers();
        waiter.accept(this);
        return true;
    }

    TaskRunner runner() {
        return runner;
    }

    /** Stops reserving and gives back what has not started; running callbacks go on. */
    void stop() {
        stopped = true;
        giveBackQueue();
    }
}
