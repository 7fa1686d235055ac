package com.example.orders;

import io.delayqueue.BatchFailedException;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Code of docs/batches.md and docs/transactions.md: batches in a transaction. */
class Bookings {

    private final JdbcTemplate jdbc;

    private final DelayQueueService delayQueueService;

    private final TransactionTemplate transaction;

    private final TransactionTemplate savepoint;

    Bookings(JdbcTemplate jdbc, DelayQueueService delayQueueService, PlatformTransactionManager manager) {
        this.jdbc = jdbc;
        this.delayQueueService = delayQueueService;
        transaction = new TransactionTemplate(manager);
        savepoint = new TransactionTemplate(manager);
        savepoint.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
    }

    @Transactional(noRollbackFor = BatchFailedException.class)
    @DelayQueueListener(group = "orders", topic = "book", batchSize = "100")
    void book(List<Order> orders) {
        Map<Integer, Exception> failures = bookEach(orders);
        if (!failures.isEmpty()) {
            throw new BatchFailedException(failures);
        }
    }

    private Map<Integer, Exception> bookEach(List<Order> orders) {
        Map<Integer, Exception> failures = new HashMap<>();
        for (int i = 0; i < orders.size(); i++) {
            Order order = orders.get(i);
            try {
                savepoint.executeWithoutResult(status -> book(order));
            } catch (DataAccessException e) {
                failures.put(i, e);
            }
        }
        return failures;
    }

    @DelayQueueListener(group = "orders", topic = "import", batchSize = "100")
    void importAll(List<Order> orders) {
        Map<Integer, Exception> failures = transaction.execute(status -> bookEach(orders));
        if (!failures.isEmpty()) {
            throw new BatchFailedException(failures);
        }
    }

    private void book(Order order) {
        delayQueueService.addTask(Task.of("orders", "confirm")
                .id("confirm-" + order.number())
                .delay(Duration.ofDays(1))
                .build());
        jdbc.update("insert into bookings (number) values (?)", order.number());
    }
}
