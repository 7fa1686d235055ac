package io.delayqueue.redis;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the reply of the script that finds a task. */
final class FoundTask {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final TaskState[] STATES = {TaskState.READY, TaskState.DELAYED, TaskState.RESERVED, TaskState.DEAD};

    private FoundTask() {}

    static TaskInfo read(String group, String id, List<Object> reply) {
        JsonNode detail = JSON.readTree(Replies.bytes(reply.get(0)));
        TaskState state = STATES[(int) Replies.number(reply.get(1))];
        String[] delivery = Replies.string(reply.get(3)).split(":", 3);
        JsonNode payload = detail.get("payload");
        return new TaskInfo(
                new TopicName(group, detail.path("topic").asString()),
                id,
                state,
                Instant.ofEpochMilli(detail.path("due").asLong()),
                state == TaskState.READY ? null : Instant.ofEpochMilli(Replies.number(reply.get(2))),
                delivery.length == 3 ? Integer.parseInt(delivery[1]) : 0,
                blankToNull(Replies.string(reply.get(4))),
                payload == null ? null : payload.toString());
    }

    private static @Nullable String blankToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
