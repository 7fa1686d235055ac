package io.delayqueue.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.IfExists;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RescheduleResult;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskExistsException;
import io.delayqueue.TopicName;
import io.delayqueue.history.TopicHistory;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.observation.TracedApplication.Call;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Traces across instances. */
class TracingIT {

    private final String group = "g" + UUID.randomUUID();

    private final TracedInstance adding = TracedInstance.adding(group);

    private final TracedInstance consuming = TracedInstance.consuming(group);

    @AfterEach
    void close() {
        consuming.close();
        adding.close();
    }

    @Test
    void callbackOfAnotherInstanceShouldContinueTheTraceOfTheAdd() {
        Task task = task("work").id("order-42").delay(Duration.ofMillis(300)).build();
        String trace = adding.request("acme", () -> adding.service().addTask(task));
        SpanData request = only(adding, "request");
        SpanData add = only(adding, "add " + group + "/work");
        assertThat(add.getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(add.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(attributes(add))
                .containsAllEntriesOf(Map.of(
                        "queue", "default",
                        "group", group,
                        "topic", "work",
                        "outcome", "SUCCESS",
                        "messaging.system", "delayqueue",
                        "messaging.operation.name", "add",
                        "messaging.operation.type", "send",
                        "messaging.destination.name", group + "/work",
                        "messaging.message.id", "order-42"))
                .doesNotContainKey("messaging.batch.message_count");
        SpanData execution = awaitSpans("execute " + group + "/work", 1).get(0);
        assertThat(execution.getTraceId()).isEqualTo(trace);
        assertThat(execution.getParentSpanId()).isEqualTo(add.getSpanId());
        assertThat(execution.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(attributes(execution))
                .containsAllEntriesOf(Map.of(
                        "queue", "default",
                        "group", group,
                        "topic", "work",
                        "outcome", "SUCCESS",
                        "messaging.operation.name", "execute",
                        "messaging.operation.type", "process",
                        "messaging.destination.name", group + "/work",
                        "messaging.message.id", "order-42",
                        "delayqueue.attempt", "1"));
        assertThat(consuming.calls()).containsExactly(new Call("order-42", 1, trace, trace, "acme"));
    }

    @Test
    void attemptsShouldBeSpansOfTheirOwnInTheTraceOfTheAdd() {
        String trace = adding.request(
                "acme", () -> adding.service().addTask(task("failing").build()));
        List<SpanData> attempts = awaitSpans("execute " + group + "/failing", 3);
        SpanData add = only(adding, "add " + group + "/failing");
        assertThat(attempts).extracting(SpanData::getTraceId).containsOnly(trace);
        assertThat(attempts).extracting(SpanData::getParentSpanId).containsOnly(add.getSpanId());
        assertThat(attempts)
                .extracting(span -> attributes(span).get("delayqueue.attempt"))
                .containsExactly("1", "2", "3");
        assertThat(attempts).allSatisfy(attempt -> {
            assertThat(attempt.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(attributes(attempt)).containsEntry("outcome", "ERROR");
            assertThat(attempt.getEvents()).anySatisfy(event -> assertThat(
                            event.getAttributes().get(AttributeKey.stringKey("exception.message")))
                    .isEqualTo("no luck"));
        });
        assertThat(consuming.all(Call::tenant)).containsOnly("acme");
    }

    @Test
    void bulkShouldBeOneSpanThatAllItsTasksContinue() {
        String trace = adding.request("acme", () -> adding.service()
                .addTasks(List.of(
                        task("work").build(), task("work").build(), task("mail").build())));
        SpanData add = only(adding, "add " + group + "/many");
        assertThat(attributes(add))
                .containsAllEntriesOf(Map.of(
                        "group", group, "topic", "many", "outcome", "SUCCESS", "messaging.batch.message_count", "3"))
                .doesNotContainKey("messaging.message.id");
        assertThat(awaitSpans("execute " + group + "/work", 2))
                .extracting(SpanData::getParentSpanId)
                .containsOnly(add.getSpanId());
        assertThat(awaitSpans("execute " + group + "/mail", 1))
                .extracting(SpanData::getTraceId)
                .containsOnly(trace);
    }

    @Test
    void batchShouldBeOneSpanInTheTraceOfItsFirstTask() {
        String trace = adding.request("acme", () -> adding.service()
                .addTask(task("batch").id("a").payload("good").build()));
        adding.request("other", () -> adding.service()
                .addTask(task("batch").id("b").payload("bad").build()));
        SpanData failed = awaitSpans("execute " + group + "/batch", 1).get(0);
        assertThat(failed.getTraceId()).isEqualTo(trace);
        assertThat(attributes(failed))
                .containsAllEntriesOf(Map.of(
                        "queue", "default",
                        "group", group,
                        "topic", "batch",
                        "outcome", "ERROR",
                        "messaging.message.id", "a",
                        "delayqueue.attempt", "1"));
        assertThat(failed.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(failed.getEvents()).singleElement().satisfies(event -> assertThat(
                        event.getAttributes().get(AttributeKey.stringKey("exception.message")))
                .isEqualTo("1 of a batch failed, the first at 1"));
        adding.service()
                .addTasks(List.of(
                        task("batch").payload("good").build(),
                        task("batch").payload("good").build()));
        // The dead letter is left: all spans have ended.
        await().untilAsserted(() -> assertThat(adding.service().countTasks(group, List.of("batch")))
                .singleElement()
                .satisfies(counts -> assertThat(counts.total()).isOne()));
        List<SpanData> all = consuming.spans("execute " + group + "/batch");
        assertThat(all).hasSize(2);
        assertThat(attributes(all.get(1))).containsEntry("outcome", "SUCCESS");
        assertThat(consuming.calls()).hasSize(2).contains(new Call("a", 1, trace, trace, "acme"));
    }

    @Test
    void occurrencesOfRepeatingTaskShouldBeginTracesWithALinkToItsAdd() {
        Task task = task("work").repeat(Repeat.fixedRate(Duration.ofMillis(50))).build();
        String trace = adding.request("acme", () -> adding.service().addTask(task));
        List<SpanData> runs = awaitSpans("execute " + group + "/work", 3);
        adding.service().removeTask(group, task.id());
        assertThat(runs)
                .extracting(SpanData::getTraceId)
                .doesNotHaveDuplicates()
                .doesNotContain(trace);
        assertLinked(runs, trace);
    }

    private void assertLinked(List<SpanData> runs, String trace) {
        assertThat(runs).allSatisfy(run -> {
            assertThat(run.getParentSpanContext().isValid()).isFalse();
            assertThat(run.getLinks()).singleElement().satisfies(link -> {
                assertThat(link.getSpanContext().getTraceId()).isEqualTo(trace);
                assertThat(link.getSpanContext().getSpanId())
                        .isEqualTo(only(adding, "add " + group + "/work").getSpanId());
            });
        });
        assertThat(consuming.all(Call::traceId))
                .containsAll(runs.stream().map(SpanData::getTraceId).toList());
        assertThat(consuming.calls()).allMatch(call -> call.tenant().equals("acme"));
    }

    @Test
    void taskOfALongDelayShouldBeginATraceWithALinkToItsAdd() {
        Task within = task("mail").delay(Duration.ofHours(1)).build();
        Task beyond = task("work").delay(Duration.ofHours(1).plusMillis(1)).build();
        String trace = adding.request("acme", () -> {
            adding.service().addTask(within);
            adding.service().addTask(beyond);
        });
        adding.service().rescheduleTask(group, within.id(), Duration.ZERO);
        adding.service().rescheduleTask(group, beyond.id(), Duration.ZERO);
        SpanData child = awaitSpans("execute " + group + "/mail", 1).get(0);
        assertThat(child.getTraceId()).isEqualTo(trace);
        assertThat(child.getLinks()).isEmpty();
        List<SpanData> linked = awaitSpans("execute " + group + "/work", 1);
        assertThat(linked).extracting(SpanData::getTraceId).doesNotContain(trace);
        assertLinked(linked, trace);
    }

    @Test
    void taskThatIsAddedInCallbackShouldContinueItsTrace() {
        String trace = adding.request(
                "acme", () -> adding.service().addTask(task("next").build()));
        SpanData last = awaitSpans("execute " + group + "/work", 1).get(0);
        SpanData add = only(consuming, "add " + group + "/work");
        SpanData first = awaitSpans("execute " + group + "/next", 1).get(0);
        assertThat(last.getTraceId()).isEqualTo(trace);
        assertThat(last.getParentSpanId()).isEqualTo(add.getSpanId());
        assertThat(add.getParentSpanId()).isEqualTo(first.getSpanId());
        assertThat(consuming.all(Call::tenant)).containsExactly("acme", "acme");
    }

    @Test
    void tasksAddedWithoutTraceShouldEachBeginOne() {
        try (TracedInstance silent = TracedInstance.adding(group, "delayqueue.observations.enabled=false")) {
            silent.request("acme", () -> {
                silent.service().addTask(task("work").build());
                silent.service().addTask(task("work").build());
            });
            List<SpanData> runs = awaitSpans("execute " + group + "/work", 2);
            assertThat(runs).extracting(SpanData::getParentSpanId).containsOnly("0000000000000000");
            assertThat(runs).extracting(SpanData::getTraceId).doesNotHaveDuplicates();
            assertThat(consuming.all(Call::tenant)).containsOnly("null");
            assertThat(silent.spans("add " + group + "/work")).isEmpty();
        }
    }

    @Test
    void sameTaskAddedAgainUnderAnotherSpanShouldBeNoError() {
        Task task = task("work").delay(Duration.ofHours(1)).build();
        String first = adding.request("acme", () -> adding.service().addTask(task));
        adding.request("other", () -> adding.service().addTasks(List.of(task)));
        Task untraced = task("work").delay(Duration.ofHours(1)).build();
        adding.service().addTask(untraced);
        adding.request("other", () -> adding.service().addTask(untraced));
        assertThat(List.of(task, untraced)).allSatisfy(added -> assertThat(
                        adding.service().runTaskNow(group, added.id()).outcome())
                .isEqualTo(RescheduleResult.Outcome.RESCHEDULED));
        awaitSpans("execute " + group + "/work", 2);
        assertThat(consuming.calls())
                .hasSize(2)
                .anyMatch(call -> call.task().equals(task.id())
                        && call.traceId().equals(first)
                        && call.tenant().equals("acme"))
                .anyMatch(call ->
                        call.task().equals(untraced.id()) && call.tenant().equals("null"));
    }

    @Test
    void headersOfTheTaskItselfShouldGoFirst() {
        String given = "0af7651916cd43dd8448eb211c80319c";
        Task task = task("work")
                .headers(Map.of("traceparent", "00-" + given + "-b7ad6b7169203331-01", "tenant", "own"))
                .build();
        adding.request("acme", () -> adding.service().addTask(task));
        assertThat(awaitSpans("execute " + group + "/work", 1).get(0).getTraceId())
                .isEqualTo(given);
        assertThat(consuming.all(Call::tenant)).containsExactly("own");
    }

    @Test
    void taskWhoseHeadersLeaveNoRoomShouldBeAddedWithoutItsTrace() {
        Task task = task("work").headers(Map.of("large", "x".repeat(65_500))).build();
        String trace = adding.request("acme", () -> adding.service().addTask(task));
        assertThat(awaitSpans("execute " + group + "/work", 1).get(0).getTraceId())
                .isNotEqualTo(trace);
    }

    @Test
    void asynchronousAddShouldBeSpanUntilItsFutureIsDone() {
        String trace = adding.request("acme", () -> assertThat(
                        adding.service().addTaskAsync(task("work").build()).join())
                .extracting(AddResult::outcome)
                .isEqualTo(AddResult.Outcome.ADDED));
        SpanData add = only(adding, "add " + group + "/work");
        assertThat(attributes(add)).containsEntry("outcome", "SUCCESS");
        SpanData execution = awaitSpans("execute " + group + "/work", 1).get(0);
        assertThat(execution.getTraceId()).isEqualTo(trace);
        assertThat(execution.getParentSpanId()).isEqualTo(add.getSpanId());
    }

    @Test
    void addsThatFailShouldBeSpansWithTheError() {
        TaskBuilder taken = task("mail").id("taken").delay(Duration.ofDays(1)).ifExists(IfExists.FAIL);
        adding.service().addTask(taken.build());
        adding.exporter().reset();
        adding.request("acme", () -> {
            assertThatExceptionOfType(TaskExistsException.class)
                    .isThrownBy(() -> adding.service().addTask(taken.build()));
            assertThat(adding.service().addTaskAsync(taken.build()))
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withCauseInstanceOf(TaskExistsException.class);
            assertThatExceptionOfType(InvalidTaskException.class).isThrownBy(() -> adding.service()
                    .addTasks(List.of(task("mail")
                            .repeat(Repeat.cron("every day", ZoneOffset.UTC))
                            .build())));
        });
        await().untilAsserted(() -> assertThat(adding.spans("add " + group + "/mail"))
                .hasSize(3)
                .allSatisfy(span -> {
                    assertThat(attributes(span)).containsEntry("outcome", "ERROR");
                    assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
                }));
    }

    @Test
    void recordShouldHaveTheTraceOfItsAttempt() {
        String own = "g" + UUID.randomUUID();
        String history = "delayqueue.history." + own + ".work.";
        try (TracedInstance recording =
                TracedInstance.consuming(own, history + "max-age=1d", history + "max-size=2MB")) {
            recording.service().addTask(Task.of(own, "work").id("a").build());
            TopicHistory records =
                    recording.context().getBean(DelayQueueInspector.class).history(new TopicName(own, "work"));
            await().until(() -> records.find("a").isPresent());
            String name = "execute " + own + "/work";
            await().until(() -> recording.spans(name).size() == 1);
            assertThat(records.find("a").orElseThrow().details().traceId())
                    .isEqualTo(recording.spans(name).get(0).getTraceId());
        }
    }

    private TaskBuilder task(String topic) {
        return Task.of(group, topic);
    }

    private static SpanData only(TracedInstance instance, String name) {
        assertThat(instance.spans(name)).hasSize(1);
        return instance.spans(name).get(0);
    }

    private List<SpanData> awaitSpans(String name, int count) {
        await().untilAsserted(() -> assertThat(consuming.spans(name)).hasSizeGreaterThanOrEqualTo(count));
        return consuming.spans(name);
    }

    private static Map<String, String> attributes(SpanData span) {
        return span.getAttributes().asMap().entrySet().stream()
                .collect(Collectors.toMap(entry -> entry.getKey().getKey(), entry -> String.valueOf(entry.getValue())));
    }
}
