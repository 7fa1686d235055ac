package io.delayqueue.shop;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.shop.Orders.Order;
import java.util.Queue;
import org.springframework.stereotype.Component;

@Component
@DelayQueueListener(group = "${shop.group}", topic = "cancel")
class CancelUnpaid implements TaskCallback<Order> {

    private final Queue<String> received;

    CancelUnpaid(Queue<String> received) {
        this.received = received;
    }

    @Override
    public void call(Order order, TaskContext context) {
        received.add("cancel " + order.number() + " of " + order.customer() + ", " + context.id());
    }
}
