package io.delayqueue.internal.codec;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.delayqueue.TaskInfo;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.store.Delivery;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Running task that has reported progress, in a heartbeat an array of its values.
 *
 * @param topic the name of its topic
 * @param id its id
 * @param delivery the number of its delivery, which is the time of the reservation in microseconds
 * @param done how much is done
 * @param total of how much; 0 if it is unknown
 * @param text a few words; null if there are none
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record RunningTask(
        String topic,
        String id,
        long delivery,
        long done,
        long total,
        @Nullable String text) {

    /** Returns a delivery that has reported progress. */
    public static RunningTask of(Delivery delivery, Progress progress) {
        return new RunningTask(
                delivery.topic(), delivery.id(), delivery.number(), progress.done(), progress.total(), progress.text());
    }

    /** The progress. */
    public Progress progress() {
        return new Progress(done, total, text);
    }

    /** Whether this is the delivery in which the task was found. */
    boolean isDeliveryOf(TaskInfo task) {
        return task.id().equals(id) && Instant.ofEpochMilli(delivery / 1_000).equals(task.reservedAt());
    }
}
