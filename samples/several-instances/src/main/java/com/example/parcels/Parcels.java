package com.example.parcels;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** A truck arrives every ten seconds. The instances share its parcels. */
@Component
class Parcels {

    private static final Logger log = LoggerFactory.getLogger(Parcels.class);

    private static final int PARCELS = 12;

    private final DelayQueueService delayQueueService;

    Parcels(DelayQueueService delayQueueService) {
        this.delayQueueService = delayQueueService;
    }

    /** Runs on one instance. The ids make a second run harmless while the parcels of the first wait. */
    @DelayQueueListener(group = "parcels", topic = "truck")
    @DelayQueueSchedule(fixedRate = "10s")
    void truck(TaskContext context) {
        List<Task> tasks = new ArrayList<>();
        for (int number = 1; number <= PARCELS; number++) {
            tasks.add(Task.of("parcels", "deliver")
                    .id("deliver-" + context.dueAt().getEpochSecond() + "-" + number)
                    .payload(number)
                    .delay(Duration.ofSeconds(2))
                    .build());
        }
        delayQueueService.addTasks(tasks);
    }

    @DelayQueueListener(group = "parcels", topic = "deliver", concurrency = "2")
    void deliver(int number, TaskContext context) {
        log.info("Delivering parcel {}, attempt {}", number, context.attempt());
    }
}
