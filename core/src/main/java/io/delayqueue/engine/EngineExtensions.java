package io.delayqueue.engine;

import io.delayqueue.AddInterceptor;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.group.CountsWatcher;
import io.delayqueue.internal.heartbeat.WorkCounters;
import io.delayqueue.internal.service.Arguments;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Extensions of an engine by its application: interceptors, observers, listeners of dead letters and of forecasts. Each kind is
 * called in the order of its additions, the first interceptor outermost. Everything must be added before the engine starts.
 * Thread-safe.
 */
public final class EngineExtensions {

    private final BooleanSupplier running;

    final List<TaskInterceptor> interceptors = new CopyOnWriteArrayList<>();

    final List<AddInterceptor> addInterceptors = new CopyOnWriteArrayList<>();

    final List<DeadLetterListener> deadLetterListeners = new CopyOnWriteArrayList<>();

    final WorkCounters work = new WorkCounters();

    final Observers observers = new Observers(work);

    final List<CountsWatcher.Watch> countsWatches = new CopyOnWriteArrayList<>();

    /**
     * Creates an empty set.
     *
     * @param running whether the engine runs
     */
    EngineExtensions(BooleanSupplier running) {
        this.running = running;
    }

    /**
     * Adds an interceptor of callbacks.
     *
     * @param interceptor the interceptor; the first to be added is the outermost
     * @throws IllegalStateException if the engine runs
     */
    public void addInterceptor(TaskInterceptor interceptor) {
        add(interceptors::add, interceptor, "interceptor");
    }

    /**
     * Adds an interceptor of adds.
     *
     * @param interceptor the interceptor; the first to be added is the outermost
     * @throws IllegalStateException if the engine runs
     */
    public void interceptAdds(AddInterceptor interceptor) {
        add(addInterceptors::add, interceptor, "interceptor");
    }

    /**
     * Adds a listener of tasks that fail for good in this instance.
     *
     * @param listener the listener
     * @throws IllegalStateException if the engine runs
     */
    public void addDeadLetterListener(DeadLetterListener listener) {
        add(deadLetterListeners::add, listener, "listener");
    }

    /**
     * Adds an observer.
     *
     * @param observer the observer
     * @throws IllegalStateException if the engine runs
     */
    public void addObserver(EngineObserver observer) {
        add(observers::add, observer, "observer");
    }

    /**
     * Adds a listener of forecasts. While the engine runs, each of the listeners costs one call of the store for every 200 topics of a
     * group and interval, in one of the group's instances.
     *
     * @param interval the time between two forecasts; from 1 ms to 36,500 days
     * @param windows the lengths of at most {@link TopicForecast#MAX_WINDOWS} windows, each from 1 ms to 36,500 days and rounded down to
     *     milliseconds
     * @param listener the listener
     * @throws IllegalArgumentException if the interval is out of its range
     * @throws io.delayqueue.InvalidTaskException if the windows break the rule
     * @throws IllegalStateException if the engine runs
     */
    public void addForecastListener(Duration interval, List<Duration> windows, ForecastListener listener) {
        Objects.requireNonNull(listener, "listener must not be null");
        add(countsWatches::add, new CountsWatcher.Watch(interval, Arguments.windows(windows), listener), "listener");
    }

    private <T> void add(Consumer<T> all, T extension, String name) {
        Objects.requireNonNull(extension, name + " must not be null");
        requireStopped("What extends an engine");
        all.accept(extension);
    }

    void requireStopped(String what) {
        if (running.getAsBoolean()) {
            throw new IllegalStateException(what + " must be added before the engine starts");
        }
    }
}
