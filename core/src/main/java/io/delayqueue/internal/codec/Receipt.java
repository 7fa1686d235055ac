package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.store.Delivery;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Identifies a delivery, so that its outcome can be acknowledged by any instance.
 *
 * <p>As text, a receipt is a JSON object in Base64 for URLs. A receipt is no protection against forgery: a caller that may acknowledge one
 * task may acknowledge any.
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

    private static final Duration MIN_TTR = Duration.ofSeconds(1);

    /** Has Jackson's limits, because receipts come from outside. */
    private static final JsonMapper JSON = JsonMapper.shared();

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
            @JsonProperty("d") long dueAt,
            @JsonProperty("r") @Nullable RepeatJson repeat) {

        Receipt toReceipt() throws UnreadableTaskException {
            if (group == null || topic == null || id == null || instance == null || instance.isEmpty()) {
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
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    }

    /**
     * Reads a receipt.
     *
     * @param text a text from {@link #toText}
     * @return the receipt
     * @throws InvalidTaskException if it is not a complete receipt
     */
    public static Receipt read(String text) {
        try {
            Fields fields = JSON.readValue(Base64.getUrlDecoder().decode(text.getBytes(ISO_8859_1)), Fields.class);
            if (fields != null) {
                return fields.toReceipt();
            }
        } catch (IllegalArgumentException | JacksonException | InvalidTaskException | UnreadableTaskException e) {
            throw new InvalidTaskException("receipt", refused(text).getMessage(), e);
        }
        throw refused(text);
    }

    private static InvalidTaskException refused(String text) {
        return InvalidTaskException.of("receipt", text, "must be the complete receipt of a pulled task");
    }
}
