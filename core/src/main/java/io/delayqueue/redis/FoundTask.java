package io.delayqueue.redis;

import io.delayqueue.DelayQueueException;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what scripts tell of a task. */
final class FoundTask {

    /** What could be written must be found: the limits of reading are below those of writing. */
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .build();

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

    static @Nullable TaskInfo read(String group, @Nullable Object reply) {
        if (reply == null) {
            return null;
        }
        List<Object> values = Replies.list(reply);
        String id = Replies.string(values.get(0));
        try {
            return read(group, id, values);
        } catch (JacksonException | DelayQueueException e) {
            throw new TaskStoreException("The task " + id + " in " + group + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static TaskInfo read(String group, String id, List<Object> values) {
        JsonNode detail = JSON.readTree(Replies.bytes(values.get(1)));
        TaskState state = STATES[(int) Replies.number(values.get(2))];
        String[] delivery = Replies.string(values.get(4)).split(":", 4);
        boolean delivered = delivery.length == 4;
        JsonNode payload = detail.get("payload");
        return new TaskInfo(
                new TopicName(group, detail.path("topic").asString()),
                id,
                state,
                Instant.ofEpochMilli(detail.path("due").asLong()),
                state == TaskState.READY ? null : Instant.ofEpochMilli(Replies.number(values.get(3))),
                delivered ? Integer.parseInt(delivery[1]) : 0,
                blankToNull(Replies.string(values.get(5))),
                payload == null ? null : payload.toString(),
                delivered ? delivery[3] : null,
                priority(detail.path("priority").asString("")),
                detail.path("description").asString(null),
                headers(detail.path("headers")));
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
