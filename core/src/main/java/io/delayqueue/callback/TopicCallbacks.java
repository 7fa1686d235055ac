package io.delayqueue.callback;

import static java.util.Objects.requireNonNull;

import io.delayqueue.TopicName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Callbacks of an instance, one for each topic. Thread-safe. */
public final class TopicCallbacks {

    private final Map<TopicName, TopicCallback> callbacks = new LinkedHashMap<>();

    /** Creates an empty collection. */
    public TopicCallbacks() {}

    /**
     * Adds a callback.
     *
     * @param callback the callback
     * @throws DuplicateCallbackException if its topic has a callback; the message names both
     */
    public synchronized void add(TopicCallback callback) {
        requireNonNull(callback, "callback must not be null");
        TopicCallback other = callbacks.putIfAbsent(callback.topic(), callback);
        if (other != null) {
            throw new DuplicateCallbackException(callback.topic(), other.source(), callback.source());
        }
    }

    /**
     * Returns the callback of a topic.
     *
     * @param topic the topic
     * @return its callback, or null if it has none here
     */
    public synchronized @Nullable TopicCallback get(TopicName topic) {
        return callbacks.get(topic);
    }

    /** {@return the topics that have a callback now; unmodifiable} */
    public synchronized Set<TopicName> topics() {
        return Collections.unmodifiableSet(new LinkedHashSet<>(callbacks.keySet()));
    }
}
