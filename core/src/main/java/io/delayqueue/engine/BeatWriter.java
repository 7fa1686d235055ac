package io.delayqueue.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.InstanceCounters;
import io.delayqueue.engine.EngineStatus.GroupStatus;
import io.delayqueue.engine.EngineStatus.TopicStatus;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes what an instance tells of itself: JSON of at most {@link #MOST_BYTES}, whatever there is to tell. */
final class BeatWriter {

    /** Beside the time that the store puts in front. */
    static final int MOST_BYTES = 19_000;

    static final int MOST_TOPICS = 200;

    static final int MOST_COUNTED = 50;

    private static final int MOST_BYTES_OF_TOPICS = 8_000;

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final String host;

    private final long pid;

    private final long startedAt;

    /**
     * Creates the writer of one run of an engine.
     *
     * @param startedAt by the store's clock, in milliseconds since the epoch
     */
    BeatWriter(String host, long pid, long startedAt) {
        this.host = host;
        this.pid = pid;
        this.startedAt = startedAt;
    }

    String write(GroupStatus status, GroupWork work) {
        ObjectNode beat = JSON.objectNode();
        beat.put("host", host);
        beat.put("pid", pid);
        beat.put("started", startedAt);
        beat.put("pushing", status.pushing());
        beat.put("topicCount", status.topics().size());
        beat.set("topics", topics(status.topics()));
        beat.set("counters", counters(work.snapshot()));
        int left = MOST_BYTES - bytes(beat.toString()) - ",\"topicCounters\":{}".length();
        beat.set("topicCounters", topicCounters(work.busiest(MOST_COUNTED), left));
        return MAPPER.writeValueAsString(beat);
    }

    /** Those with most to do, if they are too many. */
    private static ArrayNode topics(List<TopicStatus> all) {
        Iterator<TopicStatus> topics = all.stream()
                .sorted(Comparator.comparingInt((TopicStatus topic) -> -topic.running() - topic.waiting())
                        .thenComparing(topic -> topic.name().topic()))
                .limit(MOST_TOPICS)
                .iterator();
        ArrayNode told = JSON.arrayNode();
        int left = MOST_BYTES_OF_TOPICS;
        while (topics.hasNext()) {
            TopicStatus topic = topics.next();
            ArrayNode one = JSON.arrayNode()
                    .add(topic.name().topic())
                    .add(topic.concurrency())
                    .add(topic.running())
                    .add(topic.waiting());
            left -= bytes(one.toString()) + 1;
            if (left < 0) {
                return told;
            }
            told.add(one);
        }
        return told;
    }

    private static ObjectNode counters(InstanceCounters counters) {
        ObjectNode told = JSON.objectNode();
        told.set(
                "counts",
                JSON.arrayNode()
                        .add(counters.added())
                        .add(counters.finished())
                        .add(counters.retried())
                        .add(counters.dead())
                        .add(counters.cancelled()));
        ArrayNode lateness = JSON.arrayNode();
        counters.lateness().counts().forEach((bucket, count) -> lateness.add(bucket)
                .add(count));
        told.set("lateness", lateness);
        return told;
    }

    private static ObjectNode topicCounters(Map<String, InstanceCounters> busiest, int most) {
        ObjectNode told = JSON.objectNode();
        int left = most;
        for (Map.Entry<String, InstanceCounters> topic : busiest.entrySet()) {
            ObjectNode one = counters(topic.getValue());
            left -= topic.getKey().length() + bytes(one.toString()) + "\"\":,".length();
            if (left < 0) {
                return told;
            }
            told.set(topic.getKey(), one);
        }
        return told;
    }

    private static int bytes(String json) {
        return json.getBytes(UTF_8).length;
    }
}
