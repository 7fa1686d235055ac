package io.delayqueue.internal.codec;

import io.delayqueue.internal.codec.Heartbeat.Counters;
import io.delayqueue.internal.codec.Heartbeat.Topic;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceTopic;
import io.delayqueue.store.LayoutStore;
import io.delayqueue.store.StoredJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes the heartbeats of an instance: JSON of at most {@link #MAX_BYTES}, however much there is to report. */
public final class HeartbeatWriter {

    /** Without the time that the store puts in front. */
    public static final int MAX_BYTES = 19_000;

    public static final int MAX_TOPICS = 200;

    public static final int MAX_COUNTED = 50;

    private static final int MAX_BYTES_OF_TOPICS = 8_000;

    private static final int MAX_BYTES_OF_SCHEDULES = 4_000;

    private static final int[] LAYOUT = {LayoutStore.READS, LayoutStore.WRITES};

    private final String host;

    private final long pid;

    private final long startedAt;

    private final @Nullable String version;

    /**
     * Creates the writer of one session of an engine.
     *
     * @param startedAt when it was started by the store's clock, in milliseconds since the epoch
     * @param version the version of this library; null if it is not known
     */
    public HeartbeatWriter(String host, long pid, long startedAt, @Nullable String version) {
        this.host = host;
        this.pid = pid;
        this.startedAt = startedAt;
        this.version = version;
    }

    /**
     * Leaves out topics that have least to do if they are too many, and those at the end of {@code topicCounters}; and all schedules if they
     * are too many, because none that is missing may look as if it were not declared.
     */
    public String write(
            boolean pushing,
            Set<String> schedules,
            List<InstanceTopic> topics,
            InstanceCounters counters,
            Map<String, InstanceCounters> topicCounters) {
        Heartbeat heartbeat = new Heartbeat(
                0,
                host,
                pid,
                startedAt,
                pushing,
                LAYOUT,
                version,
                fitting(schedules),
                topics.size(),
                busiest(topics),
                Counters.of(counters),
                Map.of());
        ObjectNode json = StoredJson.MAPPER.valueToTree(heartbeat);
        json.set("topicCounters", StoredJson.MAPPER.valueToTree(fitting(topicCounters, MAX_BYTES - bytes(heartbeat))));
        return StoredJson.MAPPER.writeValueAsString(json);
    }

    private static @Nullable List<String> fitting(Set<String> schedules) {
        List<String> sorted = schedules.stream().sorted().toList();
        return bytes(sorted) > MAX_BYTES_OF_SCHEDULES ? null : sorted;
    }

    private static List<Topic> busiest(List<InstanceTopic> all) {
        List<Topic> busiest = new ArrayList<>();
        int left = MAX_BYTES_OF_TOPICS;
        for (InstanceTopic topic : all.stream()
                .sorted(Comparator.comparingInt((InstanceTopic topic) -> -topic.running() - topic.waiting())
                        .thenComparing(InstanceTopic::topic))
                .limit(MAX_TOPICS)
                .toList()) {
            Topic written = Topic.of(topic);
            left -= bytes(written) + 1;
            if (left < 0) {
                return busiest;
            }
            busiest.add(written);
        }
        return busiest;
    }

    private static Map<String, Counters> fitting(Map<String, InstanceCounters> all, int maxBytes) {
        Map<String, Counters> fitting = new LinkedHashMap<>();
        int left = maxBytes;
        for (Map.Entry<String, InstanceCounters> topic : all.entrySet()) {
            Counters written = Counters.of(topic.getValue());
            left -= topic.getKey().length() + bytes(written) + "\"\":,".length();
            if (left < 0) {
                return fitting;
            }
            fitting.put(topic.getKey(), written);
        }
        return fitting;
    }

    private static int bytes(Object value) {
        return StoredJson.MAPPER.writeValueAsBytes(value).length;
    }
}
