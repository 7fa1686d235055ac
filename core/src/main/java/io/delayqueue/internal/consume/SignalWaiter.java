package io.delayqueue.internal.consume;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.EngineJob;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Waits on one connection for signals of all topics with room of some groups, and makes the topics reserve. It does not wait for a full
 * topic, so that another instance gets its signal; a topic with room again requests a recheck.
 */
public final class SignalWaiter extends EngineJob {

    private static final Logger log = Loggers.of(SignalWaiter.class);

    private static final long MAX_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private static final Duration MAX_WAIT = Duration.ofSeconds(4);

    /** Shorter, because an interruption that an outage has swallowed would hold up the topics of all groups. */
    private static final Duration MAX_SHARED_WAIT = Duration.ofSeconds(1);

    private final SignalWaiters waiters;

    /** Whether several groups share this waiter. */
    final boolean shared;

    /** The consumers of each group by topic; may change at any time. */
    final Map<String, Map<String, TopicConsumer>> groups = new ConcurrentHashMap<>();

    /** The group under which the current wait can be interrupted, once. */
    private final AtomicReference<@Nullable String> interruptible = new AtomicReference<>();

    private final Set<TopicName> failing = new HashSet<>();

    SignalWaiter(SignalWaiters waiters, String name, boolean shared) {
        super(waiters.driver::threadJob, "consumer-" + name);
        this.waiters = waiters;
        this.shared = shared;
    }

    int signals() {
        return groups.values().stream().mapToInt(Map::size).sum();
    }

    /** Follows the removal of a group: ends if this was the last one. */
    void left() {
        if (groups.isEmpty()) {
            handle.stop();
        } else {
            recheck();
        }
    }

    /** Checks the consumers again, and ends the current wait. May be called by any thread; costs at most one call. */
    void recheck() {
        handle.wake();
        interruptWait();
    }

    @Override
    public void interruptWait() {
        String group = interruptible.getAndSet(null);
        if (group != null) {
            try {
                waiters.signals.interruptWait(group, waiters.instance);
            } catch (TaskStoreException e) {
                // The wait soon ends by itself, even sooner if its connection is broken too.
                log.debug("The wait for signals of {} could not be ended", group, e);
            }
        }
    }

    @Override
    public long run() {
        if (signals() > SignalWaiters.MAX_SIGNALS) {
            // Topics have been added.
            groups.keySet().stream().skip(1).findFirst().ifPresent(group -> move(group, false));
        }
        List<TopicConsumer> consumers = new ArrayList<>();
        groups.values().forEach(group -> consumers.addAll(group.values()));
        boolean more = fill(consumers);
        // The first one with a signal is served.
        consumers.sort(Comparator.comparingLong(consumer -> consumer.signalledAt));
        consumers.removeIf(consumer -> !watch(consumer));
        if (consumers.isEmpty()) {
            return more ? 0 : MAX_PAUSE;
        }
        interruptible.set(consumers.get(0).topic().group());
        try {
            if (!handle.isWoken() && !handle.isStopping()) {
                Duration atMost = groups.size() > 1 ? MAX_SHARED_WAIT : MAX_WAIT;
                await(consumers, more ? Duration.ZERO : atMost);
            }
        } finally {
            interruptible.set(null);
        }
        return 0;
    }

    private void move(String group, boolean alone) {
        waiters.place(group, groups.getOrDefault(group, Map.of()), this, alone);
        left();
    }

    private void await(List<TopicConsumer> consumers, Duration atMost) {
        try {
            TopicName topic = waiters.signals.await(
                    consumers.stream().map(TopicConsumer::topic).toList(), waiters.instance, atMost);
            for (TopicConsumer consumer : consumers) {
                if (consumer.topic().equals(topic)) {
                    // Handled by the next run. If there is none, or no more room, the pusher sets the signal again.
                    consumer.signalled();
                }
            }
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            // A key of a foreign type among the signals fails the whole wait. A reservation without a signal replaces
            // it.
            int half = consumers.size() / 2;
            if (!shared) {
                consumers.forEach(TopicConsumer::signalled);
                throw e;
            } else if (half > 0) {
                await(consumers.subList(0, half), Duration.ZERO);
                await(consumers.subList(half, consumers.size()), Duration.ZERO);
            } else {
                // Fails there, and is reported for its group.
                move(consumers.get(0).topic().group(), true);
            }
        }
    }

    /** Makes every topic with a backlog reserve; true if one of them wants more at once. */
    private boolean fill(List<TopicConsumer> consumers) {
        boolean more = false;
        for (TopicConsumer consumer : consumers) {
            try {
                more |= consumer.fill();
                failing.remove(consumer.topic());
            } catch (TaskStoreUnavailableException e) {
                throw e;
            } catch (Throwable e) {
                // One topic's failure must not stop the others. Retried after the next wait.
                if (failing.add(consumer.topic())) {
                    log.error("Tasks of {} cannot be reserved; trying again until they can", consumer.topic(), e);
                }
            }
        }
        return more;
    }

    /** Whether to wait for a topic. */
    private static boolean watch(TopicConsumer consumer) {
        // Set first: a consumer that wants more after the check finds that it is not watched, and requests a recheck.
        consumer.watched(false);
        boolean watched = consumer.wantsMore() && !consumer.hasBacklog();
        if (watched) {
            consumer.watched(true);
        }
        return watched;
    }
}
