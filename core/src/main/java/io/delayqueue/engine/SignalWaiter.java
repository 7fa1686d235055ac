package io.delayqueue.engine;

import io.delayqueue.TaskStoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Waits, on one connection, for signals of all topics of a group that could take a task, and has them reserve. A topic
 * that is full is not waited for, so that another instance gets its signal; when it is free again it asks to be attended.
 */
final class SignalWaiter extends Loop {

    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final GroupContext context;

    private final Map<String, TopicConsumer> consumers;

    private final AtomicBoolean poked = new AtomicBoolean();

    private volatile boolean waiting;

    private int turns;

    /**
     * Creates the waiter.
     *
     * @param consumers the group's consumers by topic; may change at any time
     */
    SignalWaiter(GroupContext context, Map<String, TopicConsumer> consumers) {
        super("consumer-" + context.group(), context.outage());
        this.context = context;
        this.consumers = consumers;
    }

    /** Looks at the consumers again, ending the wait under way. May be called by any thread; costs a call at most. */
    void attend() {
        wake();
        if (waiting && poked.compareAndSet(false, true)) {
            try {
                context.backend().signals().poke(context.group(), context.instance());
            } catch (TaskStoreException e) {
                // The wait ends by itself soon, all the sooner if its connection is broken too, and the loop reports
                // it.
            }
        }
    }

    @Override
    void stop() {
        super.stop();
        attend();
    }

    @Override
    void turn() {
        clearWake();
        List<String> topics = hungry();
        if (topics.isEmpty()) {
            pause(LONGEST_PAUSE);
            return;
        }
        String topic = await(topics);
        TopicConsumer signalled = topic == null ? null : consumers.get(topic);
        if (signalled != null && !isStopping()) {
            signalled.fill();
        }
    }

    private @Nullable String await(List<String> topics) {
        poked.set(false);
        waiting = true;
        try {
            if (isWoken() || isStopping()) {
                return null;
            }
            return context.backend().signals().await(context.group(), topics, context.instance());
        } finally {
            waiting = false;
        }
    }

    /** The topics to wait for, each turn in another order: the first with a signal is served. */
    private List<String> hungry() {
        List<String> topics = new ArrayList<>();
        for (TopicConsumer consumer : inTurn(consumers.values())) {
            if (consumer.hasBacklog() && consumer.isHungry()) {
                consumer.fill();
            }
            boolean watch = consumer.isHungry() && !consumer.hasBacklog();
            consumer.watched(watch);
            if (watch) {
                topics.add(consumer.topic().topic());
            }
        }
        return topics;
    }

    private List<TopicConsumer> inTurn(Collection<TopicConsumer> all) {
        List<TopicConsumer> list = new ArrayList<>(all);
        if (list.size() > 1) {
            Collections.rotate(list, Math.floorMod(turns++, list.size()));
        }
        return list;
    }
}
