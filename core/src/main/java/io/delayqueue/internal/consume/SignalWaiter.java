package io.delayqueue.internal.consume;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.EngineJob;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Waits on one connection for signals of all topics of a group with room, and makes them reserve. It does not wait for a full
 * topic, so that another instance gets its signal; a topic with room again requests a recheck.
 */
public final class SignalWaiter extends EngineJob {

    private static final Logger log = Loggers.of(SignalWaiter.class);

    private static final long MAX_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private static final Duration MAX_WAIT = Duration.ofSeconds(4);

    private final GroupContext context;

    private final Map<String, TopicConsumer> consumers;

    private final AtomicBoolean interrupted = new AtomicBoolean();

    private volatile boolean waiting;

    private int rotations;

    private final Set<TopicName> failing = new HashSet<>();

    /**
     * Creates the waiter.
     *
     * @param consumers the group's consumers by topic; may change at any time
     */
    public SignalWaiter(GroupContext context, Map<String, TopicConsumer> consumers) {
        super(context.driver()::threadJob, "consumer-" + context.group());
        this.context = context;
        this.consumers = consumers;
    }

    /** Checks the consumers again, and ends the current wait. May be called by any thread; costs at most one call. */
    public void recheck() {
        handle.wake();
        interruptWait();
    }

    @Override
    public void interruptWait() {
        if (waiting && interrupted.compareAndSet(false, true)) {
            try {
                context.backend().signals().interruptWait(context.group(), context.instance());
            } catch (TaskStoreException e) {
                // The wait soon ends by itself, even sooner if its connection is broken too.
                log.debug("The wait for signals of {} could not be ended", context.group(), e);
            }
        }
    }

    @Override
    public long run() {
        boolean more = fillAll();
        List<String> topics = watch();
        if (topics.isEmpty()) {
            return more ? 0 : MAX_PAUSE;
        }
        String topic = await(topics, more);
        TopicConsumer signalled = topic == null ? null : consumers.get(topic);
        if (signalled != null) {
            // Handled by the next run. If there is none, or no more room, the pusher sets the signal again.
            signalled.signalled();
        }
        return 0;
    }

    private @Nullable String await(List<String> topics, boolean briefly) {
        interrupted.set(false);
        waiting = true;
        try {
            if (handle.isWoken() || handle.isStopping()) {
                return null;
            }
            return context.backend()
                    .signals()
                    .await(context.group(), topics, context.instance(), briefly ? Duration.ZERO : MAX_WAIT);
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            // A key of a foreign type among the signals fails the whole wait. A reservation without a signal replaces
            // it.
            consumers.values().forEach(TopicConsumer::signalled);
            throw e;
        } finally {
            waiting = false;
        }
    }

    /** Makes every topic with a backlog reserve; true if one of them wants more at once. */
    private boolean fillAll() {
        boolean more = false;
        for (TopicConsumer consumer : consumers.values()) {
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

    /** Returns the topics to wait for, in varying order, because the first one with a signal is served. */
    private List<String> watch() {
        List<String> topics = new ArrayList<>();
        List<TopicConsumer> inTurn = new ArrayList<>(consumers.values());
        Collections.rotate(inTurn, rotations++);
        for (TopicConsumer consumer : inTurn) {
            // Set first: a consumer that wants more after the check finds that it is not watched, and requests a
            // recheck.
            consumer.watched(false);
            if (consumer.wantsMore() && !consumer.hasBacklog()) {
                consumer.watched(true);
                topics.add(consumer.topic().topic());
            }
        }
        return topics;
    }
}
