package io.delayqueue.jdbc;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

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
        try {
            thread.join(STOP.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    private void run(CountDownLatch end) {
        try {
            do {
                runOnce();
            } while (!end.await(pause(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void runOnce() {
        try {
            step.run();
        } catch (Throwable e) {
            // The step reports its failures by itself: only the log can have thrown this.
        }
    }

    private long pause() {
        return pauseMillis * 3 / 4 + ThreadLocalRandom.current().nextLong(pauseMillis / 2 + 1);
    }
}
