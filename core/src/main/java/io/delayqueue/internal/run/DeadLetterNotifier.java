package io.delayqueue.internal.run;

import io.delayqueue.DeadLetter;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.log.Loggers.EngineLog;
import io.delayqueue.monitor.TaskOutcome;
import io.delayqueue.store.TaskDetail;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Calls the listeners of dead letters. */
public final class DeadLetterNotifier {

    private static final int THREADS = 4;

    private static final int MAX_WAITING = 10_000;

    private final List<DeadLetterListener> listeners;

    private final Executor executor;

    private final TaskEventLog taskEvents;

    /**
     * Creates the notifier.
     *
     * @param lines the log of threads of the notifier, which call the listeners so that the reporting thread continues at once; null if
     *     the reporting thread calls them
     */
    public DeadLetterNotifier(List<DeadLetterListener> listeners, TaskEventLog taskEvents, @Nullable EngineLog lines) {
        this.listeners = List.copyOf(listeners);
        this.taskEvents = taskEvents;
        this.executor = lines == null ? Runnable::run : Threads.bounded("dead-letter", THREADS, MAX_WAITING, lines::of);
    }

    public boolean hasListeners() {
        return !listeners.isEmpty();
    }

    /** Reports a dead letter that the store has acknowledged. Never throws an exception. */
    public void buried(TaskExecution execution, TaskOutcome outcome, Throwable error) {
        if (listeners.isEmpty()) {
            return;
        }
        try {
            executor.execute(() -> callListeners(letter(execution, outcome, error)));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            taskEvents.add(execution.topic(), TaskEvent.UNREPORTED, execution.id(), execution.number(), null);
        }
    }

    private DeadLetter letter(TaskExecution execution, TaskOutcome outcome, Throwable error) {
        TaskDetail task = execution.task();
        return new DeadLetter(
                execution.topic(),
                execution.id(),
                execution.number() - (outcome == TaskOutcome.EXPIRED ? 1 : 0),
                task == null ? null : task.payloadText(),
                task == null ? Map.of() : task.options().headers(),
                error);
    }

    private void callListeners(DeadLetter letter) {
        for (DeadLetterListener listener : listeners) {
            try {
                listener.onDeadLetter(letter);
            } catch (Throwable e) {
                taskEvents.add(letter.topic(), TaskEvent.LISTENER, letter.id(), letter.attempts(), e);
            }
        }
    }

    /** Waits for running calls, at most for a time. */
    public void finish(Duration atMost) {
        if (executor instanceof ExecutorService pool) {
            Threads.finish(pool, atMost);
        }
    }
}
