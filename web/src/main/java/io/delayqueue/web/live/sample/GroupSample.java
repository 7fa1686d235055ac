package io.delayqueue.web.live.sample;

import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceInfo;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Instances of a group and their recent work. A heartbeat has sums since the instance's start, so the rate is the difference of
 * the last two sums of the same start, divided by the time between them. An instance counts from its second heartbeat on.
 */
public final class GroupSample {

    static final GroupSample NONE = new GroupSample(List.of(), Map.of());

    /** Minimum time between the two heartbeats of a rate. */
    private static final Duration MIN_DISTANCE = Duration.ofMillis(500);

    /** An instance with work sends a heartbeat within half of this time. */
    private static final long SILENT = Duration.ofSeconds(4).toNanos();

    private final List<InstanceInfo> instances;

    private final Map<String, Measured> measured;

    private GroupSample(List<InstanceInfo> instances, Map<String, Measured> measured) {
        this.instances = instances;
        this.measured = measured;
    }

    /**
     * Rates of an instance.
     *
     * @param heartbeat its last heartbeat
     * @param readAt the time of the read by {@link System#nanoTime}
     * @param group the rates of the group; null if not known yet
     * @param topics the known rates by topic
     */
    private record Measured(
            InstanceInfo heartbeat, long readAt, @Nullable Throughput group, Map<String, Throughput> topics) {

        Measured then(InstanceInfo next, long now) {
            Duration between = Duration.between(heartbeat.seenAt(), next.seenAt());
            if (between.isNegative()) {
                // Another server has become the clock and is behind: the next difference starts here.
                return new Measured(next, now, group, topics);
            }
            if (between.compareTo(MIN_DISTANCE) < 0) {
                return now - readAt >= SILENT && group != null
                        ? new Measured(heartbeat, readAt, Throughput.NONE, Map.of())
                        : this;
            }
            boolean restarted = !next.startedAt().equals(heartbeat.startedAt());
            Map<String, Throughput> byTopic = new HashMap<>();
            next.topicCounters().forEach((topic, counters) -> {
                InstanceCounters before = restarted
                        ? InstanceCounters.NONE
                        : heartbeat.topicCounters().get(topic);
                if (before != null) {
                    byTopic.put(topic, Throughput.of(counters.minus(before), between));
                }
            });
            InstanceCounters before = restarted ? InstanceCounters.NONE : heartbeat.counters();
            return new Measured(next, now, Throughput.of(next.counters().minus(before), between), byTopic);
        }
    }

    /**
     * Returns the next sample.
     *
     * @param heartbeats of all instances of the group; the rates of others are dropped
     * @param now by {@link System#nanoTime}
     */
    GroupSample next(List<InstanceInfo> heartbeats, long now) {
        Map<String, Measured> next = new HashMap<>();
        for (InstanceInfo heartbeat : heartbeats) {
            Measured known = measured.get(heartbeat.instance());
            next.put(
                    heartbeat.instance(),
                    known == null ? new Measured(heartbeat, now, null, Map.of()) : known.then(heartbeat, now));
        }
        return new GroupSample(heartbeats, next);
    }

    /** {@return the instances} */
    public List<InstanceInfo> instances() {
        return instances;
    }

    /** {@return the rates of the group; null if not known yet} */
    public @Nullable Throughput throughput() {
        return sum(Measured::group);
    }

    /**
     * Returns the rates of a topic.
     *
     * @param topic the topic's name in the group
     * @return the rates; null if they are not known
     */
    public @Nullable Throughput throughput(String topic) {
        return sum(instance -> instance.topics().get(topic));
    }

    private @Nullable Throughput sum(Function<Measured, @Nullable Throughput> part) {
        Stream<Throughput> parts = measured.values().stream().map(part).filter(Objects::nonNull);
        return parts.reduce(Throughput::plus).orElse(null);
    }
}
