package io.delayqueue.web.consume;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.log.Loggers;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.StaleTaskException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Releases tasks that reached no client: at once on the calling thread, and with retries on its own thread for as long as the
 * leases last. So there are never more of them than leased tasks.
 */
final class GiveBacks implements DisposableBean {

    private static final Logger log = Loggers.of(GiveBacks.class);

    private static final Duration MAX_PAUSE = Duration.ofSeconds(30);

    private final ScheduledThreadPoolExecutor later;

    private final Duration firstPause;

    /**
     * Creates an instance without tasks.
     *
     * @param firstPause the pause after the first failure; each pause is twice the previous one, up to half a minute
     */
    GiveBacks(Duration firstPause) {
        CustomizableThreadFactory factory = new CustomizableThreadFactory("delayqueue-give-back-");
        factory.setDaemon(true);
        this.later = new ScheduledThreadPoolExecutor(1, factory);
        this.later.setKeepAliveTime(MAX_PAUSE.toSeconds(), TimeUnit.SECONDS);
        this.later.allowCoreThreadTimeOut(true);
        this.firstPause = firstPause;
    }

    void giveBack(Collection<PulledTask> tasks) {
        // Calls of an interrupted thread are tried once or not at all.
        boolean interrupted = Thread.interrupted();
        try {
            giveBack(new ArrayDeque<>(tasks), firstPause);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void giveBack(Deque<PulledTask> tasks, Duration pause) {
        int given = 0;
        PulledTask task = tasks.peek();
        try {
            for (PulledTask next = task; next != null; next = tasks.peek()) {
                given += release(next) ? 1 : 0;
                tasks.remove();
            }
        } catch (TaskStoreException e) {
            again(tasks, pause, e);
        } catch (DelayQueueException e) {
            log.warn(
                    "{} task(s) that reached no client could not be released; they are ready when their leases end",
                    tasks.size(),
                    e);
        }
        if (task != null && given > 0) {
            log.info("Released {} task(s) of {}: the client has disconnected", given, task.topic());
        }
    }

    private static boolean release(PulledTask task) {
        try {
            task.release();
            return true;
        } catch (StaleTaskException e) {
            // It was removed, or its lease has ended.
            return false;
        }
    }

    private void again(Deque<PulledTask> tasks, Duration pause, TaskStoreException failure) {
        int all = tasks.size();
        tasks.removeIf(task -> task.leaseLeft().isZero());
        if (tasks.size() < all) {
            log.warn(
                    "{} task(s) that reached no client could not be released before their leases ended",
                    all - tasks.size(),
                    failure);
        }
        if (tasks.isEmpty()) {
            return;
        }
        log.debug("{} task(s) that reached no client are released later", tasks.size(), failure);
        Duration next = pause.multipliedBy(2);
        try {
            later.schedule(
                    () -> giveBack(tasks, next.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : next),
                    pause.toMillis(),
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            failure.addSuppressed(e);
            log.warn(
                    "{} task(s) that reached no client are not released, because the application stops",
                    tasks.size(),
                    failure);
        }
    }

    /** Stops the retries; such tasks are ready when their leases end. */
    @Override
    public void destroy() {
        later.shutdownNow();
    }
}
