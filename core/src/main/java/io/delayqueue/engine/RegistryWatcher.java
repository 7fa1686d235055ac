package io.delayqueue.engine;

import java.util.concurrent.TimeUnit;

/**
 * Follows the registry of groups and topics: reads it when it has changed, and every ten seconds in case that message was lost or the
 * store has lost registrations. It also sends the signs of life that show a broken subscription.
 */
final class RegistryWatcher extends Loop {

    private static final long PING_INTERVAL = TimeUnit.SECONDS.toNanos(4);

    private static final long LOOK_INTERVAL = TimeUnit.SECONDS.toNanos(10);

    private final Registration registration;

    private final Groups groups;

    private final Runnable ping;

    private volatile boolean changed;

    private long loaded = System.nanoTime();

    private long pinged = System.nanoTime();

    /**
     * Creates the watcher.
     *
     * @param ping sends a sign of life
     */
    RegistryWatcher(Registration registration, Groups groups, Runnable ping, Outage outage) {
        super("registry-watcher", outage);
        this.registration = registration;
        this.groups = groups;
        this.ping = ping;
    }

    /** The register has changed, or may have changed unheard. */
    void look() {
        changed = true;
        wake();
    }

    @Override
    void turn() {
        clearWake();
        long now = System.nanoTime();
        if (changed || now - loaded >= LOOK_INTERVAL) {
            load();
            loaded = now;
        }
        groups.forgetRetired();
        if (now - pinged >= PING_INTERVAL) {
            ping.run();
            pinged = now;
        }
        pause(PING_INTERVAL);
    }

    private void load() {
        changed = false;
        try {
            groups.apply(registration.read(groups.work()));
        } catch (Throwable e) {
            changed = true;
            throw e;
        }
    }
}
