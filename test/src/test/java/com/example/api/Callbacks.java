package com.example.api;

import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

@Component
class Callbacks {

    @DelayQueueListener(group = "orders", topic = "cancel-unpaid")
    void cancel(CancelOrder order, TaskContext task) throws IOException {
        System.out.println(task.group() + " " + task.topic() + " " + task.id()); // which task
        System.out.println(task.attempt() + " of " + task.maxAttempts()); // equal: the last attempt
        System.out.println(task.dueAt() + " " + task.headers() + " " + task.description()); // as it was added
        System.out.println(task.key()); // null: it waits for no other task
        System.out.println(task.tags());
        System.out.println(task.delivery()); // grows with each lease: a fencing token
        System.out.println(task.occurrence()); // the same in all attempts: with the id, it names the work
        System.out.println(task.deadline()); // null without a time to run
        while (hasMore(order) && !task.isCancelled()) { // removed or replaced meanwhile: the result does not count
            work(order);
            task.touch(); // the time to run begins again
            task.progress(1, 2, "half of the order"); // on the page of the task; no call of Redis
        }
        if (order.number() == 429) {
            throw new RetryTaskException(Duration.ofMinutes(5), "Too many requests"); // a retry at that time
        }
        if (order.number() < 0) {
            throw new RejectTaskException("No such order"); // a dead letter at once
        }
    } // any other exception: a retry with back-off, until the attempts are spent

    @DelayQueueListener(group = "orders", topic = "refund")
    void refund(CancelOrder order, TaskContext task) {
        task.result(Map.of("refunded", order.number())); // in the record of the history
        task.returned(order); // the same, if the rule keeps returned values; called for listener methods
        task.traced("4bf92f3577b34da6"); // the trace in the record; an interceptor of the starter sets it
        CompletableFuture<Void> work = CompletableFuture.completedFuture(null);
        task.completeWith(work); // the attempt ends with the work; returning the future does the same
    }

    private boolean hasMore(CancelOrder order) {
        return false;
    }

    private void work(CancelOrder order) {}
}
