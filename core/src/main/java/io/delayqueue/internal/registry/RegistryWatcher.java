package io.delayqueue.internal.registry;

import io.delayqueue.internal.drive.Loop;
import io.delayqueue.internal.drive.Outage;
import java.util.concurrent.TimeUnit;

/**
 * Follows the registry of groups and topics: reads it when it has changed, and every ten seconds in case that message was lost or the
 * store has lost registrations. It also sends the heartbeats that show a broken subscription, and has the store
 * forget topics that are empty and not registered.
 */
public final class RegistryWatcher extends Loop {

    private static final long PING_INTERVAL = TimeUnit.SECONDS.toNanos(4);

    private static final long LOOK_INTERVAL = TimeUnit.SECONDS.toNanos(10);

    /** Soon after the start, then now and then. */
    private static final long FIRST_CLEANING = TimeUnit.SECONDS.toNanos(4);

    private static final long CLEANING_INTERVAL = TimeUnit.MINUTES.toNanos(1);

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
     * @param load reads the registry and has the groups follow it
     * @param forgetRetired forgets groups that have come to their end
     * @param ping sends a sign of life
     * @param cleaning has the store forget topics that have no task and are not registered
     */
    public RegistryWatcher(Runnable load, Runnable forgetRetired, Runnable ping, Runnable cleaning, Outage outage) {
        super("registry-watcher", outage);
        this.load = load;
        this.forgetRetired = forgetRetired;
        this.ping = ping;
        this.cleaning = cleaning;
    }

    /** The register has changed, or may have changed unheard. */
    public void look() {
        changed = true;
        wake();
    }

    @Override
    protected void turn() {
        clearWake();
        long now = System.nanoTime();
        if (now - pinged >= PING_INTERVAL) {
            ping.run();
            pinged = now;
        }
        if (changed || now - loaded >= LOOK_INTERVAL) {
            read();
            loaded = now;
        }
        forgetRetired.run();
        if (now - cleaned >= CLEANING_INTERVAL) {
            cleaned = now;
            cleaning.run();
        }
        pause(Math.min(pinged + PING_INTERVAL, loaded + LOOK_INTERVAL) - System.nanoTime());
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
