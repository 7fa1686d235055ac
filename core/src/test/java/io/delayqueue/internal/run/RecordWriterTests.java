package io.delayqueue.internal.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonValue;
import io.delayqueue.BatchCallback;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Tag;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordFilter;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.store.AttemptRecord;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RecordWriterTests {

    private static final TopicName TOPIC = new TopicName("g", "t");

    private static final HistoryRule RULE = HistoryRule.of(Duration.ofDays(1), HistoryRule.MIN_SIZE);

    private final AtomicLong nanos = new AtomicLong();

    private final List<TaskInterceptor> interceptors = new ArrayList<>();

    /** Says of no other instance that it consumes the topic. */
    private final Backend refusing = TestPorts.answering(Backend.class, (method, arguments) -> {
        throw new TaskStoreException("for the test", null);
    });

    private @Nullable HistoryRule rule = RULE;

    private final List<RecordFilter> filters = new ArrayList<>();

    private final RecordWriter records =
            new RecordWriter(topic -> topic.equals(TOPIC) ? rule : null, JsonMapper.shared(), filters);

    private TaskCallback<JsonNode> callback = (payload, context) -> pass(3);

    private TopicOptions.Builder options = TopicOptions.builder().concurrency(1).maxAttempts(1);

    private void pass(long millis) {
        nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    }

    /** Reserves a task that is due at 1,000 ms, is leased 200 ms after that, and begins 100 ms later. */
    private TaskExecution reserve(String id, String payload, String options) {
        String detail = "[1000,\"t\"," + payload + "," + options + "]";
        Delivery delivery = new Delivery("t", id, 1, "i", "customer-7\torder=42");
        return new TaskExecution(
                TOPIC,
                new ReservedTask(delivery, 2, 1_000, 0, 0, detail.getBytes(UTF_8)),
                1_200,
                nanos.get(),
                Duration.ofSeconds(30),
                new EngineTime(nanos::get, Clock.systemUTC(), false));
    }

    private TaskRunner runner(TaskCallback<?> called) {
        TopicOptions all = options.build();
        return TestExecutions.runner(
                TOPIC,
                new TopicCallback(TOPIC, JsonNode.class, called, all, "test"),
                all,
                Drivers.context(new AtomicLong(), refusing, Drivers.threads()),
                interceptors,
                records);
    }

    private List<PendingOutcome> run(TaskCallback<?> called, Attempt attempt) {
        pass(100);
        attempt.begin(AttemptCaller.ON_THREADS);
        TaskRunner runner = runner(called);
        return runner.recorded(runner.run(attempt));
    }

    private List<PendingOutcome> run(String payload, String options) {
        return run(callback, reserve("id", payload, options).attempt());
    }

    private Outcome outcome(String payload, String options) {
        return run(payload, options).get(0).outcome();
    }

    @Test
    void finishedTaskShouldHaveARecord() {
        assertThat(outcome("{}", "{}").record()).isEqualTo(new AttemptRecord(1_000, 300L, 3L, 2, "", true));
        assertThat(outcome("{}", "{\"planned\":500}").record())
                .isEqualTo(new AttemptRecord(1_000, 300L, 3L, 2, "{\"occurrence\":500}", true));
    }

    @Test
    void outcomeThatTheRuleDoesNotChooseShouldHaveNone() {
        rule = RULE.outcomes(RecordedOutcome.DEAD, RecordedOutcome.MISSED);
        assertThat(outcome("{}", "{}").record()).isNull();
        callback = (payload, context) -> {
            throw new RejectTaskException("no");
        };
        assertThat(outcome("{}", "{}").record()).isNotNull();
    }

    @Test
    void topicWithoutHistoryShouldGetTheSameOutcomes() {
        rule = null;
        List<PendingOutcome> ended = run("{}", "{}");
        assertThat(records.recorded(ended)).isSameAs(ended);
        assertThat(ended.get(0).outcome()).isInstanceOf(Outcome.Finished.class);
    }

    @Test
    void attemptThatIsFollowedByAnotherShouldHaveNone() {
        options.maxAttempts(3);
        callback = (payload, context) -> {
            throw new IllegalStateException("not yet");
        };
        assertThat(outcome("{}", "{}")).isInstanceOfSatisfying(Outcome.Retry.class, retry -> assertThat(retry.record())
                .isNull());
    }

    @Test
    void deadTaskShouldHaveItsErrorAndReason() {
        callback = (payload, context) -> {
            pass(7);
            throw new IllegalStateException("m".repeat(300));
        };
        assertThat(outcome("{}", "{}")).isInstanceOfSatisfying(Outcome.Dead.class, dead -> assertThat(dead.record())
                .isEqualTo(new AttemptRecord(
                        1_000,
                        300L,
                        7L,
                        2,
                        "{\"error\":[\"java.lang.IllegalStateException\",\"" + "m".repeat(197)
                                + "...\"],\"reason\":\"ATTEMPTS_EXHAUSTED\"}",
                        true)));
        assertThat(outcome("{", "{}")).isInstanceOfSatisfying(Outcome.Dead.class, dead -> {
            assertThat(dead.record().dueAt()).isEqualTo(1_000);
            assertThat(dead.record().more()).endsWith("\"reason\":\"UNREADABLE\"}");
        });
    }

    @Test
    void occurrenceShouldHaveARecord() {
        String repeat = "{\"repeat\":{\"rate\":60000}}";
        assertThat(outcome("{}", repeat))
                .isInstanceOfSatisfying(Outcome.NextOccurrence.class, next -> assertThat(next.record())
                        .isEqualTo(new AttemptRecord(1_000, 300L, 3L, 2, "", true)));
        callback = (payload, context) -> {
            throw new IllegalStateException("why");
        };
        assertThat(outcome("{}", repeat).record().more())
                .isEqualTo("{\"error\":[\"java.lang.IllegalStateException\",\"why\"]}");
    }

    @Test
    void taskThatIsTooLateShouldHaveNoTimesOfAnAttempt() {
        String late = "\"notAfter\":1100";
        assertThat(outcome("{}", "{" + late + "}").record()).satisfies(record -> {
            assertThat(record.more()).endsWith("\"reason\":\"EXPIRED\"}");
            assertThat(record).isEqualTo(new AttemptRecord(1_000, null, null, 1, record.more(), true));
        });
        assertThat(outcome("{}", "{\"repeat\":{\"delay\":60000}," + late + "}"))
                .isInstanceOfSatisfying(Outcome.NextOccurrence.class, missed -> {
                    assertThat(missed.recorded()).isEqualTo(RecordedOutcome.MISSED);
                    assertThat(missed.record().attempts()).isOne();
                    assertThat(missed.record().tookMillis()).isNull();
                });
        options.whenExpired(WhenExpired.DROP);
        assertThat(outcome("{}", "{" + late + "}").record())
                .isEqualTo(new AttemptRecord(1_000, null, null, 1, "", true));
    }

    @Test
    void payloadShouldBeKeptIfTheRuleSaysSo() {
        rule = RULE.payload(true);
        assertThat(outcome("{\"a\": 1.0}", "{}").record().more()).isEqualTo("{\"payload\":{\"a\":1.0}}");
        assertThat(outcome("\"" + "x".repeat(20_000) + "\"", "{}").record().more())
                .isEqualTo("{\"payloadSize\":20002}");
    }

    @Test
    void recordShouldHaveTheTraceOfItsAttempt() {
        interceptors.add(invocation -> {
            invocation.context().traced("4bf92f");
            invocation.proceed();
        });
        assertThat(outcome("{}", "{}").record().more()).isEqualTo("{\"trace\":\"4bf92f\"}");
    }

    @Test
    void recordShouldHaveTheLastProgress() {
        callback = (payload, context) -> {
            context.progress(1, 4, null);
            context.progress(3, 4, "three");
        };
        assertThat(outcome("{}", "{}").record().more()).isEqualTo("{\"progress\":[3,4,\"three\"]}");
    }

    @Test
    void resultShouldBeThatOfTheLastCall() {
        callback = (payload, context) -> {
            context.result("first");
            context.result(Map.of("total", 3));
        };
        assertThat(outcome("{}", "{}").record().more()).isEqualTo("{\"result\":{\"total\":3}}");
        callback = (payload, context) -> {
            context.result("first");
            context.result(null);
        };
        assertThat(outcome("{}", "{}").record().more()).isEmpty();
    }

    @Test
    void returnedValueShouldBeTheResultOnlyIfTheRuleSaysSo() {
        callback = (payload, context) -> context.returned(3);
        assertThat(outcome("{}", "{}").record().more()).isEmpty();
        rule = RULE.result(true);
        assertThat(outcome("{}", "{}").record().more()).isEqualTo("{\"result\":3}");
        callback = (payload, context) -> context.completeWith(CompletableFuture.completedFuture(4));
        assertThat(outcome("{}", "{}").record().more()).isEqualTo("{\"result\":4}");
        callback = (payload, context) -> {
            context.result(5);
            context.returned(6);
        };
        assertThat(outcome("{}", "{}").record().more()).isEqualTo("{\"result\":5}");
    }

    @Test
    void valueOfWorkThatEndsLaterShouldBeTheResult() {
        rule = RULE.result(true);
        CompletableFuture<Integer> work = new CompletableFuture<>();
        callback = (payload, context) -> context.completeWith(work);
        Attempt attempt = reserve("id", "{}", "{}").attempt();
        TaskRunner runner = runner(callback);
        attempt.begin(AttemptCaller.ON_THREADS);
        assertThat(runner.run(attempt)).isNull();
        work.complete(7);
        assertThat(runner.recorded(runner.end(attempt))
                        .get(0)
                        .outcome()
                        .record()
                        .more())
                .isEqualTo("{\"result\":7}");
    }

    @Test
    void failedAttemptShouldHaveNoResult() {
        callback = (payload, context) -> {
            context.result(3);
            throw new RejectTaskException("no");
        };
        assertThat(outcome("{}", "{}").record().more()).doesNotContain("result");
    }

    /** Counts how often it is written. */
    private record Counted(AtomicLong writes) {
        @JsonValue
        long write() {
            return writes.incrementAndGet();
        }
    }

    @Test
    void resultThatNoRecordWillHaveShouldNotBeWritten() {
        AtomicLong writes = new AtomicLong();
        callback = (payload, context) -> context.result(new Counted(writes));
        outcome("{}", "{}");
        assertThat(writes).hasValue(1);
        rule = RULE.outcomes(RecordedOutcome.DEAD);
        outcome("{}", "{}");
        rule = null;
        outcome("{}", "{}");
        assertThat(writes).hasValue(1);
    }

    @Test
    void resultThatCannotBeWrittenShouldBeLeftOut() {
        callback = (payload, context) -> {
            List<Object> endless = new ArrayList<>();
            endless.add(endless);
            context.result(endless);
        };
        assertThat(outcome("{}", "{}").record()).isEqualTo(new AttemptRecord(1_000, 300L, 0L, 2, "", true));
    }

    @Test
    void taskOfABatchShouldHaveTheResultOfItsOwnContext() {
        rule = RULE.result(true);
        options.batch(new BatchOptions(10, 1, null));
        BatchCallback<JsonNode> batch = (tasks, context) -> {
            context.returned("all");
            tasks.get(1).context().result(2);
        };
        List<TaskExecution> tasks = List.of(reserve("a", "{}", "{}"), reserve("b", "{}", "{}"));
        assertThat(run(batch, new Attempt(tasks, new ConcurrentLinkedQueue<>())))
                .extracting(one -> one.outcome().record().more())
                .containsExactly("", "{\"result\":2}");
    }

    @Test
    void filtersShouldSeeTheWholeRecordAndChangeIt() {
        rule = RULE.payload(true);
        List<TaskRecord> seen = new ArrayList<>();
        filters.add(record -> {
            seen.add(record);
            return record.details().payload(null).result("\"***\"");
        });
        filters.add(record -> {
            seen.add(record);
            return record.details();
        });
        callback = (payload, context) -> {
            pass(3);
            context.result("secret");
        };
        assertThat(outcome("\"" + "x".repeat(20_000) + "\"", "{}").record().more())
                .isEqualTo("{\"result\":\"***\"}");
        assertThat(seen.get(0)).satisfies(record -> {
            assertThat(record.topic()).isEqualTo(TOPIC);
            assertThat(record.id()).isEqualTo("id");
            assertThat(record.outcome()).isEqualTo(RecordedOutcome.FINISHED);
            assertThat(record.endedAt()).isEqualTo(Instant.ofEpochMilli(1_303));
            assertThat(record.dueAt()).isEqualTo(Instant.ofEpochMilli(1_000));
            assertThat(record.lateness()).isEqualTo(Duration.ofMillis(300));
            assertThat(record.took()).isEqualTo(Duration.ofMillis(3));
            assertThat(record.attempts()).isEqualTo(2);
            assertThat(record.instance()).isEqualTo("i");
            assertThat(record.key()).isEqualTo("customer-7");
            assertThat(record.tags()).containsExactly(new Tag("order", "42"));
            assertThat(record.details().payload()).hasSize(20_002);
            assertThat(record.details().result()).isEqualTo("\"secret\"");
        });
        assertThat(seen.get(1).details().result()).isEqualTo("\"***\"");
    }

    /** What a filter was to mask must not be kept because the filter failed. */
    @Test
    void filterThatFailsShouldLeaveOutWhatItFilters() {
        rule = RULE.payload(true);
        callback = (payload, context) -> {
            context.progress(1, 2, "secret");
            context.traced("4bf92f");
            throw new RejectTaskException("secret");
        };
        List<RecordFilter> failing = List.of(
                record -> {
                    throw new AssertionError("for the test");
                },
                record -> record.details().payload("no JSON"));
        for (RecordFilter filter : failing) {
            filters.clear();
            filters.add(filter);
            AttemptRecord record = outcome("\"secret\"", "{}").record();
            assertThat(record.listsAttempts()).isFalse();
            assertThat(record.more())
                    .isEqualTo("{\"trace\":\"4bf92f\",\"error\":[\"io.delayqueue.RejectTaskException\"],"
                            + "\"reason\":\"REJECTED\"}");
        }
    }

    /** Such as for want of memory. */
    @Test
    void recordWhoseDetailsCannotBeMadeShouldBeKeptWithoutThem() {
        List<RecordFilter> broken = new AbstractList<>() {

            @Override
            public RecordFilter get(int index) {
                throw new AssertionError("for the test");
            }

            @Override
            public int size() {
                throw new OutOfMemoryError("for the test");
            }
        };
        TaskExecution execution = reserve("id", "{}", "{}");
        Outcome finished = new Outcome.Finished(execution.delivery());
        assertThat(new RecordWriter(topic -> RULE, JsonMapper.shared(), broken)
                        .recorded(execution, finished, null)
                        .record())
                .isEqualTo(new AttemptRecord(1_000, null, null, 2, "", false));
    }

    /** The messages of attempts before pass no filter. */
    @Test
    void filterThatDoesNotKeepTheMessageShouldDropTheAttempts() {
        callback = (payload, context) -> {
            throw new RejectTaskException("card 4711");
        };
        filters.add(record -> record.details().payload(null));
        assertThat(outcome("{}", "{}").record().listsAttempts()).isTrue();
        for (@Nullable String kept : Arrays.asList(null, "card ***")) {
            filters.set(0, record -> record.details().errorMessage(kept));
            assertThat(outcome("{}", "{}").record().listsAttempts()).isFalse();
        }
        callback = (payload, context) -> {};
        filters.set(0, record -> record.details().errorMessage(""));
        assertThat(outcome("{}", "{}").record()).isEqualTo(new AttemptRecord(1_000, 300L, 0L, 2, "", false));
    }

    /** A payload that another program has written may have any depth. */
    @Test
    void partThatCannotBeWrittenShouldBeLeftOut() {
        rule = RULE.payload(true);
        callback = (payload, context) -> {
            throw new RejectTaskException("no");
        };
        assertThat(outcome("[".repeat(5_000) + "]".repeat(5_000), "{}").record())
                .satisfies(record -> assertThat(record.more()).startsWith("{\"error\":[\""))
                .extracting(AttemptRecord::listsAttempts)
                .isEqualTo(true);
    }
}
