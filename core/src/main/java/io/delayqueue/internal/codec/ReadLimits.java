package io.delayqueue.internal.codec;

import java.util.stream.LongStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.json.JsonMapper;

/** Checks that the mapper can read what it has written: its writer has no limits of length, and writes half surrogate pairs. */
final class ReadLimits {

    private final JsonMapper mapper;

    /** JSON without a longer number, up to this length, breaks no limit of the reader. */
    private final long harmless;

    private final int maxNumber;

    ReadLimits(JsonMapper mapper) {
        this.mapper = mapper;
        StreamReadConstraints reader = mapper.tokenStreamFactory().streamReadConstraints();
        boolean shallow = reader.getMaxNestingDepth()
                < mapper.tokenStreamFactory().streamWriteConstraints().getMaxNestingDepth();
        this.harmless = LongStream.of(
                        reader.getMaxNameLength(),
                        reader.getMaxStringLength(),
                        reader.hasMaxDocumentLength() ? reader.getMaxDocumentLength() : Long.MAX_VALUE,
                        reader.hasMaxTokenCount() ? reader.getMaxTokenCount() : Long.MAX_VALUE,
                        shallow ? reader.getMaxNestingDepth() : Long.MAX_VALUE)
                .min()
                .getAsLong();
        this.maxNumber = reader.getMaxNumberLength();
    }

    /**
     * Checks JSON. JSON in which nothing can break a limit, which is nearly all, is not parsed.
     *
     * @throws JacksonException if the mapper cannot read the JSON
     */
    void check(byte[] json) {
        if (json.length <= harmless && !isDoubtful(json)) {
            return;
        }
        try (JsonParser parser = mapper.createParser(json)) {
            while (parser.nextToken() != null) {
                // The length of a text is checked when the text is asked for.
                parser.getString();
            }
        }
    }

    /** Whether there is half a surrogate pair, which is always escaped, or as many characters as only a long number has. */
    private boolean isDoubtful(byte[] json) {
        int number = 0;
        for (int i = 0; i < json.length; i++) {
            byte character = json[i];
            if (character == '\\') {
                if (i + 2 < json.length && json[i + 1] == 'u' && (json[i + 2] == 'D' || json[i + 2] == 'd')) {
                    return true;
                }
                i++;
                number = 0;
            } else if (isOfNumber(character)) {
                number++;
                if (number > maxNumber) {
                    return true;
                }
            } else {
                number = 0;
            }
        }
        return false;
    }

    private static boolean isOfNumber(byte character) {
        return character <= '9' && character >= '+' && character != ',' && character != '/'
                || character == 'e'
                || character == 'E';
    }
}
