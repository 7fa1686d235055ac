package io.delayqueue.web.live;

import io.delayqueue.InstanceInfo;
import io.delayqueue.engine.DelayQueueEngine;
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
     * @param complete whether all groups that were meant are in it
     * @param instances all that are known, by group and name
     */
    record Known(boolean complete, List<InstanceInfo> instances) {}

    /**
     * Tells who works for a group, or for all.
     *
     * @throws io.delayqueue.TaskStoreException if the store does not answer in time, or refuses
     */
    Known read(DelayQueueEngine engine, @Nullable String group) {
        Sampler sampler = streams.sampler(engine);
        Known known = sampler == null ? null : sampled(sampler, group);
        return known != null ? known : threads.ask(() -> now(engine, group), AT_MOST);
    }

    /** Null if nothing of it is known yet. */
    private static @Nullable Known sampled(Sampler sampler, @Nullable String group) {
        return sampler.state().read(groups -> {
            Collection<GroupState> meant = groups.values();
            if (group != null) {
                GroupState one = groups.get(group);
                meant = one == null ? List.of() : List.of(one);
            }
            List<InstanceInfo> all = new ArrayList<>();
            int told = 0;
            for (GroupState each : meant) {
                List<InstanceInfo> instances = each.instances();
                if (instances != null) {
                    told++;
                    all.addAll(instances);
                }
            }
            return told == 0 ? null : new Known(told == meant.size(), all);
        });
    }

    private static Known now(DelayQueueEngine engine, @Nullable String group) {
        if (group != null) {
            return new Known(true, engine.inspector().instances(group));
        }
        Collection<String> groups = engine.register().topics().keySet();
        List<InstanceInfo> all = new ArrayList<>();
        groups.stream()
                .limit(MOST_GROUPS)
                .forEach(each -> all.addAll(engine.inspector().instances(each)));
        return new Known(groups.size() <= MOST_GROUPS, all);
    }
}
