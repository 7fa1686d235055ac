package io.delayqueue.internal.codec;

import java.util.stream.LongStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.json.JsonMapper;

/** Checks that the mapper can read what it has written: its writer has no limits of length, and writes half surrogate pairs. */
final class ReadLimits {

    private final JsonMapper mapper;

    /** JSON up to this length breaks no limit of the reader. */
    private final long harmless;

    ReadLimits(JsonMapper mapper) {
        this.mapper = mapper;
        StreamReadConstraints reader = mapper.tokenStreamFactory().streamReadConstraints();
        boolean shallow = reader.getMaxNestingDepth()
                < mapper.tokenStreamFactory().streamWriteConstraints().getMaxNestingDepth();
        this.harmless = LongStream.of(
                        reader.getMaxNumberLength(),
                        reader.getMaxNameLength(),
                        reader.getMaxStringLength(),
                        reader.hasMaxDocumentLength() ? reader.getMaxDocumentLength() : Long.MAX_VALUE,
                        reader.hasMaxTokenCount() ? reader.getMaxTokenCount() : Long.MAX_VALUE,
                        shallow ? reader.getMaxNestingDepth() : Long.MAX_VALUE)
                .min()
                .getAsLong();
    }

    /**
     * Checks JSON. JSON in which nothing can break a limit, which is nearly all, is not parsed.
     *
     * @throws JacksonException if the mapper cannot read the JSON
     */
    void check(byte[] json) {
        if (json.length <= harmless && !mayHaveHalfPair(json)) {
            return;
        }
        try (JsonParser parser = mapper.createParser(json)) {
            while (parser.nextToken() != null) {
                // The length of a text is checked when the text is asked for.
                parser.getString();
            }
        }
    }

    /** Whether there may be half a surrogate pair, which is always escaped. */
    private static boolean mayHaveHalfPair(byte[] json) {
        for (int i = 2; i < json.length; i++) {
            if (json[i - 2] == '\\' && json[i - 1] == 'u' && (json[i] == 'D' || json[i] == 'd')) {
                return true;
            }
        }
        return false;
    }
}
