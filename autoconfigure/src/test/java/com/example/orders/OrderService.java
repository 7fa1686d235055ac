package com.example.orders;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import java.time.Duration;
import org.springframework.transaction.annotation.Transactional;

class OrderService {

    private final OrderRepository orders;

    private final DelayQueueService delayQueueService;

    OrderService(OrderRepository orders, DelayQueueService delayQueueService) {
        this.orders = orders;
        this.delayQueueService = delayQueueService;
    }

    @Transactional
    public void place(Order order) {
        orders.save(order);
        delayQueueService.addTask(Task.of("orders", "cancel-unpaid")
                .id("cancel-" + order.id())
                .payload(new CancelOrder(order.id()))
                .delay(Duration.ofMinutes(30))
                .build());
    }
}
