package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.store.Delivery;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * All that it takes to settle a delivery, wherever that is done.
 *
 * <p>As a text it is a version and a dot, then a checksum and a JSON object in Base64 for URLs. The checksum tells a receipt that
 * was cut or misspelt; it keeps out nobody who makes up one. Who may settle at all may do so with any task.
 *
 * @param topic the group and topic
 * @param delivery the delivery
 * @param attempt which attempt it is, from 1
 * @param ttr how long a full lease lasts
 * @param dueAt when the task was due, in milliseconds since the epoch
 * @param repeat when it runs again, or null if it runs once
 */
public record Receipt(
        TopicName topic,
        Delivery delivery,
        int attempt,
        Duration ttr,
        long dueAt,
        @Nullable Repeat repeat) {

    private static final String VERSION = "r1.";

    private static final String RULE = "must be the receipt of a pulled task, and the whole of it";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final Duration SHORTEST_TTR = Duration.ofSeconds(1);

    /** {@return the receipt as text that can stand in a URL as it is} */
    public String toText() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("g", topic.group());
        fields.put("t", topic.topic());
        fields.put("i", delivery.id());
        fields.put("n", delivery.number());
        fields.put("o", delivery.instance());
        fields.put("a", attempt);
        fields.put("l", ttr.toMillis());
        fields.put("d", dueAt);
        if (repeat != null) {
            fields.put("r", RepeatJson.write(repeat));
        }
        byte[] json = JSON.writeValueAsBytes(fields);
        byte[] all = ByteBuffer.allocate(Integer.BYTES + json.length)
                .putInt(checksum(json))
                .put(json)
                .array();
        return VERSION + encoded(all);
    }

    private static String encoded(byte[] all) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    }

    /**
     * Reads a receipt.
     *
     * @param text what {@link #toText} returned
     * @return the receipt
     * @throws InvalidTaskException if it is none, or not the whole of one
     */
    public static Receipt read(String text) {
        if (!text.startsWith(VERSION)) {
            throw InvalidTaskException.of("receipt", text, RULE);
        }
        try {
            String body = text.substring(VERSION.length());
            byte[] all = Base64.getUrlDecoder().decode(body.getBytes(UTF_8));
            if (all.length > Integer.BYTES && encoded(all).equals(body)) {
                byte[] json = Arrays.copyOfRange(all, Integer.BYTES, all.length);
                if (ByteBuffer.wrap(all).getInt() == checksum(json)) {
                    return parse(json);
                }
            }
        } catch (IllegalArgumentException
                | JacksonException
                | ArithmeticException
                | InvalidTaskException
                | UnreadableTaskException e) {
            throw new InvalidTaskException(
                    "receipt", InvalidTaskException.of("receipt", text, RULE).getMessage(), e);
        }
        throw InvalidTaskException.of("receipt", text, RULE);
    }

    private static int checksum(byte[] json) {
        CRC32 checksum = new CRC32();
        checksum.update(json);
        return (int) checksum.getValue();
    }

    private static Receipt parse(byte[] json) throws UnreadableTaskException {
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            TaskReader.requireObject(parser);
            Fields fields = new Fields();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                fields.read(name, parser);
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                throw new UnreadableTaskException("The receipt's JSON does not end where it should");
            }
            return fields.toReceipt();
        }
    }

    private static final class Fields {

        private String group = "";
        private String topic = "";
        private String id = "";
        private long number;
        private String instance = "";
        private int attempt;
        private Duration ttr = Duration.ZERO;
        private @Nullable Long dueAt;
        private @Nullable Repeat repeat;

        void read(String name, JsonParser parser) throws UnreadableTaskException {
            switch (name) {
                case "g" -> group = TaskReader.text(parser);
                case "t" -> topic = TaskReader.text(parser);
                case "i" -> id = TaskReader.text(parser);
                case "n" -> number = parser.getLongValue();
                case "o" -> instance = TaskReader.text(parser);
                case "a" -> attempt = parser.getIntValue();
                case "l" -> ttr = Duration.ofMillis(parser.getLongValue());
                case "d" -> dueAt = parser.getLongValue();
                case "r" -> repeat = RepeatJson.read(parser);
                default -> parser.skipChildren();
            }
        }

        Receipt toReceipt() throws UnreadableTaskException {
            TopicName name = new TopicName(group, topic);
            Task.requireId(id);
            if (instance.isEmpty()) {
                throw new UnreadableTaskException("The receipt does not name the instance that leased the task");
            }
            if (number < 1
                    || attempt < 1
                    || dueAt == null
                    || ttr.compareTo(SHORTEST_TTR) < 0
                    || ttr.compareTo(Task.LONGEST_DELAY) > 0) {
                throw new UnreadableTaskException("The receipt lacks a number, or has one that is out of its range");
            }
            return new Receipt(name, new Delivery(name.topic(), id, number, instance), attempt, ttr, dueAt, repeat);
        }
    }
}
