package io.delayqueue.demo.delivery;

import io.delayqueue.TaskContext;
import io.delayqueue.demo.delivery.Delivery.TaskName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Logs a line for each callback, keeps the last ones for the page, and counts all. */
@Component
public class DeliveryLog {

    private static final Logger log = LoggerFactory.getLogger("demo");

    private static final int KEPT = 50;

    private final Deque<Delivery> latest = new ArrayDeque<>();

    private final Tally tally;

    private final ApplicationEventPublisher events;

    private long sequence;

    DeliveryLog(Tally tally, ApplicationEventPublisher events) {
        this.tally = tally;
        this.events = events;
    }

    /**
     * Records a callback.
     *
     * @param context the task
     * @param startedAt when the callback started
     * @param order the order of the task
     * @param outcome the outcome
     */
    public void add(TaskContext context, Instant startedAt, long order, String outcome) {
        Duration lateness = Duration.between(context.dueAt(), startedAt);
        tally.delivered(context.id(), lateness);
        Delivery delivery = keep(context, startedAt, lateness, order, outcome);
        log.info(String.format(
                "%-20s order %-6d %7.1f ms late   %s",
                context.group() + "/" + context.topic(), order, delivery.latenessMillis(), outcome));
        events.publishEvent(delivery);
    }

    /** {@return the last callbacks, oldest first} */
    public synchronized List<Delivery> latest() {
        return List.copyOf(latest);
    }

    private synchronized Delivery keep(
            TaskContext context, Instant startedAt, Duration lateness, long order, String outcome) {
        TaskName task = new TaskName(context.topic(), context.id());
        Delivery delivery = new Delivery(++sequence, task, order, startedAt, Delivery.millis(lateness), outcome);
        latest.add(delivery);
        if (latest.size() > KEPT) {
            latest.remove();
        }
        return delivery;
    }
}
