package io.delayqueue.engine;

import io.delayqueue.InstanceCounters;
import io.delayqueue.InstanceInfo;
import io.delayqueue.InstanceTopic;
import io.delayqueue.LatenessHistogram;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.InstanceStore.Beat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what instances tell of themselves, also those of later versions: what is not known is passed over. */
final class BeatReader {

    private static final Logger log = Loggers.of(BeatReader.class);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final String group;

    private final long storeTime;

    private BeatReader(String group, long storeTime) {
        this.group = group;
        this.storeTime = storeTime;
    }

    /** In the order of the names. What is no beat, which a hand must have put there, is passed over. */
    static List<InstanceInfo> read(String group, long storeTime, List<Beat> beats) {
        BeatReader reader = new BeatReader(group, storeTime);
        List<InstanceInfo> all = new ArrayList<>();
        for (Beat beat : beats) {
            try {
                all.add(reader.read(beat.instance(), JSON.readTree(beat.state())));
            } catch (JacksonException e) {
                log.debug("What {} tells for {} cannot be read", beat.instance(), group, e);
            }
        }
        all.sort(Comparator.comparing(InstanceInfo::instance));
        return List.copyOf(all);
    }

    private InstanceInfo read(String instance, JsonNode beat) {
        long seenAt = beat.path("at").asLong(0);
        List<InstanceTopic> topics = topics(beat.path("topics"));
        return new InstanceInfo(
                group,
                instance,
                beat.path("host").asString(""),
                beat.path("pid").asLong(0),
                Instant.ofEpochMilli(beat.path("started").asLong(0)),
                Instant.ofEpochMilli(seenAt),
                storeTime - seenAt >= InstanceInfo.SILENCE.toMillis(),
                beat.path("pushing").asBoolean(false),
                beat.path("topicCount").asInt(topics.size()),
                topics,
                counters(beat.path("counters")),
                topicCounters(beat.path("topicCounters")));
    }

    private static List<InstanceTopic> topics(JsonNode told) {
        List<InstanceTopic> topics = new ArrayList<>();
        for (JsonNode topic : told) {
            topics.add(new InstanceTopic(
                    topic.path(0).asString(""),
                    topic.path(1).asInt(0),
                    topic.path(2).asInt(0),
                    topic.path(3).asInt(0)));
        }
        topics.sort(Comparator.comparing(InstanceTopic::topic));
        return topics;
    }

    private static Map<String, InstanceCounters> topicCounters(JsonNode told) {
        Map<String, InstanceCounters> counters = new HashMap<>();
        told.properties().forEach(topic -> counters.put(topic.getKey(), counters(topic.getValue())));
        return counters;
    }

    private static InstanceCounters counters(JsonNode told) {
        JsonNode counts = told.path("counts");
        return new InstanceCounters(
                counts.path(0).asLong(0),
                counts.path(1).asLong(0),
                counts.path(2).asLong(0),
                counts.path(3).asLong(0),
                counts.path(4).asLong(0),
                lateness(told.path("lateness")));
    }

    private static LatenessHistogram lateness(JsonNode told) {
        SortedMap<Integer, Long> counts = new TreeMap<>();
        for (int i = 0; i + 1 < told.size(); i += 2) {
            int bucket = told.path(i).asInt(-1);
            long count = told.path(i + 1).asLong(0);
            if (bucket >= 0 && bucket < LatenessHistogram.buckets() && count > 0) {
                counts.put(bucket, count);
            }
        }
        return new LatenessHistogram(counts);
    }
}
