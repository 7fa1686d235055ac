package io.delayqueue.engine;

import static java.util.Objects.requireNonNull;

import io.delayqueue.AddInterceptor;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.Task;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.history.RecordFilter;
import io.delayqueue.internal.codec.ReadableTypes;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.group.CountsWatcher.Watch;
import io.delayqueue.internal.heartbeat.WorkCounters;
import io.delayqueue.internal.limit.DeclaredLimits;
import io.delayqueue.internal.service.Arguments;
import io.delayqueue.limit.Limit;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/**
 * Extensions of an engine by its application: callbacks, declared repeating tasks and limits, interceptors, observers, filters of records, listeners of dead
 * letters and of forecasts. Interceptors, observers, filters and listeners are called in the order of their additions, the first interceptor outermost.
 * Everything must be added before the engine starts. Thread-safe.
 */
public final class EngineExtensions {

    private final DelayQueueEngine engine;

    final TopicCallbacks callbacks = new TopicCallbacks();

    private final JsonMapper mapper;

    final DeclaredLimits limits = new DeclaredLimits();

    final List<TaskInterceptor> interceptors = new CopyOnWriteArrayList<>();

    final List<AddInterceptor> addInterceptors = new CopyOnWriteArrayList<>();

    final List<DeadLetterListener> deadLetterListeners = new CopyOnWriteArrayList<>();

    final List<RecordFilter> recordFilters = new CopyOnWriteArrayList<>();

    final WorkCounters work = new WorkCounters();

    final Observers observers = new Observers(work);

    final List<Watch> countsWatches = new CopyOnWriteArrayList<>();

    EngineExtensions(DelayQueueEngine engine, JsonMapper mapper) {
        this.engine = engine;
        this.mapper = mapper;
    }

    /**
     * Sets the callback of a topic in this instance.
     *
     * @param callback the callback with its topic and options
     * @throws IllegalStateException if the topic has a callback already, or is pulled here, or its group is disabled here, or
     *     the engine runs
     * @throws InvalidSettingException if Jackson cannot read the type of the payload
     */
    public void addCallback(TopicCallback callback) {
        requireNonNull(callback, "callback must not be null");
        TopicName topic = callback.topic();
        whileStopped("The callback of " + topic, () -> {
            if (engine.sessions.localTopics.isPulled(topic)) {
                throw new IllegalStateException("The topic " + topic + " is pulled from this engine");
            }
            engine.sessions.localTopics.requireEnabled(topic.group());
            ReadableTypes.refuse(mapper, callback);
            callbacks.add(callback);
        });
    }

    /**
     * Declares a repeating task: it is added, or gets the declared repetition, at each start of this engine. Registers its topic. A
     * {@linkplain TaskSchedule#isDisabled disabled} declaration is ignored.
     *
     * @param schedule the declaration
     * @throws io.delayqueue.InvalidTaskException if an add would reject its task, for reasons that do not depend on the store; a cron
     *     schedule of the application is asked for the first time after 1970
     * @throws IllegalStateException if there is one with this id in its group, its group is disabled here, or the engine runs
     */
    public void addSchedule(TaskSchedule schedule) {
        requireNonNull(schedule, "schedule must not be null");
        Task task = schedule.task();
        whileStopped("The schedule " + task.id() + " of " + task.topic(), () -> {
            if (!schedule.isDisabled()) {
                engine.sessions.localTopics.requireEnabled(task.topic().group());
                engine.freeze(task);
                engine.schedules.add(schedule);
                engine.sessions.localTopics.addSchedule(task.topic(), task.id());
            }
        });
    }

    /**
     * Declares a limit over all instances, for {@link TopicOptions#limits()}. A start writes the limit if the declaration is another one than
     * the last, and no running instance has the last; else what was {@linkplain DelayQueueInspector#setLimit set} at run time stays.
     *
     * @param limit the limit
     * @throws InvalidSettingException if the limit is not complete, or another limit of its name is declared in this engine
     * @throws IllegalStateException if the engine runs
     */
    public void addLimit(Limit limit) {
        requireNonNull(limit, "limit must not be null");
        whileStopped("The limit " + limit.name() + " of " + limit.group(), () -> limits.add(limit));
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
     * Adds a filter of the records of tasks that end in this instance.
     *
     * @param filter the filter
     * @throws IllegalStateException if the engine runs
     */
    public void addRecordFilter(RecordFilter filter) {
        add(recordFilters::add, filter, "filter");
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
        requireNonNull(listener, "listener must not be null");
        add(countsWatches::add, new Watch(interval, Arguments.windows(windows), listener), "listener");
    }

    private <T> void add(Consumer<T> all, T extension, String name) {
        requireNonNull(extension, name + " must not be null");
        whileStopped("What extends an engine", () -> all.accept(extension));
    }

    /** No engine starts meanwhile. */
    private void whileStopped(String what, Runnable adding) {
        synchronized (engine) {
            if (engine.isRunning()) {
                throw new IllegalStateException(what + " must be added before the engine starts");
            }
            adding.run();
        }
    }
}
