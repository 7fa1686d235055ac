package io.delayqueue.demo.promise;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Posts what customers have bought, one entry of a customer after the other. */
@Component
class Accounts {

    private static final long MILLIS = 400;

    private final DelayQueueService queue;

    private final ApplicationEventPublisher steps;

    Accounts(DelayQueueService queue, ApplicationEventPublisher steps) {
        this.queue = queue;
        this.steps = steps;
    }

    /**
     * What a customer has bought.
     *
     * @param customer the customer, who is the key of the task
     * @param item the item
     */
    record Entry(String customer, String item) {}

    void post() {
        queue.addTasks(List.of(
                entry("Alice", "bread"), entry("Alice", "honey"), entry("Alice", "tea"), entry("Bob", "apples")));
    }

    private static Task entry(String customer, String item) {
        return Task.of("promises", "entry")
                .key(customer)
                .payload(new Entry(customer, item))
                .build();
    }

    @DelayQueueListener(group = "promises", topic = "entry")
    void post(Entry entry) throws InterruptedException {
        String text = entry.customer() + ", " + entry.item();
        steps.publishEvent(new PromiseStep("key", text + ": begins"));
        Thread.sleep(MILLIS);
        steps.publishEvent(new PromiseStep("key", text + ": done"));
    }
}
