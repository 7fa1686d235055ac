package com.example.orders;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.History;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TopicHistory;
import io.delayqueue.monitor.DelayQueueInspector;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Code of docs/history.md that is compiled, and does not run. */
class HistoryExamples {

    private static final Logger log = LoggerFactory.getLogger(HistoryExamples.class);

    static class Shortest {

        @DelayQueueListener(
                group = "orders",
                topic = "cancel-unpaid",
                history = @History(maxAge = "7d", maxSize = "64MB", result = true))
        String cancelUnpaid(Order order) {
            // ...
            return "cancelled";
        }
    }

    void add(DelayQueueService service, Order order) {
        service.addTask(Task.of("orders", "cancel-unpaid")
                .payload(order)
                .delay(Duration.ofMinutes(30))
                .tag("order", "42")
                .build());
    }

    void logEnds(DelayQueueInspector inspector) {
        TopicHistory history = inspector.history(new TopicName("orders", "cancel-unpaid"));
        HistoryQuery query = HistoryQuery.ALL.tag(new Tag("order", "42"));
        for (TaskRecord record : history.list(query).records()) {
            String result = record.details().result();
            log.info("{} at {}: {}", record.outcome(), record.endedAt(), result);
        }
    }

    static class Failures {

        @DelayQueueListener(
                group = "orders",
                topic = "charge",
                history =
                        @History(
                                maxAge = "30d",
                                maxSize = "${charge.history:16MB}",
                                payload = true,
                                outcomes = {RecordedOutcome.DEAD, RecordedOutcome.FAILED}))
        void charge(Order order) {
            // ...
        }
    }

    static class Results {

        @DelayQueueListener(group = "orders", topic = "import", history = @History(maxAge = "7d", maxSize = "64MB"))
        void load(Order order, TaskContext context) {
            context.progress(1, 2, "read");
            // ...
            context.result(Map.of("rows", 1_204));
        }
    }

    TopicOptions options() {
        TopicOptions options = TopicOptions.builder()
                .history(HistoryRule.of(Duration.ofDays(7), 64 << 20))
                .build();
        return options;
    }

    int list(TopicHistory history) {
        int dead = 0;
        HistoryQuery query = HistoryQuery.ALL.outcome(RecordedOutcome.DEAD);
        HistoryPage page;
        do {
            page = history.list(query);
            dead += page.records().size();
            query = query.from(page.cursor());
        } while (page.cursor() != null);
        return dead;
    }
}
