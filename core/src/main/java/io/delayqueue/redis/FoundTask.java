package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.DelayQueueException;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.store.UnlimitedJson;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads what scripts tell of a task. */
final class FoundTask {

    private static final Logger log = LoggerFactory.getLogger(FoundTask.class);

    private static final Set<String> TOLD = Set.of("due", "topic", "priority", "description", "headers");

    private static final TaskState[] STATES = {TaskState.READY, TaskState.DELAYED, TaskState.RESERVED, TaskState.DEAD};

    private FoundTask() {}

    /** The number by which scripts know a state. */
    static int number(TaskState state) {
        return List.of(STATES).indexOf(state);
    }

    /** States by their numbers, a digit each. */
    static List<TaskState> states(String numbers) {
        return numbers.chars().mapToObj(digit -> STATES[digit - '0']).toList();
    }

    static String numbers(List<TaskState> states) {
        StringBuilder numbers = new StringBuilder();
        states.forEach(state -> numbers.append(number(state)));
        return numbers.toString();
    }

    /** A task whose JSON cannot be read to its end is told as far as it goes: it can be looked at and removed like others. */
    static @Nullable TaskInfo read(String group, @Nullable Object reply) {
        return read(group, "", reply);
    }

    /** The same of a task that is in this topic, whether or not its JSON says so. */
    static @Nullable TaskInfo read(TopicName topic, @Nullable Object reply) {
        return read(topic.group(), topic.topic(), reply);
    }

    private static @Nullable TaskInfo read(String group, String topic, @Nullable Object reply) {
        if (reply == null) {
            return null;
        }
        List<Object> values = Replies.list(reply);
        String id = Replies.string(values.get(0));
        try {
            return read(group, topic, id, values);
        } catch (JacksonException | DelayQueueException e) {
            throw new TaskStoreException("The task " + id + " in " + group + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static TaskInfo read(String group, String topic, String id, List<Object> values) {
        Detail detail = Detail.of(Replies.bytes(values.get(1)));
        JsonNode fields = detail.fields();
        TaskState state = STATES[(int) Replies.number(values.get(2))];
        String[] delivery = Replies.string(values.get(4)).split(":", 4);
        boolean delivered = delivery.length == 4;
        String[] errors = Replies.string(values.get(5)).split("\n");
        return new TaskInfo(
                new TopicName(group, fields.path("topic").asString(topic)),
                id,
                state,
                Instant.ofEpochMilli(fields.path("due").asLong(0)),
                state == TaskState.READY ? null : Instant.ofEpochMilli(Replies.number(values.get(3))),
                delivered ? Integer.parseInt(delivery[1]) : 0,
                blankToNull(errors[0]),
                detail.payload(),
                delivered ? delivery[3] : null,
                priority(fields.path("priority").asString("")),
                fields.path("description").asString(null),
                headers(fields.path("headers")),
                AttemptLines.read(List.of(errors).subList(1, errors.length)));
    }

    /** What a detail says: the payload as it stands, and the fields that tell of the task. */
    private record Detail(JsonNode fields, @Nullable String payload) {

        static Detail of(byte[] json) {
            ObjectNode fields = JsonNodeFactory.instance.objectNode();
            String payload = null;
            try (JsonParser parser = UnlimitedJson.parser(json)) {
                parser.nextToken();
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = parser.currentName();
                    parser.nextToken();
                    if (name.equals("payload")) {
                        payload = new String(UnlimitedJson.cut(parser, json), UTF_8);
                    } else if (TOLD.contains(name)) {
                        fields.set(name, parser.readValueAsTree());
                    } else {
                        parser.skipChildren();
                    }
                }
            } catch (JacksonException e) {
                // What it says up to there must do; the task's last error says what is wrong with it.
                log.trace("A task's JSON cannot be read", e);
            }
            return new Detail(fields, payload);
        }
    }

    private static Priority priority(String name) {
        for (Priority priority : Priority.values()) {
            if (priority.name().equals(name)) {
                return priority;
            }
        }
        return Priority.NORMAL;
    }

    private static Map<String, String> headers(JsonNode headers) {
        Map<String, String> read = new LinkedHashMap<>();
        headers.properties()
                .forEach(header -> read.put(header.getKey(), header.getValue().asString("")));
        return Collections.unmodifiableMap(read);
    }

    private static @Nullable String blankToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
