package io.delayqueue.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Applies the changes of transactions right after their commits, on a thread with a connection of its own. The thread that commits calls
 * no store and waits for nothing. What the worker cannot apply at once is left to the sweep.
 */
final class OutboxWorker {

    private static final int MAX_TRANSACTIONS = 10_000;

    /** A transaction with more changes is left to the sweep. */
    private static final int MAX_CHANGES = 5_000;

    private static final long POLL_MILLIS = 200;

    private final BlockingQueue<List<OutboxTable.Place>> committed = new ArrayBlockingQueue<>(MAX_TRANSACTIONS);

    private final OutboxApplier applier;

    private final StoreState state;

    private final RepeatedStep thread;

    private volatile boolean stopping;

    OutboxWorker(String name, OutboxApplier applier, StoreState state) {
        this.applier = applier;
        this.state = state;
        this.thread = new RepeatedStep(name, this::drain, Duration.ZERO);
    }

    void start() {
        stopping = false;
        thread.start();
    }

    /** Takes over the changes of a transaction, unless too many wait: then the sweep makes them. */
    void offer(List<OutboxTable.Place> tasks) {
        if (!tasks.isEmpty() && tasks.size() <= MAX_CHANGES && !stopping) {
            committed.offer(tasks);
        }
    }

    /** Applies what is waiting, and ends. */
    void stop() {
        stopping = true;
        thread.stop();
    }

    /** Applies what is waiting, several transactions together; ends when there was nothing for a moment. */
    private void drain() {
        try {
            List<OutboxTable.Place> next;
            while ((next = committed.poll(POLL_MILLIS, TimeUnit.MILLISECONDS)) != null) {
                List<OutboxTable.Place> tasks = new ArrayList<>();
                while (next != null) {
                    tasks.addAll(next);
                    next = tasks.size() < OutboxTable.BATCH ? committed.poll() : null;
                }
                // The sweep finds out when the store takes changes of these groups again.
                tasks.removeIf(task -> !state.isThere(task.group()));
                if (!tasks.isEmpty()) {
                    apply(tasks);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Applies the changes of some tasks on the calling thread. */
    void apply(List<OutboxTable.Place> tasks) {
        state.attempt(() -> {
            OutboxApplier.Pass pass = applier.new Pass();
            pass.apply(tasks);
            pass.end();
        });
    }
}
