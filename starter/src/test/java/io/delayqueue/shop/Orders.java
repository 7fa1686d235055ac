package io.delayqueue.shop;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;

/** Adds tasks. */
@Service
class Orders {

    private final DelayQueueService delayQueueService;

    private final String group;

    Orders(DelayQueueService delayQueueService, @Value("${shop.group}") String group) {
        this.delayQueueService = delayQueueService;
        this.group = group;
    }

    AddResult add(String topic, Object payload) {
        return delayQueueService.addTask(Task.of(group, topic).payload(payload).build());
    }

    void place(long number, Duration limit) {
        delayQueueService.addTasks(List.of(
                Task.of(group, "remind")
                        .payload(List.of(new Order(number, "Ada")))
                        .delay(limit.dividedBy(2))
                        .id("reminder-" + number)
                        .build(),
                Task.of(group, "cancel")
                        .payload(new Order(number, "Ada"))
                        .delay(limit)
                        .id("order-" + number)
                        .build()));
    }

    record Order(long number, String customer) {}
}
