package io.delayqueue.engine;

import io.delayqueue.store.RegistryStore;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the register of groups and topics: reads it when told that it changed, and now and then in case nobody did. It
 * relies on being told soon, so it also sends the signs of life that show a broken subscription.
 */
final class RegistryWatcher extends Loop {

    private static final Logger log = LoggerFactory.getLogger(RegistryWatcher.class);

    private static final long PING_INTERVAL = TimeUnit.SECONDS.toNanos(4);

    private static final long LOOK_INTERVAL = TimeUnit.SECONDS.toNanos(10);

    private final RegistryStore registry;

    private final Groups groups;

    private final Runnable ping;

    private final Runnable registerOwn;

    private volatile boolean changed;

    private volatile boolean announced;

    private boolean empty = true;

    private long loaded = System.nanoTime();

    private long pinged = System.nanoTime();

    /**
     * Creates the watcher.
     *
     * @param ping sends a sign of life
     * @param registerOwn registers what this instance works for
     */
    RegistryWatcher(RegistryStore registry, Groups groups, Runnable ping, Runnable registerOwn, Outage outage) {
        super("registry-watcher", outage);
        this.registry = registry;
        this.groups = groups;
        this.ping = ping;
        this.registerOwn = registerOwn;
    }

    /** Somebody has changed the register. */
    void changed() {
        announced = true;
        look();
    }

    /** The register may have changed unheard. */
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
        boolean wasAnnounced = announced;
        changed = false;
        announced = false;
        try {
            Map<String, Set<String>> register = registry.load();
            if (register.isEmpty() && !empty && !wasAnnounced) {
                log.warn("The register of groups and topics is gone and nobody said so: the store has lost its data."
                        + " Registering what this instance works for again");
                registerOwn.run();
                register = registry.load();
            }
            empty = register.isEmpty();
            groups.apply(register);
        } catch (Throwable e) {
            announced |= wasAnnounced;
            changed = true;
            throw e;
        }
    }
}
