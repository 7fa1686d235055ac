package com.example.migrating;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import java.time.Duration;

/** Orders with this queue. */
class DelayQueueOrders {

    private final DelayQueueService delayQueueService;

    DelayQueueOrders(DelayQueueService delayQueueService) {
        this.delayQueueService = delayQueueService;
    }

    void place(long number) {
        delayQueueService.addTask(Task.of("orders", "cancel-unpaid")
                .id("cancel-" + number)
                .payload(new CancelOrder(number))
                .delay(Duration.ofMinutes(30))
                .build());
    }

    void pay(long number) {
        delayQueueService.removeTask("orders", "cancel-" + number);
    }

    @DelayQueueListener(group = "orders", topic = "cancel-unpaid")
    void cancelUnpaid(CancelOrder order) {}
}
