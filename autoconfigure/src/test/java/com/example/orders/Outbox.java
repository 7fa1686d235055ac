package com.example.orders;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.Transactional;

class Outbox {

    private final OrderRepository orders;

    private final JdbcClient database;

    private final DelayQueueService delayQueueService;

    Outbox(OrderRepository orders, JdbcClient database, DelayQueueService delayQueueService) {
        this.orders = orders;
        this.database = database;
        this.delayQueueService = delayQueueService;
    }

    record Row(String id, long orderId, OffsetDateTime dueAt) {}

    @Transactional
    public void place(Order order) {
        orders.save(order);
        database.sql("insert into task_outbox values (?, ?, ?)")
                .params(
                        UUID.randomUUID().toString(),
                        order.id(),
                        OffsetDateTime.now().plusMinutes(30))
                .update();
    }

    @Scheduled(fixedDelay = 1_000)
    void addTasks() {
        List<Row> rows = database.sql("select id, order_id, due_at from task_outbox order by due_at limit 500")
                .query(Row.class)
                .list();
        delayQueueService.addTasks(rows.stream().map(this::task).toList());
        rows.forEach(row -> database.sql("delete from task_outbox where id = ?")
                .param(row.id())
                .update());
    }

    private Task task(Row row) {
        return Task.of("orders", "cancel-unpaid")
                .id(row.id())
                .payload(new CancelOrder(row.orderId()))
                .at(row.dueAt().toInstant())
                .uniqueFor(Duration.ofDays(1))
                .build();
    }
}
