package io.delayqueue.engine;

import static io.delayqueue.InvalidSettingException.requireLength;
import static java.util.Objects.requireNonNull;

import io.delayqueue.AddQueueLimits;
import io.delayqueue.CronSchedule;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.ThreadDriver;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.heartbeat.StoreWatch;
import io.delayqueue.internal.registry.LocalTopics;
import io.delayqueue.limit.Limit;
import io.delayqueue.log.Loggers.EngineLog;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.StoreFinding.Kind;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterRetention;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Builds an engine. Not thread-safe. */
public final class DelayQueueEngineBuilder {

    Backend backend;
    final TopicCallbacks callbacks = new TopicCallbacks();
    final Set<String> groups = new LinkedHashSet<>();
    final Set<TopicName> topics = new LinkedHashSet<>();
    final Set<String> disabledGroups = new LinkedHashSet<>();
    final Map<TopicName, HistoryRule> histories = new HashMap<>();
    boolean consume = true;
    EngineSettings settings = EngineSettings.DEFAULT;
    AddQueueLimits addQueueLimits = AddQueueLimits.DEFAULT;
    AllowedCallbacks allowed = AllowedCallbacks.NONE;
    JsonMapper mapper = JsonMapper.shared();

    DeadLetterRetention deadLetterRetention = DeadLetterRetention.ALL;
    Consumer<EngineExtensions> extend = extensions -> {};
    String name = DelayQueueEngine.DEFAULT_NAME;

    @Nullable
    Executor callbackExecutor;

    UnaryOperator<Runnable> callbackDecorator = UnaryOperator.identity();

    @Nullable
    CronSchedule cron;

    ClassLoader classLoader = DelayQueueEngineBuilder.class.getClassLoader();
    /** With this machine's clock, for the deadlines of callbacks only; due times depend on the store's clock. */
    EngineTime time = EngineTime.passing(Clock.systemUTC());

    Set<Kind> ignoredFindings = Set.of();
    Duration blockedAfter = Duration.ofMinutes(5);
    Duration storeCheckInterval = StoreWatch.INTERVAL;

    DelayQueueEngineBuilder(Backend backend) {
        this.backend = requireNonNull(backend, "backend must not be null");
    }

    /**
     * Sets the callback of a topic in this instance.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @param payloadType the type of payloads
     * @param callback the callback
     * @param <P> the payload's type
     * @return this builder
     * @throws IllegalStateException if the topic has a callback already
     */
    public <P> DelayQueueEngineBuilder callback(
            String group, String topic, Class<P> payloadType, TaskCallback<? super P> callback) {
        TopicName name = new TopicName(group, topic);
        requireNonNull(callback, "callback must not be null");
        String source = callback.getClass().getName();
        return callback(new TopicCallback(name, payloadType, callback, TopicOptions.DEFAULT, source));
    }

    /**
     * Sets the callback of a topic in this instance.
     *
     * @param callback the callback with its topic and options
     * @return this builder
     * @throws IllegalStateException if the topic has a callback already; the message names both
     */
    public DelayQueueEngineBuilder callback(TopicCallback callback) {
        callbacks.add(callback);
        return this;
    }

    /**
     * Registers a group at the start, and pushes its due tasks even if nothing in it is consumed here.
     *
     * @param group the group's name
     * @return this builder
     */
    public DelayQueueEngineBuilder group(String group) {
        groups.add(TopicName.requireGroup(group));
        return this;
    }

    /**
     * Registers a topic at the start, with or without a callback in this instance.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return this builder
     */
    public DelayQueueEngineBuilder topic(String group, String topic) {
        topics.add(new TopicName(group, topic));
        return this;
    }

    /**
     * Disables a group: this engine consumes, pulls and pushes nothing in it, not even if it allows callbacks carried by tasks.
     * Tasks can be added to it.
     *
     * @param group the group's name
     * @return this builder
     */
    public DelayQueueEngineBuilder disableGroup(String group) {
        disabledGroups.add(TopicName.requireGroup(group));
        return this;
    }

    /**
     * Sets whether this engine consumes tasks. One that does not only adds: it pulls and pushes nothing in any group, calls no callback
     * and adds no declared repeating task, but registers the topics of its callbacks and schedules, which remain known.
     *
     * @param consume whether it does, instead of true
     * @return this builder
     */
    public DelayQueueEngineBuilder consume(boolean consume) {
        this.consume = consume;
        return this;
    }

    /**
     * Declares a repeating task. Can be called several times.
     *
     * @param schedule the declaration
     * @return this builder
     * @see EngineExtensions#addSchedule
     */
    public DelayQueueEngineBuilder schedule(TaskSchedule schedule) {
        requireNonNull(schedule, "schedule must not be null");
        return extend(extensions -> extensions.addSchedule(schedule));
    }

    /**
     * Declares a limit, for {@link TopicOptions#limits()}. Can be called several times.
     *
     * @param limit the limit
     * @return this builder
     * @see EngineExtensions#addLimit
     */
    public DelayQueueEngineBuilder limit(Limit limit) {
        requireNonNull(limit, "limit must not be null");
        return extend(extensions -> extensions.addLimit(limit));
    }

    /**
     * Declares the history of a topic, with or without a callback in this instance: in groups that this instance serves, as soon as the topic is
     * registered. It stands in for {@link TopicOptions#history()}.
     *
     * @param topic the topic
     * @param rule the rule
     * @return this builder
     */
    public DelayQueueEngineBuilder history(TopicName topic, HistoryRule rule) {
        histories.put(requireNonNull(topic, "topic must not be null"), requireNonNull(rule, "rule must not be null"));
        return this;
    }

    /**
     * Allows callback classes carried by tasks. If any are allowed, this instance consumes every registered topic.
     *
     * @param patterns full class names, or packages as {@code com.example.*}
     * @return this builder
     */
    public DelayQueueEngineBuilder allowCallbacks(List<String> patterns) {
        allowed = new AllowedCallbacks(patterns);
        return this;
    }

    /**
     * Sets the settings of the engine, instead of {@link EngineSettings#DEFAULT}.
     *
     * @param settings the settings
     * @return this builder
     */
    public DelayQueueEngineBuilder settings(EngineSettings settings) {
        this.settings = requireNonNull(settings, "settings must not be null");
        return this;
    }

    /**
     * Limits the asynchronous adds of a group that wait for the store, instead of {@link AddQueueLimits#DEFAULT}.
     *
     * @param limits the limits
     * @return this builder
     */
    public DelayQueueEngineBuilder addQueueLimits(AddQueueLimits limits) {
        this.addQueueLimits = requireNonNull(limits, "limits must not be null");
        return this;
    }

    /**
     * Sets the mapper of payloads and arguments, instead of a default one.
     *
     * @param mapper the mapper
     * @return this builder
     */
    public DelayQueueEngineBuilder jsonMapper(JsonMapper mapper) {
        this.mapper = requireNonNull(mapper, "mapper must not be null");
        return this;
    }

    /**
     * Sets the class loader of callback classes carried by tasks, instead of this library's own one.
     *
     * @param classLoader the class loader
     * @return this builder
     */
    public DelayQueueEngineBuilder classLoader(ClassLoader classLoader) {
        this.classLoader = requireNonNull(classLoader, "classLoader must not be null");
        return this;
    }

    /**
     * Sets the schedule of the cron expressions of repeating tasks. Without it tasks with such an expression cannot be added.
     *
     * @param cron the schedule
     * @return this builder
     */
    public DelayQueueEngineBuilder cronSchedule(CronSchedule cron) {
        this.cron = requireNonNull(cron, "cron must not be null");
        return this;
    }

    /**
     * Sets the retention of dead letters of a topic, instead of keeping all. Enforced about once a minute, in the groups this
     * instance serves, by the instance that makes the group's due tasks ready: set the same retention in all instances.
     *
     * @param retention the retention of each topic
     * @return this builder
     */
    public DelayQueueEngineBuilder deadLetterRetention(DeadLetterRetention retention) {
        this.deadLetterRetention = requireNonNull(retention, "retention must not be null");
        return this;
    }

    /**
     * Adds extensions to the engine when it is built. Can be called several times; extensions are added in this order.
     *
     * @param extend adds the extensions
     * @return this builder
     * @see DelayQueueEngine#extensions
     */
    public DelayQueueEngineBuilder extend(Consumer<EngineExtensions> extend) {
        this.extend = this.extend.andThen(requireNonNull(extend, "extend must not be null"));
        return this;
    }

    /**
     * Sets the time after which a topic is blocked: all its concurrency slots are busy, and no callback has ended for this
     * time, or for the topic's time to run if that is longer. This is logged as a warning with the stack of one of them, once
     * until one ends, and is in the engine's {@linkplain EngineStatus.TopicStatus#blocked status}.
     *
     * @param length from 1 second to 36,500 days, instead of 5 minutes
     * @return this builder
     * @throws IllegalArgumentException if it is out of its range
     */
    public DelayQueueEngineBuilder blockedAfter(Duration length) {
        requireNonNull(length, "blockedAfter must not be null");
        requireLength("", "blockedAfter", length, Duration.ofSeconds(1), "must be at least 1 second");
        this.blockedAfter = length;
        return this;
    }

    /**
     * Accepts risks of the store to tasks. A running engine checks its store at the start and every ten minutes; each other
     * risk is logged as a warning when it appears, and is among the {@linkplain EngineStatus#findings findings} of the engine's
     * status.
     *
     * @param kinds the kinds of risk that are known and accepted, instead of none
     * @return this builder
     */
    public DelayQueueEngineBuilder ignoreStoreFindings(Set<Kind> kinds) {
        this.ignoredFindings = Set.copyOf(requireNonNull(kinds, "kinds must not be null"));
        return this;
    }

    /**
     * Sets the engine's name among those of its application, for logs, metrics and health. The default is
     * {@value DelayQueueEngine#DEFAULT_NAME}.
     *
     * @param name the name, not blank
     * @return this builder
     * @throws IllegalArgumentException if it is blank
     */
    public DelayQueueEngineBuilder name(String name) {
        requireNonNull(name, "name must not be null");
        if (name.isBlank()) {
            throw new IllegalArgumentException("name must not be blank");
        }
        this.name = name;
        return this;
    }

    /**
     * Sets the namespace of the engine's keys and channels in its store. Engines of different namespaces do not share groups,
     * topics, tasks and instances; each has a registry of its own.
     *
     * @param namespace a letter followed by letters, digits, {@code -}, {@code _} and {@code .}, 128 characters at most, and not
     *     {@code MONITOR}; instead of that of the store, which usually has none
     * @return this builder
     * @throws io.delayqueue.InvalidSettingException if it breaks the rule
     * @throws UnsupportedOperationException if the store has no namespaces
     */
    public DelayQueueEngineBuilder namespace(String namespace) {
        this.backend = backend.inNamespace(requireNonNull(namespace, "namespace must not be null"));
        return this;
    }

    /**
     * Sets the executor of callbacks, instead of the engine's own threads. Each of its tasks runs callbacks of one topic until
     * none is left, and there are at most as many at once as the concurrencies of all topics together. The executor may have
     * fewer threads, or reject tasks: queue tasks that have waited for a thread for a quarter of a second are given back for
     * other instances. The engine never shuts it down; it has to work until the engine has stopped.
     *
     * @param executor runs its tasks on other threads than the caller's, or throws an exception; it must not drop them
     * @return this builder
     */
    public DelayQueueEngineBuilder callbackExecutor(Executor executor) {
        this.callbackExecutor = requireNonNull(executor, "executor must not be null");
        return this;
    }

    /**
     * Decorates each task of the executor of callbacks, the engine's own or another. Such a task runs many callbacks in turn;
     * code for each of them belongs into an {@linkplain EngineExtensions#addInterceptor interceptor}.
     *
     * @param decorator returns the task to run instead, which has to run the original one on its own thread
     * @return this builder
     */
    public DelayQueueEngineBuilder callbackDecorator(UnaryOperator<Runnable> decorator) {
        this.callbackDecorator = requireNonNull(decorator, "decorator must not be null");
        return this;
    }

    /**
     * {@return the groups and topics of the engine}
     *
     * @throws IllegalStateException if a disabled group is to be registered, or has a callback or a topic
     */
    LocalTopics localTopics() {
        LocalTopics localTopics = new LocalTopics(disabledGroups, consume, !allowed.isEmpty());
        groups.forEach(localTopics::add);
        topics.forEach(localTopics::add);
        localTopics.declared().keySet().forEach(localTopics::requireEnabled);
        return localTopics;
    }

    /**
     * Builds the engine.
     *
     * @return the engine, not started
     * @throws io.delayqueue.InvalidTaskException if a schedule is refused by {@link EngineExtensions#addSchedule}
     * @throws IllegalStateException if a disabled group has to be registered, or has a callback or a topic to register
     */
    public DelayQueueEngine build() {
        return new DelayQueueEngine(this);
    }

    /** Whether the engine consumes some topic with these callbacks, now or when one is registered. */
    boolean consumes(TopicCallbacks callbacks) {
        return consume && !(callbacks.topics().isEmpty() && allowed.isEmpty());
    }

    /**
     * Creates the driver of a session that runs on threads.
     *
     * @param daemons whether its jobs do not keep the JVM alive
     */
    Driver threads(Outage outage, EngineLog engineLog, boolean daemons) {
        ExecutorService own = Threads.pool("callback", engineLog);
        Executor executor = callbackExecutor == null ? own : callbackExecutor;
        Pools pools =
                new Pools(work -> executor.execute(callbackDecorator.apply(engineLog.of(work))), executor != own, own);
        return new ThreadDriver(backend, time, pools, outage, engineLog, daemons);
    }
}
