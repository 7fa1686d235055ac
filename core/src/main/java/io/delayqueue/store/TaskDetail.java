package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.Priority;
import io.delayqueue.log.Loggers;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the JSON of a task says of it.
 *
 * @param topic its topic's name, or null if it names none
 * @param due when it is due, in milliseconds since the epoch; 0 if it does not say
 * @param priority its priority
 * @param description what it is about, or null
 * @param headers its headers
 * @param payload its payload as JSON, as it stands; null if there is none
 */
public record TaskDetail(
        @Nullable String topic,
        long due,
        Priority priority,
        @Nullable String description,
        Map<String, String> headers,
        @Nullable String payload) {

    private static final Logger log = Loggers.of(TaskDetail.class);

    private static final Set<String> TOLD = Set.of("due", "topic", "priority", "description", "headers");

    /**
     * Reads a task's JSON. What cannot be read to its end is told as far as it goes, so that it can be looked at and removed like
     * others.
     *
     * @param json a JSON object in UTF-8
     * @return what it says
     */
    public static TaskDetail read(byte[] json) {
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        String payload = null;
        try (JsonParser parser = StoredJson.parser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (name.equals("payload")) {
                    payload = new String(StoredJson.cut(parser, json), UTF_8);
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
        return new TaskDetail(
                fields.path("topic").asString(null),
                fields.path("due").asLong(0),
                priority(fields.path("priority").asString("")),
                fields.path("description").asString(null),
                headers(fields.path("headers")),
                payload);
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
}
