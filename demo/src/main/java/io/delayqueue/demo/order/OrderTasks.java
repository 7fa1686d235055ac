package io.delayqueue.demo.order;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.demo.delivery.Tally;
import java.util.List;
import org.springframework.stereotype.Component;

/** Adds the two tasks of an order to the queue. */
@Component
class OrderTasks {

    static final String GROUP = "orders";

    static final String REMIND = "remind";

    static final String CANCEL = "cancel-unpaid";

    private static final String ORDER = "order";

    private final DelayQueueService queue;

    private final Tally tally;

    OrderTasks(DelayQueueService queue, Tally tally) {
        this.queue = queue;
        this.tally = tally;
    }

    /** Adds both tasks atomically: the queue has both or none of them. */
    void schedule(Order order) {
        String remind = remindId(order.number());
        String cancel = cancelId(order.number());
        tally.scheduled(remind, order.times().remindAt());
        tally.scheduled(cancel, order.times().payBy());
        try {
            queue.addTasks(List.of(
                    Task.of(GROUP, REMIND)
                            .payload(new RemindCustomer(order.number()))
                            .at(order.times().remindAt())
                            .id(remind)
                            .tag(ORDER, Long.toString(order.number()))
                            .build(),
                    Task.of(GROUP, CANCEL)
                            .payload(new CancelOrder(order.number()))
                            .at(order.times().payBy())
                            .id(cancel)
                            .tag(ORDER, Long.toString(order.number()))
                            .build()));
        } catch (RuntimeException e) {
            tally.withdrawn(remind);
            tally.withdrawn(cancel);
            throw e;
        }
    }

    /** Removes both tasks by the number of their order. */
    void remove(long number) {
        List<String> ids = List.of(remindId(number), cancelId(number));
        queue.removeTasks(GROUP, ids);
        ids.forEach(tally::withdrawn);
    }

    private static String remindId(long number) {
        return "remind-" + number;
    }

    private static String cancelId(long number) {
        return "cancel-" + number;
    }
}
