package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.BatchCallback;
import io.delayqueue.BatchFailedException;
import io.delayqueue.DeadReason;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.FailedAttempt;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Tag;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.pull.PulledTask;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Records of tasks that callbacks and pull consumers have ended, on Redis. */
class RecordedEndsIT {

    private static final HistoryRule RULE = HistoryRule.of(Duration.ofDays(1), HistoryRule.MIN_SIZE)
            .payload(true)
            .result(true);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final TopicName topic = new TopicName(engines.group(), TestEngines.TOPIC);

    private final TopicOptions.Builder options = TopicOptions.builder()
            .concurrency(2)
            .maxAttempts(2)
            .retryPolicy(new ExponentialBackoff(Duration.ofMillis(1), 1, Duration.ofMillis(1), 0))
            .history(RULE);

    private DelayQueueEngine consuming(TaskCallback<?> callback) {
        return engines.start(engines.consuming(callback, options.build()));
    }

    private DelayQueueEngine pulling() {
        return engines.start(
                builder -> builder.topic(topic.group(), topic.topic()).history(topic, RULE));
    }

    private List<TaskRecord> records(DelayQueueEngine engine) {
        return engine.inspector().history(topic).list(HistoryQuery.ALL).records();
    }

    private TaskRecord awaitRecord(DelayQueueEngine engine, String id) {
        await().until(() -> engine.inspector().history(topic).find(id).isPresent());
        return engine.inspector().history(topic).find(id).orElseThrow();
    }

    private TaskRecord run(TaskCallback<?> callback, TaskBuilder task) {
        DelayQueueEngine engine = consuming(callback);
        engine.service().addTask(task.id("a").build());
        return awaitRecord(engine, "a");
    }

    @Test
    void finishedTaskShouldHaveItsWholeStory() {
        DelayQueueEngine engine = consuming((payload, context) -> {
            context.progress(context.attempt(), 2, "of the tries");
            if (context.attempt() == 1) {
                throw new IllegalStateException("not yet");
            }
            context.traced("4bf92f");
            context.returned(Map.of("paid", 3));
        });
        Instant dueAt = Instant.now().plusMillis(100);
        engine.service()
                .addTask(engines.builder()
                        .id("a")
                        .key("customer-7")
                        .tag("order", "42")
                        .payload(List.of(1, 2))
                        .at(dueAt)
                        .build());
        assertThat(awaitRecord(engine, "a")).satisfies(record -> {
            assertThat(record.outcome()).isEqualTo(RecordedOutcome.FINISHED);
            assertThat(record.dueAt())
                    .isEqualTo(Instant.ofEpochMilli(dueAt.plusNanos(999_999).toEpochMilli()));
            assertThat(record.endedAt()).isAfterOrEqualTo(record.dueAt());
            assertThat(record.lateness()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
            assertThat(record.took()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
            assertThat(record.attempts()).isEqualTo(2);
            assertThat(record.instance()).isEqualTo(engine.instance());
            assertThat(record.key()).isEqualTo("customer-7");
            assertThat(record.tags()).containsExactly(new Tag("order", "42"));
            assertThat(record.details().payload()).isEqualTo("[1,2]");
            assertThat(record.details().result()).isEqualTo("{\"paid\":3}");
            assertThat(record.details().progress()).isEqualTo(new Progress(2, 2, "of the tries"));
            assertThat(record.details().traceId()).isEqualTo("4bf92f");
            assertThat(record.failedAttempts())
                    .extracting(FailedAttempt::message)
                    .containsExactly("not yet");
        });
        assertThat(records(engine)).hasSize(1);
    }

    @Test
    void asynchronousWorkShouldHaveItsTimeAndItsValue() {
        TaskRecord record = run(
                (payload, context) -> context.completeWith(
                        new CompletableFuture<Integer>().completeOnTimeout(7, 300, TimeUnit.MILLISECONDS)),
                engines.builder());
        assertThat(record.details().result()).isEqualTo("7");
        assertThat(record.took()).isGreaterThanOrEqualTo(Duration.ofMillis(290));
    }

    @Test
    void deadTaskShouldHaveItsErrorAndReason() {
        TaskRecord record = run(
                (payload, context) -> {
                    context.result("none");
                    throw new RejectTaskException("no such order");
                },
                engines.builder());
        assertThat(record.outcome()).isEqualTo(RecordedOutcome.DEAD);
        assertThat(record.details().deadReason()).isEqualTo(DeadReason.REJECTED);
        assertThat(record.details().errorType()).isEqualTo(RejectTaskException.class.getName());
        assertThat(record.details().errorMessage()).isEqualTo("no such order");
        assertThat(record.details().result()).isNull();
    }

    @Test
    void occurrencesShouldHaveARecordEach() {
        options.maxAttempts(1);
        DelayQueueEngine engine = consuming((payload, context) -> {
            if (context.dueAt().toEpochMilli() % 200 < 100) {
                throw new IllegalStateException("even");
            }
        });
        engine.service()
                .addTask(engines.builder()
                        .id("a")
                        .repeat(Repeat.fixedRate(Duration.ofMillis(100)))
                        .build());
        await().until(() -> records(engine).size() >= 4);
        assertThat(records(engine))
                .extracting(TaskRecord::outcome)
                .contains(RecordedOutcome.FINISHED, RecordedOutcome.FAILED);
        assertThat(records(engine)).extracting(TaskRecord::dueAt).doesNotHaveDuplicates();
    }

    @Test
    void lateTaskShouldHaveNoTimesOfAnAttempt() {
        options.whenExpired(WhenExpired.DROP);
        TaskRecord record = run(
                (payload, context) -> {},
                engines.builder().at(Instant.now().minusSeconds(60)).within(Duration.ofSeconds(1)));
        assertThat(record.outcome()).isEqualTo(RecordedOutcome.DROPPED);
        assertThat(record.lateness()).isNull();
        assertThat(record.took()).isNull();
        assertThat(record.attempts()).isZero();
    }

    @Test
    void tasksOfABatchShouldHaveTheirOwnRecords() {
        options.batch(new BatchOptions(2, 2, Duration.ofHours(1)));
        DelayQueueEngine engine = consuming((BatchCallback<Object>) (tasks, context) -> {
            tasks.get(0).context().result("first");
            throw new BatchFailedException(Map.of(1, new RejectTaskException("second")));
        });
        engine.service()
                .addTasks(List.of(
                        engines.builder().id("a").build(),
                        engines.builder().id("b").build()));
        await().until(() -> records(engine).size() == 2);
        assertThat(records(engine)).extracting(TaskRecord::id).containsExactlyInAnyOrder("a", "b");
        assertThat(records(engine))
                .extracting(TaskRecord::outcome)
                .containsExactlyInAnyOrder(RecordedOutcome.FINISHED, RecordedOutcome.DEAD);
        assertThat(records(engine))
                .extracting(one -> one.details().result())
                .containsExactlyInAnyOrder("\"first\"", null);
    }

    @Test
    void pulledTaskShouldHaveARecordWithItsTimes() {
        DelayQueueEngine engine = pulling();
        Pulls pulls = Pulls.from(engine, engines);
        engine.service().addTask(engines.builder().id("a").payload(1).build());
        engine.service().addTask(engines.builder().id("b").payload(2).build());
        pulls.next().finish();
        pulls.next().bury("no");
        assertThat(records(engine))
                .extracting(TaskRecord::outcome)
                .containsExactly(RecordedOutcome.DEAD, RecordedOutcome.FINISHED);
        assertThat(records(engine)).allSatisfy(record -> {
            assertThat(record.lateness()).isNotNull();
            assertThat(record.took()).isNotNull();
            assertThat(record.attempts()).isEqualTo(1);
            assertThat(record.details().payload()).isIn("1", "2");
        });
        assertThat(records(engine).get(0).details().deadReason()).isEqualTo(DeadReason.REJECTED);
    }

    /** A receipt knows neither the payload, nor when the attempt has begun. */
    @Test
    void taskOfAReceiptShouldHaveARecordWithWhatTheReceiptKnows() {
        DelayQueueEngine engine = pulling();
        Pulls pulls = Pulls.from(engine, engines);
        engine.service()
                .addTask(engines.builder().id("a").key("k").tag("order", "42").build());
        PulledTask task = pulls.next();
        engine.puller().finish(List.of(engine.puller().lease(task.receipt())));
        assertThat(records(engine)).singleElement().satisfies(record -> {
            assertThat(record.outcome()).isEqualTo(RecordedOutcome.FINISHED);
            assertThat(record.dueAt()).isEqualTo(task.dueAt());
            assertThat(record.lateness()).isNull();
            assertThat(record.took()).isNull();
            assertThat(record.attempts()).isEqualTo(1);
            assertThat(record.key()).isEqualTo("k");
            assertThat(record.tags()).containsExactly(new Tag("order", "42"));
            assertThat(record.details().payload()).isNull();
        });
    }

    @Test
    void lateTaskThatIsPulledShouldHaveARecord() {
        DelayQueueEngine engine = pulling();
        Pulls pulls = Pulls.from(engine, engines);
        engine.service()
                .addTask(engines.builder()
                        .id("a")
                        .at(Instant.now().minusSeconds(60))
                        .within(Duration.ofSeconds(1))
                        .build());
        assertThat(pulls.look()).isEmpty();
        assertThat(awaitRecord(engine, "a").details().deadReason()).isEqualTo(DeadReason.EXPIRED);
    }

    @Test
    void filterShouldReachTheFailedAttempts() {
        TaskCallback<?> callback = (payload, context) -> {
            throw new RejectTaskException("card 4711");
        };
        DelayQueueEngine engine = engines.start(engines.consuming(callback, options.build())
                .andThen(builder -> builder.extend(extensions ->
                        extensions.addRecordFilter(record -> record.details().errorMessage(null)))));
        engine.service().addTask(engines.builder().id("a").build());
        assertThat(awaitRecord(engine, "a").toString())
                .contains(RejectTaskException.class.getName())
                .doesNotContain("4711");
    }

    @Test
    void filterShouldMaskWhatIsKept() {
        DelayQueueEngine engine =
                engines.start(engines.consuming((payload, context) -> context.result("secret"), options.build())
                        .andThen(builder -> builder.extend(extensions -> extensions.addRecordFilter(
                                record -> record.details().payload(null).result("\"***\"")))));
        engine.service().addTask(engines.builder().id("a").payload("secret").build());
        assertThat(awaitRecord(engine, "a").details()).satisfies(details -> {
            assertThat(details.payload()).isNull();
            assertThat(details.payloadSize()).isNull();
            assertThat(details.result()).isEqualTo("\"***\"");
        });
    }

    @Test
    void filterThatHangsShouldBeInterruptedAsACallbackIs() {
        CountDownLatch never = new CountDownLatch(1);
        TopicOptions inASecond = options.ttr(Duration.ofSeconds(1)).build();
        DelayQueueEngine engine =
                engines.start(engines.consuming((payload, context) -> context.result("secret"), inASecond)
                        .andThen(builder -> builder.extend(extensions -> extensions.addRecordFilter(record -> {
                            assertThatThrownBy(never::await).isInstanceOf(InterruptedException.class);
                            throw new IllegalStateException("interrupted");
                        }))));
        engine.service().addTask(engines.builder().id("a").build());
        TaskRecord record = awaitRecord(engine, "a");
        assertThat(record.outcome()).isEqualTo(RecordedOutcome.FINISHED);
        assertThat(record.details().result()).isNull();
    }
}
