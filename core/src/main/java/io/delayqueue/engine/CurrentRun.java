package io.delayqueue.engine;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Attempt;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.group.EngineRun;
import io.delayqueue.internal.heartbeat.StoreWatch;
import io.delayqueue.monitor.EngineStatus;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What an engine is doing now: a run from its start to the end of its stop, or nothing. */
final class CurrentRun {

    private volatile @Nullable EngineRun run;

    private volatile boolean stopping;

    @Nullable
    EngineRun get() {
        return run;
    }

    boolean isThere() {
        return run != null;
    }

    void begin(EngineRun starting) {
        run = starting;
    }

    void stopping() {
        stopping = true;
    }

    void end() {
        run = null;
        // After the run is gone: who looks in between must not take it for one that goes on.
        stopping = false;
    }

    EngineStatus status(String name, String instance, String address, Outage outage, StoreWatch storeWatch) {
        boolean stops = stopping;
        EngineRun current = run;
        return new EngineStatus(
                name,
                instance,
                address,
                current != null && !stops,
                outage.length(),
                current == null ? List.of() : storeWatch.findings(),
                current == null ? List.of() : current.status());
    }

    void leaveAlone(TopicName topic) {
        EngineRun current = run;
        if (current != null) {
            current.leaveAlone(topic);
        }
    }

    void removed(Predicate<Attempt> which) {
        EngineRun current = run;
        if (current != null) {
            current.removed(which);
        }
    }

    void registryChanged() {
        EngineRun current = run;
        if (current != null) {
            current.registryChanged();
        }
    }

    void aboutToPull(String group) {
        EngineRun current = run;
        if (current != null) {
            current.aboutToPull(group);
        }
    }
}
