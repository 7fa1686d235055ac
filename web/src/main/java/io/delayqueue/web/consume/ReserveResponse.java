package io.delayqueue.web.consume;

import io.delayqueue.pull.PulledTask;
import io.delayqueue.web.api.mvc.RawJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of a reservation.
 *
 * @param tasks the tasks, in the order of their processing
 */
record ReserveResponse(List<Leased> tasks) {

    /**
     * Reserved task.
     *
     * @param receipt identifies this attempt in later calls
     * @param attempt the number of the attempt, from 1
     * @param delivery the number of the reservation, which grows with each later one in the group
     * @param dueAt the due time of the first attempt
     * @param occurrence when the occurrence was planned, the same in every attempt
     * @param payload the stored payload
     * @param ttrMillis the duration of a full lease
     * @param leaseMillis the minimum rest of the lease when this was written
     */
    record Leased(
            String id,
            String group,
            String topic,
            String receipt,
            int attempt,
            @Nullable Integer maxAttempts,
            long delivery,
            Instant dueAt,
            Instant occurrence,
            @Nullable RawJson payload,
            Map<String, String> headers,
            @Nullable String key,
            @Nullable String description,
            long ttrMillis,
            long leaseMillis) {

        static Leased of(PulledTask task) {
            String payload = task.payload();
            return new Leased(
                    task.id(),
                    task.topic().group(),
                    task.topic().topic(),
                    task.receipt(),
                    task.attempt(),
                    task.maxAttempts(),
                    task.delivery(),
                    task.dueAt(),
                    task.occurrence(),
                    payload == null ? null : new RawJson(payload),
                    task.headers(),
                    task.key(),
                    task.description(),
                    task.ttr().toMillis(),
                    task.leaseLeft().toMillis());
        }
    }

    static ReserveResponse of(List<PulledTask> tasks) {
        return new ReserveResponse(tasks.stream().map(Leased::of).toList());
    }
}
