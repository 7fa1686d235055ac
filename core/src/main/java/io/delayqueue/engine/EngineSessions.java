package io.delayqueue.engine;

import static java.util.stream.Collectors.toMap;

import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.internal.consume.SignalWaiters;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.DriverSource;
import io.delayqueue.internal.drive.EngineControl;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.GroupSteps;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.group.CountsWatcher;
import io.delayqueue.internal.group.EngineSession;
import io.delayqueue.internal.group.GroupRuntime;
import io.delayqueue.internal.group.Groups;
import io.delayqueue.internal.group.LeaseKeeper;
import io.delayqueue.internal.heartbeat.InstanceHeartbeats;
import io.delayqueue.internal.heartbeat.StoreWatch;
import io.delayqueue.internal.history.HistoryRules;
import io.delayqueue.internal.limit.LimitRules;
import io.delayqueue.internal.push.IdleChecks;
import io.delayqueue.internal.registry.LocalTopics;
import io.delayqueue.internal.registry.Registration;
import io.delayqueue.internal.registry.UnregisteredTopics;
import io.delayqueue.internal.retention.DeadLetterTrimmer;
import io.delayqueue.internal.run.Attempts;
import io.delayqueue.internal.run.CallbackInvoker;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.RecordWriter;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.log.Loggers.EngineLog;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.store.Backend;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.LimitStore.Declaration;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Creates the sessions of an engine from its settings, and holds the current one, from a start to the end of the stop. All that acts on a
 * session has no effect without one.
 */
final class EngineSessions implements EngineControl {

    /** No name of a group. */
    static final String ALL = "*";

    /** No name of a group. */
    static final String UNREADY = "-";

    private static final int RANDOM_BITS = 40;

    /** Name of the instance: short, because it is in every lease. */
    final String instance = newInstance();

    final EngineTime time;

    final LocalTopics localTopics;

    final EngineLog engineLog = Threads.log();

    final Attempts attempts;

    /**
     * Groups of which no task begins here, while running callbacks end and due tasks become ready. Has {@link #ALL} if an operator drains all
     * groups, also those that the engine serves later, and {@link #UNREADY} while the application is not ready. Of the current session, or
     * of the next one.
     */
    final Set<String> drained = ConcurrentHashMap.newKeySet();

    final Repeats repeats;

    final CallbackInvoker invoker;

    final RecordWriter records;

    private final DelayQueueEngineBuilder builder;

    private final Backend backend;

    private final EngineExtensions extensions;

    /** Runs the sessions without threads; null with threads, of which each session has its own. */
    private final @Nullable Driver stepping;

    private final Outage outage;

    private final StoreWatch watch;

    private final Consumer<String> halt;

    /** By group, for all sessions: their leases have the same name. */
    private final Map<String, AtomicLong> newestDeliveries = new ConcurrentHashMap<>();

    /** Those of the current start: they outlast a crash. */
    volatile HistoryRules histories;

    private int crashes;

    private Runnable declare = () -> {};

    private Runnable restarted = () -> {};

    private volatile @Nullable EngineSession session;

    private volatile boolean stopping;

    private volatile @Nullable String haltReason;

    /**
     * Creates it without a session.
     *
     * @param builder the settings, no longer changed
     * @param mapper reads payloads
     * @param halt stops the engine, given the reason
     */
    EngineSessions(
            DelayQueueEngineBuilder builder, EngineExtensions extensions, JsonMapper mapper, Consumer<String> halt) {
        this.builder = builder;
        this.backend = builder.backend;
        this.extensions = extensions;
        this.stepping = backend instanceof DriverSource source ? source.newDriver() : null;
        this.time = stepping == null ? builder.time : stepping.time();
        this.localTopics = builder.localTopics();
        this.outage = new Outage(backend.address());
        this.watch =
                new StoreWatch(backend::check, builder.ignoredFindings, builder.storeCheckInterval, System::nanoTime);
        this.halt = halt;
        this.histories = new HistoryRules(backend, instance, Map.of());
        this.attempts = new Attempts(extensions.interceptors);
        this.records = new RecordWriter(topic -> histories.of(topic), mapper, extensions.recordFilters);
        this.repeats = new Repeats(builder.cron);
        this.invoker = new CallbackInvoker(
                mapper, builder.allowed, builder.classLoader, localTopics::contains, this::excludeTopic);
    }

    private static String newInstance() {
        long random = new SecureRandom().nextLong(1L << RANDOM_BITS);
        return ProcessHandle.current().pid() + "-" + Long.toString(random, Character.MAX_RADIX);
    }

    /**
     * Gives a driver without threads the control of the sessions.
     *
     * @param toDeclare declares the repeating tasks again
     * @param afterRestart called when a crashed session has been replaced
     */
    void attach(Runnable toDeclare, Runnable afterRestart) {
        declare = toDeclare;
        restarted = afterRestart;
        if (stepping != null) {
            stepping.attach(this);
        }
    }

    /**
     * Registers the groups and topics of this instance, and begins a session without starting it. Throws an exception if the store does
     * not answer, or the declared limits contradict each other.
     */
    EngineSession begin() {
        Map<String, Declaration> declared = extensions.limits.with(extensions.callbacks);
        declared.keySet().removeIf(group -> !localTopics.mayServe(group));
        localTopics.declare(declared, declaredHistories(), topic -> options(topic, extensions.callbacks.get(topic)));
        histories = new HistoryRules(backend, instance, localTopics.histories());
        localTopics.consume(extensions.callbacks.topics());
        Registration registration = registration();
        return begin(create(instance, registration, registration.register()));
    }

    private EngineSession begin(EngineSession starting) {
        haltReason = null;
        session = starting;
        return starting;
    }

    private Registration registration() {
        LimitRules rules = new LimitRules(backend, instance, localTopics.limits());
        return new Registration(backend.registry(), backend.address(), localTopics, rules, histories, halt);
    }

    private Map<TopicName, String> declaredHistories() {
        Set<TopicName> topics = new HashSet<>(builder.histories.keySet());
        topics.addAll(extensions.callbacks.topics());
        topics.removeIf(topic -> !localTopics.mayServe(topic.group()));
        return topics.stream()
                .collect(toMap(
                        Function.identity(),
                        topic -> HistoryStore.text(
                                options(topic, extensions.callbacks.get(topic)).history())));
    }

    private EngineSession create(String name, Registration registration, Map<String, Set<String>> registered) {
        Observers observers = extensions.observers;
        Driver driver = stepping == null
                ? builder.threads(outage, engineLog, !builder.consumes(extensions.callbacks))
                : stepping;
        DeadLetterNotifier deadLetters = new DeadLetterNotifier(
                extensions.deadLetterListeners, observers.taskEvents(), time.moved() ? null : engineLog);
        SignalWaiters waiters = new SignalWaiters(backend, name, driver);
        IdleChecks checks = new IdleChecks(backend, name, driver);
        Groups groups = new Groups(
                localTopics,
                registered,
                (group, topics) -> new GroupRuntime(
                        new GroupContext(
                                group,
                                name,
                                newestDeliveries.computeIfAbsent(group, added -> new AtomicLong()),
                                builder.settings.lease(),
                                builder.settings.maxHold(),
                                builder.blockedAfter,
                                backend,
                                driver,
                                observers,
                                this::isDrained),
                        waiters,
                        checks,
                        deadLetters,
                        topics,
                        this::runner));
        watch.begin();
        EngineSession created = new EngineSession(
                backend,
                driver,
                groups,
                registration,
                deadLetters,
                new LeaseKeeper(groups, builder.settings.lease(), observers.taskEvents(), driver),
                new InstanceHeartbeats(
                        backend,
                        name,
                        groups,
                        extensions.work,
                        InstanceHeartbeats.Intervals.DEFAULT,
                        watch::checkIfDue,
                        localTopics,
                        driver));
        if (!builder.deadLetterRetention.keepsAll()) {
            created.add(new DeadLetterTrimmer(
                    backend.deadLetters(),
                    builder.deadLetterRetention,
                    groups::pushed,
                    DeadLetterTrimmer.INTERVAL,
                    driver));
        }
        int number = 0;
        for (CountsWatcher.Watch watch : extensions.countsWatches) {
            number++;
            created.add(new CountsWatcher("counts-" + number, backend.topics(), groups, watch, observers, driver));
        }
        return created;
    }

    private TaskRunner runner(TopicName topic, GroupContext context) {
        TopicCallback callback = extensions.callbacks.get(topic);
        TaskRunner runner =
                new TaskRunner(topic, callback, options(topic, callback), context, invoker, repeats, attempts, records);
        if (!time.moved()) {
            runner.warmUp();
        }
        return runner;
    }

    TopicOptions options(TopicName topic, @Nullable TopicCallback callback) {
        TopicOptions options = builder.settings.complete(callback == null ? null : callback.options());
        HistoryRule rule = builder.histories.get(topic);
        return rule == null ? options : options.toBuilder().history(rule).build();
    }

    @Nullable
    EngineSession current() {
        return session;
    }

    boolean isRunning() {
        return session != null;
    }

    /** Returns false if there is no session, or it was halted before. */
    synchronized boolean halt(String reason) {
        boolean first = session != null && haltReason == null;
        if (first) {
            haltReason = reason;
        }
        return first;
    }

    void stopping() {
        stopping = true;
    }

    void end() {
        session = null;
        drained.clear();
        // Set after the end of the session, so that a status in between does not show it as running.
        stopping = false;
    }

    EngineStatus status(String name, UnregisteredTopics unregistered) {
        boolean stops = stopping;
        EngineSession current = session;
        return new EngineStatus(
                name,
                instance,
                backend.address(),
                backend.namespace(),
                current != null && !stops,
                haltReason,
                outage.length(),
                outage.refusal(),
                current == null ? List.of() : watch.findings(),
                current == null ? List.of() : current.groups().status(),
                current == null ? Map.of() : current.jobs(),
                unregistered.found());
    }

    /** Returns further information for operators. */
    List<String> extras() {
        List<String> extras = new ArrayList<>();
        if (!builder.allowed.isEmpty()) {
            extras.add("tasks may carry their callbacks, so every registered topic is consumed");
        }
        if (builder.callbackExecutor != null) {
            extras.add("callbacks run on the application's executor");
        }
        if (!drained.isEmpty()) {
            extras.add("drained, so that no task begins" + (isDrained("") ? "" : " of " + String.join(", ", drained)));
        }
        return extras;
    }

    /** Whether a topic was registered when this engine read the registry last; false without a session. */
    boolean isRegistered(TopicName topic) {
        return LocalTopics.isIn(registered(), topic);
    }

    /** Whether a group is declared here, or was registered when this engine read the registry last. */
    boolean isKnown(String group) {
        return localTopics.contains(group) || registered().containsKey(group);
    }

    private Map<String, Set<String>> registered() {
        EngineSession current = session;
        return current == null ? Map.of() : current.groups().registered();
    }

    private void excludeTopic(TopicName topic) {
        onCurrent(current -> current.groups().excludeTopic(topic));
    }

    boolean isDrained(String group) {
        return drained.contains(ALL) || drained.contains(UNREADY) || drained.contains(group);
    }

    void onCurrent(Consumer<EngineSession> action) {
        EngineSession current = session;
        if (current != null) {
            action.accept(current);
        }
    }

    @Override
    public List<GroupSteps> groups() {
        EngineSession current = session;
        return current == null ? List.of() : current.steps();
    }

    @Override
    public void followRegistry() {
        onCurrent(EngineSession::followRegistry);
    }

    @Override
    public void trimDeadLetters() {
        onCurrent(EngineSession::trimDeadLetters);
    }

    @Override
    public void declare() {
        onCurrent(current -> declare.run());
    }

    @Override
    public void logEvents() {
        extensions.observers.taskEvents().logAll();
    }

    @Override
    public void crash() {
        onCurrent(EngineSession::crash);
    }

    /** Makes no call of the store. */
    @Override
    public void restart() {
        onCurrent(crashed -> {
            crashes++;
            drained.clear();
            EngineSession next = begin(create(
                    instance + "-" + crashes, registration(), crashed.groups().registered()));
            next.start(() -> {}, () -> {});
            if (crashed.isRegistryChanged()) {
                next.registryChanged();
            }
            extensions.observers.taskEvents().forget();
            restarted.run();
        });
    }
}
