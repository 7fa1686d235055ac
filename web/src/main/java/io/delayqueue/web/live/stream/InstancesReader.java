package io.delayqueue.web.live.stream;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.web.live.sample.GroupSample;
import io.delayqueue.web.live.sample.GroupView;
import io.delayqueue.web.live.sample.LiveThreads;
import io.delayqueue.web.live.sample.Sampler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Reads instances from a sampler if a page is open, else from the store, within a time limit. */
final class InstancesReader {

    /** Maximum number of groups to read, one call each. */
    static final int MAX_GROUPS = 20;

    private static final Duration AT_MOST = Duration.ofSeconds(3);

    private final LiveStreams streams;

    private final LiveThreads threads;

    InstancesReader(LiveStreams streams, LiveThreads threads) {
        this.streams = streams;
        this.threads = threads;
    }

    /**
     * Known instances.
     *
     * @param unasked the number of groups that were not read; null if the groups are not known yet
     * @param instances the instances, by group and name
     */
    record Known(@Nullable Integer unasked, List<InstanceInfo> instances) {}

    /**
     * Reads the instances of a group, or of all groups.
     *
     * @throws io.delayqueue.TaskStoreException if the store does not answer in time, or refuses
     */
    Known read(DelayQueueEngine engine, @Nullable String group) {
        Sampler sampler = streams.sampler(engine);
        Known known = sampler == null ? null : group == null ? all(sampler) : one(sampler, group);
        return known != null ? known : threads.ask(() -> now(engine, group), AT_MOST);
    }

    /** Reads no group from the store, even without a sample: reading all costs too much beside the sampler. */
    private static Known all(Sampler sampler) {
        SortedMap<String, GroupView> groups = sampler.groups();
        if (groups == null) {
            return new Known(null, List.of());
        }
        List<GroupSample> samples = groups.values().stream()
                .map(GroupView::sample)
                .filter(Objects::nonNull)
                .toList();
        return new Known(
                groups.size() - samples.size(),
                samples.stream().flatMap(sample -> sample.instances().stream()).toList());
    }

    /** Returns null before the first sample. */
    private static @Nullable Known one(Sampler sampler, String name) {
        SortedMap<String, GroupView> groups = sampler.groups();
        GroupView group = groups == null ? null : groups.get(name);
        GroupSample sample = group == null ? null : group.sample();
        return sample == null ? null : new Known(0, sample.instances());
    }

    private static Known now(DelayQueueEngine engine, @Nullable String group) {
        if (group != null) {
            return new Known(0, engine.inspector().instances(group));
        }
        Collection<String> groups = engine.register().topics().keySet();
        List<InstanceInfo> all = new ArrayList<>();
        groups.stream()
                .limit(MAX_GROUPS)
                .forEach(each -> all.addAll(engine.inspector().instances(each)));
        return new Known(Math.max(0, groups.size() - MAX_GROUPS), all);
    }
}
