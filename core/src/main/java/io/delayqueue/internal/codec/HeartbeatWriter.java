package io.delayqueue.internal.codec;

import io.delayqueue.callback.TopicOptions;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceTopic;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.StoredJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the heartbeats of an instance, during one session of an engine: JSON of at most {@link #MAX_BYTES}, however much there is to report.
 *
 * @param startedAt when it was started by the store's clock, in milliseconds since the epoch
 * @param version the version of this library; null if it is not known
 */
public record HeartbeatWriter(
        String host, long pid, long startedAt, @Nullable String version) {

    /** Without the time that the store puts in front. */
    public static final int MAX_BYTES = 19_000;

    public static final int MAX_TOPICS = 200;

    public static final int MAX_COUNTED = 50;

    public static final int MAX_RUNNING = 20;

    private static final int MAX_BYTES_OF_TOPICS = 8_000;

    private static final int MAX_BYTES_OF_DECLARED = 4_000;

    private static final int[] LAYOUT = {RegistryStore.READS_LAYOUT, RegistryStore.WRITES_LAYOUT};

    /**
     * Leaves out topics that have least to do if they are too many, options of the least busy ones if these are of many kinds, and those at
     * the end of {@code progress} and {@code topicCounters}; and all schedules if they are too many, because none that is missing may look
     * as if it were not declared. Limits that are left out, because they are too many, are only not protected from the declaration of another
     * version.
     */
    public String write(
            boolean pushing,
            boolean draining,
            Set<String> schedules,
            Map<String, String> limits,
            List<InstanceTopic> topics,
            List<RunningTask> progress,
            Function<String, TopicOptions> options,
            InstanceCounters counters,
            Map<String, InstanceCounters> topicCounters) {
        List<InstanceTopic> busiest = busiest(topics);
        List<RunningTask> running = new ArrayList<>();
        List<TopicSettings> settings = new ArrayList<>();
        Map<String, InstanceCounters> byTopic = new LinkedHashMap<>();
        Heartbeat heartbeat = new Heartbeat(
                0,
                host,
                pid,
                startedAt,
                pushing,
                draining ? true : null,
                LAYOUT,
                version,
                bytes(schedules) > MAX_BYTES_OF_DECLARED ? null : new TreeSet<>(schedules),
                // Sorted, so that limits are before those of topics, and histories last.
                limits.isEmpty() ? null : fitting(new TreeMap<>(limits), MAX_BYTES_OF_DECLARED),
                topics.size(),
                busiest,
                running,
                settings,
                counters,
                byTopic);
        running.addAll(fitting(progress.stream().limit(MAX_RUNNING), (MAX_BYTES - bytes(heartbeat)) / 2));
        settings.addAll(fitting(TopicSettings.of(busiest, options), (MAX_BYTES - bytes(heartbeat)) / 3));
        byTopic.putAll(fitting(topicCounters, MAX_BYTES - bytes(heartbeat)));
        return StoredJson.MAPPER.writeValueAsString(heartbeat);
    }

    private static List<InstanceTopic> busiest(List<InstanceTopic> all) {
        return fitting(
                all.stream()
                        .sorted(Comparator.comparingInt((InstanceTopic topic) -> -topic.running() - topic.waiting())
                                .thenComparing(InstanceTopic::topic))
                        .limit(MAX_TOPICS),
                MAX_BYTES_OF_TOPICS);
    }

    /** Returns the first values that fit together into some bytes, with a comma each. */
    private static <T> List<T> fitting(Stream<T> values, int maxBytes) {
        int[] left = {maxBytes};
        return values.takeWhile(value -> (left[0] -= bytes(value) + 1) >= 0).toList();
    }

    private static <V> Map<String, V> fitting(Map<String, V> values, int maxBytes) {
        Map<String, V> fitting = new LinkedHashMap<>();
        fitting(values.entrySet().stream(), maxBytes).forEach(value -> fitting.put(value.getKey(), value.getValue()));
        return fitting;
    }

    private static int bytes(Object value) {
        return StoredJson.MAPPER.writeValueAsBytes(value).length;
    }
}
