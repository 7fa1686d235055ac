package io.delayqueue.internal.consume;

import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.JobHandle;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Signals;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Divides the groups of an engine among waiters. If the store can wait for several groups together, groups share a waiter while they have
 * {@value #MAX_SIGNALS} topics at most, because the store pays for each topic with each wait. A group whose wait fails, and each group of
 * another store, has a waiter of its own.
 */
public final class SignalWaiters {

    static final int MAX_SIGNALS = 64;

    final Signals signals;

    final String instance;

    final Driver driver;

    private final Map<String, SignalWaiter> byGroup = new ConcurrentHashMap<>();

    private int made;

    public SignalWaiters(Backend backend, String instance, Driver driver) {
        this.signals = backend.signals();
        this.instance = instance;
        this.driver = driver;
    }

    /**
     * Waits for the signals of a group. After a failure it can be called again.
     *
     * @param consumers the group's consumers by topic; may change at any time
     */
    public void start(String group, Map<String, TopicConsumer> consumers) {
        SignalWaiter waiter = byGroup.get(group);
        if (waiter == null) {
            place(group, consumers, null, !signals.spansGroups());
        } else {
            waiter.handle().start();
        }
    }

    /**
     * Gives a group a waiter, unless it has another than this by now.
     *
     * @param from the waiter that the group has, null if it has none
     */
    void place(String group, Map<String, TopicConsumer> consumers, @Nullable SignalWaiter from, boolean alone) {
        SignalWaiter to;
        synchronized (this) {
            if (byGroup.get(group) != from) {
                return;
            }
            to = alone
                    ? new SignalWaiter(this, group, false)
                    : byGroup.values().stream()
                            .distinct()
                            .filter(each -> each.shared && each.signals() + consumers.size() <= MAX_SIGNALS)
                            .findFirst()
                            .orElseGet(() -> new SignalWaiter(this, "" + ++made, true));
            to.groups.put(group, consumers);
            byGroup.put(group, to);
            if (from != null) {
                from.groups.remove(group);
            }
        }
        to.handle().start();
        to.recheck();
    }

    /** Ends the wait for the signals of a group. Returns the waiter's job, to be joined if it stops; null if the group has none. */
    public @Nullable JobHandle leave(String group) {
        SignalWaiter waiter;
        synchronized (this) {
            waiter = byGroup.remove(group);
            if (waiter == null) {
                return null;
            }
            waiter.groups.remove(group);
        }
        // Outside of the lock, because the store may not answer.
        waiter.left();
        return waiter.handle();
    }

    /** Checks a group's consumers again. */
    public void recheck(String group) {
        SignalWaiter waiter = byGroup.get(group);
        if (waiter != null) {
            waiter.recheck();
        }
    }

    /** Time since a group's waiter has waited last. */
    public Duration sinceRun(String group) {
        SignalWaiter waiter = byGroup.get(group);
        return waiter == null ? Duration.ZERO : waiter.handle().sinceRun();
    }
}
