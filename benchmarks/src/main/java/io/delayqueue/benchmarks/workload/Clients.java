package io.delayqueue.benchmarks.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that call a queue concurrently, like those of an application. */
final class Clients {

    private static final Duration MAX_ACTION = Duration.ofMinutes(1);

    private Clients() {}

    /**
     * Runs the actions of each thread in their order, until their end or a time-out.
     *
     * @param actions the actions of each thread
     * @return the actions per second of all threads, until the last one has ended
     */
    static double rate(List<List<Runnable>> actions, Duration atMost) throws Exception {
        AtomicLong began = new AtomicLong();
        // Before any of the threads goes on: the last one that arrives may be the last one to go on, too.
        CyclicBarrier ready = new CyclicBarrier(actions.size(), () -> began.set(System.nanoTime()));
        List<Callable<Integer>> clients = new ArrayList<>();
        for (List<Runnable> own : actions) {
            clients.add(() -> {
                ready.await();
                return run(own.iterator(), System.nanoTime() + atMost.toNanos());
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(actions.size());
        try {
            List<Future<Integer>> running =
                    clients.stream().map(threads::submit).toList();
            long done = 0;
            for (Future<Integer> client : running) {
                done += client.get();
            }
            return done * 1e9 / (System.nanoTime() - began.get());
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(MAX_ACTION.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** Distributes actions to a number of threads in turn. */
    static List<List<Runnable>> deal(List<Runnable> actions, int threads) {
        List<List<Runnable>> dealt = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            dealt.add(new ArrayList<>());
        }
        for (int i = 0; i < actions.size(); i++) {
            dealt.get(i % threads).add(actions.get(i));
        }
        return dealt;
    }

    private static int run(Iterator<Runnable> actions, long until) {
        int done = 0;
        while (actions.hasNext()
                && System.nanoTime() < until
                && !Thread.currentThread().isInterrupted()) {
            actions.next().run();
            done++;
        }
        return done;
    }
}
