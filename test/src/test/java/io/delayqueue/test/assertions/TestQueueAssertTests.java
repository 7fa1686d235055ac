package io.delayqueue.test.assertions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Priority;
import io.delayqueue.Task;
import io.delayqueue.TaskError;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

class TestQueueAssertTests {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final List<TaskInfo> tasks = new ArrayList<>();

    private final List<TestDelivery> deliveries = new ArrayList<>();

    record CancelOrder(long number) {}

    @Test
    void hasTaskShouldFindAnyTaskOfTheTopic() {
        add(delayed("cancel", "cancel-42", Duration.ofMinutes(30), "{\"number\":42}"));
        queue().hasTask("orders", "cancel").and().hasTasks(1);
        assertThatFails(() -> queue().hasTask("orders", "remind")).isEqualTo("""
                        Expecting a task of orders/remind
                        but found none.
                        At 2026-01-01T12:00:00Z queue "default" has 1 task:
                          DELAYED orders/cancel cancel-42, due in 30m, payload {"number":42}
                        and has made no calls
                        The time of delayed tasks comes by advance(), not by waiting""");
        assertThatFails(() -> queue().hasTask("shop", "cancel")).contains("found none");
    }

    @Test
    void eachStepShouldKeepOnlyTasksThatFulfilAllSteps() {
        add(delayed("cancel", "cancel-1", Duration.ofMinutes(30), "{\"number\":1}"));
        add(delayed("cancel", "cancel-2", Duration.ofMinutes(20), "{\"number\":2}"));
        add(delayed("remind", "remind-1", Duration.ofMinutes(10), "{\"number\":1}"));
        queue().hasTask("orders", "cancel")
                .withPayload(new CancelOrder(1))
                .dueIn(Duration.ofMinutes(30))
                .and()
                .hasTask("orders", "cancel")
                .withId("cancel-2");
        assertThatFails(() -> queue().hasTask("orders", "cancel")
                        .withPayload(new CancelOrder(1))
                        .dueIn(Duration.ofMinutes(20)))
                .isEqualTo("""
                        Expecting a task of orders/cancel
                          with payload {"number":1}
                          due in 20m
                        but no task fulfils the last line. These do all the others:
                          DELAYED orders/cancel cancel-1, due in 30m, payload {"number":1}
                        At 2026-01-01T12:00:00Z queue "default" has 3 tasks:
                          DELAYED orders/cancel cancel-1, due in 30m, payload {"number":1}
                          DELAYED orders/cancel cancel-2, due in 20m, payload {"number":2}
                          DELAYED orders/remind remind-1, due in 10m, payload {"number":1}
                        and has made no calls
                        The time of delayed tasks comes by advance(), not by waiting""");
    }

    @Test
    void eachStepShouldLeaveTheAssertionItStartedFromAsItWas() {
        add(delayed("cancel", "cancel-1", Duration.ZERO, null));
        add(delayed("cancel", "cancel-2", Duration.ZERO, null));
        TaskAssert both = queue().hasTask("orders", "cancel");
        both.withId("cancel-1");
        both.withId("cancel-2");
    }

    @Test
    void descriptionShouldStandBeforeEachMessage() {
        assertThatFails(() -> queue().as("after the payment").hasTask("orders", "cancel"))
                .startsWith("[after the payment] Expecting a task of orders/cancel");
        add(delayed("cancel", "cancel-1", Duration.ZERO, null));
        assertThatFails(() -> queue().as("100 %").hasTask("orders", "cancel").withId("other"))
                .startsWith("[100 %] Expecting");
        assertThatFails(() -> queue().withFailMessage("no task")
                        .hasTask("orders", "cancel")
                        .withId("other"))
                .isEqualTo("no task");
    }

    @Test
    void payloadShouldBeComparedAsJson() {
        add(delayed("cancel", "a", Duration.ZERO, "{ \"number\" : 42, \"tags\": [1,2] }"));
        queue().hasTask("orders", "cancel").withPayload(Map.of("tags", List.of(1, 2), "number", 42L));
        assertThatFails(() -> queue().hasTask("orders", "cancel").withPayload(new CancelOrder(42)))
                .contains("with payload {\"number\":42}");
        assertThatFails(() ->
                        queue().hasTask("orders", "cancel").withPayload(Map.of("tags", List.of(2, 1), "number", 42)))
                .contains("no task fulfils");
        assertThatFails(() -> queue().hasTask("orders", "cancel").withPayload(null))
                .contains("without a payload");
    }

    @Test
    void missingPayloadShouldEqualOnlyNull() {
        add(delayed("cancel", "a", Duration.ZERO, null));
        queue().hasTask("orders", "cancel").withPayload(null);
        assertThatFails(() -> queue().hasTask("orders", "cancel").withPayload("null"))
                .contains("no payload");
    }

    @Test
    void dueTimeShouldBeThatOfTheNextAttempt() {
        TaskInfo repeated = new TaskInfo(
                new TopicName("orders", "cancel"),
                "a",
                TaskState.DELAYED,
                NOW.minusSeconds(60),
                NOW.plusSeconds(2),
                1,
                error("java.lang.IllegalStateException", "down"),
                null,
                "me",
                null,
                new Task.Options(
                        Priority.HIGH,
                        null,
                        Map.of("recipient", "a@b.example"),
                        null,
                        List.of(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        false),
                null,
                List.of());
        add(repeated);
        queue().hasTask("orders", "cancel")
                .dueIn(Duration.ofSeconds(2))
                .dueAt(NOW.plusSeconds(2))
                .withState(TaskState.DELAYED)
                .withAttempts(1)
                .withPriority(Priority.HIGH)
                .withHeader("recipient", "a@b.example")
                .withError("dow")
                .withError(IllegalStateException.class);
        assertThatFails(() -> queue().hasTask("orders", "cancel").dueAt(NOW.minusSeconds(60)))
                .contains("due at 2026-01-01T11:59:00Z (1m ago)")
                .contains(
                        "DELAYED orders/cancel a, due in 2s, attempts 1, priority HIGH, headers {recipient=a@b.example},"
                                + " no payload, error java.lang.IllegalStateException: down");
        assertThatFails(() -> queue().hasTask("orders", "cancel").withState(TaskState.READY))
                .contains("in state READY");
        assertThatFails(() -> queue().hasTask("orders", "cancel").withAttempts(2))
                .contains("with attempts 2");
        assertThatFails(() -> queue().hasTask("orders", "cancel").withPriority(Priority.LOW))
                .contains("with priority LOW");
        assertThatFails(() -> queue().hasTask("orders", "cancel").withHeader("recipient", "b"))
                .contains("with header recipient=b");
        assertThatFails(() -> queue().hasTask("orders", "cancel").withHeader("sender", "a@b.example"))
                .contains("with header sender=a@b.example");
        assertThatFails(() -> queue().hasTask("orders", "cancel").withError("up"))
                .contains("with an error that says \"up\"");
        assertThatFails(() -> queue().hasTask("orders", "cancel").withError(RuntimeException.class))
                .contains("with an error of exactly java.lang.RuntimeException");
    }

    @Test
    void dueTimeShouldBeRoundedUpAsTheQueueDoes() {
        add(delayed("cancel", "a", Duration.ofMillis(2), null));
        queue().hasTask("orders", "cancel").dueIn(Duration.ofNanos(1_000_001)).dueAt(NOW.plusNanos(1_999_999));
        assertThatFails(() -> queue().hasTask("orders", "cancel").dueIn(Duration.ofMillis(1)))
                .contains("due in 0.001s");
    }

    @Test
    void deadLettersShouldBeTasksThatAreNeverDue() {
        add(dead("cancel", "a", "java.lang.IllegalStateException", "no\nmail"));
        queue().hasTasks(1)
                .dead(1)
                .dead("orders", "cancel")
                .withAttempts(5)
                .withError("mail")
                .and()
                .hasTask("orders", "cancel")
                .withState(TaskState.DEAD);
        assertThatFails(() -> queue().hasTask("orders", "cancel").dueAt(NOW.minusSeconds(5)))
                .contains("(5s ago)");
        assertThatFails(() -> queue().hasNoTasks()).isEqualTo("""
                        Expecting no tasks but found 1.
                        At 2026-01-01T12:00:00Z queue "default" has 1 task:
                          DEAD orders/cancel a, died 5s ago, attempts 5, no payload, error java.lang.IllegalStateException: no mail
                        and has made no calls""");
        assertThatFails(() -> queue().hasNoDeadLetters()).startsWith("Expecting no dead letters but found 1.");
        assertThatFails(() -> queue().dead(2)).startsWith("Expecting 2 dead letters but found 1.");
        assertThatFails(() -> queue().hasNoTask("orders", "cancel"))
                .startsWith("Expecting no tasks of orders/cancel but found 1.");
    }

    @Test
    void tasksThatMayStillRunShouldBeNoDeadLetters() {
        add(delayed("cancel", "a", Duration.ZERO, null));
        queue().hasNoDeadLetters();
        assertThatFails(() -> queue().dead("orders", "cancel"))
                .startsWith("Expecting a dead letter of orders/cancel\nbut found none.");
        assertThatFails(() -> queue().hasTask("orders", "cancel").withError(""))
                .contains("with an error that says \"\"");
    }

    @Test
    void noTasksShouldBeSaidOfAllOfAGroupOrOfATopic() {
        queue().hasNoTasks().hasTasks(0);
        add(delayed("cancel", "a", Duration.ZERO, null));
        queue().hasNoTasks("mails").hasNoTask("orders", "remind").hasNoTask("mails", "cancel");
        assertThatFails(() -> queue().hasNoTasks()).startsWith("Expecting no tasks but found 1.");
        assertThatFails(() -> queue().hasNoTasks("orders"))
                .startsWith("Expecting no tasks of group orders but found 1.");
        assertThatFails(() -> queue().hasTasks(2)).startsWith("Expecting 2 tasks but found 1.");
        assertThatFails(() -> queue().hasTasks(0)).startsWith("Expecting no tasks but found 1.");
    }

    @Test
    void callsShouldBeCountedByWhatBecameOfThem() {
        for (Outcome outcome : Outcome.values()) {
            deliveries.add(delivery("cancel", outcome, null));
        }
        deliveries.add(delivery("remind", Outcome.RETRIED, new IllegalStateException("down")));
        queue().delivered(8)
                .delivered("orders", "cancel", 7)
                .finished(1)
                .finished("orders", "cancel", 1)
                .finished("orders", "remind", 0)
                .failed(4)
                .failed("orders", "cancel", 3)
                .failed("orders", "remind", 1);
        assertThatFails(() -> queue().failed("orders", "remind", 2)).isEqualTo("""
                        Expecting 2 calls of orders/remind that failed but found 1.
                        At 2026-01-01T12:00:00Z queue "default" has no tasks
                        and has made 8 calls:
                          orders/cancel a, attempt 2, 1m ago: RUNNING
                          orders/cancel a, attempt 2, 1m ago: FINISHED
                          orders/cancel a, attempt 2, 1m ago: RETRIED
                          orders/cancel a, attempt 2, 1m ago: POSTPONED
                          orders/cancel a, attempt 2, 1m ago: MISSED
                          orders/cancel a, attempt 2, 1m ago: DEAD
                          orders/cancel a, attempt 2, 1m ago: LOST
                          orders/remind a, attempt 2, 1m ago: RETRIED java.lang.IllegalStateException: down""");
        assertThatFails(() -> queue().delivered(6)).startsWith("Expecting 6 calls but found 8.");
        assertThatFails(() -> queue().delivered("orders", "remind", 0))
                .startsWith("Expecting no calls of orders/remind but found 1.");
        assertThatFails(() -> queue().finished(2)).startsWith("Expecting 2 calls that finished but found 1.");
        assertThatFails(() -> queue().finished("orders", "remind", 1))
                .startsWith("Expecting 1 call of orders/remind that finished but found none.");
        assertThatFails(() -> queue().failed(5)).startsWith("Expecting 5 calls that failed but found 4.");
    }

    @Test
    void messageShouldListTwentyOfManyTasksAndTheLastTwentyCalls() {
        IntStream.range(0, 100).forEach(i -> add(delayed("cancel", "task-" + i, Duration.ofSeconds(i), null)));
        IntStream.range(0, 30).forEach(i -> deliveries.add(delivery("remind", Outcome.FINISHED, null)));
        assertThatFails(() -> queue().hasTasks(1))
                .contains("has 100 tasks", "task-19", "\n  … and 80 more\n")
                .doesNotContain("task-20")
                .contains("has made 30 calls:\n  … 10 before, and\n  orders/remind")
                .satisfies(message ->
                        assertThat(message.split("orders/remind", -1)).hasSize(21));
    }

    @Test
    void longTextsShouldBeCut() {
        add(delayed("cancel", "a", Duration.ZERO, "\"" + "x".repeat(1_000) + "\""));
        assertThatFails(() -> queue().hasNoTasks()).contains("payload \"" + "x".repeat(199) + "…\n");
    }

    @Test
    void timesShouldBeWrittenAsPeopleReadThem() {
        assertThat(List.of("PT0S", "PT90S", "PT-0.25S", "P1D", "P30DT1H").stream()
                        .map(Duration::parse)
                        .map(DueTime::relative))
                .containsExactly("now", "in 1m30s", "0.25s ago", "in 1d", "in 30d1h");
    }

    @Test
    void negativeCountsShouldBeRefused() {
        add(delayed("cancel", "a", Duration.ZERO, null));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> queue().delivered(-1))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> queue().hasTasks(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> queue().failed("orders", "cancel", -1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> queue().hasTask("orders", "cancel").withAttempts(-1));
    }

    @Test
    void tasksAndDeadLettersOfATopicShouldBeCountedWithoutOthers() {
        add(delayed("cancel", "a", Duration.ZERO, null));
        add(dead("cancel", "b", "java.io.IOException", "no"));
        add(dead("remind", "c", "java.io.IOException", "no"));
        queue().hasTasks("orders", "cancel", 2)
                .hasTasks("orders", "remind", 1)
                .hasTasks("orders", "ship", 0)
                .dead("orders", "cancel", 1)
                .dead("orders", "ship", 0);
        assertThatFails(() -> queue().hasTasks("orders", "cancel", 3))
                .startsWith("Expecting 3 tasks of orders/cancel but found 2.");
        assertThatFails(() -> queue().dead("orders", "cancel", 2))
                .startsWith("Expecting 2 dead letters of orders/cancel but found 1.");
    }

    @Test
    void wrongNamesShouldBeRefused() {
        assertThatExceptionOfType(InvalidTaskException.class).isThrownBy(() -> queue().hasTask("no group", "cancel"));
        assertThatExceptionOfType(InvalidTaskException.class).isThrownBy(() -> queue().hasNoTasks(""));
    }

    private TestQueueAssert queue() {
        JsonMapper json = JsonMapper.builder().build();
        return new TestQueueAssert(
                null,
                () -> new QueueView(
                        "default",
                        NOW,
                        dueTimes(),
                        new QueueView.Calls(deliveries, List.of(), topic -> true),
                        json::writeValueAsString,
                        new QueueView.Records(id -> List.of(), topic -> true)));
    }

    private Map<TaskInfo, Instant> dueTimes() {
        Map<TaskInfo, Instant> times = new LinkedHashMap<>();
        tasks.forEach(task -> times.put(task, Objects.requireNonNull(task.stateUntil())));
        return times;
    }

    private static AbstractStringAssert<?> assertThatFails(ThrowingCallable assertion) {
        return assertThat(catchThrowableOfType(AssertionError.class, assertion))
                .isNotNull()
                .message();
    }

    private void add(TaskInfo task) {
        tasks.add(task);
    }

    private static TaskInfo delayed(String topic, String id, Duration delay, @Nullable String payload) {
        return task(topic, id, TaskState.DELAYED, NOW.plus(delay), 0, null, payload);
    }

    private static TaskInfo dead(String topic, String id, String type, String message) {
        return task(topic, id, TaskState.DEAD, NOW.minusSeconds(5), 5, error(type, message), null);
    }

    private static TaskInfo task(
            String topic,
            String id,
            TaskState state,
            Instant until,
            int attempts,
            @Nullable TaskError error,
            @Nullable String payload) {
        return new TaskInfo(
                new TopicName("orders", topic),
                id,
                state,
                until,
                until,
                attempts,
                error,
                payload,
                null,
                null,
                Task.Options.NONE,
                null,
                List.of());
    }

    private static TaskError error(String type, String message) {
        return new TaskError(1, NOW, type, null, message, null, null);
    }

    private static TestDelivery delivery(String topic, Outcome outcome, @Nullable Throwable failure) {
        return new TestDelivery(new TopicName("orders", topic), "a", 2, NOW.minusSeconds(60), outcome, failure, null);
    }

    @Test
    void addsThatWaitForACommitShouldBeReported() {
        DelayQueueService none = (DelayQueueService) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DelayQueueService.class}, (proxy, method, arguments) -> {
                    throw new AssertionError(method);
                });
        TransactionSynchronizationManager.initSynchronization();
        TransactionSynchronizationManager.setActualTransactionActive(true);
        try {
            new TransactionalDelayQueueService(none, task -> task)
                    .addTasks(List.of(
                            Task.of("orders", "cancel").build(),
                            Task.of("orders", "remind").build()));
            assertThatFails(() -> queue().hasTask("orders", "cancel")).contains("2 changes");
        } finally {
            TransactionSynchronizationManager.clear();
        }
        assertThatFails(() -> queue().hasTask("orders", "cancel")).doesNotContain("changes");
    }
}
