package io.delayqueue.store;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.monitor.AttemptDurations;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceTopic;
import io.delayqueue.monitor.LatenessHistogram;
import io.delayqueue.monitor.PastWork;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON that is kept in the store: tasks, failures, heartbeats. No configuration of the application changes it. Values of any depth
 * and length are read, for the limits are those of the application's mapper, and of the payloads that it could write.
 */
public final class StoredJson {

    /**
     * Binds records. Their fields are written in the order of their components and left out if they are null, unknown fields are ignored, and a text is no number. Past work, topics,
     * counters and deliveries are arrays of their values. Trees keep numbers as they stand.
     */
    public static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .addMixIn(PastWork.class, AsArray.class)
            .addMixIn(InstanceTopic.class, AsArray.class)
            .addMixIn(InstanceCounters.class, AsArray.class)
            .addMixIn(LatenessHistogram.class, AsArray.class)
            .addMixIn(AttemptDurations.class, AsArray.class)
            .addMixIn(Delivery.class, AsArray.class)
            .addMixIn(TaskRecord.Progress.class, AsArray.class)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    private interface AsArray {}

    private StoredJson() {}

    /**
     * Binds a JSON object.
     *
     * @param <T> the record's type
     * @param json a JSON object
     * @param type the record's class
     * @return the record
     * @throws JacksonException if it is no JSON object, or does not fit
     */
    public static <T> T read(String json, Class<T> type) {
        return required(MAPPER.readValue(json, type), type);
    }

    private static <T> T required(@Nullable T read, Class<T> type) {
        if (read == null) {
            throw MismatchedInputException.from(null, type, "null is no " + type.getSimpleName());
        }
        return read;
    }

    /**
     * Binds a JSON object as far as it fits: another program or version may have written it.
     *
     * @param <T> the record's type
     * @param json a JSON object, from which fields that do not fit are removed
     * @param type the record's class
     * @return the record
     * @throws JacksonException if it is no JSON object
     */
    public static <T> T readFitting(JsonNode json, Class<T> type) {
        while (true) {
            try {
                return required(MAPPER.treeToValue(json, type), type);
            } catch (JacksonException e) {
                if (e.getPath().isEmpty()
                        || !(json instanceof ObjectNode fields)
                        || fields.remove(e.getPath().get(0).getPropertyName()) == null) {
                    throw e;
                }
            }
        }
    }

    /**
     * Reads the fields of an object, so that those before a flaw are there after the failure.
     *
     * @param parser a parser that stands on the first token of a value
     * @param fields gets the fields, if the value is an object
     * @throws JacksonException if the JSON is broken
     */
    static void readFields(JsonParser parser, ObjectNode fields) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            fields.set(name, parser.<JsonNode>readValueAsTree());
        }
    }

    /**
     * Cuts out a value as it stands. The parser stands on its last token then.
     *
     * @param parser a parser that stands on the value's first token
     * @param json the JSON that it parses
     * @return the value's bytes
     * @throws JacksonException if the value does not end
     */
    public static byte[] cut(JsonParser parser, byte[] json) {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        return Arrays.copyOfRange(json, start, (int) parser.currentLocation().getByteOffset());
    }
}
