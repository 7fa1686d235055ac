package com.example.support;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Tag;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.monitor.DelayQueueInspector;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Answers what became of an order: what waits, what is being retried and why, and what ran with which result. */
@RestController
class Support {

    private static final TopicName CANCEL = new TopicName("orders", "cancel");

    private final DelayQueueService delayQueueService;

    private final DelayQueueInspector inspector;

    Support(DelayQueueService delayQueueService, DelayQueueInspector inspector) {
        this.delayQueueService = delayQueueService;
        this.inspector = inspector;
    }

    /** A task that has not ended. The error is why it is being retried, or why it is a dead letter. */
    record Waiting(String topic, TaskState state, Instant due, int attempts, String error) {

        static Waiting of(TaskInfo task) {
            return new Waiting(
                    task.topic().topic(),
                    task.state(),
                    task.stateUntil(),
                    task.attempts(),
                    task.lastError() == null ? null : task.lastError().message());
        }
    }

    /** A task that has ended. */
    record Ended(
            RecordedOutcome outcome,
            Instant at,
            int attempts,
            @JsonRawValue String result,
            String error) {

        static Ended of(TaskRecord record) {
            return new Ended(
                    record.outcome(),
                    record.endedAt(),
                    record.attempts(),
                    record.details().result(),
                    record.details().errorMessage());
        }
    }

    record Answer(List<Waiting> waiting, List<Ended> ended) {}

    @GetMapping("/support/orders/{order}")
    Answer order(@PathVariable String order) {
        Tag tag = new Tag("order", order);
        return new Answer(
                delayQueueService.tagged("orders", tag).list(null, 100).tasks().stream()
                        .map(Waiting::of)
                        .toList(),
                inspector.history(CANCEL).list(HistoryQuery.ALL.tag(tag)).records().stream()
                        .map(Ended::of)
                        .toList());
    }
}
