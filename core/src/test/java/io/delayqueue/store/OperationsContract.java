package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.RescheduleResult;
import io.delayqueue.RescheduleResult.Outcome;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.NextRun.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What users do with tasks, on every store: cancel, reschedule, replace, requeue, repeat, priorities. */
public abstract class OperationsContract extends StoreFixture {

    // --- cancel

    @Test
    void cancelRemovesATaskInEveryStateAndTellsWhatItWas() {
        inEveryState();
        List<String> ids = List.of("delayed", "ready", "reserved", "dead", "nobody");
        List<TaskInfo> removed = store().cancel(group, ids);
        assertThat(removed.subList(0, 4))
                .extracting(TaskInfo::state)
                .containsExactly(TaskState.DELAYED, TaskState.READY, TaskState.RESERVED, TaskState.DEAD);
        assertThat(removed.subList(0, 4)).extracting(TaskInfo::id).containsExactlyElementsOf(ids.subList(0, 4));
        assertThat(removed.get(2).payload()).isEqualTo("\"reserved\"");
        assertThat(removed.get(2).attempts()).isEqualTo(1);
        assertThat(removed.get(3).lastError()).isEqualTo("{\"e\":1}");
        assertThat(removed.get(4)).isNull();
        assertThat(store().find(group, ids)).containsOnlyNulls();
        assertThat(store().cancel(group, ids)).containsOnlyNulls();
        assertThat(counts().total()).isZero();
    }

    @Test
    void cancelMakesTheDeliveryOfARunningTaskStale() {
        Delivery delivery = reserved("a");
        store().cancel(group, List.of("a"));
        assertThat(store().renew(group, List.of(delivery), LEASE)).containsExactly(delivery);
        assertThat(store().finish(group, List.of(delivery))).containsExactly(delivery);
        assertThat(store().retry(group, List.of(new Retry(delivery, 0, "{}")))).containsExactly(delivery);
        assertThat(store().bury(group, List.of(new Burial(delivery, "{}")))).containsExactly(delivery);
        assertThat(store().release(group, List.of(new Release(delivery, false))))
                .containsExactly(delivery);
        assertThat(findOrNull("a")).isNull();
    }

    @Test
    void aTaskAddedAgainAfterACancelHasNothingOfTheOld() {
        Delivery old = reserved("a");
        store().retry(group, List.of(new Retry(old, 60_000, "{}")));
        store().cancel(group, List.of("a"));
        assertThat(add("a", 60_000).kind()).isEqualTo(AddStatus.Kind.ADDED);
        assertThat(find("a").attempts()).isZero();
        assertThat(find("a").lastError()).isNull();
        assertThat(pushAll()).isZero();
        assertThat(reserve(10)).isEmpty();
    }

    @Test
    void cancelOfAReadyTaskLeavesTheOthersInTheirOrder() {
        for (String id : List.of("a", "b", "c", "d")) {
            add(id, 0);
        }
        pushAll();
        store().cancel(group, List.of("b"));
        add("b", 60_000);
        assertThat(reserve(10)).extracting(task -> task.delivery().id()).containsExactly("a", "c", "d");
    }

    @Test
    void cancelFindsReadyTasksOfEveryPriority() {
        for (Priority priority : Priority.values()) {
            add(priority.name(), 0, priority, IfExists.KEEP);
        }
        pushAll();
        assertThat(store().cancel(group, List.of("LOW", "NORMAL", "HIGH")))
                .extracting(TaskInfo::id)
                .containsExactly("LOW", "NORMAL", "HIGH");
        assertThat(counts().total()).isZero();
    }

    @Test
    void cancelTakesAFullBatch() {
        List<NewTask> tasks = IntStream.range(0, 500)
                .mapToObj(i -> task("a" + i, i % 2 * 60_000L))
                .toList();
        store().add(group, tasks);
        pushAll();
        reserve(100);
        assertThat(store().cancel(group, tasks.stream().map(NewTask::id).toList()))
                .doesNotContainNull();
        assertThat(counts().total()).isZero();
    }

    // --- find

    @Test
    void aPayloadIsToldAsItStands() {
        String deep = "[".repeat(600) + "]".repeat(600);
        List<String> payloads = List.of(
                "{\"price\":100000000000000000.10}", deep, "[ 1e400 ]", "9".repeat(1_100), "\"\\u00e4\"", "null");
        for (int i = 0; i < payloads.size(); i++) {
            byte[] detail = ("{\"topic\":\"t\",\"payload\":" + payloads.get(i) + "}").getBytes(UTF_8);
            store().add(group, List.of(new NewTask("t", "a" + i, 1_000, true, detail)));
            assertThat(find("a" + i).payload()).isEqualTo(payloads.get(i));
        }
    }

    @Test
    void aTaskThatCannotBeReadIsFoundListedAndRemovedLikeOthers() {
        byte[] spoilt = "{\"topic\":\"t\",\"headers\":{\"a\":\"b\"},no JSON".getBytes(UTF_8);
        store().add(group, List.of(new NewTask("t", "a", 0, true, spoilt)));
        add("b", 0);
        pushAll();
        store().bury(
                        group,
                        reserve(2).stream()
                                .map(task -> new Burial(task.delivery(), "{}"))
                                .toList());
        assertThat(find("a").headers()).containsEntry("a", "b");
        assertThat(topics().list(topic, TaskState.DEAD, null, 10).tasks())
                .extracting(TaskInfo::id)
                .containsExactly("a", "b");
        assertThat(store().cancel(group, List.of("a")).get(0).payload()).isNull();
        assertThat(findOrNull("a")).isNull();
    }

    // --- reschedule

    @Test
    void rescheduleMovesADelayedTaskEarlierAndLater() {
        add("a", 60_000);
        var later = store().reschedule(group, "a", 120_000, true);
        assertThat(later.outcome()).isEqualTo(Outcome.RESCHEDULED);
        assertThat(find("a").dueAt()).isEqualTo(later.dueAt());
        assertThat(find("a").stateUntil()).isEqualTo(later.dueAt());
        assertThat(later.dueAt()).isAfter(Instant.ofEpochMilli(storeMillis() + 100_000));
        assertThat(store().reschedule(group, "a", 1_000, false).dueAt()).isEqualTo(Instant.ofEpochMilli(1_000));
        assertThat(pushAll()).isEqualTo(1);
        assertThat(find("a").state()).isEqualTo(TaskState.READY);
        assertThat(find("a").payload()).isEqualTo("\"a\"");
    }

    @Test
    void rescheduleTakesAReadyTaskBack() {
        add("a", 0);
        add("b", 0);
        pushAll();
        assertThat(store().reschedule(group, "a", 60_000, true).outcome()).isEqualTo(Outcome.RESCHEDULED);
        assertThat(find("a").state()).isEqualTo(TaskState.DELAYED);
        assertThat(reserve(10)).extracting(task -> task.delivery().id()).containsExactly("b");
    }

    @Test
    void aReadyTaskThatIsToBeDueNowKeepsItsPlace() {
        add("a", 0);
        add("b", 0);
        pushAll();
        Instant due = find("a").dueAt();
        assertThat(store().reschedule(group, "a", 0, true)).isEqualTo(new RescheduleResult(Outcome.RESCHEDULED, due));
        pushAll();
        assertThat(reserve(10)).extracting(task -> task.delivery().id()).containsExactly("a", "b");
    }

    @Test
    void rescheduleLeavesOtherStatesAlone() {
        inEveryState();
        assertThat(store().reschedule(group, "reserved", 0, true).outcome()).isEqualTo(Outcome.RUNNING);
        assertThat(store().reschedule(group, "dead", 0, true).outcome()).isEqualTo(Outcome.DEAD);
        assertThat(store().reschedule(group, "nobody", 0, true).outcome()).isEqualTo(Outcome.NOT_FOUND);
        assertThat(store().reschedule(group, "nobody", 0, true).dueAt()).isNull();
        assertThat(find("reserved").state()).isEqualTo(TaskState.RESERVED);
        assertThat(find("dead").state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    void rescheduleKeepsAttemptsAndPriority() {
        add("high", 0, Priority.HIGH, IfExists.KEEP);
        pushAll();
        store().retry(group, List.of(new Retry(reserve(1).get(0).delivery(), 60_000, "{}")));
        add("normal", 0);
        untilTheNextMillisecond();
        store().reschedule(group, "high", 0, true);
        pushAll();
        List<ReservedTask> again = reserve(2);
        assertThat(again.get(0).delivery().id()).isEqualTo("high");
        assertThat(again.get(0).attempt()).isEqualTo(2);
    }

    // --- if it exists

    @Test
    void replaceTakesThePlaceOfATaskInEveryState() {
        inEveryState();
        for (String id : List.of("delayed", "ready", "reserved", "dead")) {
            NewTask task = new NewTask("t", id, 90_000, true, detail("t", "new"), mode(IfExists.REPLACE));
            AddStatus status = store().add(group, List.of(task)).get(0);
            assertThat(status.kind()).isEqualTo(AddStatus.Kind.REPLACED);
            TaskInfo found = find(id);
            assertThat(found.state()).isEqualTo(TaskState.DELAYED);
            assertThat(found.payload()).isEqualTo("\"new\"");
            assertThat(found.dueAt()).isEqualTo(Instant.ofEpochMilli(status.dueAt()));
            assertThat(found.attempts()).isZero();
            assertThat(found.lastError()).isNull();
        }
        assertThat(counts().delayed()).isEqualTo(4);
        assertThat(counts().total()).isEqualTo(4);
        assertThat(reserve(10)).isEmpty();
    }

    @Test
    void replaceOfARunningTaskVoidsItsOutcome() {
        Delivery delivery = reserved("a");
        add("a", 60_000, Priority.NORMAL, IfExists.REPLACE);
        assertThat(store().finish(group, List.of(delivery))).containsExactly(delivery);
        assertThat(find("a").state()).isEqualTo(TaskState.DELAYED);
    }

    @Test
    void replaceOfNothingAdds() {
        assertThat(add("a", 60_000, Priority.NORMAL, IfExists.REPLACE).kind()).isEqualTo(AddStatus.Kind.ADDED);
    }

    @Test
    void replaceLeavesATaskOfAnotherTopicAlone() {
        add("a", 60_000);
        NewTask other = new NewTask("u", "a", 0, true, detail("u", "a"), mode(IfExists.REPLACE));
        assertThat(store().add(group, List.of(other)).get(0).kind()).isEqualTo(AddStatus.Kind.OTHER_TOPIC);
        assertThat(find("a").topic()).isEqualTo(topic);
    }

    @Test
    void ofManyReplacementsInOneCallTheLastStays() {
        add("a", 60_000);
        List<NewTask> tasks = IntStream.range(0, 5)
                .mapToObj(i -> new NewTask("t", "a", 70_000L + i, false, detail("t", "v" + i), mode(IfExists.REPLACE)))
                .toList();
        assertThat(store().add(group, tasks)).extracting(AddStatus::kind).containsOnly(AddStatus.Kind.REPLACED);
        assertThat(find("a").payload()).isEqualTo("\"v4\"");
        assertThat(find("a").dueAt()).isEqualTo(Instant.ofEpochMilli(70_004));
        assertThat(counts().total()).isEqualTo(1);
    }

    // --- requeue

    @Test
    void requeueMakesDeadLettersReadyAndCountsTheirAttemptsAnew() {
        inEveryState();
        assertThat(store().requeue(group, List.of("delayed", "ready", "reserved", "dead", "nobody")))
                .containsExactly("dead");
        TaskInfo found = find("dead");
        assertThat(found.state()).isEqualTo(TaskState.READY);
        assertThat(found.attempts()).isZero();
        assertThat(found.lastError()).isEqualTo("{\"e\":1}");
        assertThat(reserve(10))
                .filteredOn(task -> task.delivery().id().equals("dead"))
                .extracting(ReservedTask::attempt)
                .containsExactly(1);
        assertThat(store().requeue(group, List.of("dead"))).isEmpty();
    }

    // --- repeat

    @Test
    void repeatAtAFixedRateComesAtTheFirstMultipleThatIsNotOver() {
        long due = storeMillis() - 25_000;
        store().add(group, List.of(new NewTask("t", "a", due, false, detail("t", "a"))));
        pushAll();
        Delivery delivery = reserve(1).get(0).delivery();
        assertThat(store().repeat(group, List.of(new NextRun(delivery, Kind.RATE, 10_000, null))))
                .isEmpty();
        TaskInfo found = find("a");
        assertThat(found.state()).isEqualTo(TaskState.DELAYED);
        assertThat(found.dueAt()).isEqualTo(Instant.ofEpochMilli(due + 30_000));
        assertThat(found.attempts()).isZero();
        assertThat(store().repeat(group, List.of(new NextRun(delivery, Kind.RATE, 10_000, null))))
                .containsExactly(delivery);
        assertThat(find("a").dueAt()).isEqualTo(Instant.ofEpochMilli(due + 30_000));
    }

    @Test
    void repeatAtAFixedRateWaitsForOnePeriodAtLeast() {
        Delivery delivery = reserved("a");
        Instant due = find("a").dueAt();
        store().repeat(group, List.of(new NextRun(delivery, Kind.RATE, 3_600_000, null)));
        assertThat(find("a").dueAt()).isEqualTo(due.plus(Duration.ofHours(1)));
    }

    @Test
    void repeatAfterADelayAndAtATime() {
        Delivery a = reserved("a");
        Delivery b = reserved("b");
        long before = storeMillis();
        store().repeat(
                        group,
                        List.of(
                                new NextRun(a, Kind.DELAY, 60_000, "{\"e\":1}"),
                                new NextRun(b, Kind.AT, 4_000_000_000_000L, null)));
        assertThat(find("a").dueAt())
                .isBetween(Instant.ofEpochMilli(before + 60_000), Instant.ofEpochMilli(before + 70_000));
        assertThat(find("a").lastError()).isEqualTo("{\"e\":1}");
        assertThat(find("b").dueAt()).isEqualTo(Instant.ofEpochMilli(4_000_000_000_000L));
        assertThat(find("b").lastError()).isNull();
        store().reschedule(group, "a", 0, true);
        pushAll();
        store().repeat(group, List.of(new NextRun(reserve(1).get(0).delivery(), Kind.DELAY, 60_000, null)));
        assertThat(find("a").lastError()).as("a good run forgets the error").isNull();
    }

    @Test
    void aRunOfACancelledTaskHasNoNext() {
        Delivery delivery = reserved("a");
        store().cancel(group, List.of("a"));
        assertThat(store().repeat(group, List.of(new NextRun(delivery, Kind.DELAY, 0, null))))
                .containsExactly(delivery);
        assertThat(findOrNull("a")).isNull();
    }

    // --- priority

    @Test
    void tasksOfHighPriorityGoFirstAndNoneStarves() {
        List<NewTask> tasks = new ArrayList<>();
        for (Priority priority : List.of(Priority.LOW, Priority.NORMAL, Priority.HIGH)) {
            for (int i = 0; i < 160; i++) {
                tasks.add(new NewTask("t", priority + "-" + (100 + i), 1_000, false, detail("t", "x"), mode(priority)));
            }
        }
        store().add(group, tasks);
        pushAll();
        List<String> first = new ArrayList<>();
        for (int call = 0; call < 160; call++) {
            first.add(reserve(1).get(0).delivery().id());
        }
        assertThat(first).filteredOn(id -> id.startsWith("HIGH")).hasSizeBetween(115, 125);
        assertThat(first).filteredOn(id -> id.startsWith("NORMAL")).hasSizeBetween(25, 35);
        assertThat(first).filteredOn(id -> id.startsWith("LOW")).hasSizeBetween(8, 12);
        for (Priority priority : Priority.values()) {
            assertThat(first).filteredOn(id -> id.startsWith(priority.name())).isSorted();
        }
        int rest = 0;
        while (rest < 320) {
            rest += reserve(100).size();
        }
        assertThat(reserve(1)).isEmpty();
    }

    @Test
    void turnsOfAPriorityWithoutTasksGoToTheHighest() {
        for (Priority priority : List.of(Priority.LOW, Priority.HIGH)) {
            store().add(
                            group,
                            IntStream.range(0, 160)
                                    .mapToObj(i -> new NewTask(
                                            "t", priority + "-" + i, 1_000, false, detail("t", "x"), mode(priority)))
                                    .toList());
        }
        pushAll();
        assertThat(reserve(160))
                .filteredOn(task -> task.delivery().id().startsWith("LOW"))
                .hasSizeBetween(8, 12);
    }

    @Test
    void aCrowdedMillisecondDoesNotChangeThePriority() {
        for (int from = 0; from < 1_500; from += 500) {
            store().add(
                            group,
                            IntStream.range(from, from + 500)
                                    .mapToObj(i -> new NewTask("t", "a" + (1_000 + i), 1_000, false, detail("t", "x")))
                                    .toList());
        }
        add("high", 0, Priority.HIGH, IfExists.KEEP);
        pushAll();
        List<String> ready = topics().list(topic, TaskState.READY, null, 500).tasks().stream()
                .map(TaskInfo::id)
                .toList();
        assertThat(ready).containsExactly("high");
        List<String> order = new ArrayList<>();
        for (int call = 0; call < 4; call++) {
            reserve(500).forEach(task -> order.add(task.delivery().id()));
        }
        assertThat(order).hasSize(1_501).startsWith("high");
        assertThat(order.subList(1, 1_501)).isSorted();
    }

    @Test
    void oneCallGivesHighPriorityFirst() {
        add("low", 0, Priority.LOW, IfExists.KEEP);
        add("normal", 0);
        add("high", 0, Priority.HIGH, IfExists.KEEP);
        pushAll();
        assertThat(reserve(10)).extracting(task -> task.delivery().id()).containsExactly("high", "normal", "low");
    }

    @Test
    void priorityStaysThroughRetryReleaseLeaseEndAndDeath() {
        add("high", 0, Priority.HIGH, IfExists.KEEP);
        pushAll();
        store().retry(group, List.of(new Retry(reserve(1).get(0).delivery(), 0, "{}")));
        add("normal", 0);
        pushAll();
        store().release(group, List.of(new Release(highOfTwo(LEASE), false)));
        highOfTwo(Duration.ofMillis(1));
        await().until(() -> {
            store().push(group, "i", List.of());
            return counts().ready() == 2;
        });
        store().bury(group, List.of(new Burial(highOfTwo(LEASE), "{}")));
        store().requeue(group, List.of("high"));
        highOfTwo(LEASE);
    }

    /** Reserves both tasks, of which the one of high priority must come first, and gives the other back. */
    private Delivery highOfTwo(Duration lease) {
        List<ReservedTask> both = store().reserve(topic, "i", lease, 2).tasks();
        assertThat(both).extracting(task -> task.delivery().id()).containsExactly("high", "normal");
        if (lease.equals(LEASE)) {
            store().release(group, List.of(new Release(both.get(1).delivery(), false)));
        }
        return both.get(0).delivery();
    }

    @Test
    void farFutureTimesKeepPriorityAndMillisecond() {
        long far = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();
        store().add(
                        group,
                        List.of(
                                new NewTask("t", "a", far, false, detail("t", "a"), mode(Priority.HIGH)),
                                new NewTask("t", "b", far, false, detail("t", "b"), mode(Priority.LOW)),
                                new NewTask("t", "c", far, false, detail("t", "c"))));
        assertThat(store().find(group, List.of("a", "b", "c")))
                .extracting(TaskInfo::stateUntil)
                .containsOnly(Instant.ofEpochMilli(far));
    }

    // --- time

    @Test
    void timeIsTheStoresTime() {
        long before = storeMillis();
        assertThat(store().time(group)).isBetween(before - 1, storeMillis());
    }

    private static AddMode mode(IfExists ifExists) {
        return new AddMode(Priority.NORMAL, ifExists);
    }

    private static AddMode mode(Priority priority) {
        return new AddMode(priority, IfExists.KEEP);
    }

    private AddStatus add(String id, long delayMillis, Priority priority, IfExists ifExists) {
        byte[] detail = ("{\"topic\":\"t\",\"payload\":\"" + id + "\"}").getBytes(UTF_8);
        NewTask task = new NewTask("t", id, delayMillis, true, detail, new AddMode(priority, ifExists));
        return store().add(group, List.of(task)).get(0);
    }
}
