package com.example.orders;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Orders in a database. An order that is not paid in time is cancelled. */
@Component
public class Orders {

    private static final Logger log = LoggerFactory.getLogger(Orders.class);

    private final JdbcClient database;

    private final DelayQueueService delayQueueService;

    private final Duration timeout;

    Orders(JdbcClient database, DelayQueueService delayQueueService, @Value("${orders.timeout}") Duration timeout) {
        this.database = database;
        this.delayQueueService = delayQueueService;
        this.timeout = timeout;
    }

    /** The task is added after the commit. A rollback adds nothing. */
    @Transactional
    public long place(String article) {
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        database.sql("insert into orders (article, state) values (?, 'PLACED')")
                .param(article)
                .update(key, "id");
        long order = key.getKeyAs(Long.class);
        delayQueueService.addTask(Task.of("orders", "cancel-unpaid")
                .id("cancel-" + order)
                .payload(new CancelUnpaid(order))
                .delay(timeout)
                .build());
        return order;
    }

    /** The task stays: the database knows that the order is paid. */
    @Transactional
    public void pay(long order) {
        database.sql("update orders set state = 'PAID' where id = ? and state = 'PLACED'")
                .param(order)
                .update();
    }

    /** A second run changes nothing. */
    @Transactional
    @DelayQueueListener(group = "orders", topic = "cancel-unpaid")
    public void cancelUnpaid(CancelUnpaid task) {
        int cancelled = database.sql("update orders set state = 'CANCELLED' where id = ? and state = 'PLACED'")
                .param(task.order())
                .update();
        log.info(
                "Order {} {}",
                task.order(),
                cancelled == 1 ? "was not paid: cancelled" : "stays " + state(task.order()));
    }

    public String state(long order) {
        return database.sql("select state from orders where id = ?")
                .param(order)
                .query(String.class)
                .single();
    }
}
