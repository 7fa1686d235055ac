package io.delayqueue.internal.codec;

import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import java.lang.reflect.Type;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.deser.impl.UnsupportedTypeDeserializer;
import tools.jackson.databind.json.JsonMapper;

/** Refuses types of payloads that Jackson cannot read, whatever the payload is: each of their tasks would fail. */
public final class ReadableTypes {

    private ReadableTypes() {}

    /**
     * Refuses a callback with such a payload.
     *
     * @param mapper reads the payloads, a {@link PayloadMapper}
     * @throws InvalidSettingException if Jackson can read neither the type of the payload nor that of the elements that it contains; the
     *     message has the remedy
     */
    public static void refuse(JsonMapper mapper, TopicCallback callback) {
        String reason = reason(mapper, callback.payloadType());
        if (reason != null) {
            throw new InvalidSettingException(
                    callback.topic().toString(), "payloadType", "must be a type that Jackson can read, but " + reason);
        }
    }

    /** The reason why Jackson cannot read the type, or the elements that it contains, with the remedy; null if it can. */
    static @Nullable String reason(JsonMapper mapper, Type type) {
        for (JavaType part = mapper.constructType(type); part != null; part = part.getContentType()) {
            String own = reason(part.getRawClass());
            String reason = own == null ? reason(mapper, part) : own;
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }

    /** Types of the queue's own, which callbacks receive in another way. */
    private static @Nullable String reason(Class<?> type) {
        if (type == Task.class || type == TaskInfo.class) {
            return type.getName() + " is no payload: take a TaskContext, which has the id, the times and the headers";
        }
        return Stream.of(DelayQueueService.class, ServiceRegister.class, TaskPuller.class, DelayQueueInspector.class)
                        .anyMatch(service -> service.isAssignableFrom(type))
                ? type.getName() + " is no payload: pass it to the constructor of the callback's class"
                : null;
    }

    private static @Nullable String reason(JsonMapper mapper, JavaType type) {
        ValueDeserializer<?> reader;
        try {
            reader = mapper._deserializationContext().findRootValueDeserializer(type);
        } catch (JacksonException e) {
            return type.getRawClass().getName() + " is none: " + e.getOriginalMessage();
        }
        if (reader instanceof UnsupportedTypeDeserializer) {
            return PayloadMapper.unread(type.getRawClass());
        }
        if (type.isAbstract() && reader instanceof AbstractDeserializer) {
            return type.getRawClass().getName()
                    + " is abstract and has no type information: annotate it with @JsonTypeInfo and"
                    + " @JsonSubTypes, or take a class";
        }
        return reader instanceof BeanDeserializerBase bean
                        && !bean.getValueInstantiator().canInstantiate()
                ? type.getRawClass().getName()
                        + " has no constructor that Jackson can call: make it a record, annotate a"
                        + " constructor with @JsonCreator, or its builder with @JsonDeserialize(builder = ...)"
                : null;
    }
}
