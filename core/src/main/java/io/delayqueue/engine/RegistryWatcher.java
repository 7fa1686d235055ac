package io.delayqueue.engine;

import io.delayqueue.store.RegistryStore;
import java.util.concurrent.TimeUnit;

/**
 * Follows the register of groups and topics: reads it when told that it changed. It relies on being told, so it also sends
 * the signs of life that show a broken subscription.
 */
final class RegistryWatcher extends Loop {

    private static final long PING_INTERVAL = TimeUnit.SECONDS.toNanos(4);

    private final RegistryStore registry;

    private final Groups groups;

    private final Runnable ping;

    private volatile boolean changed;

    RegistryWatcher(RegistryStore registry, Groups groups, Runnable ping, Outage outage) {
        super("registry-watcher", outage);
        this.registry = registry;
        this.groups = groups;
        this.ping = ping;
    }

    void changed() {
        changed = true;
        wake();
    }

    @Override
    void turn() {
        clearWake();
        if (changed) {
            groups.apply(registry.load());
            // Only now: what failed is tried again. A change announced meanwhile has woken the loop.
            changed = isWoken();
        }
        groups.forgetRetired();
        pause(PING_INTERVAL);
        if (!isWoken()) {
            ping.run();
        }
    }
}
