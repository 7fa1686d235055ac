package io.delayqueue.benchmarks.contender.redisson;

import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Contender;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.redisson.api.RBlockingQueue;

/**
 * Takes what is ready. A few queues have {@link Contender#CONCURRENCY} threads each, which block; many queues have no
 * threads, but one outstanding asynchronous call each.
 */
final class Takers implements AutoCloseable {

    private static final int MOST_WITH_THREADS = 16;

    private final List<Thread> threads = new ArrayList<>();

    private final List<Runnable> unsubscribes = new ArrayList<>();

    void take(Collection<RBlockingQueue<String>> queues, Arrivals arrivals) {
        if (queues.size() > MOST_WITH_THREADS) {
            queues.forEach(queue -> subscribe(queue, arrivals));
            return;
        }
        for (RBlockingQueue<String> queue : queues) {
            for (int i = 0; i < Contender.CONCURRENCY; i++) {
                Thread thread = new Thread(() -> take(queue, arrivals), "taker-" + queue.getName() + "-" + i);
                threads.add(thread);
                thread.start();
            }
        }
    }

    private void subscribe(RBlockingQueue<String> queue, Arrivals arrivals) {
        int id = queue.subscribeOnElements(payload -> {
            arrivals.arrived(payload);
            return CompletableFuture.<Void>completedFuture(null);
        });
        unsubscribes.add(() -> queue.unsubscribe(id));
    }

    private static void take(RBlockingQueue<String> queue, Arrivals arrivals) {
        try {
            while (true) {
                arrivals.arrived(queue.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        unsubscribes.forEach(Runnable::run);
        threads.forEach(Thread::interrupt);
        boolean interrupted = false;
        for (Thread thread : threads) {
            interrupted |= !ended(thread);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean ended(Thread thread) {
        try {
            thread.join();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
