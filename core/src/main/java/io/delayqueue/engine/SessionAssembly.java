package io.delayqueue.engine;

import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.ThreadDriver;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.group.CountsWatcher;
import io.delayqueue.internal.group.EngineSession;
import io.delayqueue.internal.group.GroupRuntime;
import io.delayqueue.internal.group.Groups;
import io.delayqueue.internal.group.LeaseKeeper;
import io.delayqueue.internal.heartbeat.InstanceHeartbeats;
import io.delayqueue.internal.heartbeat.StoreWatch;
import io.delayqueue.internal.registry.LocalTopics;
import io.delayqueue.internal.registry.Registration;
import io.delayqueue.internal.registry.TopicAssignment;
import io.delayqueue.internal.retention.DeadLetterTrimmer;
import io.delayqueue.internal.run.Attempts;
import io.delayqueue.internal.run.CallbackInvoker;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.internal.run.TopicSettings;
import io.delayqueue.store.Backend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Creates the sessions of an engine. */
final class SessionAssembly {

    private final DelayQueueEngineBuilder builder;

    private final Backend backend;

    private final @Nullable Driver driver;

    private final String instance;

    private final TopicCallbacks callbacks;

    private final LocalTopics localTopics;

    private final EngineExtensions extensions;

    private final Outage outage;

    private final StoreWatch storeWatch;

    private final Attempts attempts;

    private final Repeats repeats;

    private final CallbackInvoker invoker;

    private int crashes;

    /**
     * Creates the assembly.
     *
     * @param builder the settings, no longer changed
     * @param driver drives all sessions; null for threads of each session
     * @param foreign receives a topic whose tasks show that it is another application's
     */
    SessionAssembly(
            DelayQueueEngineBuilder builder,
            @Nullable Driver driver,
            String instance,
            TopicCallbacks callbacks,
            LocalTopics localTopics,
            EngineExtensions extensions,
            Outage outage,
            StoreWatch storeWatch,
            Attempts attempts,
            Repeats repeats,
            Consumer<TopicName> foreign) {
        this.builder = builder;
        this.backend = builder.backend;
        this.driver = driver;
        this.instance = instance;
        this.callbacks = callbacks;
        this.localTopics = localTopics;
        this.extensions = extensions;
        this.outage = outage;
        this.storeWatch = storeWatch;
        this.attempts = attempts;
        this.repeats = repeats;
        this.invoker = new CallbackInvoker(
                builder.mapper, builder.allowed, builder.classLoader, localTopics::contains, foreign);
    }

    /**
     * Registers the groups and topics of this instance, and creates a session without starting it. Throws an exception if the
     * store does not answer.
     */
    EngineSession create() {
        localTopics.consume(callbacks.topics());
        Registration registration = new Registration(backend.registry(), localTopics);
        return create(instance, registration, registration.register());
    }

    /** Creates the session of a new instance after a crash, without starting it and without a call of the store. */
    EngineSession recreate(EngineSession crashed) {
        crashes++;
        return create(
                instance + "-" + crashes, new Registration(backend.registry(), localTopics), crashed.registered());
    }

    private EngineSession create(String name, Registration registration, Map<String, Set<String>> registered) {
        Observers observers = extensions.observers();
        Driver driver = this.driver == null ? threads() : this.driver;
        DeadLetterNotifier deadLetters = driver.time().moved()
                ? DeadLetterNotifier.atOnce(extensions.deadLetterListeners(), observers.taskEvents())
                : DeadLetterNotifier.onThreads(extensions.deadLetterListeners(), observers.taskEvents());
        TopicAssignment assignment = new TopicAssignment(callbacks.topics(), !builder.allowed.isEmpty(), localTopics);
        Groups groups = new Groups(
                assignment,
                (group, topics) -> new GroupRuntime(
                        new GroupContext(group, name, builder.settings.lease(), backend, driver, observers),
                        deadLetters,
                        topics,
                        this::runner));
        storeWatch.begin();
        EngineSession session = new EngineSession(
                backend,
                driver,
                groups,
                registration,
                registered,
                deadLetters,
                new LeaseKeeper(groups, builder.settings.lease(), builder.blockedAfter, observers.taskEvents(), driver),
                new InstanceHeartbeats(
                        backend,
                        name,
                        groups::status,
                        extensions.work(),
                        InstanceHeartbeats.Intervals.DEFAULT,
                        storeWatch::checkIfDue,
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
                        backend.topics(),
                        builder.deadLetterRetention,
                        groups::pushed,
                        DeadLetterTrimmer.INTERVAL,
                        driver);
    }

    private TaskRunner runner(TopicName topic, GroupContext context) {
        TopicCallback callback = callbacks.get(topic);
        TopicSettings settings = builder.settings.resolve(callback == null ? null : callback.options());
        TaskRunner runner = new TaskRunner(
                topic, callback, settings, context, invoker, repeats, extensions.interceptors(), attempts);
        if (!context.time().moved()) {
            runner.warmUp();
        }
        return runner;
    }

    private Driver threads() {
        ExecutorService own = Threads.pool("callback");
        Executor executor = builder.callbackExecutor == null ? own : builder.callbackExecutor;
        Pools pools = new Pools(work -> executor.execute(builder.callbackDecorator.apply(work)), executor != own, own);
        return new ThreadDriver(builder.time, pools, outage);
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
