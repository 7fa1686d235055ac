package io.delayqueue.benchmarks.contender.redisson;

import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Contender;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes ready tasks. A few queues have {@link Contender#CONCURRENCY} blocking threads each; many queues have no threads, but
 * one pending asynchronous call each. A failed call ends it.
 */
final class Takers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Takers.class);

    private static final int MAX_WITH_THREADS = 16;

    private final List<Thread> threads = new ArrayList<>();

    private final Map<String, Future<String>> outstanding = new ConcurrentHashMap<>();

    private volatile boolean closed;

    void take(Collection<RBlockingQueue<String>> queues, Arrivals arrivals) {
        if (queues.size() > MAX_WITH_THREADS) {
            queues.forEach(queue -> takeNext(queue, arrivals));
            return;
        }
        for (RBlockingQueue<String> queue : queues) {
            for (int i = 0; i < Contender.CONCURRENCY; i++) {
                Thread thread = new Thread(() -> takeAll(queue, arrivals), "taker-" + queue.getName() + "-" + i);
                threads.add(thread);
                thread.start();
            }
        }
    }

    private void takeNext(RBlockingQueue<String> queue, Arrivals arrivals) {
        RFuture<String> call = queue.takeAsync();
        outstanding.put(queue.getName(), call);
        call.whenComplete((payload, failure) -> {
            if (failure == null) {
                arrivals.arrived(payload);
            }
            if (closed) {
                return;
            }
            if (failure == null) {
                takeNext(queue, arrivals);
            } else {
                LOG.warn("No more tasks are taken from {}", queue.getName(), failure);
            }
        });
    }

    private static void takeAll(RBlockingQueue<String> queue, Arrivals arrivals) {
        try {
            while (true) {
                arrivals.arrived(queue.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends all threads and calls, and waits for their end. */
    @Override
    public void close() {
        closed = true;
        outstanding.values().forEach(call -> call.cancel(true));
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
