package io.delayqueue.internal.group;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Attempt;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.internal.heartbeat.InstanceHeartbeats;
import io.delayqueue.internal.registry.Registration;
import io.delayqueue.internal.registry.RegistryWatcher;
import io.delayqueue.internal.retention.DeadLetterTrimmer;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;

/** An engine's threads between one start and one stop. */
public final class ThreadedSession implements EngineSession {

    private static final Logger log = Loggers.of(ThreadedSession.class);

    /** How long an interrupted callback may take to come to its end before its task is given back over its head. */
    private static final Duration INTERRUPTION = Duration.ofSeconds(1);

    /** How long outcomes may take to reach the store at the end. */
    private static final Duration FLUSH = Duration.ofSeconds(5);

    private static final Duration JOIN = Duration.ofSeconds(3);

    /** How long listeners may take to hear of the last dead letters. */
    private static final Duration LISTENING = Duration.ofSeconds(3);

    private final Map<String, Set<String>> registered;

    private final Groups groups;

    private final Pools pools;

    private final DeadLetterNotifier deadLetters;

    private final boolean trims;

    private final TaskEventLog taskEvents;

    private final LeaseKeeper leaseKeeper;

    private final WakeUpListener listener;

    private final RegistryWatcher watcher;

    private final DeadLetterTrimmer trimmer;

    private final InstanceHeartbeats beats;

    private final List<CountsWatcher> counts = new ArrayList<>();

    /**
     * What a run works with.
     *
     * @param driver runs callbacks; its pools are closed at the end
     * @param deadLetters told of dead letters; finished at the end
     * @param observers receive what happens
     * @param counts the listeners of counts
     */
    public record Surroundings(
            Backend backend,
            Driver driver,
            DeadLetterNotifier deadLetters,
            Observers observers,
            List<CountsWatcher.Watch> counts) {}

    /**
     * What a run goes by.
     *
     * @param lease how long a reservation lasts without a renewal
     * @param retention which dead letters are kept
     * @param blockedAfter after how long without an end of a callback a topic without a free slot is reported
     */
    public record Rules(Duration lease, DeadLetterRetention retention, Duration blockedAfter) {}

    /**
     * Creates the threads.
     *
     * @param registration keeps what this instance works for registered
     * @param registered the registry as it was read at the start
     * @param beats tell the store what it does
     */
    public ThreadedSession(
            Surroundings surroundings,
            Groups groups,
            Rules rules,
            Registration registration,
            Map<String, Set<String>> registered,
            InstanceHeartbeats beats) {
        Backend backend = surroundings.backend();
        Driver driver = surroundings.driver();
        this.groups = groups;
        this.beats = beats;
        this.pools = driver.pools();
        this.deadLetters = surroundings.deadLetters();
        this.trims = !rules.retention().keepsAll();
        this.trimmer = new DeadLetterTrimmer(
                backend.topics(), rules.retention(), groups::pushed, DeadLetterTrimmer.INTERVAL, driver);
        this.taskEvents = surroundings.observers().taskEvents();
        this.leaseKeeper = new LeaseKeeper(groups::all, rules.lease(), rules.blockedAfter(), taskEvents, driver);
        this.listener = new WakeUpListener(backend.wakeUps(), groups, this::registryChanged, driver);
        Runnable ping = () -> listener.subscription().ping();
        this.registered = registered;
        this.watcher = new RegistryWatcher(
                () -> groups.apply(registration.read(groups.work())),
                groups::forgetRetired,
                ping,
                () -> forgetEmpty(backend.topics()),
                driver);
        for (CountsWatcher.Watch watch : surroundings.counts()) {
            String name = "counts-" + (counts.size() + 1);
            counts.add(new CountsWatcher(name, backend.topics(), groups, watch, driver));
        }
        groups.onChange(names -> listener.subscription().follow(names));
    }

    @Override
    public void start() {
        groups.apply(registered);
        leaseKeeper.handle().start();
        listener.handle().start();
        watcher.handle().start();
        if (trims) {
            trimmer.handle().start();
        }
        counts.forEach(each -> each.handle().start());
        beats.handle().start();
    }

    /** A group whose keys are broken must not keep what is left of others. If the store is away each group would cost a time-out. */
    private void forgetEmpty(TopicStore topics) {
        groups.pushed().forEach((group, registered) -> {
            try {
                topics.forgetEmpty(group, registered);
            } catch (TaskStoreUnavailableException e) {
                throw e;
            } catch (TaskStoreException e) {
                log.debug("Empty topics of {} could not be forgotten", group, e);
            }
        });
    }

    @Override
    public void registryChanged() {
        watcher.look();
    }

    @Override
    public void excludeTopic(TopicName topic) {
        groups.excludeTopic(topic);
    }

    @Override
    public void aboutToPull(String group) {}

    /** The store's message names the removed tasks, by whichever engine. */
    @Override
    public void removed(Predicate<Attempt> which) {}

    @Override
    public List<EngineStatus.GroupStatus> status() {
        return groups.status();
    }

    /** Stops in the order that loses no time and no task. */
    @Override
    public Stopped stop(Duration timeout) {
        // An interruption must not cut the stop short; it is kept for the caller.
        boolean interrupted = Thread.interrupted();
        try {
            return stopInOrder(timeout);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Stopped stopInOrder(Duration timeout) {
        long returnedBefore = returned(groups.all());
        groups.stop();
        watcher.handle().stop();
        trimmer.handle().stop();
        counts.forEach(each -> each.handle().stop());
        // Without the watcher's signs of life its silence would be taken for an outage.
        listener.handle().stop();
        Collection<GroupRuntime> all = groups.all();
        forEach(all, group -> {
            group.stopPushing();
            group.stopReserving();
            group.resign();
            group.awaitReservingStopped();
        });
        int interrupted = 0;
        int abandoned = 0;
        if (!awaitCallbacks(all, timeout)) {
            log.debug("Callbacks still run after {} ms and are interrupted", timeout.toMillis());
            interrupted = all.stream().mapToInt(GroupRuntime::interruptRunning).sum();
            awaitCallbacks(all, INTERRUPTION);
            abandoned = all.stream().mapToInt(GroupRuntime::abandonRunning).sum();
        }
        beats.leave(JOIN);
        forEach(all, group -> group.flush(FLUSH));
        leaseKeeper.handle().stop();
        deadLetters.finish(LISTENING);
        watcher.handle().join(JOIN);
        trimmer.handle().join(JOIN);
        counts.forEach(each -> each.handle().join(JOIN));
        beats.handle().join(JOIN);
        listener.handle().join(JOIN);
        leaseKeeper.handle().join(JOIN);
        pools.close();
        taskEvents.logAll();
        return new Stopped(returned(all) - returnedBefore, interrupted, abandoned, unacknowledged(all));
    }

    private static long returned(Collection<GroupRuntime> all) {
        return all.stream().mapToLong(GroupRuntime::returned).sum();
    }

    private static int unacknowledged(Collection<GroupRuntime> all) {
        return all.stream().mapToInt(GroupRuntime::unacknowledged).sum();
    }

    /** For all groups at once: each may have to wait for a store that does not answer. */
    private void forEach(Collection<GroupRuntime> all, Consumer<GroupRuntime> step) {
        List<CompletableFuture<Void>> steps = all.stream()
                .map(group -> CompletableFuture.runAsync(() -> step.accept(group), pools.helpersOrHere()))
                .toList();
        steps.forEach(one -> one.exceptionally(e -> {
                    log.error("A group could not be stopped in order", e);
                    return null;
                })
                .join());
    }

    private static boolean awaitCallbacks(Collection<GroupRuntime> groups, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (groups.stream().anyMatch(GroupRuntime::isRunning)) {
            if (System.nanoTime() >= deadline) {
                return false;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
        return true;
    }
}
