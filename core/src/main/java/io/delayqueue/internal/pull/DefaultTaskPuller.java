package io.delayqueue.internal.pull;

import io.delayqueue.DelayQueueException;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.Receipt;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.log.Loggers;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.TaskLease;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import tools.jackson.databind.json.JsonMapper;

/** Leases tasks in the threads of its callers, which wait here for signals as an engine's own waiter does. */
public final class DefaultTaskPuller implements TaskPuller {

    private static final Logger log = Loggers.of(DefaultTaskPuller.class);

    /** How many waits in a row may break before the caller is told. */
    private static final int MAX_BROKEN = 20;

    private static final long BROKEN_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

    /** How long a wait lasts where somebody moves the time, who may be the one that waits. */
    private static final Duration SHORT_WAIT = Duration.ofMillis(10);

    private final Backend backend;

    private final String instance;

    private final Engine engine;

    private final PullContext context;

    private final Map<TopicName, PulledTopic> topics = new ConcurrentHashMap<>();

    /**
     * What pulled tasks need.
     *
     * @param mapper reads payloads
     * @param repeats finds next runs
     * @param observers told of what happens
     * @param time by which leases are measured
     */
    public record Tools(JsonMapper mapper, Repeats repeats, Observers observers, EngineTime time) {}

    /**
     * What the engine is told.
     *
     * @param announce makes a topic known as one that is pulled; throws if it cannot be
     * @param pulled receives after each check for ready tasks whether there were any
     * @param waits called every few seconds while a topic is still waited for
     * @param isPulled whether a topic is known
     * @param look told of a group before each look for ready tasks
     */
    public record Engine(
            Consumer<TopicName> announce,
            BiConsumer<TopicName, Boolean> pulled,
            Consumer<TopicName> waits,
            Predicate<TopicName> isPulled,
            Consumer<String> look) {}

    /** The waits under way. */
    private final Map<Thread, Wait> waiting = new ConcurrentHashMap<>();

    private final AtomicLong names = new AtomicLong();

    private volatile boolean running;

    private volatile boolean closed;

    /**
     * Creates the puller of an engine that does not run.
     *
     * @param instance the engine's name
     * @param tools what pulled tasks need
     * @param engine what it tells its engine
     */
    public DefaultTaskPuller(Backend backend, String instance, Tools tools, Engine engine) {
        this.backend = backend;
        this.instance = instance;
        this.engine = engine;
        this.context = new PullContext(this::store, this::nextName, tools);
    }

    public void start() {
        running = true;
    }

    /** Ends waits and lets none begin. Tasks in callers' hands can be settled until the end. */
    public void stop() {
        running = false;
        try {
            waiting.values().forEach(Wait::interruptWait);
            topics.values().forEach(PulledTopic::reclaimLost);
        } catch (RuntimeException e) {
            // The engine must stop all the same.
            log.debug("Waits end by themselves soon, and leases that never arrived later", e);
        }
    }

    /** The instance has died: nobody is left who knows what its calls leased. */
    public void crashed() {
        topics.values().forEach(PulledTopic::forgetLost);
    }

    /** From now on every call says so at once, instead of waiting for connections that are closed. */
    public void close() {
        closed = true;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public List<PulledTask> reserve(String group, String topic, PullOptions options, Duration wait)
            throws InterruptedException {
        long began = System.nanoTime();
        Objects.requireNonNull(options, "options must not be null");
        Objects.requireNonNull(wait, "wait must not be null");
        if (wait.isNegative()) {
            throw InvalidTaskException.of("wait", wait, "must not be negative");
        }
        Duration longest = context.time().moved() ? SHORT_WAIT : Task.MAX_DELAY;
        long nanos = (wait.compareTo(longest) > 0 ? longest : wait).toNanos();
        TopicName name = new TopicName(group, topic);
        PulledTopic pulled = topic(name);
        Wait signal = new Wait(name, began, nanos);
        boolean interrupted = false;
        try {
            requireNotInterrupted();
            while (true) {
                engine.look().accept(group);
                PulledTopic.Pull pull = pulled.reserve(options);
                tell(name, pull);
                if (!pull.tasks().isEmpty()) {
                    return pull.tasks();
                }
                if (interrupted) {
                    interrupted = false;
                    throw new InterruptedException();
                }
                if (!pull.more() && !signal.await()) {
                    return pull.tasks();
                }
                // Not thrown yet: if a signal was taken, no other consumer knows of its task.
                interrupted = Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void tell(TopicName topic, PulledTopic.Pull pull) {
        boolean hasTasks = !pull.tasks().isEmpty();
        try {
            engine.pulled().accept(topic, hasTasks);
        } catch (TaskStoreException e) {
            if (!hasTasks) {
                throw e;
            }
            // The caller must get them; the next call registers their topic.
            log.debug("{} could not be registered", topic, e);
        }
    }

    @Override
    public void wake(Thread thread) {
        Objects.requireNonNull(thread, "thread must not be null");
        Optional.ofNullable(waiting.get(thread)).ifPresent(Wait::interruptWait);
    }

    @Override
    public TaskLease lease(String receipt) {
        Objects.requireNonNull(receipt, "receipt must not be null");
        store();
        return new DeliveryLease(context, Receipt.read(receipt));
    }

    private PulledTopic topic(TopicName name) {
        store();
        if (!running) {
            throw new DelayQueueException("There is nothing to pull from before the engine is started and after it is"
                    + " stopped, for it makes due tasks ready only in between");
        }
        engine.announce().accept(name);
        PulledTopic known = topics.get(name);
        if (known != null) {
            return known;
        }
        topics.entrySet()
                .removeIf(entry -> !engine.isPulled().test(entry.getKey())
                        && entry.getValue().hasNothingLost());
        return topics.computeIfAbsent(name, added -> new PulledTopic(added, context));
    }

    private TaskStore store() {
        if (closed) {
            throw new DelayQueueException("The engine of this puller is closed");
        }
        return backend.tasks();
    }

    private String nextName() {
        return instance + "-p" + Long.toString(names.incrementAndGet(), Character.MAX_RADIX);
    }

    private static void requireNotInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** One caller's wait for a topic's signal. */
    private final class Wait {

        private final TopicName topic;

        private final long began;

        private final long nanos;

        private final String name = nextName();

        /** How many waits broke one after the other. */
        private int broken;

        Wait(TopicName topic, long began, long nanos) {
            this.topic = topic;
            this.began = began;
            this.nanos = nanos;
        }

        /** Waits for a reason to look again; false if the time is over or the engine stops. */
        boolean await() throws InterruptedException {
            while (true) {
                long left = nanos - (System.nanoTime() - began);
                if (left <= 0 || !running) {
                    return false;
                }
                requireNotInterrupted();
                if (awaitOnce(Duration.ofNanos(left))) {
                    return running;
                }
            }
        }

        /**
         * Waits for a while. A wait that breaks is a reason to look, which shows whether the store is away. Several may break
         * though it is not: each takes a connection that lay idle when all of them broke.
         */
        private boolean awaitOnce(Duration atMost) {
            engine.waits().accept(topic);
            waiting.put(Thread.currentThread(), this);
            try {
                // Asked again now that those who stop the engine or wake this thread know of this wait.
                boolean signalled = running
                        && !Thread.currentThread().isInterrupted()
                        && backend.signals().await(topic.group(), List.of(topic.topic()), name, atMost) != null;
                broken = 0;
                return signalled;
            } catch (TaskStoreUnavailableException e) {
                if (++broken > MAX_BROKEN) {
                    throw e;
                }
                LockSupport.parkNanos(broken > 1 ? BROKEN_PAUSE : 0);
                return true;
            } finally {
                waiting.remove(Thread.currentThread());
            }
        }

        void interruptWait() {
            backend.signals().interruptWait(topic.group(), name);
        }
    }
}
