package io.delayqueue.internal.codec;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.delayqueue.TaskInfo;
import io.delayqueue.history.TaskRecord.Progress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Running task that has reported progress, in a heartbeat an array of its values.
 *
 * @param topic the name of its topic
 * @param id its id
 * @param delivery the number of its delivery, which is the time of the reservation in microseconds
 * @param progress the progress, an array of its values too
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record RunningTask(
        String topic, String id, long delivery, @Nullable Progress progress) {

    /** Whether this is the delivery in which the task was found. */
    boolean isDeliveryOf(TaskInfo task) {
        return task.id().equals(id) && Instant.ofEpochMilli(delivery / 1_000).equals(task.reservedAt());
    }
}
