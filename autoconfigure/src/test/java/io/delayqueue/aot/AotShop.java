package io.delayqueue.aot;

import io.delayqueue.Callback;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Application with a callback of each kind, and one on a named queue. It adds a task for each, prints the received payloads,
 * and ends.
 */
@SpringBootApplication
class AotShop {

    private static final Queue<String> RECEIVED = new ConcurrentLinkedQueue<>();

    private static final CountDownLatch LEFT = new CountDownLatch(6);

    public static void main(String[] arguments) {
        SpringApplication.run(AotShop.class, arguments).close();
    }

    record Line(String article, int count) {}

    record Order(long number, List<Line> lines) {}

    static void receive(String what) {
        RECEIVED.add(what);
        LEFT.countDown();
    }

    @DelayQueueListener(group = "${shop.group}", topic = "listener")
    void listener(TaskContext context, List<Order> orders) {
        receive("listener " + context.attempt() + " "
                + orders.get(0).lines().get(0).article());
    }

    @DelayQueueListener(queue = "mail", group = "${shop.group}", topic = "listener")
    void mail(Line line) {
        receive("mail " + line.article());
    }

    @Bean
    @DelayQueueListener(group = "${shop.group}", topic = "lambda")
    TaskCallback<Order> lambda() {
        return (order, context) -> receive("lambda " + order.number());
    }

    @Lazy
    @Bean
    TopicBean topicBean() {
        return new TopicBean();
    }

    @DelayQueueListener(group = "${shop.group}", topic = "bean")
    static class TopicBean implements TaskCallback<Line> {
        @Override
        public void call(Line line, TaskContext context) {
            receive("bean " + line.count());
        }
    }

    /** Carried by its task. */
    public static class Carried implements Callback {

        private final String text;

        private final Line line;

        public Carried(String text, Line line) {
            this.text = text;
            this.line = line;
        }

        @Override
        public void call() {
            receive("carried " + text + " " + line.article());
        }
    }

    @Bean
    ApplicationRunner work(
            DelayQueueService service,
            @Qualifier("mail") DelayQueueService mails,
            @Value("${shop.group}") String group) {
        return arguments -> {
            Line line = new Line("tea", 3);
            Order order = new Order(42, List.of(line));
            service.addTask(Task.of(group, "listener").payload(List.of(order)).build());
            service.addTask(Task.of(group, "lambda").payload(order).build());
            service.addTask(Task.of(group, "bean").payload(line).build());
            service.addTask(Task.of(group, "carried")
                    .callback(Carried.class, "with", line)
                    .build());
            mails.addTask(Task.of(group, "listener").payload(line).build());
            mails.addTask(Task.of(group, "carried")
                    .callback(Carried.class, "mailed", line)
                    .build());
            boolean all = LEFT.await(30, TimeUnit.SECONDS);
            System.out.println("Prepared ahead of time: " + AotDetector.useGeneratedArtifacts() + ", all: " + all
                    + ", received: " + RECEIVED.stream().sorted().toList());
        };
    }
}
