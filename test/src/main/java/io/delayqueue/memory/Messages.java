package io.delayqueue.memory;

import io.delayqueue.TopicName;
import io.delayqueue.store.WakeUps;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends messages to the running subscriptions. */
final class Messages {

    private final List<InMemoryWakeUps.Running> running = new CopyOnWriteArrayList<>();

    void join(InMemoryWakeUps.Running subscription) {
        running.add(subscription);
    }

    void leave(InMemoryWakeUps.Running subscription) {
        running.remove(subscription);
    }

    void newHead(String group) {
        tell(group, listener -> listener.newHead(group));
    }

    void pusherResigned(String group) {
        tell(group, listener -> listener.pusherResigned(group));
    }

    void paused(TopicName topic) {
        tell(topic.group(), listener -> listener.paused(topic));
    }

    void removed(String group, String topic, String id, long number) {
        tell(group, listener -> listener.removed(new TopicName(group, topic), id, number));
    }

    void replaced(String group, String topic, String id, long number) {
        tell(group, listener -> listener.replaced(new TopicName(group, topic), id, number));
    }

    void registryChanged() {
        tell(null, WakeUps.Listener::registryChanged);
    }

    /** Sends a message to the subscriptions of a group, or to all. */
    private void tell(@Nullable String group, Consumer<WakeUps.Listener> message) {
        running.forEach(subscription -> subscription.hear(group, message));
    }
}
