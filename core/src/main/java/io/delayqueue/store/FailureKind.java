package io.delayqueue.store;

import io.delayqueue.log.Loggers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Kind of a failure, by which dead letters are grouped.
 *
 * @param type the exception's class name, at most 200 characters; null if missing
 * @param rootCause that of its innermost cause; null if missing
 * @param reason the message of a failure without a stack, which a pull consumer gave, at most 200 characters; else null
 */
public record FailureKind(
        @Nullable String type,
        @Nullable String rootCause,
        @Nullable String reason) {

    private static final Logger log = Loggers.of(FailureKind.class);

    private static final FailureKind UNKNOWN = new FailureKind(null, null, null);

    /** Length of the beginning of a failure that is read; the script list-failures has the same. */
    private static final int MAX_LENGTH = 1_000;

    /** The same of a failure without a stack: its message is read too. */
    private static final int MAX_WITH_REASON = 8_000;

    /**
     * Reads the beginning of a failure, up to its message if it has a stack.
     *
     * @param failure the failure as JSON, or its beginning; null if there is none
     * @return its kind, as far as it can be read
     */
    public static FailureKind of(@Nullable String failure) {
        if (failure == null) {
            return UNKNOWN;
        }
        String type = null;
        String rootCause = null;
        String reason = null;
        try (JsonParser parser = StoredJson.MAPPER.createParser(beginning(failure))) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return UNKNOWN;
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                String text = parser.nextToken() == JsonToken.VALUE_STRING
                        ? FailureSummary.shorten(parser.getString())
                        : null;
                parser.skipChildren();
                type = name.equals("type") ? text : type;
                rootCause = name.equals("rootCause") ? text : rootCause;
                reason = name.equals("message") ? text : reason;
            }
        } catch (JacksonException e) {
            // Mostly the end of the beginning.
            log.trace("A failure is read up to here", e);
        }
        return new FailureKind(type, rootCause, reason);
    }

    private static String beginning(String failure) {
        if (!failure.contains("\"stack\":")) {
            return failure.substring(0, Math.min(failure.length(), MAX_WITH_REASON));
        }
        String beginning = failure.substring(0, Math.min(failure.length(), MAX_LENGTH));
        int message = beginning.indexOf("\"message\":");
        return message < 0 ? beginning : beginning.substring(0, message);
    }
}
