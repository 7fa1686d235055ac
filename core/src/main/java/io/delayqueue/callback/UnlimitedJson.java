package io.delayqueue.callback;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON of any depth and length: the limits are those of the application's mapper, and of what it could write. */
final class UnlimitedJson {

    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
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
     * Reads what was just written, if it holds what is written but not always read: half a surrogate pair, always escaped.
     *
     * @throws JacksonException if it cannot be read
     */
    static void requireReadable(byte[] json) {
        if (!hasEscapedSurrogate(json)) {
            return;
        }
        try (JsonParser parser = MAPPER.createParser(json)) {
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
