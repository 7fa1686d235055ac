package io.delayqueue.engine;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes pools whose threads come when needed and go when idle. */
final class Threads {

    private static final long IDLE_SECONDS = 10;

    private Threads() {}

    /** A pool without a bound of its own: who uses it bounds what it runs at once. Its threads are daemons. */
    static ExecutorService pool(String name) {
        AtomicInteger number = new AtomicInteger();
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "delayqueue-" + name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }
}
