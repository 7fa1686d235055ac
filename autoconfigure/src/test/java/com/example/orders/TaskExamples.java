package com.example.orders;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskSchedule;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueSchedule;
import java.time.Duration;
import java.time.ZoneId;
import org.springframework.context.annotation.Bean;

/** Code of docs/tasks.md. */
class TaskExamples {

    record Range(int days) {}

    void add(DelayQueueService service) {
        service.addTask(Task.of("orders", "cancel-unpaid")
                .id("order-42") // makes the add idempotent; without it an id is made
                .payload(new CancelOrder(42))
                .delay(Duration.ofMinutes(30)) // or .at(instant)
                .priority(Priority.HIGH) // among tasks that are due together
                .ifExists(IfExists.REPLACE) // KEEP, REPLACE or FAIL
                .build());
    }

    boolean addOnce(DelayQueueService service) {
        AddResult result = service.addTask(Task.of("mails", "alarm")
                .id("alarm-7")
                .throttle(Duration.ofMinutes(10)) // for ten minutes further adds make no task
                .build());
        boolean added = result.outcome() == AddResult.Outcome.ADDED; // else EXISTED or RECENT

        service.addTask(Task.of("search", "index")
                .id("product-7")
                .debounce(Duration.ofSeconds(5), Duration.ofMinutes(1)) // the last one, after a minute at most
                .build());
        return added;
    }

    void repeat(DelayQueueService service) {
        service.addTask(Task.of("reports", "nightly")
                .id("nightly")
                .repeat(Repeat.cron("0 0 3 * * *", ZoneId.of("Europe/Berlin")))
                .build());
    }

    @DelayQueueListener(group = "reports", topic = "nightly")
    @DelayQueueSchedule(cron = "0 0 3 * * *", zone = "Europe/Berlin")
    void nightly() {
        // ...
    }

    @Bean
    TaskSchedule weekly() { // with a payload, or for a topic of another application
        return TaskSchedule.of(Task.of("reports", "sales")
                .id("weekly-sales")
                .payload(new Range(7))
                .repeat(Repeat.cron("0 0 4 * * MON", ZoneId.of("Europe/Berlin")))
                .build());
    }
}
