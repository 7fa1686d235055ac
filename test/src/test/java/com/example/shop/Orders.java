package com.example.shop;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

@Component
class Orders {

    private final DelayQueueService delayQueueService;

    private final Clock clock;

    private final Map<Long, Instant> cancelled = new ConcurrentHashMap<>();

    Orders(DelayQueueService delayQueueService, Clock clock) {
        this.delayQueueService = delayQueueService;
        this.clock = clock;
    }

    void place(long number) {
        delayQueueService.addTask(Task.of("orders", "cancel-unpaid")
                .payload(new CancelOrder(number))
                .delay(Duration.ofDays(30))
                .id("cancel-" + number)
                .build());
    }

    void pay(long number) {
        delayQueueService.removeTask("orders", "cancel-" + number);
    }

    @DelayQueueListener(group = "orders", topic = "cancel-unpaid")
    void cancel(CancelOrder order) {
        cancelled.put(order.number(), clock.instant());
    }

    @Nullable
    Instant cancelledAt(long number) {
        return cancelled.get(number);
    }
}
