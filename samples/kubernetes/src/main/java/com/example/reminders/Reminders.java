package com.example.reminders;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Reminders that any replica accepts and any replica sends. */
@RestController
class Reminders {

    private static final Logger log = LoggerFactory.getLogger(Reminders.class);

    private final DelayQueueService delayQueueService;

    Reminders(DelayQueueService delayQueueService) {
        this.delayQueueService = delayQueueService;
    }

    record Reminder(String text, Duration in) {}

    @PostMapping("/reminders")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void add(@RequestBody Reminder reminder) {
        delayQueueService.addTask(Task.of("reminders", "send")
                .payload(reminder.text())
                .delay(reminder.in())
                .build());
    }

    @DelayQueueListener(group = "reminders", topic = "send")
    void send(String text) {
        log.info("Reminder: {}", text);
    }
}
