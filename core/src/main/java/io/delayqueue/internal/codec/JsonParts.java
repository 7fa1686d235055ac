package io.delayqueue.internal.codec;

import io.delayqueue.store.StoredJson;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Takes JSON arrays and objects apart and joins them again. The parts stay as they stand, byte by byte. All JSON is in UTF-8. */
final class JsonParts {

    private JsonParts() {}

    /** Returns the elements of an array; none if it is no array, or more than one value. */
    static List<byte[]> elements(byte[] json) throws JacksonException {
        List<byte[]> elements = new ArrayList<>();
        try (JsonParser parser = StoredJson.parser(json)) {
            boolean array = parser.nextToken() == JsonToken.START_ARRAY;
            while (array && parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(StoredJson.cut(parser, json));
            }
            return parser.nextToken() == null ? elements : List.of();
        }
    }

    /** Returns the fields of an object, in their order; none if it is no object. */
    static Map<String, byte[]> fields(byte[] json) throws JacksonException {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        try (JsonParser parser = StoredJson.parser(json)) {
            boolean object = parser.nextToken() == JsonToken.START_OBJECT;
            while (object && parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                fields.put(name, StoredJson.cut(parser, json));
            }
        }
        return fields;
    }

    /** Returns an array of elements. */
    static byte[] array(List<byte[]> elements) {
        return joined('[', elements, ']');
    }

    /** Returns an object of fields. */
    static byte[] object(Map<String, byte[]> fields) {
        List<byte[]> parts = new ArrayList<>();
        fields.forEach((name, value) -> {
            ByteArrayOutputStream field = new ByteArrayOutputStream();
            field.writeBytes(StoredJson.MAPPER.writeValueAsBytes(name));
            field.write(':');
            field.writeBytes(value);
            parts.add(field.toByteArray());
        });
        return joined('{', parts, '}');
    }

    private static byte[] joined(char start, List<byte[]> parts, char end) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(start);
        for (int i = 0; i < parts.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            out.writeBytes(parts.get(i));
        }
        out.write(end);
        return out.toByteArray();
    }
}
