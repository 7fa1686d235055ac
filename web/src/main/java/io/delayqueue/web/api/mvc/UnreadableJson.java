package io.delayqueue.web.api.mvc;

import io.delayqueue.log.JsonFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Describes the error in a body without names of Java types. */
final class UnreadableJson {

    /** Maximum length of a text that a message repeats. */
    private static final int MAX_QUOTED = 40;

    private UnreadableJson() {}

    static ProblemException problem(JacksonException e) {
        String field = JsonFailure.field(e);
        if (e instanceof UnrecognizedPropertyException) {
            return invalid(field, "is an unknown field");
        }
        if (e instanceof InputCoercionException) {
            return invalid(field, "must be a number of at most 2147483647");
        }
        if (e instanceof MismatchedInputException mismatch) {
            if (field.isEmpty() && mismatch.getCurrentToken() != null && isTrailing(mismatch)) {
                return body("The body must end after its first JSON value");
            }
            return invalid(field, "must be " + words(mismatch.getTargetType()) + but(mismatch));
        }
        if (e instanceof StreamConstraintsException) {
            return body("The body is nested too deeply, or has a name or number that is too long" + at(e));
        }
        return body("The body must be JSON, with each name once in an object, but is not" + at(e));
    }

    private static boolean isTrailing(MismatchedInputException e) {
        return e.getOriginalMessage().startsWith("Trailing token");
    }

    private static ProblemException invalid(String field, String rule) {
        return field.isEmpty() ? body("The body " + rule) : ProblemException.invalid(field, rule);
    }

    private static ProblemException body(String detail) {
        return new ProblemException(ProblemType.INVALID_REQUEST, detail);
    }

    private static String at(JacksonException e) {
        String position = JsonFailure.position(e);
        return position.isEmpty() ? "" : ": " + position;
    }

    private static String words(@Nullable Class<?> type) {
        if (type == null || Map.class.isAssignableFrom(type)) {
            return "an object";
        }
        if (type == Duration.class) {
            return ApiJson.DURATION;
        }
        if (type == Instant.class) {
            return "an instant such as \"2026-11-22T01:02:03.004Z\"";
        }
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> "\"" + constant + "\"")
                    .collect(Collectors.joining(" or "));
        }
        if (type == String.class) {
            return "a text";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "an array";
        }
        if (type == Integer.class || type == int.class || type == Long.class || type == long.class) {
            return "a whole number";
        }
        return Number.class.isAssignableFrom(type) || type.isPrimitive() ? "a number" : "an object";
    }

    /** The value, if it is of the right kind and short, else its kind. */
    private static String but(MismatchedInputException e) {
        if (e instanceof InvalidFormatException format) {
            if (format.getValue() instanceof String text && text.length() <= MAX_QUOTED) {
                return ", but is \"" + text + "\"";
            }
            if (format.getValue() instanceof Number number
                    && Double.isFinite(number.doubleValue())
                    && format.getTargetType() != String.class) {
                return ", but is " + number;
            }
        }
        return but(e.getCurrentToken());
    }

    private static String but(@Nullable JsonToken token) {
        if (token == null) {
            return "";
        }
        return switch (token) {
            case START_OBJECT, END_OBJECT, PROPERTY_NAME -> ", but is an object";
            case START_ARRAY, END_ARRAY -> ", but is an array";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> ", but is a number";
            case VALUE_TRUE, VALUE_FALSE -> ", but is a boolean";
            case VALUE_NULL -> ", but is null";
            case VALUE_STRING -> ", but is a text";
            default -> "";
        };
    }
}
