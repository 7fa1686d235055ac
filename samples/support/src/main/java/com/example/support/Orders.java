package com.example.support;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.History;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Cancels orders that are not paid in time. The tasks are tagged with what they are about. */
@RestController
class Orders {

    private static final Logger log = LoggerFactory.getLogger(Orders.class);

    private final DelayQueueService delayQueueService;

    private final Bank bank;

    Orders(DelayQueueService delayQueueService, Bank bank) {
        this.delayQueueService = delayQueueService;
        this.bank = bank;
    }

    @PostMapping("/orders/{order}")
    void place(
            @PathVariable String order,
            @RequestParam String customer,
            @RequestParam(defaultValue = "PT10S") Duration timeout) {
        delayQueueService.addTask(Task.of("orders", "cancel")
                .payload(order)
                .delay(timeout)
                .tag("order", order)
                .tag("customer", customer)
                .build());
    }

    /** What a cancellation has done, which its record keeps. */
    record Cancelled(String refund) {}

    @DelayQueueListener(
            group = "orders",
            topic = "cancel",
            history = @History(maxAge = "30d", maxSize = "64MB", result = true))
    Cancelled cancel(String order) {
        String refund = bank.refund(order);
        log.info("Order {} is cancelled, refund {}", order, refund);
        return new Cancelled(refund);
    }
}
