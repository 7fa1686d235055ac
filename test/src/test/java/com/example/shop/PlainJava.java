package com.example.shop;

import io.delayqueue.Task;
import io.delayqueue.test.DelayQueueTestKit;
import java.time.Duration;
import java.time.Instant;

public class PlainJava {

    public static void main(String[] args) {
        try (DelayQueueTestKit kit = DelayQueueTestKit.builder()
                .startAt(Instant.parse("2026-01-01T00:00:00Z"))
                .configure(engine -> engine.callback(
                        "customers",
                        "remind",
                        String.class,
                        (customer, context) -> System.out.println("Reminding " + customer + " at " + context.dueAt())))
                .build()) {
            kit.service()
                    .addTask(Task.of("customers", "remind")
                            .payload("Alice")
                            .delay(Duration.ofDays(30))
                            .build());
            int calls = kit.advance(Duration.ofDays(30));
            System.out.println(calls + " call, and now it is " + kit.now());
        }
    }
}
