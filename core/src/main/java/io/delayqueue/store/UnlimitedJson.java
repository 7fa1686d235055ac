package io.delayqueue.store;

import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the details that go through the port, of any depth and length: the limits are those of the application's mapper,
 * and of what it could write.
 */
public final class UnlimitedJson {

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .build();

    private UnlimitedJson() {}

    /**
     * {@return a parser, before the first token}
     *
     * @param json JSON in UTF-8
     */
    public static JsonParser parser(byte[] json) {
        return MAPPER.createParser(json);
    }

    /**
     * Cuts out a value as it stands. The parser stands on its last token then.
     *
     * @param parser a {@linkplain #parser parser} that stands on the value's first token
     * @param json what it parses
     * @return the value's bytes
     * @throws JacksonException if the value does not end
     */
    public static byte[] cut(JsonParser parser, byte[] json) {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        return Arrays.copyOfRange(json, start, (int) parser.currentLocation().getByteOffset());
    }

    /**
     * Reads what was just written, if it holds what is written but not always read: half a surrogate pair, always escaped.
     *
     * @param json what was written
     * @throws JacksonException if it cannot be read
     */
    public static void requireReadable(byte[] json) {
        if (!hasEscapedSurrogate(json)) {
            return;
        }
        try (JsonParser parser = parser(json)) {
            while (parser.nextToken() != null) {
                parser.finishToken();
            }
        }
    }

    private static boolean hasEscapedSurrogate(byte[] json) {
        for (int i = 0; i + 2 < json.length; i++) {
            if (json[i] == '\\') {
                if (json[i + 1] == 'u' && (json[i + 2] == 'D' || json[i + 2] == 'd')) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }
}
