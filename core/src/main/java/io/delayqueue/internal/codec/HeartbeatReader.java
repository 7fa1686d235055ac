package io.delayqueue.internal.codec;

import io.delayqueue.internal.codec.Heartbeat.Counters;
import io.delayqueue.internal.codec.Heartbeat.Topic;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.InstanceTopic;
import io.delayqueue.store.InstanceStore.Beat;
import io.delayqueue.store.StoredJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the heartbeats of instances, of later versions too. */
public final class HeartbeatReader {

    private static final Logger log = Loggers.of(HeartbeatReader.class);

    private HeartbeatReader() {}

    /** Reads the heartbeats of a group, by instance. Skips entries that are no heartbeats, such as manual edits. */
    public static List<InstanceInfo> read(String group, long storeTime, List<Beat> beats) {
        List<InstanceInfo> all = new ArrayList<>();
        for (Beat beat : beats) {
            try {
                all.add(info(group, storeTime, beat.instance(), read(beat.state())));
            } catch (JacksonException e) {
                log.debug("The heartbeat of {} in {} cannot be read", beat.instance(), group, e);
            }
        }
        all.sort(Comparator.comparing(InstanceInfo::instance));
        return List.copyOf(all);
    }

    private static Heartbeat read(String state) {
        try {
            return StoredJson.read(state, Heartbeat.class);
        } catch (JacksonException e) {
            return withoutUnreadable(state, e);
        }
    }

    /** Ignores each field that does not fit: another program or version may have written it. */
    private static Heartbeat withoutUnreadable(String state, JacksonException failure) {
        JsonNode json = StoredJson.MAPPER.readTree(state);
        JacksonException flaw = failure;
        while (!flaw.getPath().isEmpty()
                && json instanceof ObjectNode fields
                && fields.remove(flaw.getPath().get(0).getPropertyName()) != null) {
            try {
                return StoredJson.MAPPER.treeToValue(json, Heartbeat.class);
            } catch (JacksonException e) {
                flaw = e;
            }
        }
        throw failure;
    }

    private static InstanceInfo info(String group, long storeTime, String instance, Heartbeat beat) {
        List<Topic> reported = beat.topics() == null ? List.of() : beat.topics();
        List<InstanceTopic> topics = reported.stream()
                .filter(Objects::nonNull)
                .map(Topic::toTopic)
                .sorted(Comparator.comparing(InstanceTopic::topic))
                .toList();
        Map<String, InstanceCounters> topicCounters = new HashMap<>();
        if (beat.topicCounters() != null) {
            beat.topicCounters().forEach((topic, counters) -> topicCounters.put(topic, counters(counters)));
        }
        return new InstanceInfo(
                group,
                instance,
                beat.host() == null ? "" : beat.host(),
                beat.pid(),
                Instant.ofEpochMilli(beat.started()),
                Instant.ofEpochMilli(beat.at()),
                storeTime - beat.at() >= InstanceInfo.SILENCE.toMillis(),
                beat.pushing(),
                beat.topicCount() == null ? topics.size() : beat.topicCount(),
                topics,
                counters(beat.counters()),
                topicCounters);
    }

    private static InstanceCounters counters(@Nullable Counters counters) {
        return counters == null ? InstanceCounters.NONE : counters.toCounters();
    }
}
