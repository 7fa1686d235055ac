package io.delayqueue.engine;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Attempt;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.group.EngineSession;
import io.delayqueue.internal.heartbeat.StoreWatch;
import io.delayqueue.monitor.EngineStatus;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Session of an engine, from a start to the end of the stop; none otherwise. */
final class CurrentSession {

    private volatile @Nullable EngineSession session;

    private volatile boolean stopping;

    @Nullable
    EngineSession get() {
        return session;
    }

    boolean isThere() {
        return session != null;
    }

    void begin(EngineSession starting) {
        session = starting;
    }

    void stopping() {
        stopping = true;
    }

    void end() {
        session = null;
        // Set after the end of the session, so that a status in between does not show it as running.
        stopping = false;
    }

    EngineStatus status(String name, String instance, String address, Outage outage, StoreWatch storeWatch) {
        boolean stops = stopping;
        EngineSession current = session;
        return new EngineStatus(
                name,
                instance,
                address,
                current != null && !stops,
                outage.length(),
                current == null ? List.of() : storeWatch.findings(),
                current == null ? List.of() : current.status());
    }

    void excludeTopic(TopicName topic) {
        EngineSession current = session;
        if (current != null) {
            current.excludeTopic(topic);
        }
    }

    void removed(Predicate<Attempt> which) {
        EngineSession current = session;
        if (current != null) {
            current.removed(which);
        }
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
