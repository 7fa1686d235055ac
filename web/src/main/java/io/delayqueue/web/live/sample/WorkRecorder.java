package io.delayqueue.web.live.sample;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.PastWork;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.context.SmartLifecycle;

/**
 * Records the work of all registered groups for charts of a day, while the application runs: each once in slightly more than five
 * minutes. Other instances may do the same: the store takes each part once.
 */
public final class WorkRecorder implements SmartLifecycle {

    private static final Duration FIRST = Duration.ofMinutes(1);

    private static final Duration PAUSE = PastWork.INTERVAL.plusSeconds(5);

    private static final Logger log = Loggers.of(WorkRecorder.class);

    private final Supplier<? extends Collection<DelayQueueEngine>> queues;

    private final LiveThreads threads;

    private volatile @Nullable Future<?> running;

    /**
     * Creates the recorder.
     *
     * @param queues all queues of the application
     * @param threads the threads of the calls and of the timer
     */
    public WorkRecorder(Supplier<? extends Collection<DelayQueueEngine>> queues, LiveThreads threads) {
        this.queues = queues;
        this.threads = threads;
    }

    /** Records what is due. A part that cannot be recorded now is recorded by the next call. */
    void record() {
        for (DelayQueueEngine queue : queues.get()) {
            attempt(() -> queue.register()
                    .topics()
                    .keySet()
                    .forEach(group -> attempt(() -> {
                        if (running != null) {
                            queue.inspector().recordWork(group);
                        }
                    })));
        }
    }

    private static void attempt(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            // An outage is reported elsewhere.
            log.debug("Work could not be recorded", e);
        }
    }

    @Override
    public void start() {
        running = threads.every(FIRST, PAUSE, () -> attempt(() -> threads.run(this::record)));
    }

    @Override
    public void stop() {
        Future<?> last = running;
        running = null;
        if (last != null) {
            last.cancel(false);
        }
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }
}
