package com.example.orders;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.monitor.TopicKeys;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Code of docs/order.md that is compiled, and does not run. */
class OrderExamples {

    record Entry(String customer, long amount) {}

    void add(DelayQueueService service) {
        service.addTask(Task.of("ledger", "post")
                .key("customer-42")
                .payload(new Entry("customer-42", -80))
                .build());
    }

    static class Ledger {

        @DelayQueueListener(group = "ledger", topic = "post", keyConcurrency = "1", onRetry = "BLOCK_KEY")
        void post(Entry entry) {
            // ...
        }
    }

    TopicOptions options() {
        TopicOptions options = TopicOptions.builder()
                .keyOrder(new KeyOrder(1, KeyOrder.OnRetry.BLOCK_KEY))
                .build();
        return options;
    }

    static class FencedLedger {

        private final JdbcClient database;

        FencedLedger(JdbcClient database) {
            this.database = database;
        }

        @DelayQueueListener(group = "ledger", topic = "post")
        void post(Entry entry, TaskContext context) {
            int posted = database.sql(
                            "update accounts set balance = balance + ?, delivery = ? where customer = ? and delivery < ?")
                    .params(entry.amount(), context.delivery(), entry.customer(), context.delivery())
                    .update(); // 0: the lease has ended, and a later delivery has been here
        }
    }

    int see(DelayQueueInspector inspector) {
        TopicName post = new TopicName("ledger", "post");
        TopicKeys keys = inspector.keys(post, 10); // the ten with the most tasks behind, and how many are behind in all
        List<TaskInfo> tasks = inspector.tasksOfKey(post, "customer-42", 100); // in the order in which they will run
        Optional<TaskWait> wait = inspector.whyWaiting("ledger", "entry-7"); // KEY, with the ids that it waits for
        return keys.hottest().size() + tasks.size() + (wait.isPresent() ? 1 : 0);
    }
}
