package io.delayqueue.engine;

import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.group.CountsWatcher;
import io.delayqueue.internal.group.EngineSession;
import io.delayqueue.internal.group.GroupRuntime;
import io.delayqueue.internal.group.Groups;
import io.delayqueue.internal.group.LeaseKeeper;
import io.delayqueue.internal.heartbeat.InstanceHeartbeats;
import io.delayqueue.internal.heartbeat.StoreWatch;
import io.delayqueue.internal.registry.LayoutCheck;
import io.delayqueue.internal.registry.LocalTopics;
import io.delayqueue.internal.registry.Registration;
import io.delayqueue.internal.registry.TopicAssignment;
import io.delayqueue.internal.retention.DeadLetterTrimmer;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.log.EngineLog;
import io.delayqueue.store.Backend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creates the sessions of an engine. */
final class SessionAssembly {

    private final DelayQueueEngineBuilder builder;

    private final Backend backend;

    private final Supplier<Driver> drivers;

    private final String instance;

    private final LocalTopics localTopics;

    private final EngineExtensions extensions;

    private final EngineLog engineLog;

    private final StoreWatch watch;

    private final TaskRunners runners;

    private final LayoutCheck layout;

    /** By group, for all sessions: their leases have the same name. */
    private final Map<String, AtomicLong> newestDeliveries = new ConcurrentHashMap<>();

    private int crashes;

    /**
     * Creates the assembly.
     *
     * @param builder the settings, no longer changed
     * @param drivers gives the driver of a session
     */
    SessionAssembly(
            DelayQueueEngineBuilder builder,
            Supplier<Driver> drivers,
            String instance,
            LocalTopics localTopics,
            EngineExtensions extensions,
            EngineLog engineLog,
            StoreWatch watch,
            TaskRunners runners,
            LayoutCheck layout) {
        this.builder = builder;
        this.backend = builder.backend;
        this.drivers = drivers;
        this.instance = instance;
        this.localTopics = localTopics;
        this.extensions = extensions;
        this.engineLog = engineLog;
        this.watch = watch;
        this.runners = runners;
        this.layout = layout;
    }

    /**
     * Registers the groups and topics of this instance, and creates a session without starting it. Throws an exception if the
     * store does not answer.
     */
    EngineSession create() {
        localTopics.consume(runners.topics());
        Registration registration = new Registration(backend.registry(), localTopics, layout);
        return create(instance, registration, registration.register());
    }

    /** Creates the session of a new instance after a crash, without starting it and without a call of the store. */
    EngineSession recreate(EngineSession crashed) {
        crashes++;
        return create(
                instance + "-" + crashes,
                new Registration(backend.registry(), localTopics, layout),
                crashed.registered());
    }

    private EngineSession create(String name, Registration registration, Map<String, Set<String>> registered) {
        Observers observers = extensions.observers();
        Driver driver = drivers.get();
        DeadLetterNotifier deadLetters = driver.time().moved()
                ? DeadLetterNotifier.atOnce(extensions.deadLetterListeners(), observers.taskEvents())
                : DeadLetterNotifier.onThreads(extensions.deadLetterListeners(), observers.taskEvents(), engineLog);
        TopicAssignment assignment = new TopicAssignment(runners.topics(), !builder.allowed.isEmpty(), localTopics);
        Groups groups = new Groups(
                assignment,
                registered,
                (group, topics) -> new GroupRuntime(
                        new GroupContext(
                                group,
                                name,
                                newestDeliveries.computeIfAbsent(group, added -> new AtomicLong()),
                                builder.settings.lease(),
                                backend,
                                driver,
                                observers),
                        deadLetters,
                        topics,
                        runners::create));
        watch.begin();
        EngineSession session = new EngineSession(
                backend,
                driver,
                groups,
                registration,
                deadLetters,
                new LeaseKeeper(groups, builder.settings.lease(), builder.blockedAfter, observers.taskEvents(), driver),
                new InstanceHeartbeats(
                        backend,
                        name,
                        groups::status,
                        extensions.work(),
                        InstanceHeartbeats.Intervals.DEFAULT,
                        watch::checkIfDue,
                        localTopics::schedules,
                        driver),
                trimmer(groups, driver));
        int number = 0;
        for (CountsWatcher.Watch watch : extensions.countsWatches()) {
            number++;
            session.add(new CountsWatcher("counts-" + number, backend.topics(), groups, watch, driver));
        }
        return session;
    }

    private @Nullable DeadLetterTrimmer trimmer(Groups groups, Driver driver) {
        return builder.deadLetterRetention.keepsAll()
                ? null
                : new DeadLetterTrimmer(
                        backend.deadLetters(),
                        builder.deadLetterRetention,
                        groups::pushed,
                        DeadLetterTrimmer.INTERVAL,
                        driver);
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
        return extras;
    }
}
