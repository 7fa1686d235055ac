package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
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
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * Identifies a delivery, so that its outcome can be acknowledged by any instance.
 *
 * <p>As text, a receipt is a version and a dot, then a checksum and a JSON object in Base64 for URLs. The checksum reveals a
 * receipt that was cut or misspelt. It is no protection against forgery: a caller that may acknowledge one task may acknowledge
 * any.
 *
 * @param topic the group and topic
 * @param delivery the delivery
 * @param attempt the number of the attempt, from 1
 * @param ttr the duration of a full lease
 * @param dueAt when the task was due, in milliseconds since the epoch
 * @param repeat the schedule of its repetition, or null if it runs once
 */
public record Receipt(
        TopicName topic,
        Delivery delivery,
        int attempt,
        Duration ttr,
        long dueAt,
        @Nullable Repeat repeat) {

    private static final String VERSION = "r1.";

    private static final String RULE = "must be the complete receipt of a pulled task";

    /** Has Jackson's limits, because receipts come from outside, and converts neither numbers to text nor text to numbers. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual, text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();

    private static final Duration MIN_TTR = Duration.ofSeconds(1);

    /** The JSON of a receipt. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Fields(
            @JsonProperty("g") @Nullable String group,
            @JsonProperty("t") @Nullable String topic,
            @JsonProperty("i") @Nullable String id,
            @JsonProperty("n") long number,
            @JsonProperty("o") @Nullable String instance,
            @JsonProperty("a") int attempt,
            @JsonProperty("l") long ttr,
            @JsonProperty("d") @Nullable Long dueAt,
            @JsonProperty("r") @Nullable RepeatJson repeat) {

        Receipt toReceipt() throws UnreadableTaskException {
            if (group == null
                    || topic == null
                    || id == null
                    || instance == null
                    || instance.isEmpty()
                    || dueAt == null) {
                throw new UnreadableTaskException("The receipt lacks a field");
            }
            TopicName name = new TopicName(group, topic);
            Duration lease = Duration.ofMillis(ttr);
            if (number < 1 || attempt < 1 || lease.compareTo(MIN_TTR) < 0 || lease.compareTo(Task.MAX_DELAY) > 0) {
                throw new UnreadableTaskException("The receipt has a number that is out of its range");
            }
            return new Receipt(
                    name,
                    new Delivery(topic, Task.requireId(id), number, instance),
                    attempt,
                    lease,
                    dueAt,
                    repeat == null ? null : repeat.toRepeat());
        }
    }

    /** {@return the receipt as text that needs no encoding in a URL} */
    public String toText() {
        byte[] json = JSON.writeValueAsBytes(new Fields(
                topic.group(),
                topic.topic(),
                delivery.id(),
                delivery.number(),
                delivery.instance(),
                attempt,
                ttr.toMillis(),
                dueAt,
                RepeatJson.of(repeat)));
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
     * @param text a text from {@link #toText}
     * @return the receipt
     * @throws InvalidTaskException if it is not a complete receipt
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
                Fields fields =
                        ByteBuffer.wrap(all).getInt() == checksum(json) ? JSON.readValue(json, Fields.class) : null;
                if (fields != null) {
                    return fields.toReceipt();
                }
            }
        } catch (IllegalArgumentException | JacksonException | InvalidTaskException | UnreadableTaskException e) {
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
}
