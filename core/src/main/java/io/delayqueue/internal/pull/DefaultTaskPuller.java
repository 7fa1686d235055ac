package io.delayqueue.internal.pull;

import static io.delayqueue.InvalidTaskException.require;
import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.stream.Collectors.groupingBy;

import io.delayqueue.DelayQueueException;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.internal.codec.Receipt;
import io.delayqueue.internal.registry.DefaultServiceRegister;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.TaskLease;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Reserves tasks on the threads of its callers, which wait for signals as an engine's waiter does. */
public final class DefaultTaskPuller implements TaskPuller {

    /** Maximum number of consecutive broken waits before the caller gets an exception. */
    private static final int MAX_BROKEN = 20;

    private static final long BROKEN_PAUSE = MILLISECONDS.toNanos(50);

    /** Length of a wait in virtual time, which the waiting thread itself may move. */
    private static final Duration SHORT_WAIT = Duration.ofMillis(10);

    private final PullContext context;

    private final DefaultServiceRegister register;

    private final Consumer<String> aboutToPull;

    private final Predicate<String> drained;

    private final Map<TopicName, PulledTopic> topics = new ConcurrentHashMap<>();

    /** The waits in progress. */
    private final Map<Thread, Wait> waiting = new ConcurrentHashMap<>();

    private volatile boolean running;

    /**
     * Creates the puller of an engine that is not running.
     *
     * @param register declares pulled topics
     * @param aboutToPull called with the group before each check for ready tasks
     * @param drained whether no tasks of a group may be pulled, because the engine drains the group
     */
    public DefaultTaskPuller(
            PullContext context,
            DefaultServiceRegister register,
            Consumer<String> aboutToPull,
            Predicate<String> drained) {
        this.context = context;
        this.register = register;
        this.aboutToPull = aboutToPull;
        this.drained = drained;
    }

    public void start() {
        running = true;
    }

    /** Ends waits and allows no new ones. Pulled tasks can be acknowledged until the engine is closed. */
    public void stop() {
        running = false;
        quietly(() -> {
            waiting.values().forEach(Wait::interruptWait);
            topics.values().forEach(PulledTopic::reclaimLost);
        });
    }

    /** The engine stops, or drains a group, although the store may not answer. */
    private static void quietly(Runnable end) {
        try {
            end.run();
        } catch (RuntimeException e) {
            // Waits and lost leases end by themselves.
        }
    }

    /** Ends all waits once: each checks whether its group is drained. */
    public void drainChanged() {
        quietly(() -> waiting.values().forEach(Wait::interruptWait));
    }

    /** Ends as if the instance had crashed, without releasing leases. */
    public void crashed() {
        topics.values().forEach(PulledTopic::forgetLost);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public List<PulledTask> reserve(String group, String topic, PullOptions options, Duration wait)
            throws InterruptedException {
        long began = System.nanoTime();
        requireNonNull(options, "options must not be null");
        requireNonNull(wait, "wait must not be null");
        require(!wait.isNegative(), "wait", wait, "must not be negative");
        Duration longest = context.time().moved() ? SHORT_WAIT : Task.MAX_DELAY;
        long nanos = Millis.atMost(longest, wait).toNanos();
        TopicName name = new TopicName(group, topic);
        PulledTopic pulled = topic(name);
        Wait signal = new Wait(name, began, nanos);
        boolean interrupted = false;
        try {
            requireNotInterrupted();
            while (true) {
                aboutToPull.accept(group);
                List<PulledTask> tasks = pulled.reserve(options);
                if (tasks != null && !tasks.isEmpty()) {
                    return tasks;
                }
                if (interrupted) {
                    interrupted = false;
                    throw new InterruptedException();
                }
                if (tasks != null && !signal.await()) {
                    return tasks;
                }
                // Not thrown yet: if a signal was taken, no other consumer will reserve its task.
                interrupted = Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void wake(Thread thread) {
        requireNonNull(thread, "thread must not be null");
        Optional.ofNullable(waiting.get(thread)).ifPresent(Wait::interruptWait);
    }

    @Override
    public TaskLease lease(String receipt) {
        requireNonNull(receipt, "receipt must not be null");
        context.store();
        return new DeliveryLease(context, Receipt.read(receipt));
    }

    @Override
    public List<TaskLease> finish(Collection<? extends TaskLease> leases) {
        require(leases.size() <= PullOptions.MAX_LIMIT, "leases", leases.size(), "must be at most 500");
        List<TaskLease> stale = new ArrayList<>();
        leases.stream()
                .map(DefaultTaskPuller::own)
                .collect(groupingBy(lease -> lease.topic().group()))
                .forEach((group, own) -> {
                    Map<Delivery, DeliveryLease> all = new LinkedHashMap<>();
                    own.forEach(lease -> all.put(lease.named(), lease));
                    all.values().stream()
                            .map(DeliveryLease::finished)
                            .collect(groupingBy(Outcome::kind))
                            .values()
                            .forEach(outcomes -> stale.addAll(finish(group, outcomes, all)));
                });
        return stale;
    }

    /** Acknowledges outcomes of one kind. */
    private List<DeliveryLease> finish(String group, List<Outcome> outcomes, Map<Delivery, DeliveryLease> leases) {
        Set<Delivery> gone = Set.copyOf(context.store().acknowledge(group, outcomes));
        for (Outcome outcome : outcomes) {
            Delivery delivery = outcome.delivery();
            requireNonNull(leases.get(delivery)).acknowledged(gone.contains(delivery) ? null : outcome);
        }
        return gone.stream().map(leases::get).toList();
    }

    private static DeliveryLease own(TaskLease lease) {
        if (lease instanceof DeliveryLease own) {
            return own;
        }
        throw new InvalidTaskException("leases must be of a puller, but one is " + lease);
    }

    private PulledTopic topic(TopicName name) {
        context.store();
        if (!running) {
            throw new DelayQueueException(
                    "Tasks can be pulled only while the engine is running, because it makes due tasks ready");
        }
        if (drained.test(name.group())) {
            throw new DelayQueueException(
                    "Tasks of " + name.group() + " cannot be pulled from this instance, because it is drained");
        }
        register.pull(name);
        return topics.computeIfAbsent(name, added -> new PulledTopic(added, context));
    }

    private static void requireNotInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Waits for a topic's signal, for one caller. */
    private final class Wait {

        private final TopicName topic;

        private final long began;

        private final long nanos;

        private final String name = context.nextName();

        /** Number of consecutive broken waits. */
        private int broken;

        Wait(TopicName topic, long began, long nanos) {
            this.topic = topic;
            this.began = began;
            this.nanos = nanos;
        }

        /** Waits for a reason to check again; false if the time is over, or the engine stops or drains the group. */
        boolean await() throws InterruptedException {
            waiting.put(Thread.currentThread(), this);
            try {
                while (true) {
                    // Checked now that a stop of the engine and a wake of this thread find this wait.
                    long left = nanos - (System.nanoTime() - began);
                    if (left <= 0 || !running || drained.test(topic.group())) {
                        return false;
                    }
                    requireNotInterrupted();
                    if (awaitOnce(Duration.ofNanos(left))) {
                        // Also if the engine stops meanwhile: the signal is taken, so no other consumer will reserve
                        // its task.
                        return true;
                    }
                }
            } finally {
                waiting.remove(Thread.currentThread());
            }
        }

        /**
         * Waits for a short time. A broken wait is a reason to check, which shows whether the store is available. Several waits may
         * break although it is: each takes an idle connection that broke at the same time.
         */
        private boolean awaitOnce(Duration atMost) {
            try {
                boolean signalled = context.open().get().signals().await(List.of(topic), name, atMost) != null;
                broken = 0;
                return signalled;
            } catch (TaskStoreUnavailableException e) {
                if (++broken > MAX_BROKEN) {
                    throw e;
                }
                LockSupport.parkNanos(broken > 1 ? BROKEN_PAUSE : 0);
                return running;
            }
        }

        void interruptWait() {
            context.open().get().signals().interruptWait(topic.group(), name);
        }
    }
}
