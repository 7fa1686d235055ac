package io.delayqueue.memory;

import io.delayqueue.TopicName;
import io.delayqueue.memory.InMemoryWakeUps.MemorySubscription;
import io.delayqueue.store.WakeUps;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends messages to the subscriptions. */
final class Messages {

    private final List<MemorySubscription> subscriptions = new CopyOnWriteArrayList<>();

    private final Queue<Runnable> afterStep = new ConcurrentLinkedQueue<>();

    void join(MemorySubscription subscription) {
        subscriptions.add(subscription);
    }

    void leave(MemorySubscription subscription) {
        subscriptions.remove(subscription);
    }

    /** Passes on what a step has sent to subscriptions that no thread runs. */
    void stepEnded() {
        for (Runnable message = afterStep.poll(); message != null; message = afterStep.poll()) {
            message.run();
        }
    }

    void earlierTask(String group) {
        send(group, false, listener -> listener.earlierTask(group));
    }

    void pusherResigned(String group) {
        send(group, false, listener -> listener.pusherResigned(group));
    }

    void paused(TopicName topic) {
        send(topic.group(), false, listener -> listener.paused(topic));
    }

    void removed(String group, String topic, String id, long number, boolean replaced) {
        send(group, true, listener -> listener.removed(new TopicName(group, topic), id, number, replaced));
    }

    void interrupted(String group, String topic, String id, long number) {
        send(group, true, listener -> listener.interrupted(new TopicName(group, topic), id, number));
    }

    void registryChanged() {
        send(null, false, WakeUps.Listener::registryChanged);
    }

    /** Sends a message to the subscriptions of a group, or to all; to those that no thread runs if it is for the runner of a task. */
    private void send(@Nullable String group, boolean toRunner, Consumer<WakeUps.Listener> message) {
        for (MemorySubscription subscription : subscriptions) {
            if (!subscription.ofRemovals) {
                subscription.receive(group, message);
            } else if (toRunner) {
                afterStep.add(() -> subscription.receive(group, message));
            }
        }
    }
}
