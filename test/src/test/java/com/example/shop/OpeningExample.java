package com.example.shop;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import java.time.Duration;

/** Example at the beginning of the README. Not a component, because {@link Orders} has the callback of the topic. */
class OpeningExample {

    private final DelayQueueService delayQueueService;

    OpeningExample(DelayQueueService delayQueueService) {
        this.delayQueueService = delayQueueService;
    }

    void place(long number) {
        delayQueueService.addTask(Task.of("orders", "cancel-unpaid")
                .payload(number)
                .delay(Duration.ofDays(30))
                .id("cancel-" + number)
                .build());
    }

    @DelayQueueListener(group = "orders", topic = "cancel-unpaid")
    void cancelUnpaid(long number) {
        System.out.println("Cancelling unpaid order " + number);
    }
}
