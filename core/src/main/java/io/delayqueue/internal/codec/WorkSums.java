package io.delayqueue.internal.codec;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceInfo;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the instances of a group at one time, as JSON.
 *
 * @param at the time by the store's clock, in milliseconds since the epoch
 * @param instances the counters by instance
 */
public record WorkSums(long at, Map<String, Sum> instances) {

    /** Refuses missing counters. */
    public WorkSums {
        instances = Map.copyOf(instances);
    }

    /** Counters of an instance since its start. */
    record Sum(long started, InstanceCounters counters) {
        Sum {
            requireNonNull(counters);
        }
    }

    /** Creates the sums from the last heartbeats. */
    public static WorkSums of(long at, List<InstanceInfo> instances) {
        return new WorkSums(
                at,
                instances.stream()
                        .collect(toMap(
                                InstanceInfo::instance,
                                instance -> new Sum(instance.startedAt().toEpochMilli(), instance.counters()))));
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
        if (earlier != null && earlier.started() == now.started()) {
            return now.counters().minus(earlier.counters());
        }
        return now.started() >= at ? now.counters() : InstanceCounters.NONE;
    }
}
