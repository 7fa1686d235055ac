package io.delayqueue.engine;

import io.delayqueue.store.PushResult;
import io.delayqueue.store.TaskStore;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a group's tasks ready when they are due: pushes, sleeps until the next is due, pushes. */
final class GroupPusher extends Loop {

    private static final Logger log = LoggerFactory.getLogger(GroupPusher.class);

    private static final long SWEEP_INTERVAL = TimeUnit.MILLISECONDS.toNanos(900);

    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private static final long MOST_PATIENCE = TimeUnit.MILLISECONDS.toNanos(50);

    private final String group;

    private final String instance;

    private final TaskStore store;

    private final Supplier<? extends Collection<String>> topics;

    private volatile boolean elected;

    private volatile boolean claimed;

    private long swept = System.nanoTime() - SWEEP_INTERVAL;

    /**
     * Creates the pusher.
     *
     * @param topics the group's topics, which get a lost signal back
     */
    GroupPusher(
            String group,
            String instance,
            TaskStore store,
            Supplier<? extends Collection<String>> topics,
            Outage outage) {
        super("pusher-" + group, outage);
        this.group = group;
        this.instance = instance;
        this.store = store;
        this.topics = topics;
    }

    /** A new head: only the elected pusher has to look. */
    void newHead() {
        if (elected) {
            wake();
        }
    }

    /** Whether the last push was this instance's, not refused in favour of another's. */
    boolean isElected() {
        return claimed;
    }

    @Override
    void turn() {
        clearWake();
        boolean sweep = System.nanoTime() - swept >= SWEEP_INTERVAL;
        // Already before the reply: the claim may hold from here on, and a new head must not be missed.
        elected = true;
        PushResult result = store.push(group, instance, sweep ? topics.get() : List.of());
        elected = result.elected();
        claimed = elected;
        if (sweep && elected) {
            swept = System.nanoTime();
        }
        if (result.expired() > 0) {
            log.warn("Tasks of {} whose instance let the lease end are ready again: {}", group, result.expired());
        }
        long nanos = TimeUnit.MICROSECONDS.toNanos(result.waitMicros());
        if (!elected) {
            // Not all at once when the elected one is gone.
            nanos = Math.min(nanos, LONGEST_PAUSE) + ThreadLocalRandom.current().nextLong(MOST_PATIENCE);
        }
        pause(nanos);
    }

    void resign() {
        claimed = false;
        store.resign(group, instance);
    }
}
