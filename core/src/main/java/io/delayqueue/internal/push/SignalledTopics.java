package io.delayqueue.internal.push;

import io.delayqueue.internal.consume.TopicConsumer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes consumers reserve whose topic has a signal, in the order of their signals, on a few threads: one thread would need two
 * round trips for each topic, and a call of a busy topic would delay all others.
 */
final class SignalledTopics {

    private static final int MAX_THREADS = 2;

    private final Executor helpers;

    private final Queue<TopicConsumer> waiting = new ConcurrentLinkedQueue<>();

    private final AtomicInteger threads = new AtomicInteger();

    SignalledTopics(Executor helpers) {
        this.helpers = helpers;
    }

    /** Makes a consumer reserve on another thread. */
    void add(TopicConsumer consumer) {
        consumer.signalled();
        waiting.add(consumer);
        if (takeThread()) {
            try {
                helpers.execute(this::reserveAll);
            } catch (RuntimeException | Error e) {
                threads.decrementAndGet();
                throw e;
            }
        }
    }

    private boolean takeThread() {
        int running;
        do {
            running = threads.get();
            if (running == MAX_THREADS) {
                return false;
            }
        } while (!threads.compareAndSet(running, running + 1));
        return true;
    }

    private void reserveAll() {
        do {
            try {
                for (TopicConsumer next = waiting.poll(); next != null; next = waiting.poll()) {
                    next.refill();
                }
            } finally {
                threads.decrementAndGet();
            }
            // One that was added while this thread was leaving has found all threads taken.
        } while (!waiting.isEmpty() && takeThread());
    }
}
