package io.delayqueue.web.api.mvc;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.http.ProblemDetail;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.type.LogicalType;

/**
 * Reads and writes the JSON of the API, independent of the application's mapper: names as in Java, no nulls, instants in UTC
 * with milliseconds, and no unknown fields.
 */
public final class ApiJson {

    /** What the text of a duration has to be, for messages. */
    public static final String DURATION = "a duration such as \"PT1H30M\", \"90m\" or \"500ms\"";

    /** Attribute of a reader that holds its text. */
    private static final String TEXT = "text";

    private static final DateTimeFormatter INSTANT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual, config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .addMixIn(ProblemDetail.class, ProblemMembers.class)
            .addModule(new SimpleModule()
                    .addSerializer(new RawWriter())
                    .addSerializer(new InstantWriter())
                    .addDeserializer(RawJson.class, new RawReader())
                    .addDeserializer(Instant.class, new InstantReader())
                    .addDeserializer(Duration.class, new DurationReader()))
            .build();

    private ApiJson() {}

    /**
     * Writes a response, or a part of one.
     *
     * @param value the value to write
     * @return JSON in UTF-8, in one line
     */
    public static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    /**
     * Reads a request.
     *
     * @param text the request's whole body
     * @param type the type of the request
     * @return the request
     * @throws tools.jackson.core.JacksonException if the text does not match the type
     */
    static <T> T read(String text, Class<T> type) {
        return MAPPER.readerFor(type).withAttribute(TEXT, text).readValue(text);
    }

    private static final class RawWriter extends StdSerializer<RawJson> {

        RawWriter() {
            super(RawJson.class);
        }

        @Override
        public void serialize(RawJson value, JsonGenerator generator, SerializationContext context) {
            generator.writeRawValue(value.text());
        }
    }

    private static final class InstantWriter extends StdSerializer<Instant> {

        InstantWriter() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator generator, SerializationContext context) {
            generator.writeString(INSTANT.format(value));
        }
    }

    /** Extracts the value from the text. */
    private static final class RawReader extends StdDeserializer<RawJson> {

        RawReader() {
            super(RawJson.class);
        }

        @Override
        public RawJson deserialize(JsonParser parser, DeserializationContext context) {
            int start = (int) parser.currentTokenLocation().getCharOffset();
            parser.skipChildren();
            parser.finishToken();
            int end = (int) parser.currentLocation().getCharOffset();
            return new RawJson(((String) context.getAttribute(TEXT)).substring(start, end));
        }
    }

    private static final class InstantReader extends StdDeserializer<Instant> {

        InstantReader() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) {
            String text = text(parser, Instant.class);
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException e) {
                throw InvalidFormatException.from(parser, "", text, Instant.class);
            }
        }
    }

    private static final class DurationReader extends StdDeserializer<Duration> {

        DurationReader() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) {
            String text = text(parser, Duration.class);
            try {
                return DurationStyle.detectAndParse(text);
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw InvalidFormatException.from(parser, "", text, Duration.class);
            }
        }
    }

    private static String text(JsonParser parser, Class<?> type) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw MismatchedInputException.from(parser, type, "");
        }
        return parser.getString();
    }
}
