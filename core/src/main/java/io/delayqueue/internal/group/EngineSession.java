package io.delayqueue.internal.group;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineJob;
import io.delayqueue.internal.drive.GroupSteps;
import io.delayqueue.internal.drive.JobHandle;
import io.delayqueue.internal.heartbeat.InstanceHeartbeats;
import io.delayqueue.internal.registry.Registration;
import io.delayqueue.internal.registry.RegistryWatcher;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/** Delivers tasks between one start and one stop of an engine. */
public final class EngineSession {

    private static final Logger log = Loggers.of(EngineSession.class);

    /** How long an interrupted callback may take to come to its end before its task is given back over its head. */
    private static final Duration INTERRUPTION = Duration.ofSeconds(1);

    private static final Duration JOIN = Duration.ofSeconds(3);

    /** How long listeners may take to hear of the last dead letters. */
    private static final Duration LISTENING = Duration.ofSeconds(3);

    private final Driver driver;

    private final Groups groups;

    private final DeadLetterNotifier deadLetters;

    private final LeaseKeeper leaseKeeper;

    private final InstanceHeartbeats heartbeats;

    private final WakeUpListener listener;

    private final RegistryWatcher watcher;

    private volatile Runnable cleaning = () -> {};

    private volatile Runnable looking = () -> {};

    /** Jobs that need not run while the session stops. */
    private final List<JobHandle> others = new ArrayList<>();

    /** All jobs that belong to no group. */
    private final List<JobHandle> jobs = new CopyOnWriteArrayList<>();

    /**
     * How a stop ended.
     *
     * @param unstarted how many tasks the store has taken back before their callback began
     * @param interrupted how many tasks the store has taken back whose callbacks were interrupted
     * @param abandoned how many callbacks were interrupted and did not end
     * @param unacknowledged how many outcomes have not reached the store, so that their tasks run again
     */
    public record Stopped(long unstarted, long interrupted, int abandoned, int unacknowledged) {

        /** Whether no callback was cut short and no outcome is lost. */
        public boolean isClean() {
            return interrupted == 0 && abandoned == 0 && unacknowledged == 0;
        }
    }

    /**
     * Creates the session, not started.
     *
     * @param driver closed at the end
     * @param registration keeps what this instance works for registered
     * @param deadLetters receives dead letters; finished at the end
     */
    public EngineSession(
            Backend backend,
            Driver driver,
            Groups groups,
            Registration registration,
            DeadLetterNotifier deadLetters,
            LeaseKeeper leaseKeeper,
            InstanceHeartbeats heartbeats) {
        this.driver = driver;
        this.groups = groups;
        this.deadLetters = deadLetters;
        this.leaseKeeper = leaseKeeper;
        this.heartbeats = heartbeats;
        this.listener = new WakeUpListener(backend.wakeUps(), groups, this::registryChanged, driver);
        this.watcher = new RegistryWatcher(
                () -> {
                    apply(registration.read(groups.work()));
                    looking.run();
                },
                groups::forgetRetired,
                () -> {
                    backend.findNodes();
                    listener.subscription.ping();
                },
                () -> {
                    forgetEmpty(backend.topics());
                    cleaning.run();
                },
                driver);
        jobs.addAll(List.of(leaseKeeper.handle(), listener.handle(), watcher.handle(), heartbeats.handle()));
    }

    /** Adds a job that starts and stops with the session: the trimmer of dead letters, or a watcher of counts. */
    public void add(EngineJob job) {
        others.add(job.handle());
        jobs.add(job.handle());
    }

    /**
     * Begins to deliver. If it throws, it still has to be stopped.
     *
     * @param look further work of each look at the registry
     * @param clean further work of each minute
     */
    public void start(Runnable look, Runnable clean) {
        looking = look;
        cleaning = clean;
        apply(groups.registered());
        jobs.forEach(JobHandle::start);
    }

    private void apply(Map<String, Set<String>> register) {
        groups.apply(register);
        listener.subscription.follow(groups.groups());
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

    /** Follows a change of the drained groups, and reports it at once. */
    public void drainChanged() {
        groups.drainChanged();
        heartbeats.handle().wake();
    }

    /** Follows a change of the registry. */
    public void registryChanged() {
        watcher.look();
    }

    /** Prepares for a search of ready tasks of a group without a callback: in virtual time the group is pushed now. */
    public void aboutToPull(String group) {
        if (driver.time().moved()) {
            if (groups.get(group) == null) {
                followRegistry();
            }
            GroupRuntime runtime = groups.get(group);
            if (runtime != null) {
                runtime.pushForPuller();
            }
        }
    }

    /** The groups it works for. */
    public Groups groups() {
        return groups;
    }

    /** Time since the last run of each job that belongs to no group, by its name. */
    public Map<String, Duration> jobs() {
        return jobs.stream().collect(Collectors.toMap(JobHandle::name, this::age));
    }

    /** The one run of the listener lasts, and jobs that call the application may fail with it: their signs count. */
    private Duration age(JobHandle job) {
        return job == listener.handle() || others.contains(job) ? job.sinceSign() : job.sinceRun();
    }

    /** The groups, retired ones included, in the order of their names. */
    public List<GroupSteps> steps() {
        return groups.all().stream()
                .sorted(Comparator.comparing(GroupRuntime::group))
                .map(GroupSteps.class::cast)
                .toList();
    }

    /** Reads the registry if it has changed, without a thread. */
    public void followRegistry() {
        try {
            watcher.readIfChanged();
        } catch (TaskStoreException e) {
            log.debug("The registry could not be read", e);
        }
    }

    /** Whether a change of the registry has not been followed. */
    public boolean isRegistryChanged() {
        return watcher.isChanged();
    }

    /** Removes dead letters, without a thread; watchers of counts run on threads only. */
    public void trimDeadLetters() {
        others.forEach(JobHandle::wake);
    }

    /** Ends as a crash does, but gives up the claims on pushing, so that virtual time need not pass until they end. */
    public void crash() {
        listener.stop();
        groups.all().forEach(group -> {
            group.crash();
            group.resign(group.deadline());
        });
    }

    /** Delivers no more; running callbacks may end for so long. Stops in the order that loses no time and no task. */
    public Stopped stop(Duration timeout) {
        // An interruption must not cut the stop short; it is kept for the caller.
        boolean interrupted = Thread.interrupted();
        try {
            return driver.alone(timeout, () -> stopInOrder(timeout), () -> {
                log.warn("A callback of another thread still runs; its task runs again when the lease ends");
                return new Stopped(0, 0, 1, 1);
            });
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Stopped stopInOrder(Duration timeout) {
        long unstartedBefore = sum(groups.all(), group -> group.returnedUnstarted.sum());
        groups.stop();
        watcher.handle().stop();
        others.forEach(JobHandle::stop);
        Collection<GroupRuntime> all = groups.all();
        // No group begins a task while others still hand over theirs; due tasks become ready until then.
        GroupRuntime.forEach(all, (group, deadline) -> group.stopReserving()).join();
        GroupRuntime.forEach(all, GroupRuntime::retire).join();
        // Without the watcher's signs of life its silence would be taken for an outage.
        listener.stop();
        boolean ended = awaitCallbacks(all, timeout);
        long startedBefore = sum(all, group -> group.returnedStarted.sum());
        int abandoned = 0;
        if (!ended) {
            all.forEach(GroupRuntime::interruptRunning);
            awaitCallbacks(all, INTERRUPTION);
            abandoned = all.stream().mapToInt(GroupRuntime::abandonRunning).sum();
        }
        heartbeats.leave(JOIN);
        GroupRuntime.forEach(all, GroupRuntime::flush).join();
        leaseKeeper.handle().stop();
        deadLetters.finish(LISTENING);
        jobs.forEach(job -> job.join(JOIN));
        driver.close();
        leaseKeeper.taskEvents.logAll();
        return new Stopped(
                sum(all, group -> group.returnedUnstarted.sum()) - unstartedBefore,
                sum(all, group -> group.returnedStarted.sum()) - startedBefore,
                abandoned,
                (int) sum(all, group -> group.acknowledger.unacknowledged()));
    }

    private static long sum(Collection<GroupRuntime> all, ToLongFunction<GroupRuntime> number) {
        return all.stream().mapToLong(number).sum();
    }

    private boolean awaitCallbacks(Collection<GroupRuntime> all, Duration atMost) {
        return driver.await(() -> all.stream().noneMatch(GroupRuntime::isRunning), atMost);
    }
}
