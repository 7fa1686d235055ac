package io.delayqueue.engine;

import io.delayqueue.store.Backend;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine's threads between one start and one stop. */
final class EngineRun {

    private static final Logger log = LoggerFactory.getLogger(EngineRun.class);

    /** How long an interrupted callback may take to come to its end before its task is given back over its head. */
    private static final Duration INTERRUPTION = Duration.ofSeconds(1);

    /** How long outcomes may take to reach the store at the end. */
    private static final Duration FLUSH = Duration.ofSeconds(5);

    private static final Duration JOIN = Duration.ofSeconds(3);

    private final Groups groups;

    private final ExecutorService callbacks;

    private final LeaseKeeper leaseKeeper;

    private final WakeUpListener listener;

    private final RegistryWatcher watcher;

    EngineRun(Backend backend, Groups groups, Duration lease, ExecutorService callbacks, Outage outage) {
        this.groups = groups;
        this.callbacks = callbacks;
        this.leaseKeeper = new LeaseKeeper(groups::all, lease, outage);
        this.listener = new WakeUpListener(backend.wakeUps(), groups, this::registryChanged, outage);
        this.watcher = new RegistryWatcher(
                backend.registry(), groups, () -> listener.subscription().ping(), outage);
        groups.onChange(names -> listener.subscription().follow(names));
    }

    void start() {
        leaseKeeper.start();
        listener.start();
        watcher.start();
    }

    void registryChanged() {
        watcher.changed();
    }

    Groups groups() {
        return groups;
    }

    /** Stops in the order that loses no time and no task; returns how many callbacks had to be left behind. */
    int stop(Duration timeout) {
        groups.stop();
        watcher.stop();
        Collection<GroupRuntime> all = groups.all();
        all.forEach(GroupRuntime::stopPushing);
        each(all, GroupRuntime::stopReserving);
        each(all, GroupRuntime::resign);
        each(all, GroupRuntime::awaitReservingStopped);
        int abandoned = 0;
        if (!awaitCallbacks(all, timeout)) {
            log.info("Callbacks still run after {} ms and are interrupted", timeout.toMillis());
            all.forEach(GroupRuntime::interruptRunning);
            awaitCallbacks(all, INTERRUPTION);
            abandoned = all.stream().mapToInt(GroupRuntime::abandonRunning).sum();
        }
        each(all, group -> group.flush(FLUSH));
        listener.stop();
        leaseKeeper.stop();
        watcher.join(JOIN);
        listener.join(JOIN);
        leaseKeeper.join(JOIN);
        callbacks.shutdown();
        return abandoned;
    }

    /** For all groups at once: without a store every step takes as long as it may, however many groups there are. */
    private void each(Collection<GroupRuntime> all, Consumer<GroupRuntime> step) {
        CompletableFuture.allOf(all.stream()
                        .map(group -> CompletableFuture.runAsync(() -> step.accept(group), callbacks))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private static boolean awaitCallbacks(Collection<GroupRuntime> groups, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (groups.stream().anyMatch(GroupRuntime::isRunning)) {
            if (System.nanoTime() >= deadline || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
        return true;
    }
}
