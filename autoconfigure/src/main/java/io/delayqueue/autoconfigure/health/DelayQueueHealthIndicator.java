package io.delayqueue.autoconfigure.health;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.TopicName;
import io.delayqueue.autoconfigure.DelayQueueProperties;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Health of one queue in this instance. Calls the store directly and ends within a time limit.
 *
 * @param engine the engine of the queue
 * @param properties the limits of its health
 */
record DelayQueueHealthIndicator(DelayQueueEngine engine, DelayQueueProperties.Health properties)
        implements HealthIndicator {

    private static final Duration BRIEFLY = Duration.ofMillis(1);

    @Override
    public Health health() {
        EngineStatus status = engine.status();
        Health.Builder health =
                Health.unknown().withDetail("address", status.address()).withDetail("instance", status.instance());
        if (status.namespace() != null) {
            health.withDetail("namespace", status.namespace());
        }
        Diagnosis diagnosis;
        try {
            diagnosis = diagnose(status);
        } catch (DelayQueueException e) {
            return health.down(e).build();
        }
        if (status.refusal() != null) {
            // Counting only reads.
            return health.down(new TaskStoreRefusalException(status.refusal(), null))
                    .build();
        }
        Map<String, Object> details = diagnosis.details();
        Diagnosis.putUnlessEmpty(details, "deadSchedules", engine.deadSchedules());
        Diagnosis.putUnlessEmpty(details, "missingSchedules", engine.missingSchedules());
        health.withDetails(details);
        return (diagnosis.reasons().isEmpty() ? health.up() : health.outOfService()).build();
    }

    private Diagnosis diagnose(EngineStatus status) {
        long begun = System.nanoTime();
        // Groups of other applications are not included, and there may be many.
        List<String> groups = status.groups().stream().map(GroupStatus::group).toList();
        Map<String, List<TaskCounts>> counts = engine.countTasks(groups, properties.timeout());
        Diagnosis diagnosis =
                new Diagnosis(status, counts, properties.stalledAfter(), properties.maxLateness(), Set.of());
        Set<String> late = diagnosis.late().map(count -> count.topic().group()).collect(Collectors.toSet());
        if (late.isEmpty()) {
            return diagnosis;
        }
        Duration left = properties.timeout().minusNanos(System.nanoTime() - begun);
        Set<TopicName> limited = engine.limits(late, left.compareTo(BRIEFLY) < 0 ? BRIEFLY : left).stream()
                .filter(limit -> limit.until() != null)
                .flatMap(limit -> limit.topics().stream()
                        .map(topic -> new TopicName(limit.limit().group(), topic)))
                .collect(Collectors.toSet());
        return new Diagnosis(status, counts, properties.stalledAfter(), properties.maxLateness(), limited);
    }
}
