package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What users do with tasks, on every store: remove, reschedule, requeue. */
public abstract class OperationsContract extends StoreContract {

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
