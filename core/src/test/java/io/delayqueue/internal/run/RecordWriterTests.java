package io.delayqueue.internal.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

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

    private final RecordWriter records = new RecordWriter(topic -> topic.equals(TOPIC) ? rule : null);

    private TaskCallback<JsonNode> callback = (payload, context) -> pass(3);

    private TopicOptions.Builder options = TopicOptions.builder().concurrency(1).maxAttempts(1);

    private void pass(long millis) {
        nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    }

    /** Runs a task that is due at 1,000 ms, is leased 200 ms after that, and begins 100 ms later. */
    private List<PendingOutcome> run(String payload, String options) {
        String detail = "[1000,\"t\"," + payload + "," + options + "]";
        TaskExecution execution = new TaskExecution(
                TOPIC,
                new ReservedTask(new Delivery("t", "id", 1, "i", null), 2, 1_000, 0, 0, detail.getBytes(UTF_8)),
                1_200,
                nanos.get(),
                Duration.ofSeconds(30),
                new EngineTime(nanos::get, Clock.systemUTC(), false));
        pass(100);
        execution.attempt().begin(AttemptCaller.ON_THREADS);
        TaskRunner runner = TestExecutions.runner(
                TOPIC,
                new TopicCallback(TOPIC, JsonNode.class, callback, TopicOptions.DEFAULT, "test"),
                this.options.build(),
                Drivers.context(new AtomicLong(), refusing, Drivers.threads()),
                interceptors);
        return records.recorded(runner.run(execution.attempt()));
    }

    private Outcome outcome(String payload, String options) {
        return run(payload, options).get(0).outcome();
    }

    @Test
    void finishedTaskShouldHaveARecord() {
        assertThat(outcome("{}", "{}").record()).isEqualTo(new AttemptRecord(1_000, 300L, 3L, 2, ""));
        assertThat(outcome("{}", "{\"planned\":500}").record())
                .isEqualTo(new AttemptRecord(1_000, 300L, 3L, 2, "{\"occurrence\":500}"));
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
        assertThat(ended.get(0).outcome()).isEqualTo(new Outcome.Finished(new Delivery("t", "id", 1, "i", null)));
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
                                + "...\"],\"reason\":\"ATTEMPTS_EXHAUSTED\"}")));
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
                        .isEqualTo(new AttemptRecord(1_000, 300L, 3L, 2, "")));
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
            assertThat(record).isEqualTo(new AttemptRecord(1_000, null, null, 1, record.more()));
        });
        assertThat(outcome("{}", "{\"repeat\":{\"delay\":60000}," + late + "}"))
                .isInstanceOfSatisfying(Outcome.NextOccurrence.class, missed -> {
                    assertThat(missed.recorded()).isEqualTo(RecordedOutcome.MISSED);
                    assertThat(missed.record().attempts()).isOne();
                    assertThat(missed.record().tookMillis()).isNull();
                });
        options.whenExpired(WhenExpired.DROP);
        assertThat(outcome("{}", "{" + late + "}").record()).isEqualTo(new AttemptRecord(1_000, null, null, 1, ""));
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

    /** A payload that another program has written may have any depth. */
    @Test
    void partThatCannotBeWrittenShouldBeLeftOut() {
        rule = RULE.payload(true);
        callback = (payload, context) -> {
            throw new RejectTaskException("no");
        };
        assertThat(outcome("[".repeat(5_000) + "]".repeat(5_000), "{}").record())
                .satisfies(record -> assertThat(record.more()).startsWith("{\"error\":[\""));
    }
}
