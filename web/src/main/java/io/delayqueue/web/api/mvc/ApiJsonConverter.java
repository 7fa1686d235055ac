package io.delayqueue.web.api.mvc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.util.unit.DataSize;
import tools.jackson.core.JacksonException;

/** Reads and writes the bodies of the API only. */
final class ApiJsonConverter extends AbstractHttpMessageConverter<Object> {

    private static final String OURS = "io.delayqueue.web.";

    private final DataSize maxBodySize;

    ApiJsonConverter(DataSize maxBodySize) {
        super(MediaType.APPLICATION_JSON, MediaType.APPLICATION_PROBLEM_JSON);
        this.maxBodySize = maxBodySize;
    }

    @Override
    protected boolean supports(Class<?> type) {
        return type.getName().startsWith(OURS);
    }

    @Override
    protected Object readInternal(Class<? extends Object> type, HttpInputMessage message) throws IOException {
        String text = text(body(message));
        try {
            return ApiJson.read(text, type);
        } catch (JacksonException e) {
            throw UnreadableJson.problem(e);
        }
    }

    /** Reads up to the limit, whether or not the length is known. */
    private byte[] body(HttpInputMessage message) throws IOException {
        int limit = (int) Math.min(maxBodySize.toBytes(), Integer.MAX_VALUE - 16);
        if (message.getHeaders().getContentLength() > limit) {
            throw tooLarge();
        }
        byte[] body = message.getBody().readNBytes(limit + 1);
        if (body.length > limit) {
            throw tooLarge();
        }
        return body;
    }

    private ProblemException tooLarge() {
        return new ProblemException(
                        ProblemType.TOO_LARGE, "The body must be at most " + maxBodySize.toBytes() + " bytes")
                .with("maxBytes", maxBodySize.toBytes());
    }

    private static String text(byte[] body) {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException e) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "The body must be JSON in UTF-8, but is not UTF-8");
        }
    }

    @Override
    protected void writeInternal(Object value, HttpOutputMessage message) throws IOException {
        byte[] body = ApiJson.bytes(value);
        message.getHeaders().setContentLength(body.length);
        message.getBody().write(body);
    }
}
