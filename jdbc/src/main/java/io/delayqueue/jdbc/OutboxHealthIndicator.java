package io.delayqueue.jdbc;

import io.delayqueue.transaction.OutboxOperations.Depth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Details of the outboxes. The status is up however old the rows are, because an outage of the store would take all instances out of
 * service, though they can record changes; it is unknown if the database does not answer.
 */
record OutboxHealthIndicator(JdbcQueues queues) implements HealthIndicator {

    @Override
    public Health health() {
        List<Outbox> outboxes = queues.outboxes();
        Map<String, Map<String, Object>> details = new LinkedHashMap<>();
        try {
            outboxes.forEach(outbox -> details.put(outbox.name(), details(outbox)));
        } catch (DataAccessException | TransactionException e) {
            return Health.unknown().withException(e).build();
        }
        Map<String, ?> shown = details.size() == 1 ? details.values().iterator().next() : details;
        return Health.up().withDetails(shown).build();
    }

    private static Map<String, Object> details(Outbox outbox) {
        Depth depth = outbox.table().depth();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("rows", depth.rows());
        details.put("oldest", depth.oldest());
        details.put("refused", depth.refused());
        details.put("poisoned", outbox.table().listPoisoned());
        return details;
    }
}
