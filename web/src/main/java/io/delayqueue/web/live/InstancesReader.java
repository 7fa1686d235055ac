package io.delayqueue.web.live;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.InstanceInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells who works: what a sampler knows if there is one, else what the store says now, within a time. */
final class InstancesReader {

    /** How many groups are asked for at once, one call each. */
    static final int MOST_GROUPS = 20;

    private static final Duration AT_MOST = Duration.ofSeconds(3);

    private final LiveStreams streams;

    private final LiveThreads threads;

    InstancesReader(LiveStreams streams, LiveThreads threads) {
        this.streams = streams;
        this.threads = threads;
    }

    /**
     * Who works.
     *
     * @param unasked how many of the groups that were meant have not been asked; null if it is not known yet which there are
     * @param instances all that are known, by group and name
     */
    record Known(@Nullable Integer unasked, List<InstanceInfo> instances) {}

    /**
     * Tells who works for a group, or for all.
     *
     * @throws io.delayqueue.TaskStoreException if the store does not answer in time, or refuses
     */
    Known read(DelayQueueEngine engine, @Nullable String group) {
        Sampler sampler = streams.sampler(engine);
        Known known = sampler == null ? null : group == null ? all(sampler) : one(sampler, group);
        return known != null ? known : threads.ask(() -> now(engine, group), AT_MOST);
    }

    /** Of all groups what is known, be it nothing: to ask for all costs too much while the sampler does. */
    private static Known all(Sampler sampler) {
        if (!sampler.state().isRegisterRead()) {
            return new Known(null, List.of());
        }
        return sampler.state().read(groups -> {
            List<InstanceInfo> all = new ArrayList<>();
            int unasked = 0;
            for (GroupState group : groups.values()) {
                List<InstanceInfo> instances = group.instances();
                if (instances == null) {
                    unasked++;
                } else {
                    all.addAll(instances);
                }
            }
            return new Known(unasked, all);
        });
    }

    /** Null if nothing of it is known yet. */
    private static @Nullable Known one(Sampler sampler, String name) {
        List<InstanceInfo> instances = sampler.state().read(groups -> {
            GroupState group = groups.get(name);
            return group == null ? null : group.instances();
        });
        return instances == null ? null : new Known(0, instances);
    }

    private static Known now(DelayQueueEngine engine, @Nullable String group) {
        if (group != null) {
            return new Known(0, engine.inspector().instances(group));
        }
        Collection<String> groups = engine.register().topics().keySet();
        List<InstanceInfo> all = new ArrayList<>();
        groups.stream()
                .limit(MOST_GROUPS)
                .forEach(each -> all.addAll(engine.inspector().instances(each)));
        return new Known(Math.max(0, groups.size() - MOST_GROUPS), all);
    }
}
