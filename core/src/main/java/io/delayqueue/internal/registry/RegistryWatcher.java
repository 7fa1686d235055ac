package io.delayqueue.internal.registry;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineJob;

/**
 * Reads the registry of groups and topics when it has changed, and every ten seconds in case a message or registrations were lost.
 * Also sends the heartbeats that reveal a broken subscription, and removes the remains of empty topics that are not registered.
 */
public final class RegistryWatcher extends EngineJob {

    private static final long PING_INTERVAL = SECONDS.toNanos(4);

    private static final long LOOK_INTERVAL = SECONDS.toNanos(10);

    /** Soon after the start, then at intervals. */
    private static final long FIRST_CLEANING = SECONDS.toNanos(4);

    private static final long CLEANING_INTERVAL = MINUTES.toNanos(1);

    private final Runnable load;

    private final Runnable forgetRetired;

    private final Runnable ping;

    private final Runnable cleaning;

    private volatile boolean changed;

    private long loaded = System.nanoTime();

    private long pinged = System.nanoTime();

    private long cleaned = System.nanoTime() - CLEANING_INTERVAL + FIRST_CLEANING;

    /**
     * Creates the watcher.
     *
     * @param load reads the registry and updates the groups
     * @param forgetRetired removes groups that have ended
     * @param ping sends a heartbeat on the subscription; throws an exception if the store refuses writes
     * @param cleaning removes the remains of topics without tasks that are not registered
     */
    public RegistryWatcher(Runnable load, Runnable forgetRetired, Runnable ping, Runnable cleaning, Driver driver) {
        super(driver::threadJob, "registry-watcher");
        this.load = load;
        this.forgetRetired = forgetRetired;
        this.ping = ping;
        this.cleaning = cleaning;
    }

    /** Called when the registry has changed, or may have changed without a message. */
    public void look() {
        changed = true;
        handle.wake();
    }

    @Override
    public long run() {
        long now = System.nanoTime();
        try {
            if (changed || now - loaded >= LOOK_INTERVAL) {
                read();
                loaded = now;
            }
            forgetRetired.run();
            if (now - cleaned >= CLEANING_INTERVAL) {
                cleaned = now;
                cleaning.run();
            }
        } finally {
            // Last, because a store that refuses writes fails it, and the registry is read then too.
            if (now - pinged >= PING_INTERVAL) {
                ping.run();
                pinged = now;
            }
        }
        return Math.min(pinged + PING_INTERVAL, loaded + LOOK_INTERVAL) - System.nanoTime();
    }

    /** Whether the registry has changed since it was read. */
    public boolean isChanged() {
        return changed;
    }

    /** Reads the registry if it has changed. */
    public void readIfChanged() {
        if (changed) {
            read();
        }
        forgetRetired.run();
    }

    private void read() {
        changed = false;
        try {
            load.run();
        } catch (Throwable e) {
            changed = true;
            throw e;
        }
    }
}
