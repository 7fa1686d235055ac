package io.delayqueue.internal.codec;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.deser.impl.UnsupportedTypeDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.bean.BeanSerializerBase;
import tools.jackson.databind.ser.impl.UnknownSerializer;
import tools.jackson.databind.ser.impl.UnsupportedTypeSerializer;
import tools.jackson.databind.ser.std.ToEmptyObjectSerializer;

/**
 * Copies the application's mapper for payloads. The copy refuses, at any depth, objects of which Jackson would write an object without
 * their content, and does not read such types. A class that the mapper writes in a way of its own is not refused. The classes are
 * checked when Jackson first meets them, so a payload pays nothing.
 */
public final class PayloadMapper {

    private PayloadMapper() {}

    /**
     * Copies a mapper.
     *
     * @param mapper the application's mapper
     * @return a mapper with the same configuration that loses no content
     */
    public static JsonMapper of(JsonMapper mapper) {
        return mapper.rebuild()
                .addModule(new SimpleModule(PayloadMapper.class.getName())
                        .setSerializerModifier(new Writing())
                        .setDeserializerModifier(new Reading()))
                .build();
    }

    /** The remedy for a type whose content is not among its properties; null for any other type. */
    private static @Nullable String remedy(Class<?> type) {
        if (isForeignJson(type)) {
            return "take a tools.jackson.databind.JsonNode";
        }
        if (Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)) {
            return "wait for its result, as by join(), and take that";
        }
        return Thread.class.isAssignableFrom(type) ? "take the data that the callback needs" : null;
    }

    /** Says that Jackson would not read a type's content; null for any other type. */
    static @Nullable String unread(Class<?> type) {
        String remedy = remedy(type);
        return remedy == null ? null : "Jackson would read no content into a " + type.getName() + ": " + remedy;
    }

    /** Whether the type is of Jackson 2 or org.json, which Jackson 3 takes for beans. The classes may be missing. */
    private static boolean isForeignJson(Class<?> type) {
        for (Class<?> part = type; part != null; part = part.getSuperclass()) {
            String name = part.getName();
            if (name.startsWith("com.fasterxml.jackson.core.")
                    || name.startsWith("com.fasterxml.jackson.databind.")
                    || name.startsWith("org.json.")) {
                return true;
            }
        }
        return false;
    }

    private static final class Writing extends ValueSerializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public ValueSerializer<?> modifySerializer(
                SerializationConfig config, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
            if (!(serializer instanceof BeanSerializerBase
                    || serializer instanceof UnknownSerializer
                    || serializer instanceof ToEmptyObjectSerializer)) {
                return serializer;
            }
            Class<?> type = bean.getBeanClass();
            String remedy = remedy(type);
            // A property that the mapper leaves out, as one that is null, is one too.
            boolean isWritten = serializer.properties().hasNext()
                    || serializer.usesObjectId()
                    || bean.get().findAnyGetter() != null;
            if (remedy == null && !isWritten && hasContent(type)) {
                remedy = "make it a record, or give it getters";
            }
            // Fails only where there is an object: a property that is null is harmless.
            return remedy == null
                    ? serializer
                    : new UnsupportedTypeSerializer(
                            bean.getType(),
                            "Jackson would write a " + type.getName() + " without its content: " + remedy);
        }

        /** Whether the type has fields, or is one that no callback can receive: a bare object, a lambda, an anonymous class. */
        private static boolean hasContent(Class<?> type) {
            if (type == Object.class || type.isHidden() || type.isAnonymousClass()) {
                return true;
            }
            for (Class<?> part = type; part != null; part = part.getSuperclass()) {
                if (Arrays.stream(part.getDeclaredFields())
                        .anyMatch(field -> !field.isSynthetic()
                                && !Modifier.isStatic(field.getModifiers())
                                && !Modifier.isTransient(field.getModifiers()))) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final class Reading extends ValueDeserializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public ValueDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription.Supplier bean, ValueDeserializer<?> deserializer) {
            if (!(deserializer instanceof BeanDeserializerBase || deserializer instanceof AbstractDeserializer)) {
                return deserializer;
            }
            String reason = unread(bean.getBeanClass());
            // Fails only where there is a value.
            return reason == null ? deserializer : new UnsupportedTypeDeserializer(bean.getType(), reason);
        }
    }
}
