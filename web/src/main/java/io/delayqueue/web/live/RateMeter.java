package io.delayqueue.web.live;

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
 * Makes rates of what the instances of a group tell of themselves: each tells sums since its start, now and then, so the rate is the
 * difference of the last two sums of the same start, by the time between them. An instance counts from its second beat on.
 */
final class RateMeter {

    /** Beats that are closer together say little: one more is waited for. */
    private static final Duration SHORTEST = Duration.ofMillis(500);

    /** An instance that has done something tells it within half of this. */
    private static final long SILENT = Duration.ofSeconds(4).toNanos();

    private Map<String, Measured> instances = Map.of();

    /**
     * What is known of an instance.
     *
     * @param beat what it told last
     * @param heard when that was heard, by {@link System#nanoTime}
     * @param group what it did for the group; null if not known yet
     * @param topics what it did by topic, of those of which it is known
     */
    private record Measured(
            InstanceInfo beat, long heard, @Nullable Throughput group, Map<String, Throughput> topics) {

        Measured then(InstanceInfo next, long now) {
            Duration between = Duration.between(beat.seenAt(), next.seenAt());
            if (between.isNegative()) {
                // Another server has the word now, whose clock is behind: it begins anew.
                return new Measured(next, now, group, topics);
            }
            if (between.compareTo(SHORTEST) < 0) {
                return now - heard >= SILENT && group != null
                        ? new Measured(beat, heard, Throughput.NONE, Map.of())
                        : this;
            }
            boolean anew = !next.startedAt().equals(beat.startedAt());
            Map<String, Throughput> byTopic = new HashMap<>();
            next.topicCounters().forEach((topic, counters) -> {
                InstanceCounters before =
                        anew ? InstanceCounters.NONE : beat.topicCounters().get(topic);
                if (before != null) {
                    byTopic.put(topic, Throughput.of(counters.minus(before), between));
                }
            });
            InstanceCounters before = anew ? InstanceCounters.NONE : beat.counters();
            return new Measured(next, now, Throughput.of(next.counters().minus(before), between), byTopic);
        }
    }

    /**
     * Takes what was told.
     *
     * @param told by all instances of the group; what others had done is forgotten
     * @param now by {@link System#nanoTime}
     */
    void accept(List<InstanceInfo> told, long now) {
        Map<String, Measured> next = new HashMap<>();
        for (InstanceInfo beat : told) {
            Measured known = instances.get(beat.instance());
            next.put(beat.instance(), known == null ? new Measured(beat, now, null, Map.of()) : known.then(beat, now));
        }
        instances = next;
    }

    /** {@return what was done for the group; null if that is not known yet} */
    @Nullable
    Throughput group() {
        return sum(Measured::group);
    }

    /** {@return what was done for a topic; null if nothing was, or that is not known} */
    @Nullable
    Throughput topic(String topic) {
        return sum(measured -> measured.topics().get(topic));
    }

    private @Nullable Throughput sum(Function<Measured, @Nullable Throughput> part) {
        Stream<Throughput> parts = instances.values().stream().map(part).filter(Objects::nonNull);
        return parts.reduce(Throughput::plus).orElse(null);
    }
}
