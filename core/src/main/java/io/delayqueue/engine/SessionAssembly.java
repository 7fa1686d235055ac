package io.delayqueue.engine;

import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.ThreadDriver;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.group.EngineSession;
import io.delayqueue.internal.group.Groups;
import io.delayqueue.internal.group.ThreadedSession;
import io.delayqueue.internal.heartbeat.InstanceHeartbeats;
import io.delayqueue.internal.heartbeat.StoreWatch;
import io.delayqueue.internal.registry.LocalTopics;
import io.delayqueue.internal.registry.Registration;
import io.delayqueue.internal.registry.TopicAssignment;
import io.delayqueue.internal.retention.DeadLetterTrimmer;
import io.delayqueue.internal.retention.DeadLetterTrims;
import io.delayqueue.internal.run.Attempts;
import io.delayqueue.internal.run.CallbackInvoker;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.internal.step.ManualDriver;
import io.delayqueue.internal.step.SteppedContext;
import io.delayqueue.internal.step.SteppedInstance;
import io.delayqueue.internal.step.SteppedSession;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterRetention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes what works between a start and a stop, of what the engine was built from. */
final class SessionAssembly {

    private final Backend backend;

    private final EngineSettings settings;

    private final AllowedCallbacks allowed;

    private final DeadLetterRetention retention;

    private final Duration blockedAfter;

    private final @Nullable Executor callbackExecutor;

    private final UnaryOperator<Runnable> callbackDecorator;

    private final Engine engine;

    private final CallbackInvoker invoker;

    private final Repeats repeats;

    private final DelayQueueEngineBuilder.@Nullable Stepping stepping;

    private final EngineTime time;

    /**
     * What all runs of an engine share.
     *
     * @param instance its name in leases
     * @param callbacks its callbacks
     * @param localTopics the groups and topics it was told of
     * @param extensions what the application has hung into it
     * @param outage where an unreachable store is reported
     * @param storeWatch checks the store now and then
     * @param attempts knows which attempt a thread makes
     */
    record Engine(
            String instance,
            TopicCallbacks callbacks,
            LocalTopics localTopics,
            EngineExtensions extensions,
            Outage outage,
            StoreWatch storeWatch,
            Attempts attempts) {}

    /**
     * Creates the assembly.
     *
     * @param foreign told when a task shows that its topic is another application's
     */
    SessionAssembly(DelayQueueEngineBuilder builder, Engine engine, Repeats repeats, Consumer<TopicName> foreign) {
        this.backend = builder.backend;
        this.settings = builder.settings;
        this.allowed = builder.allowed;
        this.retention = builder.deadLetterRetention;
        this.blockedAfter = builder.blockedAfter;
        this.callbackExecutor = builder.callbackExecutor;
        this.callbackDecorator = builder.callbackDecorator;
        this.engine = engine;
        this.stepping = builder.stepping;
        this.time = builder.time;
        this.invoker = new CallbackInvoker(
                builder.mapper, allowed, builder.classLoader, engine.localTopics()::contains, foreign);
        this.repeats = repeats;
    }

    /** Registers what this instance works for, and makes a run of it, not started. Throws if the store does not answer. */
    EngineSession create() {
        LocalTopics localTopics = engine.localTopics();
        localTopics.consume(engine.callbacks().topics());
        Registration registration = new Registration(backend.registry(), localTopics);
        Map<String, Set<String>> registered = registration.register();
        TopicAssignment assignment = new TopicAssignment(engine.callbacks().topics(), !allowed.isEmpty(), localTopics);
        return stepping == null
                ? threaded(registration, registered, assignment)
                : stepped(registration, registered, assignment, stepping);
    }

    private SteppedSession stepped(
            Registration registration,
            Map<String, Set<String>> registered,
            TopicAssignment assignment,
            DelayQueueEngineBuilder.Stepping how) {
        Observers observers = engine.extensions().observers();
        SteppedContext context = new SteppedContext(
                backend,
                new ManualDriver(time, how.callers()),
                how.agenda(),
                new SteppedInstance(engine.instance()),
                settings.lease(),
                observers,
                DeadLetterNotifier.atOnce(engine.extensions().deadLetterListeners(), observers.taskEvents()));
        DeadLetterTrims trims = retention.keepsAll()
                ? null
                : new DeadLetterTrims(backend.topics(), retention, DeadLetterTrimmer.INTERVAL, time.nanoTime());
        SteppedSession.Parts parts = new SteppedSession.Parts(registration, assignment, groups()::consumer, trims);
        return new SteppedSession(context, parts, registered);
    }

    private ThreadedSession threaded(
            Registration registration, Map<String, Set<String>> registered, TopicAssignment assignment) {
        EngineExtensions extensions = engine.extensions();
        ThreadDriver driver = new ThreadDriver(time, pools(), engine.outage());
        ThreadedSession.Surroundings surroundings = new ThreadedSession.Surroundings(
                backend,
                driver,
                DeadLetterNotifier.onThreads(
                        extensions.deadLetterListeners(), extensions.observers().taskEvents()),
                extensions.observers(),
                extensions.countsWatches());
        engine.storeWatch().begin();
        GroupAssembly groups = groups();
        Groups work = new Groups(assignment, (group, topics) -> groups.group(group, surroundings, topics));
        return new ThreadedSession(
                surroundings,
                work,
                new ThreadedSession.Rules(settings.lease(), retention, blockedAfter),
                registration,
                registered,
                new InstanceHeartbeats(
                        backend,
                        engine.instance(),
                        work::status,
                        extensions.work(),
                        InstanceHeartbeats.Intervals.DEFAULT,
                        engine.storeWatch()::checkIfDue,
                        driver));
    }

    private GroupAssembly groups() {
        return new GroupAssembly(
                engine.instance(),
                settings,
                engine.callbacks(),
                invoker,
                repeats,
                engine.extensions()::interceptors,
                engine.attempts());
    }

    private Pools pools() {
        ExecutorService own = Threads.pool("callback");
        Executor executor = callbackExecutor == null ? own : callbackExecutor;
        return new Pools(work -> executor.execute(callbackDecorator.apply(work)), executor != own, own);
    }

    /** What an operator should know of it beyond its groups and topics. */
    List<String> extras() {
        List<String> extras = new ArrayList<>();
        if (!allowed.isEmpty()) {
            extras.add("tasks may carry their callbacks, so every registered topic is consumed");
        }
        if (callbackExecutor != null) {
            extras.add("callbacks run on the application's executor");
        }
        return extras;
    }
}
