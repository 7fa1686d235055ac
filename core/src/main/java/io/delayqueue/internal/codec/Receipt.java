package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.RepeatJson;
import io.delayqueue.store.StoredJson;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Identifies a delivery, so that its outcome can be acknowledged by any instance.
 *
 * <p>As text, a receipt is a JSON array of its values in Base64 for URLs. A receipt is no protection against forgery: a caller that may acknowledge one
 * task may acknowledge any.
 *
 * @param group the group
 * @param delivery the delivery, whose number begins with 1
 * @param attempt the number of the attempt, from 1
 * @param ttrMillis the duration of a full lease in milliseconds, from one second to 36,500 days
 * @param dueAt when the task was due, in milliseconds since the epoch
 * @param repetition its repetition, or null if it runs once
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record Receipt(
        String group,
        Delivery delivery,
        int attempt,
        long ttrMillis,
        Long dueAt,
        @Nullable RepeatJson repetition) {

    private static final long MIN_TTR = 1_000;

    /** Far more than any receipt has; texts come from outside. */
    private static final int MAX_LENGTH = 1 << 16;

    /** Refuses what no pulled task has. */
    public Receipt {
        requireNonNull(new TopicName(group, delivery.topic()));
        requireNonNull(dueAt);
        Task.requireId(delivery.id());
        String key = delivery.key();
        if (key != null) {
            Task.requireKey(key);
        }
        if (delivery.instance().isEmpty()
                || !Objects.equals(delivery.label(), TaskJson.label(key, delivery.tags()))
                || delivery.number() < 1
                || attempt < 1
                || ttrMillis < MIN_TTR
                || ttrMillis > Task.MAX_DELAY.toMillis()) {
            throw new IllegalArgumentException("The receipt has a value that is out of its range");
        }
    }

    /** Creates the receipt of a delivery, without tags that break their rule, which another program may have written. */
    public static Receipt of(
            TopicName topic, Delivery delivery, int attempt, Duration ttr, long dueAt, @Nullable Repeat repeat) {
        return new Receipt(
                topic.group(),
                new Delivery(
                        delivery.topic(),
                        delivery.id(),
                        delivery.number(),
                        delivery.instance(),
                        TaskJson.label(delivery.key(), delivery.tags())),
                attempt,
                ttr.toMillis(),
                dueAt,
                RepeatJson.of(repeat));
    }

    /** {@return the group and topic} */
    public TopicName topic() {
        return new TopicName(group, delivery.topic());
    }

    /** {@return the duration of a full lease} */
    public Duration ttr() {
        return Duration.ofMillis(ttrMillis);
    }

    /** {@return the schedule of the task's repetition, or null if it runs once} */
    public @Nullable Repeat repeat() {
        return repetition == null ? null : repetition.toRepeat();
    }

    /** {@return the receipt as text that needs no encoding in a URL} */
    public String toText() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(StoredJson.MAPPER.writeValueAsBytes(this));
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
            if (text.length() > MAX_LENGTH) {
                throw new IllegalArgumentException("too long");
            }
            byte[] json = Base64.getUrlDecoder().decode(text.getBytes(UTF_8));
            return StoredJson.read(new String(json, UTF_8), Receipt.class);
        } catch (IllegalArgumentException | JacksonException e) {
            String rule = "must be the complete receipt of a pulled task";
            throw new InvalidTaskException(
                    String.valueOf(
                            InvalidTaskException.of("receipt", text, rule).getMessage()),
                    e);
        }
    }
}
