package io.delayqueue.internal.codec;

import static java.util.Objects.requireNonNullElse;

import io.delayqueue.TaskInfo;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.InstanceTopic;
import io.delayqueue.store.InstanceStore.Heartbeats;
import io.delayqueue.store.StoredJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;

/** Reads the heartbeats of instances, of later versions too. */
public final class HeartbeatReader {

    private static final Logger log = Loggers.of(HeartbeatReader.class);

    private HeartbeatReader() {}

    /** Reads the heartbeats of a group, by instance. Skips entries that are no heartbeats, such as manual edits. */
    public static List<InstanceInfo> read(String group, Heartbeats heartbeats) {
        List<InstanceInfo> all = new ArrayList<>();
        heartbeats.all().forEach((instance, state) -> {
            Heartbeat read = read(group, instance, state);
            if (read != null) {
                all.add(info(group, heartbeats.storeTime(), instance, read));
            }
        });
        all.sort(Comparator.comparing(InstanceInfo::instance));
        return List.copyOf(all);
    }

    private static @Nullable Heartbeat read(String group, String instance, String state) {
        try {
            return StoredJson.readFitting(StoredJson.MAPPER.readTree(state), Heartbeat.class);
        } catch (JacksonException e) {
            log.debug("The heartbeat of {} in {} cannot be read", instance, group, e);
            return null;
        }
    }

    /**
     * Reads the limits that live instances declare in a group, as texts.
     *
     * @param without an instance that is left out
     */
    public static List<Map<String, String>> limits(String group, Heartbeats heartbeats, String without) {
        return heartbeats.all().entrySet().stream()
                .filter(stored -> !stored.getKey().equals(without))
                .map(stored -> read(group, stored.getKey(), stored.getValue()))
                .filter(read -> read != null && read.limits() != null && !isGone(heartbeats.storeTime(), read))
                .map(Heartbeat::limits)
                .toList();
    }

    /** Reads the last progress of the attempt in which a task was found; null if no heartbeat has any. */
    public static @Nullable Progress progress(TaskInfo task, Heartbeats heartbeats) {
        String instance = String.valueOf(task.instance());
        String state = heartbeats.all().get(instance);
        Heartbeat read = state == null ? null : read(task.topic().group(), instance, state);
        return read == null || read.progress() == null
                ? null
                : read.progress().stream()
                        .filter(running -> running.isDeliveryOf(task))
                        .flatMap(running -> Stream.ofNullable(running.progress()))
                        .findFirst()
                        .orElse(null);
    }

    private static boolean isGone(long storeTime, Heartbeat heartbeat) {
        return storeTime - heartbeat.at() >= InstanceInfo.SILENCE.toMillis();
    }

    private static InstanceInfo info(String group, long storeTime, String instance, Heartbeat heartbeat) {
        List<InstanceTopic> reported = requireNonNullElse(heartbeat.topics(), List.of());
        List<InstanceTopic> topics = reported.stream()
                .filter(topic -> topic != null && topic.topic() != null)
                .sorted(Comparator.comparing(InstanceTopic::topic))
                .toList();
        Map<String, Map<String, Object>> settings = new HashMap<>();
        for (TopicSettings some : requireNonNullElse(heartbeat.settings(), List.<TopicSettings>of())) {
            some.topics().stream()
                    .filter(place -> place >= 0 && place < reported.size())
                    .map(reported::get)
                    .filter(topics::contains)
                    .forEach(topic -> settings.put(topic.topic(), some.values()));
        }
        int[] layout = heartbeat.layout();
        return new InstanceInfo(
                group,
                instance,
                requireNonNullElse(heartbeat.host(), ""),
                heartbeat.pid(),
                heartbeat.version(),
                Instant.ofEpochMilli(heartbeat.started()),
                Instant.ofEpochMilli(heartbeat.at()),
                isGone(storeTime, heartbeat),
                heartbeat.pushing(),
                Boolean.TRUE.equals(heartbeat.draining()),
                layout == null || layout.length == 0 ? 0 : layout[0],
                heartbeat.schedules(),
                requireNonNullElse(heartbeat.topicCount(), topics.size()),
                topics,
                settings,
                requireNonNullElse(heartbeat.counters(), InstanceCounters.NONE),
                requireNonNullElse(heartbeat.topicCounters(), Map.of()));
    }
}
