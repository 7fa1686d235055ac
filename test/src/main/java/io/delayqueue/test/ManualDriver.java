package io.delayqueue.test;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.AttemptedTask;
import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineControl;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.GroupSteps;
import io.delayqueue.internal.drive.JobHandle;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.log.Loggers;
import io.delayqueue.memory.InMemoryBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Runs an engine's work on the thread that moves the time. A topic's task is reserved only with a permit, which is good for one; its callback is
 * called when the reservation is done, within a callback that lets time pass if there is one.
 */
final class ManualDriver implements Driver {

    private static final Logger log = Loggers.of(ManualDriver.class);

    private final InMemoryBackend store;

    private final EngineTime time;

    private final Function<AttemptedTask, AttemptCaller> callers;

    private final Pools pools = new Pools(this::later, false, Runnable::run);

    private final ReentrantLock driving = new ReentrantLock();

    /** The workers that are to run. */
    private final Queue<Runnable> workers = new ArrayDeque<>();

    /** Have workers end asynchronous attempts; any thread adds one. */
    private final Queue<Runnable> ends = new ConcurrentLinkedQueue<>();

    /** By group. */
    private final Map<String, Backoff> reserving = new HashMap<>();

    /** The topic of which a task may be reserved. */
    private @Nullable TopicName permit;

    private @Nullable EngineControl engine;

    ManualDriver(InMemoryBackend store, Function<AttemptedTask, AttemptCaller> callers) {
        this.store = store;
        this.time = EngineTime.moved(store.clock());
        this.callers = callers;
    }

    @Override
    public void attach(EngineControl built) {
        engine = built;
    }

    private EngineControl engine() {
        if (engine == null) {
            throw new IllegalStateException("The engine has not been made yet");
        }
        return engine;
    }

    @Override
    public EngineTime time() {
        return time;
    }

    @Override
    public JobHandle job(String name, BackgroundJob job) {
        return new ManualJob(name, job, time, true);
    }

    /** Never runs. */
    @Override
    public JobHandle threadJob(String name, BackgroundJob job) {
        return new ManualJob(name, job, time, false);
    }

    @Override
    public Pools pools() {
        return pools;
    }

    /** Not while the task is being reserved, for its topic is locked then. */
    private void later(Runnable worker) {
        permit = null;
        workers.add(worker);
    }

    @Override
    public void resume(Runnable end) {
        ends.add(end);
    }

    @Override
    public int permit(TopicName topic) {
        return topic.equals(permit) ? 1 : 0;
    }

    @Override
    public AttemptCaller caller(AttemptedTask attempt) {
        return callers.apply(attempt);
    }

    /** Callbacks run on the thread that would wait, or not at all. */
    @Override
    public boolean await(BooleanSupplier done, Duration atMost) {
        return done.getAsBoolean();
    }

    @Override
    public <T> T alone(Duration atMost, Supplier<T> step, Supplier<T> otherwise) {
        if (!lockWithin(atMost)) {
            return otherwise.get();
        }
        try {
            return step.get();
        } finally {
            driving.unlock();
        }
    }

    private boolean lockWithin(Duration atMost) {
        try {
            return driving.tryLock(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return driving.tryLock();
        }
    }

    /** A step that has ended halfway must not go on. */
    @Override
    public void rethrowFatal(Throwable failure) {
        if (failure instanceof VirtualMachineError error) {
            throw error;
        }
    }

    /** Does all that is due now, except callbacks. */
    void maintain() {
        driving.lock();
        try {
            engine().followRegistry();
            engine().groups().forEach(this::maintain);
            engine().trimDeadLetters();
        } finally {
            driving.unlock();
        }
    }

    private void maintain(GroupSteps group) {
        group.maintain();
        group.acknowledging().wake();
        if (reserving(group).isDue()) {
            leasing(group, group::reclaimLost);
        }
        if (group.isElected() || job(group.pushing()).untilNext() <= 0) {
            group.pushing().wake();
        }
    }

    private static ManualJob job(JobHandle handle) {
        return (ManualJob) handle;
    }

    private Backoff reserving(GroupSteps group) {
        return reserving.computeIfAbsent(group.group(), added -> new Backoff(time));
    }

    /** Makes a call that leases, or gives back what one has leased; false if the store does not answer. */
    private boolean leasing(GroupSteps group, Runnable call) {
        try {
            call.run();
            return true;
        } catch (TaskStoreException e) {
            log.debug("{} could not be reserved from", group.group(), e);
            reserving(group).failed();
            return false;
        }
    }

    /**
     * {@linkplain #maintain Does} what is due, and has the task called that was due first. A topic that has as many callbacks running as its
     * concurrency allows gets no task.
     *
     * @return whether there was such a task
     */
    boolean deliver() {
        driving.lock();
        try {
            maintain();
            return work() || deliverFirst();
        } finally {
            driving.unlock();
        }
    }

    private boolean deliverFirst() {
        Map<TopicName, GroupSteps> candidates = new LinkedHashMap<>();
        for (GroupSteps group : engine().groups()) {
            if (reserving(group).isDue()) {
                group.topics().stream()
                        .filter(topic -> permitting(topic, () -> group.wantsMore(topic)))
                        .forEach(topic -> candidates.put(topic, group));
            }
        }
        while (!candidates.isEmpty()) {
            TopicName first = store.firstReady(candidates.keySet());
            if (first == null) {
                return false;
            }
            reserve(first, Objects.requireNonNull(candidates.get(first)));
            if (work()) {
                return true;
            }
            candidates.remove(first);
            candidates.values().removeIf(group -> !reserving(group).isDue());
        }
        return false;
    }

    private void reserve(TopicName topic, GroupSteps group) {
        boolean answered = leasing(
                group,
                () -> permitting(topic, () -> {
                    group.reserve(topic);
                    return true;
                }));
        if (answered) {
            reserving(group).succeeded();
        }
    }

    /** Permits one task of a topic to be reserved within a step. */
    private boolean permitting(TopicName topic, BooleanSupplier step) {
        permit = topic;
        try {
            return step.getAsBoolean();
        } finally {
            permit = null;
        }
    }

    /** Has asynchronous attempts ended, and runs the workers that have a task; returns whether there was one. */
    private boolean work() {
        boolean any = false;
        for (Runnable next = nextWork(); next != null; next = nextWork()) {
            any = true;
            next.run();
        }
        return any;
    }

    private @Nullable Runnable nextWork() {
        Runnable end = ends.poll();
        return end == null ? workers.poll() : end;
    }

    /** {@return when there is something to do by itself, all being done that could be done now; null if never} */
    @Nullable
    Instant next() {
        driving.lock();
        try {
            Instant now = time.clock().instant();
            if (!ends.isEmpty()) {
                return now;
            }
            Set<String> pushed = new LinkedHashSet<>();
            long own = BackgroundJob.NEVER;
            for (GroupSteps group : engine().groups()) {
                own = Math.min(own, untilNext(group));
                if (group.isElected() && !job(group.pushing()).isBackingOff()) {
                    pushed.add(group.group());
                } else {
                    own = Math.min(own, job(group.pushing()).untilNext());
                }
            }
            Instant events = store.next(pushed);
            if (own == BackgroundJob.NEVER) {
                return events;
            }
            Instant at = now.plusNanos(Math.max(0, own));
            return events != null && events.isBefore(at) ? events : at;
        } finally {
            driving.unlock();
        }
    }

    private long untilNext(GroupSteps group) {
        long own = Math.min(group.untilNext(), job(group.acknowledging()).untilNext());
        return reserving(group).isDue() ? own : Math.min(own, reserving(group).left());
    }

    /** Writes to the log what has gone wrong with tasks and has not been written: as a rule, that is what the last minute has gathered. */
    void logEvents() {
        engine().logEvents();
    }

    /** Declares the repeating tasks of the engine again. */
    void declare() {
        driving.lock();
        try {
            engine().declare();
        } finally {
            driving.unlock();
        }
    }

    /**
     * Ends the instance as a crash does, and puts a new one in its place. What it held stays leased until the lease ends; the outcomes of
     * callbacks that run count no more.
     */
    void crash() {
        driving.lock();
        try {
            engine().crash();
            // The ends of what was cancelled by that belong to this instance.
            work();
            engine().restart();
            reserving.clear();
        } finally {
            driving.unlock();
        }
    }
}
