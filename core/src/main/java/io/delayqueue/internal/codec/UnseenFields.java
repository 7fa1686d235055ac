package io.delayqueue.internal.codec;

import io.delayqueue.InvalidTaskException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonAnyFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import tools.jackson.databind.ser.impl.UnknownSerializer;

/** Refuses objects whose fields Jackson does not see: the empty object that it writes for them has lost everything. */
final class UnseenFields {

    private UnseenFields() {}

    /**
     * Refuses such an object.
     *
     * @param value what was written
     * @param json the JSON of it
     * @throws InvalidTaskException if the JSON is an empty object, the class has fields, and the mapper finds none of them
     */
    static void refuse(JsonMapper mapper, String field, Object value, byte[] json) {
        Class<?> type = value.getClass();
        if (json.length == 2 && json[0] == '{' && hasFields(type) && !hasProperties(mapper, type)) {
            throw new InvalidTaskException(
                    field,
                    field + " must not lose its fields, but Jackson finds none of those of " + type.getName()
                            + " and writes {}: make it a record, or give it getters",
                    null);
        }
    }

    private static boolean hasFields(Class<?> type) {
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

    /** Whether the mapper writes the type in a way of its own, or field by field and finds one, also if it leaves it out. */
    private static boolean hasProperties(JsonMapper mapper, Class<?> type) {
        PropertySearch search = new PropertySearch();
        mapper.acceptJsonFormatVisitor(type, search);
        return search.found;
    }

    private static final class PropertySearch extends JsonFormatVisitorWrapper.Base {

        private boolean found = true;

        @Override
        public JsonAnyFormatVisitor expectAnyFormat(JavaType type) {
            found = !(getContext().findValueSerializer(type) instanceof UnknownSerializer);
            return new JsonAnyFormatVisitor.Base();
        }

        @Override
        public JsonObjectFormatVisitor expectObjectFormat(JavaType type) {
            found = false;
            return new JsonObjectFormatVisitor.Base(getContext()) {

                @Override
                public void property(BeanProperty property) {
                    found = true;
                }

                @Override
                public void optionalProperty(BeanProperty property) {
                    found = true;
                }
            };
        }
    }
}
