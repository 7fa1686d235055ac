package io.delayqueue.jdbc;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Repeats a step on a thread of its own. The pauses differ, so that instances do not do the same at the same time. */
final class RepeatedStep {

    private static final Duration STOP = Duration.ofSeconds(5);

    private final Runnable step;

    private final long pauseMillis;

    private final String name;

    private CountDownLatch stopped = new CountDownLatch(0);

    private Thread thread = new Thread();

    /**
     * Creates a step that has not begun.
     *
     * @param step is repeated whatever it throws
     * @param pause the mean of the pauses, which are up to a quarter longer or shorter
     */
    RepeatedStep(String name, Runnable step, Duration pause) {
        this.name = name;
        this.step = step;
        this.pauseMillis = pause.toMillis();
    }

    void start() {
        CountDownLatch end = new CountDownLatch(1);
        stopped = end;
        // A thread of the platform, because drivers pin virtual ones.
        thread = new Thread(() -> run(end), name);
        thread.setDaemon(true);
        thread.start();
    }

    void stop() {
        stopped.countDown();
        LockSupport.unpark(thread);
        try {
            thread.join(STOP.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    private void run(CountDownLatch end) {
        do {
            runOnce();
            pause(end);
        } while (goesOn(end));
    }

    private static boolean goesOn(CountDownLatch end) {
        return end.getCount() > 0 && !Thread.currentThread().isInterrupted();
    }

    private void runOnce() {
        try {
            step.run();
        } catch (Throwable e) {
            // The step reports its failures by itself: only the log can have thrown this.
        }
    }

    /** Allocates nothing, as {@code CountDownLatch.await} would: a full heap does not end the thread. */
    private void pause(CountDownLatch end) {
        long began = System.nanoTime();
        long pause = TimeUnit.MILLISECONDS.toNanos(pause());
        long left = pause;
        while (left > 0 && goesOn(end)) {
            LockSupport.parkNanos(this, left);
            left = pause - (System.nanoTime() - began);
        }
    }

    private long pause() {
        return pauseMillis * 3 / 4 + ThreadLocalRandom.current().nextLong(pauseMillis / 2 + 1);
    }
}
