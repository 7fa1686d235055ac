package io.delayqueue.shop;

import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.shop.Orders.Order;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

@Component
class Listeners {

    private final Queue<String> received;

    private final Orders orders;

    private final Work work;

    Listeners(Queue<String> received, Orders orders, ObjectProvider<Work> work) {
        this.received = received;
        this.orders = orders;
        this.work = work.getIfAvailable(() -> () -> {});
    }

    /** Actions of callbacks, set by tests. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    @DelayQueueListener(group = "${shop.group}", topic = "remind")
    void remind(List<Order> remind) {
        remind.forEach(order -> received.add("remind " + order.customer()));
    }

    @DelayQueueListener(group = "${shop.group}", topic = "json")
    void json(TaskContext context, JsonNode json) {
        received.add("json " + json.get("number").asLong() + " " + context.attempt() + " of " + context.maxAttempts());
    }

    @DelayQueueListener(group = "${shop.group}", topic = "map")
    void map(Map<String, Integer> map) {
        received.add("map " + map.get("number"));
    }

    @DelayQueueListener(group = "${shop.group}", topic = "nothing", maxAttempts = "2")
    void nothing() {
        received.add("nothing");
    }

    @DelayQueueListener(group = "${shop.group}", topic = "work", concurrency = "1")
    void work(long number) throws Exception {
        work.run();
        received.add("work " + number);
    }

    @DelayQueueListener(group = "${shop.group}", topic = "tick")
    void tick(TaskContext context) {
        received.add("tick " + context.dueAt());
    }

    @DelayQueueListener(group = "${shop.group}", topic = "next")
    void next(long number) {
        orders.add("work", number + 1);
    }

    @DelayQueueListener(group = "${shop.group}", topic = "failing", maxAttempts = "3")
    void failing(String message, TaskContext context) throws Exception {
        received.add("attempt " + context.attempt());
        throw new IOException(message);
    }
}
