package io.delayqueue.web.consume;

import io.delayqueue.pull.PulledTask;
import io.delayqueue.web.api.mvc.RawJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a reservation.
 *
 * @param tasks the tasks, in the order in which to work on them
 */
record ReserveResponse(List<Leased> tasks) {

    /**
     * A task in the hands of who asked for it.
     *
     * @param receipt names this attempt when it is settled
     * @param attempt which attempt it is, from 1
     * @param dueAt when it was due first
     * @param payload the payload as it stands
     * @param ttrMillis how long a full lease lasts
     * @param leaseMillis how long the lease lasted when this was written, at least
     */
    record Leased(
            String id,
            String group,
            String topic,
            String receipt,
            int attempt,
            @Nullable Integer maxAttempts,
            Instant dueAt,
            @Nullable RawJson payload,
            Map<String, String> headers,
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
                    task.dueAt(),
                    payload == null ? null : new RawJson(payload),
                    task.headers(),
                    task.description(),
                    task.ttr().toMillis(),
                    task.leaseLeft().toMillis());
        }
    }

    static ReserveResponse of(List<PulledTask> tasks) {
        return new ReserveResponse(tasks.stream().map(Leased::of).toList());
    }
}
