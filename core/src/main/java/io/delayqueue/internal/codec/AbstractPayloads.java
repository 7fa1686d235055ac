package io.delayqueue.internal.codec;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.callback.TopicCallback;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.json.JsonMapper;

/** Refuses callbacks whose payload has an abstract type that Jackson cannot read: each of their tasks would fail. */
public final class AbstractPayloads {

    private AbstractPayloads() {}

    /**
     * Refuses such a callback.
     *
     * @param mapper reads the payloads
     * @throws InvalidSettingException if the type of the payload, or of the elements that it contains, is abstract, has no type
     *     information, and is not mapped to a class
     */
    public static void refuse(JsonMapper mapper, TopicCallback callback) {
        for (JavaType type = mapper.constructType(callback.payloadType()); type != null; type = type.getContentType()) {
            if (type.isAbstract() && !isReadable(mapper, type)) {
                throw new InvalidSettingException(
                        callback.topic().toString(),
                        "payloadType",
                        "must be a type that Jackson can read, but "
                                + type.getRawClass().getName()
                                + " is abstract and has no type information: annotate it with @JsonTypeInfo and"
                                + " @JsonSubTypes, or take a class");
            }
        }
    }

    private static boolean isReadable(JsonMapper mapper, JavaType type) {
        try {
            return !(mapper._deserializationContext().findRootValueDeserializer(type) instanceof AbstractDeserializer);
        } catch (JacksonException e) {
            // Another mistake, which the first task reports with its payload.
            return true;
        }
    }
}
