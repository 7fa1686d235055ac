package io.delayqueue.internal.codec;

import io.delayqueue.internal.codec.Heartbeat.Counters;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.store.StoredJson;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Counters of the instances of a group at one time, as JSON.
 *
 * @param at the time by the store's clock, in milliseconds since the epoch
 * @param instances the counters by instance
 */
public record WorkSums(long at, Map<String, Sum> instances) {

    /** A missing map is empty. */
    public WorkSums {
        instances = instances == null ? Map.of() : instances;
    }

    /** Counters of an instance since its start. */
    record Sum(long started, @Nullable Counters counters) {}

    /** Creates the sums from the last heartbeats. */
    public static WorkSums of(long at, List<InstanceInfo> instances) {
        Map<String, Sum> sums = new TreeMap<>();
        instances.forEach(instance -> sums.put(
                instance.instance(), new Sum(instance.startedAt().toEpochMilli(), Counters.of(instance.counters()))));
        return new WorkSums(at, sums);
    }

    /** Reads the sums; null if there are none, or a person has changed them. */
    public static @Nullable WorkSums read(String json) {
        try {
            return json.isEmpty() ? null : StoredJson.read(json, WorkSums.class);
        } catch (JacksonException e) {
            return null;
        }
    }

    /**
     * Returns the work since earlier sums. The work of an instance that has left is not known, nor that of one which is older than
     * the earlier sums and not in them.
     */
    public InstanceCounters since(WorkSums earlier) {
        return instances.entrySet().stream()
                .map(entry -> since(entry.getValue(), earlier.instances().get(entry.getKey()), earlier.at()))
                .reduce(InstanceCounters.NONE, InstanceCounters::plus);
    }

    private static InstanceCounters since(Sum now, @Nullable Sum earlier, long at) {
        InstanceCounters counters = Counters.read(now.counters());
        if (earlier != null && earlier.started() == now.started()) {
            return counters.minus(Counters.read(earlier.counters()));
        }
        return now.started() >= at ? counters : InstanceCounters.NONE;
    }
}
