package io.delayqueue.internal.drive;

import io.delayqueue.TopicName;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.store.Outcome;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Publishes the events of an engine to its counters and observers. Exceptions of an observer are logged only. */
public final class Observers {

    private static final Logger log = Loggers.of(Observers.class);

    private final LogRateLimiter warning = new LogRateLimiter();

    private final TaskEventLog taskEvents = new TaskEventLog(System::nanoTime);

    private final List<EngineObserver> all;

    /**
     * Creates a publisher without observers.
     *
     * @param counters receive every event first
     */
    public Observers(EngineObserver counters) {
        this.all = new CopyOnWriteArrayList<>(List.of(counters));
    }

    public TaskEventLog taskEvents() {
        return taskEvents;
    }

    public void add(EngineObserver observer) {
        all.add(observer);
    }

    /** Has an event of a task logged. */
    public void report(AttemptedTask task, TaskEvent event, @Nullable Throwable failure) {
        taskEvents.add(task.topic(), event, task.id(), task.number(), failure);
    }

    /** Reports the end of a delivery, acknowledged by the store. */
    public void ended(TopicName topic, Outcome outcome) {
        each(observer -> observer.ended(topic, outcome.observed()));
    }

    /**
     * Publishes an event.
     *
     * @param event calls the method of an observer
     */
    public void each(Consumer<EngineObserver> event) {
        for (EngineObserver observer : all) {
            try {
                event.accept(observer);
            } catch (Throwable e) {
                failed(observer, e);
            }
        }
    }

    /** Logs a failure of the application's code without further effect. */
    public void failed(Object what, Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        log.debug("{} failed", what, failure);
        if (warning.tryAcquire()) {
            log.error("{} failed; logged at most once a minute, and each time at DEBUG", what, failure);
        }
    }
}
