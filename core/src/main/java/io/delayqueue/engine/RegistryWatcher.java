package io.delayqueue.engine;

import io.delayqueue.store.Register;
import io.delayqueue.store.RegistryStore;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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

    /** Of the register this instance has registered in. */
    private @Nullable String epoch;

    private long loaded = System.nanoTime();

    private long pinged = System.nanoTime();

    /**
     * That this instance's groups and topics are registered.
     *
     * @param epoch the life of the register they were registered in; null if there was nothing to register, by anybody
     * @param again registers them again
     */
    record Registration(@Nullable String epoch, Runnable again) {}

    /**
     * Creates the watcher.
     *
     * @param ping sends a sign of life
     * @param own what this instance works for and the register it stands in
     */
    RegistryWatcher(RegistryStore registry, Groups groups, Runnable ping, Registration own, Outage outage) {
        super("registry-watcher", outage);
        this.registry = registry;
        this.groups = groups;
        this.ping = ping;
        this.registerOwn = own.again();
        this.epoch = own.epoch();
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
            Register register = registry.load();
            if (!Objects.equals(epoch, register.epoch())) {
                if (epoch != null) {
                    log.warn("The store has lost the register of groups and topics; what this instance works for is"
                            + " registered again");
                }
                registerOwn.run();
                register = registry.load();
                epoch = register.epoch();
            }
            groups.apply(register.groups());
        } catch (Throwable e) {
            changed = true;
            throw e;
        }
    }
}
