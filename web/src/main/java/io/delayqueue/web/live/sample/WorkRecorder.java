package io.delayqueue.web.live.sample;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.PastWork;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.context.SmartLifecycle;

/**
 * Records the work of all registered groups for charts of a day, while the application runs: each once in slightly more than five
 * minutes, by one call a second. More than 150 groups take longer. Other instances may do the same: the store takes each part once.
 */
public final class WorkRecorder implements SmartLifecycle {

    static final Duration FIRST = Duration.ofMinutes(1);

    static final Duration PAUSE = PastWork.INTERVAL.plusSeconds(5);

    /** So that records are one call a second. */
    static final Duration GAP = Duration.ofSeconds(2);

    private static final Logger log = Loggers.of(WorkRecorder.class);

    private final Supplier<? extends Collection<DelayQueueEngine>> queues;

    private final Consumer<Runnable> threads;

    private final BiConsumer<Duration, Runnable> timer;

    private volatile @Nullable Round running;

    /**
     * Creates the recorder.
     *
     * @param queues all queues of the application
     * @param threads the threads of the calls and of the timer
     */
    public WorkRecorder(Supplier<? extends Collection<DelayQueueEngine>> queues, LiveThreads threads) {
        this(queues, threads::run, threads::after);
    }

    WorkRecorder(
            Supplier<? extends Collection<DelayQueueEngine>> queues,
            Consumer<Runnable> threads,
            BiConsumer<Duration, Runnable> timer) {
        this.queues = queues;
        this.threads = threads;
        this.timer = timer;
    }

    /** One round after the other, until the recorder is stopped. */
    private final class Round {

        private final Queue<Runnable> left = new ArrayDeque<>();

        void continueAfter(Duration delay) {
            timer.accept(delay, this::startStep);
        }

        private void startStep() {
            if (running != this) {
                return;
            }
            try {
                threads.accept(this::step);
            } catch (RejectedExecutionException e) {
                // All threads are busy, or closed: then there is no later time.
                continueAfter(GAP);
            }
        }

        private void step() {
            Runnable next = left.poll();
            try {
                (next != null ? next : (Runnable) this::begin).run();
            } catch (RuntimeException e) {
                // An outage is reported elsewhere. The next round records what is missing now.
                log.debug("Work could not be recorded", e);
            }
            continueAfter(left.isEmpty() ? PAUSE : GAP);
        }

        private void begin() {
            queues.get().forEach(queue -> left.add(() -> list(queue)));
        }

        private void list(DelayQueueEngine queue) {
            queue.register()
                    .topics()
                    .keySet()
                    .forEach(group -> left.add(() -> queue.inspector().recordWork(group)));
        }
    }

    @Override
    public void start() {
        Round round = new Round();
        running = round;
        round.continueAfter(FIRST);
    }

    @Override
    public void stop() {
        running = null;
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }
}
