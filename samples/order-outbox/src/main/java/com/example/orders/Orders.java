package com.example.orders;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.jdbc.OnceGuard;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Orders that are shipped if they are paid in time, and cancelled otherwise. */
@Component
public class Orders {

    private static final Logger log = LoggerFactory.getLogger(Orders.class);

    private final OrderRepository orders;

    private final ParcelRepository parcels;

    private final DelayQueueService delayQueueService;

    private final OnceGuard onceGuard;

    private final Duration timeout;

    Orders(
            OrderRepository orders,
            ParcelRepository parcels,
            DelayQueueService delayQueueService,
            OnceGuard onceGuard,
            @Value("${orders.timeout}") Duration timeout) {
        this.orders = orders;
        this.parcels = parcels;
        this.delayQueueService = delayQueueService;
        this.onceGuard = onceGuard;
        this.timeout = timeout;
    }

    @Transactional
    public long place() {
        long number = orders.save(new Order()).number();
        delayQueueService.addTask(Task.of("orders", "cancel-unpaid")
                .id("cancel-" + number)
                .payload(new CancelUnpaid(number))
                .delay(timeout)
                .build());
        return number;
    }

    @Transactional
    public void pay(long number) {
        orders.findById(number).orElseThrow().pay();
        delayQueueService.removeTask("orders", "cancel-" + number);
        delayQueueService.addTask(Task.of("orders", "ship")
                .id("ship-" + number)
                .payload(new Ship(number))
                .build());
    }

    @DelayQueueListener(group = "orders", topic = "ship")
    public void ship(Ship ship, TaskContext context) {
        boolean now = onceGuard.run(context, () -> parcels.save(new Parcel(ship.order())));
        log.info("Order {} {}", ship.order(), now ? "is shipped" : "was shipped before");
    }

    @Transactional
    @DelayQueueListener(group = "orders", topic = "cancel-unpaid")
    public void cancelUnpaid(CancelUnpaid task) {
        Order order = orders.findById(task.order()).orElseThrow();
        order.cancelIfUnpaid();
        log.info("Order {} is {}", order.number(), order.state());
    }

    @Transactional(readOnly = true)
    public String state(long number) {
        return orders.findById(number).orElseThrow().state();
    }
}
