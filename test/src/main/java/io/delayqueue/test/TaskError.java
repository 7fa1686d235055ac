package io.delayqueue.test;

import io.delayqueue.TaskInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the last failure of a task was.
 *
 * @param type the exception's class
 * @param message its message
 */
record TaskError(String type, String message) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static @Nullable TaskError of(TaskInfo task) {
        if (task.lastError() == null) {
            return null;
        }
        JsonNode error = JSON.readTree(task.lastError());
        return new TaskError(
                error.path("type").asString(""), error.path("message").asString(""));
    }

    @Override
    public String toString() {
        return type + ": " + message;
    }
}
