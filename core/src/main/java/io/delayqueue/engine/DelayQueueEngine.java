package io.delayqueue.engine;

import static java.util.Objects.requireNonNull;

import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.internal.add.TaskAdder;
import io.delayqueue.internal.add.TaskRemover;
import io.delayqueue.internal.codec.PayloadMapper;
import io.delayqueue.internal.codec.TaskWriter;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.group.EngineSession;
import io.delayqueue.internal.pull.DefaultTaskPuller;
import io.delayqueue.internal.pull.PullContext;
import io.delayqueue.internal.registry.DefaultServiceRegister;
import io.delayqueue.internal.registry.NearestTopic;
import io.delayqueue.internal.registry.UnregisteredTopics;
import io.delayqueue.internal.run.Attempts;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.internal.service.BoundedCounts;
import io.delayqueue.internal.service.DeclaredSchedules;
import io.delayqueue.internal.service.DefaultDelayQueueService;
import io.delayqueue.internal.service.DefaultInspector;
import io.delayqueue.internal.service.PayloadCheck;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.store.Backend;
import io.delayqueue.store.NewTask;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import tools.jackson.databind.json.JsonMapper;

/**
 * Delivers delayed tasks. Created by {@link #builder}; delivers between {@link #start} and {@link #stop}, any number of times;
 * adds tasks until it is closed.
 */
public final class DelayQueueEngine implements AutoCloseable {

    /** Default name of an engine. */
    public static final String DEFAULT_NAME = "default";

    private static final Logger log = Loggers.of(DelayQueueEngine.class);

    /** Time for asynchronously added tasks to reach the store when the engine is closed. */
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final Backend backend;

    private final EngineSettings settings;

    private final boolean consume;

    private final String name;

    private final LifecycleLog lines;

    private final EngineExtensions extensions;

    final EngineSessions sessions;

    private final ExecutorService adders;

    private final TaskAdder adder;

    private final DefaultDelayQueueService service;

    final DeclaredSchedules schedules;

    private final DefaultServiceRegister register;

    private final DelayQueueInspector inspector;

    private final BoundedCounts counts;

    private final UnregisteredTopics unregistered;

    private final DefaultTaskPuller puller;

    DelayQueueEngine(DelayQueueEngineBuilder builder) {
        this.backend = builder.backend;
        this.settings = builder.settings;
        this.consume = builder.consume;
        JsonMapper mapper = PayloadMapper.of(builder.mapper);
        this.name = builder.name;
        this.extensions = new EngineExtensions(this, mapper);
        TopicCallbacks callbacks = extensions.callbacks;
        this.sessions = new EngineSessions(builder, extensions, mapper, this::halt);
        this.lines = new LifecycleLog(name, sessions.instance, backend.address(), backend.namespace());
        this.adders = Threads.pool("adder", sessions.engineLog);
        TaskWriter writer = new TaskWriter(mapper, builder.allowed, builder.settings.maxPayloadSize(), callbacks::get);
        Observers observers = extensions.observers;
        Executor executor = sessions.time.moved() ? Runnable::run : Threads.orHere(adders);
        Attempts attempts = sessions.attempts;
        Repeats repeats = sessions.repeats;
        this.unregistered = new UnregisteredTopics(
                backend,
                sessions::isRegistered,
                topic -> !sessions.isRunning() && callbacks.get(topic) != null,
                executor,
                System::nanoTime);
        observers.add(unregistered);
        this.adder = new TaskAdder(
                backend,
                writer,
                repeats,
                executor,
                sessions.time,
                builder.addQueueLimits,
                extensions.addInterceptors,
                observers);
        this.service = new DefaultDelayQueueService(
                backend, adder, new TaskRemover(backend, executor, observers, attempts), repeats, observers, attempts);
        this.schedules = new DeclaredSchedules(service, backend);
        this.register = new DefaultServiceRegister(
                service::openBackend, sessions.localTopics, () -> sessions.onCurrent(EngineSession::registryChanged));
        this.inspector = new DefaultInspector(
                service::openBackend, new PayloadCheck(callbacks, sessions.invoker, sessions.localTopics), repeats);
        this.counts = new BoundedCounts(service::openBackend, sessions.time.moved() ? executor : adders);
        PullContext pulls = new PullContext(
                service::openBackend,
                sessions.instance,
                mapper,
                repeats,
                observers,
                sessions.time,
                sessions.records,
                new AtomicLong());
        this.puller = new DefaultTaskPuller(
                pulls,
                register,
                group -> sessions.onCurrent(session -> session.aboutToPull(group)),
                sessions::isDrained);
        TopicCallbacks own = builder.callbacks;
        own.topics().forEach(topic -> extensions.addCallback(requireNonNull(own.get(topic))));
        builder.extend.accept(extensions);
        sessions.attach(schedules::declare, puller::crashed);
    }

    /**
     * Creates a builder of an engine.
     *
     * @param backend the store; closed with the engine
     * @return a builder
     */
    public static DelayQueueEngineBuilder builder(Backend backend) {
        return new DelayQueueEngineBuilder(backend);
    }

    /** {@return the service that adds tasks, until the engine is closed, started or not} */
    public DelayQueueService service() {
        return service;
    }

    /**
     * Checks a task that is added later, and writes its payload: later changes of the payload object, such as an entity, do not
     * affect the task.
     *
     * @param task the task
     * @return the same task, for {@link #service()}
     * @throws io.delayqueue.InvalidTaskException if an add would reject it, for reasons that do not depend on the store
     */
    public Task freeze(Task task) {
        return adder.freeze(requireNonNull(task, "task must not be null"));
    }

    /**
     * Writes tasks that are kept outside the store, and added later by {@link io.delayqueue.store.TaskStore#apply}. Interceptors of adds are
     * called. No call of the store is made: the first time of a cron expression is by this machine's clock.
     *
     * @param tasks the tasks
     * @return the tasks as the store takes them, in their order
     * @throws io.delayqueue.InvalidTaskException if an add would reject one, for reasons that do not depend on the store
     */
    public List<NewTask> writeForLater(List<Task> tasks) {
        requireNonNull(tasks, "tasks must not be null");
        return adder.writeForLater(tasks, sessions.time.clock().millis());
    }

    /** {@return the store of the engine, with its namespace} */
    public Backend backend() {
        return backend;
    }

    /** {@return the registry of groups and topics, until the engine is closed, started or not} */
    public ServiceRegister register() {
        return register;
    }

    /** {@return the inspector of the store, which works until the engine is closed, started or not} */
    public DelayQueueInspector inspector() {
        return inspector;
    }

    /** {@return the puller of due tasks, which works while the engine runs} */
    public TaskPuller puller() {
        return puller;
    }

    /**
     * Returns the options with which this engine runs the tasks of a topic, unless a task has its own. Costs no call of the store.
     * Other instances may have other options.
     *
     * @param topic the topic
     * @return the options of the topic's callback, the engine's or the defaults; no time to run means no limit. Empty if the topic
     *     has no callback here
     */
    public Optional<TopicOptions> topicOptions(TopicName topic) {
        TopicCallback callback = extensions.callbacks.get(requireNonNull(topic, "topic must not be null"));
        return Optional.ofNullable(callback).map(one -> sessions.options(topic, one));
    }

    /**
     * Counts the records of the topics that have a history, as {@link DelayQueueInspector#histories} does. Which topics have one is known of groups
     * that this engine serves, and up to some ten seconds old. No call of the store if none of the topics has a history.
     *
     * @param group the group
     * @param topics the topics
     * @return the numbers of the topics that have a history
     * @throws io.delayqueue.TaskStoreException if the store fails
     */
    public List<HistoryCounts> histories(String group, Collection<String> topics) {
        List<String> recorded = requireNonNull(topics, "topics must not be null").stream()
                .filter(topic -> sessions.histories.of(new TopicName(group, topic)) != null)
                .toList();
        return inspector.histories(group, recorded);
    }

    /** {@return the topics that have a callback in this engine, started or not} */
    public Set<TopicName> topics() {
        return extensions.callbacks.topics();
    }

    /** {@return the extensions of this engine, which can be added until it starts} */
    public EngineExtensions extensions() {
        return extensions;
    }

    /** {@return this engine's name among those of its application} */
    public String name() {
        return name;
    }

    /** {@return the status of this engine; costs no call of the store} */
    public EngineStatus status() {
        return sessions.status(name, unregistered);
    }

    /**
     * Returns the declared repeating tasks that are dead letters, and so do not run, as of the last check, which is made every ten seconds
     * while this engine runs. A start requeues them.
     *
     * @return each as {@code group/topic id}; costs no call of the store
     */
    public List<String> deadSchedules() {
        return schedules.dead();
    }

    /**
     * Returns the declared repeating tasks that were removed, and so do not run, as of the last check, which is made every ten seconds
     * while this engine runs. A start adds them again, and {@link #restoreSchedule} too.
     *
     * @return each as {@code group/topic id}; costs no call of the store
     */
    public List<String> missingSchedules() {
        return schedules.missing();
    }

    /**
     * Adds a declared repeating task again that was removed, as a start of this engine does. If the task is there, it gets the declared
     * repetition, and is requeued if it is a dead letter.
     *
     * @param group the task's group
     * @param id the task's id
     * @return whether this engine declares the task; if not, nothing is changed
     * @throws io.delayqueue.TaskStoreUnavailableException if the store does not answer in time
     * @throws io.delayqueue.TaskStoreException if the store refuses it
     * @throws io.delayqueue.InvalidTaskException if the task breaks a rule
     */
    public boolean restoreSchedule(String group, String id) {
        return schedules.restore(TopicName.requireGroup(group), Task.requireId(id));
    }

    /**
     * Counts the tasks of all groups that are registered or have tasks, for monitoring, within a time limit even if the store hangs.
     * The unregistered groups are those of {@link DelayQueueInspector#unregisteredTopics}, at most 100.
     *
     * @param atMost the maximum time to wait, at least 1 ms
     * @return by group, in the order of the names: the counts of every topic that is registered or has a task; of others that
     *     had one, for some minutes
     * @throws io.delayqueue.TaskStoreUnavailableException if the store does not answer in time
     * @throws io.delayqueue.TaskStoreException if it refuses
     */
    public Map<String, List<TaskCounts>> countTasks(Duration atMost) {
        return counts.count(group -> true, atMost);
    }

    /**
     * Counts the tasks of some groups, like {@link #countTasks(Duration)}. Calls the store even if there are none.
     *
     * @param groups the groups
     * @param atMost the maximum time to wait, at least 1 ms
     * @return the same, of those groups that are registered or have tasks
     * @throws io.delayqueue.TaskStoreUnavailableException if the store does not answer in time
     * @throws io.delayqueue.TaskStoreException if it refuses
     */
    public Map<String, List<TaskCounts>> countTasks(Collection<String> groups, Duration atMost) {
        return counts.count(Set.copyOf(requireNonNull(groups, "groups must not be null"))::contains, atMost);
    }

    /**
     * Lists the limits of groups, for monitoring, within a time limit even if the store hangs.
     *
     * @param groups the groups
     * @param atMost the maximum time to wait, at least 1 ms
     * @return the limits of all groups, as {@link DelayQueueInspector#limits} of each
     * @throws io.delayqueue.TaskStoreUnavailableException if the store does not answer in time
     * @throws io.delayqueue.TaskStoreException if it refuses
     */
    public List<LimitInfo> limits(Collection<String> groups, Duration atMost) {
        return counts.limits(Set.copyOf(requireNonNull(groups, "groups must not be null")), atMost);
    }

    /** {@return this engine's name in leases and logs, unique among instances} */
    public String instance() {
        return sessions.instance;
    }

    /** {@return whether it has been started and not stopped since} */
    public boolean isRunning() {
        return sessions.isRunning();
    }

    /**
     * Registers the topics of this engine's callbacks, begins to deliver, and adds or changes the declared repeating tasks. No effect
     * if it runs already.
     *
     * @throws io.delayqueue.TaskStoreException if the store cannot be reached; the engine is not running then
     * @throws InvalidSettingException if the declared limits contradict each other, or a limit would have too many topics; the engine is
     *     not running then
     */
    public synchronized void start() {
        if (sessions.isRunning()) {
            return;
        }
        EngineSession starting = sessions.begin();
        try {
            starting.start(schedules::restore, unregistered::cleanSoon);
            if (consume) {
                schedules.declare();
            }
        } catch (Throwable e) {
            try {
                starting.stop(Duration.ZERO);
            } finally {
                sessions.end();
            }
            throw e;
        }
        puller.start();
        log.info(consume ? lines.started(status().groups(), sessions.extras()) : lines.onlyAdds());
    }

    /**
     * Stops delivering: no more tasks are reserved, tasks that have not started are given back at once, running callbacks may
     * end within the shutdown time-out, and are then interrupted and given back. Returns at the end of the stop, within the
     * time-out and some seconds. No effect if the engine does not run.
     */
    public synchronized void stop() {
        EngineSession current = sessions.current();
        if (current == null) {
            return;
        }
        sessions.stopping();
        long began = System.nanoTime();
        puller.stop();
        EngineSession.Stopped stopped;
        try {
            stopped = current.stop(settings.shutdownTimeout());
        } finally {
            sessions.end();
        }
        log.atLevel(stopped.isClean() ? Level.INFO : Level.WARN)
                .log(lines.stopped(stopped, Duration.ofNanos(System.nanoTime() - began)));
    }

    /**
     * Stops like {@link #stop}, without blocking the caller.
     *
     * @param whenStopped called at the end of the stop, on another thread
     */
    public void stopAsync(Runnable whenStopped) {
        requireNonNull(whenStopped, "whenStopped must not be null");
        Threads.start("stop", () -> {
            try {
                stop();
            } finally {
                whenStopped.run();
            }
        });
    }

    /**
     * Drains this engine: it begins no task, gives back the reserved tasks that have not begun, and refuses to pull tasks. Running
     * callbacks and pulled tasks end as usual, tasks can be added, and due tasks become ready for other instances. Lasts until {@link #undrain} or the end of a stop; before a start, the engine
     * starts drained.
     */
    public void drain() {
        sessions.drained.add(EngineSessions.ALL);
        drainChanged(lines.drained("all groups"));
    }

    /**
     * Drains a group in this engine, as {@link #drain()} does all groups.
     *
     * @param group the registered group, served here or not
     * @throws io.delayqueue.InvalidTaskException if the name breaks the rule of {@link TopicName}, or no group of the name is registered
     * @throws io.delayqueue.TaskStoreException if this engine does not know the group, and the store fails
     */
    public void drain(String group) {
        if (!sessions.isKnown(TopicName.requireGroup(group))) {
            Map<String, Set<String>> registry = register.topics();
            if (!registry.containsKey(group)) {
                throw new InvalidTaskException(
                        "group must be registered, but is '" + group + "'." + NearestTopic.hint(group, registry));
            }
        }
        sessions.drained.add(group);
        drainChanged(lines.drained(group));
    }

    /** Ends the drain of all groups. No effect if none is drained. */
    public void undrain() {
        sessions.drained.clear();
        drainChanged(lines.undrained());
    }

    /**
     * Drains this engine while its application is not ready, as {@link #drain()} does. Drains of operators are others: they last when the
     * application is ready again. {@link #undrain} ends all.
     *
     * @param ready whether the application is ready, as it is at first
     */
    public void setReady(boolean ready) {
        Set<String> drained = sessions.drained;
        if (ready ? drained.remove(EngineSessions.UNREADY) : drained.add(EngineSessions.UNREADY)) {
            drainChanged(ready ? lines.undrained() : lines.drained("all groups"));
        }
    }

    private void drainChanged(String line) {
        log.info(line);
        sessions.onCurrent(EngineSession::drainChanged);
        puller.drainChanged();
    }

    /** Stops because this version cannot work on the store any longer. */
    private void halt(String reason) {
        if (sessions.halt(reason)) {
            log.error("{} {}", lines.halted(), reason);
            stopAsync(() -> {});
        }
    }

    /** Stops, and closes the store. The engine cannot be used again. */
    @Override
    public void close() {
        stop();
        service.close();
        Threads.finish(adders, CLOSING);
        backend.close();
    }
}
