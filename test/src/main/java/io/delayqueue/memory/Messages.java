package io.delayqueue.memory;

import io.delayqueue.TopicName;
import io.delayqueue.store.WakeUps;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends messages to the subscriptions. */
final class Messages {

    private final List<InMemoryWakeUps.Running> running = new CopyOnWriteArrayList<>();

    private final List<RemovalWakeUps.ToRemovals> ofRemovals = new CopyOnWriteArrayList<>();

    private final Queue<Runnable> afterStep = new ConcurrentLinkedQueue<>();

    void join(InMemoryWakeUps.Running subscription) {
        running.add(subscription);
    }

    void leave(InMemoryWakeUps.Running subscription) {
        running.remove(subscription);
    }

    void join(RemovalWakeUps.ToRemovals subscription) {
        ofRemovals.add(subscription);
    }

    void leave(RemovalWakeUps.ToRemovals subscription) {
        ofRemovals.remove(subscription);
    }

    /** Passes on what a step has sent to subscriptions that no thread runs. */
    void stepEnded() {
        for (Runnable message = afterStep.poll(); message != null; message = afterStep.poll()) {
            message.run();
        }
    }

    void earlierTask(String group) {
        send(group, listener -> listener.earlierTask(group));
    }

    void pusherResigned(String group) {
        send(group, listener -> listener.pusherResigned(group));
    }

    void paused(TopicName topic) {
        send(topic.group(), listener -> listener.paused(topic));
    }

    void removed(String group, String topic, String id, long number) {
        sendToRunner(group, listener -> listener.removed(new TopicName(group, topic), id, number));
    }

    void replaced(String group, String topic, String id, long number) {
        sendToRunner(group, listener -> listener.replaced(new TopicName(group, topic), id, number));
    }

    void interrupted(String group, String topic, String id, long number) {
        sendToRunner(group, listener -> listener.interrupted(new TopicName(group, topic), id, number));
    }

    void registryChanged() {
        send(null, WakeUps.Listener::registryChanged);
    }

    private void sendToRunner(String group, Consumer<WakeUps.Listener> message) {
        send(group, message);
        ofRemovals.forEach(subscription -> afterStep.add(() -> subscription.receive(group, message)));
    }

    /** Sends a message to the subscriptions of a group, or to all. */
    private void send(@Nullable String group, Consumer<WakeUps.Listener> message) {
        running.forEach(subscription -> subscription.receive(group, message));
    }
}
