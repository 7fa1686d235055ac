package io.delayqueue.demo.order;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.History;
import io.delayqueue.demo.delivery.DeliveryLog;
import java.time.Clock;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** Cancels orders that were not paid in time. */
@Component
@DelayQueueListener(
        group = OrderTasks.GROUP,
        topic = OrderTasks.CANCEL,
        history = @History(maxAge = "1d", maxSize = "2MB"))
class CancelUnpaid implements TaskCallback<CancelOrder> {

    private final Shop shop;

    private final DeliveryLog deliveries;

    private final Clock clock;

    CancelUnpaid(Shop shop, DeliveryLog deliveries, Clock clock) {
        this.shop = shop;
        this.deliveries = deliveries;
        this.clock = clock;
    }

    @Override
    public void call(CancelOrder payload, TaskContext context) {
        Instant startedAt = clock.instant();
        String outcome = shop.cancelUnlessPaid(payload.order());
        deliveries.add(context, startedAt, payload.order(), outcome);
        context.result(outcome);
    }
}
