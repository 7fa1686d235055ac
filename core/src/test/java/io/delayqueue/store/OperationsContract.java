package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.TaskJson;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users do with tasks, on every store: remove, reschedule, requeue. */
public abstract class OperationsContract extends StoreContract {

    /** Delivery of the newest attempt. */
    private Delivery newest;

    protected OperationsContract(StoreUnderTest underTest) {
        super(underTest);
    }

    // --- remove

    @Test
    void removeTakesATaskInEveryStateAndTellsWhatItWas() {
        inEveryState();
        List<String> ids = List.of("delayed", "ready", "reserved", "dead", "nobody");
        List<TaskInfo> removed = store().remove(group, ids);
        assertThat(removed.subList(0, 4))
                .extracting(TaskInfo::state)
                .containsExactly(TaskState.DELAYED, TaskState.READY, TaskState.RESERVED, TaskState.DEAD);
        assertThat(removed.subList(0, 4)).extracting(TaskInfo::id).containsExactlyElementsOf(ids.subList(0, 4));
        assertThat(removed.get(2).payload()).isEqualTo("\"reserved\"");
        assertThat(removed.get(2).attempts()).isEqualTo(1);
        assertThat(removed.get(3).lastError().message()).isEqualTo("no");
        assertThat(removed.get(4)).isNull();
        assertThat(store().find(group, ids)).containsOnlyNulls();
        assertThat(store().remove(group, ids)).containsOnlyNulls();
        assertThat(counts().total()).isZero();
    }

    @Test
    void removeTakesAFullBatch() {
        List<NewTask> tasks = IntStream.range(0, 500)
                .mapToObj(i -> task("a" + i, i % 2 * 60_000L))
                .toList();
        store().add(group, tasks);
        pushAll();
        reserve(100);
        assertThat(store().remove(group, tasks.stream().map(NewTask::id).toList()))
                .doesNotContainNull();
        assertThat(counts().total()).isZero();
    }

    // --- find

    @Test
    void payloadShouldBeShownAsItIsStored() {
        String deep = "[".repeat(600) + "]".repeat(600);
        List<String> payloads =
                List.of("{\"price\":100000000000000000.10}", deep, "[ 1e400 ]", "9".repeat(1_100), "\"\\u00e4\"");
        for (int i = 0; i < payloads.size(); i++) {
            byte[] detail = ("\"t\"," + payloads.get(i) + "]").getBytes(UTF_8);
            store().add(group, List.of(TestTasks.task("t", "a" + i, 1_000, true, detail)));
            assertThat(find("a" + i).payload()).isEqualTo(payloads.get(i));
        }
        byte[] none = "\"t\",null]".getBytes(UTF_8);
        store().add(group, List.of(TestTasks.task("t", "none", 1_000, true, none)));
        assertThat(find("none").payload()).isNull();
        byte[] ofNull = "\"t\",null,{\"payload\":null}]".getBytes(UTF_8);
        store().add(group, List.of(TestTasks.task("t", "null", 1_000, true, ofNull)));
        assertThat(find("null").payload()).isEqualTo("null");
    }

    @Test
    void aTaskThatCannotBeReadIsFoundListedAndRemovedLikeOthers() {
        byte[] spoilt = "\"t\",null,{\"headers\":{\"a\":\"b\"},no JSON".getBytes(UTF_8);
        store().add(group, List.of(TestTasks.task("t", "a", 0, true, spoilt)));
        add("b", 0);
        pushAll();
        acknowledge(deliveries(2), delivery -> new Outcome.Dead(delivery, "{}"));
        assertThat(find("a").headers()).containsEntry("a", "b");
        assertThat(topics().list(topic, TaskState.DEAD, null, 10, true).tasks())
                .extracting(TaskInfo::id)
                .containsExactly("a", "b");
        assertThat(store().remove(group, List.of("a")).get(0).payload()).isNull();
        assertThat(findOrNull("a")).isNull();
    }

    // --- reschedule

    @Test
    void rescheduleMovesADelayedTaskEarlierAndLater() {
        add("a", 60_000);
        var later = store().reschedule(group, "a", 120_000, true);
        assertThat(later.outcome()).isEqualTo(RescheduleResult.Outcome.RESCHEDULED);
        assertThat(find("a").dueAt()).isEqualTo(later.dueAt());
        assertThat(find("a").stateUntil()).isEqualTo(later.dueAt());
        assertThat(later.dueAt()).isAfter(Instant.ofEpochMilli(storeMillis() + 100_000));
        assertThat(store().reschedule(group, "a", 1_000, false).dueAt()).isEqualTo(Instant.ofEpochMilli(1_000));
        assertThat(pushAll()).isEqualTo(1);
        assertThat(find("a").state()).isEqualTo(TaskState.READY);
        assertThat(find("a").payload()).isEqualTo("\"a\"");
    }

    @Test
    void aReadyTaskThatIsToBeDueNowKeepsItsPlace() {
        add("a", 0);
        add("b", 0);
        pushAll();
        Instant due = find("a").dueAt();
        assertThat(store().reschedule(group, "a", 0, true))
                .isEqualTo(new RescheduleResult(RescheduleResult.Outcome.RESCHEDULED, due));
        pushAll();
        assertThat(reserve(10)).extracting(StoreFixture::id).containsExactly("a", "b");
    }

    @Test
    void dueTaskThatIsToRunNowShouldKeepItsPlaceBeforeAndAfterAPush() {
        for (String id : List.of("a", "b", "c", "d")) {
            store().add(group, List.of(TestTasks.task("t", id, 1_000, false, detail("t", "x"))));
        }
        assertThat(store().reschedule(group, "a", 0, true))
                .isEqualTo(new RescheduleResult(RescheduleResult.Outcome.RESCHEDULED, Instant.ofEpochMilli(1_000)));
        pushAll();
        store().reschedule(group, "b", 0, true);
        assertThat(reserve(4)).extracting(StoreFixture::id).containsExactly("a", "b", "c", "d");
    }

    /** Pushes all that is due, and returns the first task as an attempt gets it. */
    private TaskDetail attempt() throws UnreadableTaskException {
        pushAll();
        ReservedTask task = reserve(1).get(0);
        newest = task.delivery();
        return TaskJson.read(task.detail());
    }

    private AddStatus.Kind planned(String rest) {
        NewTask task = TestTasks.task("t", "a", 5, false, ("\"t\"," + rest).getBytes(UTF_8));
        return store().add(group, List.of(task)).get(0).kind();
    }

    @Test
    void rescheduleBeforeTheFirstAttemptShouldPlanAnotherTime() throws UnreadableTaskException {
        planned("1]");
        pushAll();
        store().reschedule(group, "a", 60_000, true);
        store().reschedule(group, "a", 7, false);
        TaskDetail first = attempt();
        assertThat(first.dueAt()).isEqualTo(Instant.ofEpochMilli(7));
        assertThat(first.occurrence()).isEqualTo(first.dueAt());
        acknowledge(new Outcome.Released(newest, false));
        store().reschedule(group, "a", 60_000, true);
        store().reschedule(group, "a", 8, false);
        assertThat(attempt().occurrence()).as("given back unbegun").isEqualTo(Instant.ofEpochMilli(8));
    }

    /** What looks like options may be the payload, or in it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1]",
                "{\"planned\":1}]",
                "{\"a\":[]},{}]",
                "[{},[1,2,0]]]",
                "null,{\"payload\":null}]",
                "1,{\"headers\":{\"planned\":\"1\"}}]",
                "1,{\"later\":{\"planned\":1}}]"
            })
    void rescheduleSinceTheFirstAttemptShouldKeepThePlannedTime(String rest) throws UnreadableTaskException {
        planned(rest);
        TaskDetail first = attempt();
        acknowledge(new Outcome.Retry(newest, 60_000, null, true));
        store().reschedule(group, "a", 120_000, true);
        store().reschedule(group, "a", 7, false);
        TaskDetail second = attempt();
        assertThat(second.dueAt()).isEqualTo(Instant.ofEpochMilli(7));
        assertThat(second.occurrence()).isEqualTo(Instant.ofEpochMilli(5));
        assertThat(second.payloadText()).isEqualTo(first.payloadText());
        assertThat(second.options()).isEqualTo(first.options());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1]", "{\"planned\":1}]", "1,{\"maxAttempts\":3}]"})
    void addOfATaskThatWasRescheduledSinceShouldFindTheSame(String rest) throws UnreadableTaskException {
        planned(rest);
        attempt();
        acknowledge(new Outcome.Retry(newest, 60_000, null, true));
        store().reschedule(group, "a", 7, false);
        assertThat(planned(rest)).isEqualTo(AddStatus.Kind.REPEATED);
        assertThat(planned("2" + rest)).isEqualTo(AddStatus.Kind.EXISTED);
    }

    @Test
    void rescheduleOfAPostponedTaskShouldKeepThePlannedTime() throws UnreadableTaskException {
        planned("1]");
        attempt();
        acknowledge(new Outcome.Retry(newest, 60_000, "{\"message\":\"busy\"}", false));
        store().reschedule(group, "a", 7, false);
        assertThat(attempt().occurrence()).isEqualTo(Instant.ofEpochMilli(5));
    }

    @Test
    void rescheduleOfARequeuedDeadLetterShouldKeepThePlannedTime() throws UnreadableTaskException {
        planned("1]");
        attempt();
        acknowledge(new Outcome.Dead(newest, "{\"message\":\"no\"}"));
        deadLetters().requeue(group, List.of("a"));
        store().reschedule(group, "a", 60_000, true);
        store().reschedule(group, "a", 7, false);
        assertThat(attempt().occurrence()).isEqualTo(Instant.ofEpochMilli(5));
    }

    // --- requeue

    @Test
    void requeueMakesDeadLettersReadyAndCountsTheirAttemptsAnew() {
        inEveryState();
        assertThat(deadLetters().requeue(group, List.of("delayed", "ready", "reserved", "dead", "nobody")))
                .containsExactly("dead");
        TaskInfo found = find("dead");
        assertThat(found.state()).isEqualTo(TaskState.READY);
        assertThat(found.attempts()).isZero();
        assertThat(found.lastError().message()).isEqualTo("no");
        assertThat(reserve(10))
                .filteredOn(task -> task.delivery().id().equals("dead"))
                .extracting(ReservedTask::attempt)
                .containsExactly(1);
        assertThat(deadLetters().requeue(group, List.of("dead"))).isEmpty();
    }

    // --- time

    @Test
    void timeIsTheStoresTime() {
        long before = storeMillis();
        assertThat(store().time(group)).isBetween(before - 1, storeMillis());
    }
}
