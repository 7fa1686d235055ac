package io.delayqueue.engine;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.group.EngineSession;
import io.delayqueue.internal.heartbeat.StoreWatch;
import io.delayqueue.internal.registry.UnregisteredTopics;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.store.Backend;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Session of an engine, from a start to the end of the stop; none otherwise. */
final class CurrentSession {

    private volatile @Nullable EngineSession session;

    private volatile boolean stopping;

    private volatile @Nullable String haltReason;

    @Nullable
    EngineSession get() {
        return session;
    }

    boolean isThere() {
        return session != null;
    }

    void begin(EngineSession starting) {
        haltReason = null;
        session = starting;
    }

    /** Returns false if there is no session, or it was halted before. */
    synchronized boolean halt(String reason) {
        boolean first = session != null && haltReason == null;
        if (first) {
            haltReason = reason;
        }
        return first;
    }

    void stopping() {
        stopping = true;
    }

    void end() {
        session = null;
        // Set after the end of the session, so that a status in between does not show it as running.
        stopping = false;
    }

    EngineStatus status(
            String name,
            String instance,
            Backend backend,
            Outage outage,
            StoreWatch watch,
            UnregisteredTopics unregistered) {
        boolean stops = stopping;
        EngineSession current = session;
        return new EngineStatus(
                name,
                instance,
                backend.address(),
                backend.namespace(),
                current != null && !stops,
                haltReason,
                outage.length(),
                outage.refusal(),
                current == null ? List.of() : watch.findings(),
                current == null ? List.of() : current.status(),
                current == null ? Map.of() : current.jobs(),
                unregistered.found());
    }

    void excludeTopic(TopicName topic) {
        EngineSession current = session;
        if (current != null) {
            current.excludeTopic(topic);
        }
    }

    /** Whether a topic was registered when this engine read the registry last; false without a session. */
    boolean isRegistered(TopicName topic) {
        EngineSession current = session;
        return current != null
                && current.registered().getOrDefault(topic.group(), Set.of()).contains(topic.topic());
    }

    void registryChanged() {
        EngineSession current = session;
        if (current != null) {
            current.registryChanged();
        }
    }

    void aboutToPull(String group) {
        EngineSession current = session;
        if (current != null) {
            current.aboutToPull(group);
        }
    }
}
