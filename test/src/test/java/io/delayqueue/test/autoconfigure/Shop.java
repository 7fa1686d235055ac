package io.delayqueue.test.autoconfigure;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Application with two queues, listeners, and a task that it adds at its start, without code for tests. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({Shop.Orders.class, Shop.Invoices.class, Shop.Counter.class})
class Shop {

    static final Duration TIME_TO_PAY = Duration.ofDays(30);

    record Order(int number) {}

    /** Records calls for tests, and holds a failure for the next call. */
    static final class Journal {

        final List<String> lines = new ArrayList<>();

        final Deque<RuntimeException> failures = new ArrayDeque<>();

        void write(String line) {
            lines.add(line);
            RuntimeException failure = failures.poll();
            if (failure != null) {
                throw failure;
            }
        }
    }

    @Bean
    Journal journal() {
        return new Journal();
    }

    @Bean
    ApplicationRunner atTheStart(DelayQueueService delayQueueService) {
        return arguments -> delayQueueService.addTask(
                Task.of("orders", "report").delay(Duration.ofHours(1)).build());
    }

    record Orders(DelayQueueService delayQueueService, Journal journal) {

        void place(int number) {
            delayQueueService.addTask(Task.of("orders", "cancel-unpaid")
                    .payload(new Order(number))
                    .delay(TIME_TO_PAY)
                    .id("order-" + number)
                    .build());
        }

        @DelayQueueListener(group = "orders", topic = "cancel-unpaid")
        void cancel(Order order, TaskContext context) {
            journal.write("cancel " + order.number() + " attempt " + context.attempt());
        }

        @DelayQueueListener(group = "orders", topic = "report")
        void report() {
            journal.write("report");
        }
    }

    record Invoices(@Qualifier("billing") DelayQueueService billing, Journal journal) {

        void write(String text, Instant when) {
            billing.addTask(Task.of("invoices", "send").payload(text).at(when).build());
        }

        @DelayQueueListener(queue = "billing", group = "invoices", topic = "send")
        void send(String text) {
            journal.write("send " + text);
        }
    }

    @RestController
    static class Counter {

        private final Orders orders;

        Counter(Orders orders) {
            this.orders = orders;
        }

        @PostMapping("/orders")
        String order(@RequestParam("number") int number) {
            orders.place(number);
            return "ordered";
        }
    }
}
