package io.delayqueue.demo.order;

import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.History;
import io.delayqueue.demo.delivery.DeliveryLog;
import java.time.Clock;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** Reminds customers before the payment is due. */
@Component
class Reminders {

    private final Shop shop;

    private final DeliveryLog deliveries;

    private final Clock clock;

    Reminders(Shop shop, DeliveryLog deliveries, Clock clock) {
        this.shop = shop;
        this.deliveries = deliveries;
        this.clock = clock;
    }

    @DelayQueueListener(
            group = OrderTasks.GROUP,
            topic = OrderTasks.REMIND,
            concurrency = "4",
            history = @History(maxAge = "1d", maxSize = "2MB", result = true))
    String remind(RemindCustomer payload, TaskContext context) {
        Instant startedAt = clock.instant();
        String outcome = shop.remindUnlessPaid(payload.order());
        deliveries.add(context, startedAt, payload.order(), outcome);
        return outcome;
    }
}
