package com.example.orders;

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
import java.util.Optional;

/** Code of docs/history.md that is compiled, and does not run. */
class HistoryExamples {

    static class Shortest {

        @DelayQueueListener(group = "orders", topic = "cancel", history = @History(maxAge = "7d", maxSize = "64MB"))
        void cancel(Order order) {
            // ...
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

    TopicOptions options() {
        TopicOptions options = TopicOptions.builder()
                .history(HistoryRule.of(Duration.ofDays(7), 64 << 20))
                .build();
        return options;
    }

    Optional<TaskRecord> find(DelayQueueInspector inspector) {
        TopicHistory history = inspector.history(new TopicName("orders", "cancel"));
        Optional<TaskRecord> record = history.find("order-42");
        return record;
    }

    int list(TopicHistory history) {
        HistoryQuery query = HistoryQuery.ALL.outcome(RecordedOutcome.DEAD);
        HistoryPage page;
        int dead = 0;
        do {
            page = history.list(query);
            dead += page.records().size();
            query = query.from(page.cursor());
        } while (page.cursor() != null);
        return dead;
    }
}
