package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every store must do. Each topology of each store runs it. */
public abstract class TaskStoreContract extends StoreContract {

    protected TaskStoreContract(StoreUnderTest underTest) {
        super(underTest);
    }

    // --- add

    @Test
    void addMakesADelayedTaskDueAfterItsDelayByTheStoresClock() {
        long before = System.currentTimeMillis();
        AddStatus status = add("a", 60_000);
        assertThat(status.kind()).isEqualTo(AddStatus.Kind.ADDED);
        assertThat(status.dueAt()).isBetween(before + 60_000, System.currentTimeMillis() + 61_000);
        TaskInfo found = find("a");
        assertThat(found.state()).isEqualTo(TaskState.DELAYED);
        assertThat(found.topic()).isEqualTo(topic);
        assertThat(found.dueAt()).isEqualTo(Instant.ofEpochMilli(status.dueAt()));
        assertThat(found.stateUntil()).isEqualTo(found.dueAt());
        assertThat(found.attempts()).isZero();
        assertThat(found.lastError()).isNull();
        assertThat(found.payload()).isEqualTo("\"a\"");
    }

    @Test
    void optionsShouldBeFoundAndListed() {
        byte[] detail = """
                "t","a",{"ttr":30000,"maxAttempts":3,"retry":{"initial":1000,"multiplier":2.0,"max":60000,"jitter":0.5},\
                "repeat":{"cron":"0 0 3 * * *","zone":"Europe/Berlin"}}]""".getBytes(UTF_8);
        byte[] broken = """
                "t","b",{"ttr":"30 s","maxAttempts":"many","retry":{"initial":-1},"repeat":{"cron":"x","zone":"Nowhere"},\
                "description":"broken"}]""".getBytes(UTF_8);
        byte[] often = "\"t\",\"c\",{\"maxAttempts\":[3],\"retry\":7,\"repeat\":{\"rate\":1}}]".getBytes(UTF_8);
        add(
                TestTasks.task("t", "a", 60_000, true, detail),
                TestTasks.task("t", "b", 61_000, true, broken),
                TestTasks.task("t", "c", 62_000, true, often));
        Task.Options options = new Task.Options(
                Priority.NORMAL,
                null,
                Map.of(),
                null,
                List.of(),
                Duration.ofSeconds(30),
                3,
                new ExponentialBackoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0.5),
                null,
                null,
                null,
                Repeat.cron("0 0 3 * * *", ZoneId.of("Europe/Berlin")),
                null,
                null,
                false);
        assertThat(find("a").options()).isEqualTo(options);
        Task.Options readable = new Task.Options(
                Priority.NORMAL,
                "broken",
                Map.of(),
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
                false);
        assertThat(find("b").options()).isEqualTo(readable);
        assertThat(topics().list(topic, TaskState.DELAYED, null, 10, false).tasks())
                .extracting(TaskInfo::options)
                .containsExactly(options, readable, Task.Options.NONE);
    }

    @Test
    void addTakesAnInstantAsGiven() {
        NewTask task = TestTasks.task("t", "a", 4_000_000_000_000L, false, detail("t", "a"));
        assertThat(store().add(group, List.of(task)))
                .containsExactly(new AddStatus(AddStatus.Kind.ADDED, 4_000_000_000_000L));
        assertThat(find("a").dueAt()).isEqualTo(Instant.ofEpochMilli(4_000_000_000_000L));
    }

    @Test
    void addOfTheSameTaskAgainChangesNothingAndSaysWhenItIsDue() {
        AddStatus first = add("a", 60_000);
        assertThat(add("a", 5_000)).isEqualTo(new AddStatus(AddStatus.Kind.REPEATED, first.dueAt()));
        assertThat(find("a").dueAt()).isEqualTo(Instant.ofEpochMilli(first.dueAt()));
        assertThat(pushAll()).isZero();
    }

    @Test
    void addTakesAFullBatch() {
        List<NewTask> tasks = IntStream.range(0, TaskStore.MAX_BATCH)
                .mapToObj(i -> task("a" + i, 0))
                .toList();
        assertThat(store().add(group, tasks)).hasSize(TaskStore.MAX_BATCH);
        assertThat(pushAll()).isEqualTo(TaskStore.MAX_BATCH);
        assertThat(reserve(TaskStore.MAX_BATCH)).hasSize(TaskStore.MAX_BATCH);
    }

    @Test
    void addOfNothingDoesNothing() {
        assertThat(store().add(group, List.of())).isEmpty();
    }

    // --- push

    @Test
    void pushMakesDueTasksReadyInTheOrderOfTheirTimesAndNeverEarly() {
        long now = storeMillis();
        List<NewTask> tasks = new ArrayList<>();
        for (int i = 29; i >= 0; i--) {
            tasks.add(TestTasks.task("t", "a" + i, now + 500 + i * 10L, false, detail("t", "a" + i)));
        }
        store().add(group, tasks);
        List<String> order = new ArrayList<>();
        // Without a pause, so that some pushes fall into the millisecond before a task is due.
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofNanos(1)).until(() -> {
            PushResult pushed = pushBy("i");
            if (pushed.due() == 0) {
                return false;
            }
            Reservation ready = store().reserve(topic, "i", LEASE, 100);
            assertThat(ready.tasks()).hasSizeGreaterThanOrEqualTo(pushed.due());
            for (ReservedTask task : ready.tasks()) {
                order.add(task.delivery().id());
                assertThat(task.dueAt()).as("by the reserve's own time").isLessThanOrEqualTo(ready.storeTime());
                assertThat(find(task.delivery().id()).dueAt().toEpochMilli()).isEqualTo(task.dueAt());
            }
            return order.size() == 30;
        });
        assertThat(order)
                .containsExactlyElementsOf(
                        IntStream.range(0, 30).mapToObj(i -> "a" + i).toList());
    }

    @Test
    void tasksDueInTheSameMillisecondShouldComeInTheOrderOfTheirIds() {
        List<String> ids = new ArrayList<>(
                IntStream.range(100, 1_000).mapToObj(i -> "a" + i).toList());
        Collections.shuffle(ids, new Random(1));
        addAll(ids.stream().map(id -> TestTasks.task("t", id, 1_000, false, detail("t", "x"))));
        pushAll();
        List<String> order = new ArrayList<>();
        for (int call = 0; call < 9; call++) {
            reserve(100).forEach(task -> order.add(task.delivery().id()));
        }
        assertThat(order).containsExactlyElementsOf(ids.stream().sorted().toList());
    }

    @Test
    void pushSaysHowLongToWait() {
        assertThat(pushBy("i").waitMicros()).isEqualTo(2_000_000);
        add("a", 500);
        assertThat(pushBy("i").waitMicros()).isBetween(1L, 501_000L);
        store().remove(group, List.of("a"));
        add("b", 0);
        assertThat(pushAll()).isEqualTo(1);
    }

    @Test
    void pushMovesABatchAtMostAndSaysThatMoreIsLeft() {
        addAll(IntStream.range(0, 2 * TaskStore.MAX_BATCH).mapToObj(i -> task("a" + i, 0)));
        untilTheNextMillisecond();
        PushResult first = pushBy("i");
        assertThat(first.due()).isEqualTo(TaskStore.MAX_BATCH);
        assertThat(first.waitMicros()).isZero();
        assertThat(pushBy("i").due()).isEqualTo(TaskStore.MAX_BATCH);
        assertThat(pushBy("i").due()).isZero();
    }

    /** Each brings its failed attempts, which are large. */
    @Test
    void pushEndsOneHundredLeasesAtMostAndSaysThatMoreIsLeft() {
        addAll(IntStream.range(0, 150).mapToObj(i -> task("a" + i, 0)));
        pushAll();
        assertThat(store().reserve(topic, "gone", Duration.ofMillis(1), 150).tasks())
                .hasSize(150);
        untilTheNextMillisecond();
        untilTheNextMillisecond();
        PushResult first = pushBy("i");
        assertThat(first.expired()).isEqualTo(Map.of("t", 100));
        assertThat(first.waitMicros()).isZero();
        assertThat(pushBy("i").expired()).isEqualTo(Map.of("t", 50));
        assertThat(pushBy("i").expired()).isEmpty();
    }

    @Test
    void pushElectsOneInstanceUntilItResigns() {
        assertThat(pushBy("one").elected()).isTrue();
        add("a", 0);
        untilTheNextMillisecond();
        PushResult second = pushBy("two");
        assertThat(second.elected()).isFalse();
        assertThat(second.due()).isZero();
        assertThat(second.waitMicros()).isBetween(1L, 2_000_000L);
        store().resign(group, "two");
        assertThat(pushBy("two").elected()).isFalse();
        store().resign(group, "one");
        assertThat(pushBy("two").due()).isEqualTo(1);
    }

    @Test
    void pushElectsAnotherInstanceWhenTheElectedOneIsGone() {
        assertThat(pushBy("gone").elected()).isTrue();
        await().until(() -> pushBy("two").elected());
    }

    @Test
    void pushMakesTasksOfAnEndedLeaseReadyAgainAheadOfOthers() {
        add("a", 0);
        add("b", 0);
        pushAll();
        assertThat(store().reserve(topic, "gone", Duration.ofMillis(1), 2).tasks())
                .hasSize(2);
        add("c", 0);
        await().until(() -> {
            PushResult pushed = pushBy("i");
            assertThat(pushed.expired()).isIn(Map.of(), Map.of("t", 2));
            return !pushed.expired().isEmpty();
        });
        List<ReservedTask> again = reserve(3);
        assertThat(again).extracting(StoreFixture::id).startsWith("a", "b");
        assertThat(again).extracting(ReservedTask::attempt).startsWith(2, 2);
    }

    // --- reserve

    @Test
    void reserveLeasesWhatWasAddedOldestFirst() {
        add("a", 0);
        pushAll();
        add("b", 0);
        pushAll();
        long before = System.currentTimeMillis();
        Reservation reservation = store().reserve(topic, "i", LEASE, 1);
        assertThat(reservation.remaining()).isEqualTo(1);
        assertThat(reservation.repeated()).isFalse();
        ReservedTask task = reservation.tasks().get(0);
        assertThat(task.delivery().id()).isEqualTo("a");
        assertThat(task.delivery().topic()).isEqualTo("t");
        assertThat(task.attempt()).isEqualTo(1);
        TaskInfo found = find("a");
        assertThat(found.state()).isEqualTo(TaskState.RESERVED);
        assertThat(found.attempts()).isEqualTo(1);
        assertThat(found.stateUntil())
                .isBetween(Instant.ofEpochMilli(before + 29_000), Instant.ofEpochMilli(before + 40_000));
        assertThat(new String(task.detail(), UTF_8))
                .isEqualTo("[" + found.dueAt().toEpochMilli() + ",\"t\",\"a\"]");
    }

    /** Without a push: whoever pushes is not waited for. */
    @Test
    void reserveShouldLeaseDueTasksOfItsTopicInTheOrderOfTheirTimes() {
        long now = storeMillis();
        for (int i = 0; i < 30; i++) {
            store().add(group, List.of(TestTasks.task("t", "a" + (99 - i), now - 100 + i, false, detail("t", "x"))));
        }
        store().add(group, List.of(TestTasks.task("u", "other", now - 200, false, detail("u", "x"))));
        add("later", 60_000);
        Reservation given = store().reserve(topic, "i", LEASE, 10);
        List<String> ids = IntStream.range(0, 30).mapToObj(i -> "a" + (99 - i)).toList();
        assertThat(given.tasks()).extracting(StoreFixture::id).containsExactlyElementsOf(ids.subList(0, 10));
        assertThat(given.remaining()).isEqualTo(20);
        assertThat(find("a80").state()).isEqualTo(TaskState.READY);
        assertThat(find("other").state()).isEqualTo(TaskState.DELAYED);
        assertThat(reserve(100)).extracting(StoreFixture::id).containsExactlyElementsOf(ids.subList(10, 30));
        assertThat(pushAll()).as("that of the other topic").isEqualTo(1);
        assertThat(find("later").state()).isEqualTo(TaskState.DELAYED);
    }

    @Test
    void dueTasksShouldNotPassReadyOnesOfAnEarlierTimeOrAHigherPriority() {
        long now = storeMillis();
        add("high", now - 100, Priority.HIGH);
        add("late", now - 10, Priority.NORMAL);
        pushAll();
        add("early", now - 50, Priority.NORMAL);
        add("low", now - 200, Priority.LOW);
        add("alsoHigh", now - 20, Priority.HIGH);
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            reserve(1).forEach(task -> order.add(task.delivery().id()));
        }
        assertThat(order).hasSize(5).containsSubsequence("high", "alsoHigh").containsSubsequence("early", "late");
        assertThat(order.indexOf("low")).isPositive();
    }

    private void add(String id, long time, Priority priority) {
        NewTask.AddMode mode = TestTasks.mode(priority, IfExists.KEEP, false);
        store().add(group, List.of(new NewTask("t", id, time, false, detail("t", id), mode)));
    }

    @Test
    void reserveShouldCountDueTasksBeyondThoseItMoves() {
        addAll(IntStream.range(0, 1_200).mapToObj(i -> TestTasks.task("t", "a" + i, 1_000, false, detail("t", "x"))));
        assertThat(store().reserve(topic, "i", LEASE, 500).remaining()).isEqualTo(700);
        assertThat(store().reserve(topic, "i", LEASE, 100).remaining()).isEqualTo(600);
        assertThat(reserve(500)).hasSize(500);
        assertThat(reserve(500)).hasSize(100);
    }

    @Test
    void reserveOfNothingGivesNothing() {
        Reservation reservation = store().reserve(topic, "i", LEASE, 10);
        assertThat(reservation.tasks()).isEmpty();
        assertThat(reservation.remaining()).isZero();
    }

    @Test
    void deliveryNumbersOfOneIdGrowThroughAllItsLives() {
        add("a", 0);
        Delivery first = pushed();
        acknowledge(new Outcome.Finished(first));
        add("a", 0);
        pushAll();
        ReservedTask second = reserve(1).get(0);
        assertThat(second.attempt()).isEqualTo(1);
        assertThat(second.delivery().number()).isGreaterThan(first.number());
        assertThat(acknowledge(new Outcome.Finished(first))).containsExactly(first);
        assertThat(find("a").state()).isEqualTo(TaskState.RESERVED);
    }

    // --- reclaim

    /** The store may have lost their outcomes: their callbacks may have run. */
    @Test
    void deliveriesThatArrivedBeforeTheLostReplyShouldStayReserved() {
        Delivery arrived = reserved("a");
        add("b", 0);
        pushAll();
        reserve(1);
        assertThat(store().reclaim(topic, "i", arrived.number(), List.of())).isOne();
        assertThat(find("a").state()).isEqualTo(TaskState.RESERVED);
        assertThat(find("a").attempts()).isOne();
        assertThat(find("b").state()).isEqualTo(TaskState.READY);
        assertThat(find("b").attempts()).isZero();
    }

    @Test
    void reclaimLooksThroughMoreThanABatch() {
        int many = TaskStore.MAX_BATCH + 200;
        addAll(IntStream.range(0, many).mapToObj(i -> task("a" + i, 0)));
        pushAll();
        List<ReservedTask> reserved = reserve(TaskStore.MAX_BATCH);
        assertThat(reserved).hasSize(TaskStore.MAX_BATCH);
        assertThat(reserve(TaskStore.MAX_BATCH)).hasSize(200);
        List<Delivery> known = List.of(reserved.get(7).delivery());
        assertThat(store().reclaim(topic, "i", 0, known)).isEqualTo(many - 1);
        assertThat(store().reclaim(topic, "i", 0, known)).isZero();
    }

    @Test
    void reclaimSkipsNothingWhenOthersFinishBetweenItsPages() {
        addAll(IntStream.range(0, 2 * TaskStore.MAX_BATCH).mapToObj(i -> task("a" + i, 0)));
        pushAll();
        List<Delivery> others = deliveries(
                store().reserve(topic, "other", LEASE, TaskStore.MAX_BATCH).tasks());
        untilTheNextMillisecond();
        assertThat(store().reserve(topic, "me", LEASE, TaskStore.MAX_BATCH).tasks())
                .hasSize(TaskStore.MAX_BATCH);
        List<Delivery> known = new AbstractList<>() {
            private int reads;

            @Override
            public Delivery get(int index) {
                if (++reads == 2) {
                    acknowledge(others, Outcome.Finished::new);
                }
                return others.get(0);
            }

            @Override
            public int size() {
                return 1;
            }
        };
        assertThat(store().reclaim(topic, "me", 0, known)).isEqualTo(TaskStore.MAX_BATCH);
    }

    // --- acknowledge, renew

    @Test
    void finishRemovesTheTask() {
        Delivery delivery = reserved("a");
        assertThat(acknowledge(new Outcome.Finished(delivery))).isEmpty();
        assertThat(findOrNull("a")).isNull();
        assertThat(acknowledge(new Outcome.Finished(delivery))).containsExactly(delivery);
    }

    @Test
    void retryMakesTheTaskWaitAndKeepsItsErrorAndItsAttempts() {
        Delivery delivery = reserved("a");
        long before = storeMillis();
        assertThat(acknowledge(new Outcome.Retry(delivery, 60_000, "{\"message\":\"é\"}", true)))
                .isEmpty();
        TaskInfo found = find("a");
        assertThat(found.state()).isEqualTo(TaskState.DELAYED);
        assertThat(found.lastError().message()).isEqualTo("é");
        assertThat(found.attempts()).isEqualTo(1);
        assertThat(found.dueAt()).isBefore(Instant.ofEpochMilli(before + 30_000));
        assertThat(found.stateUntil())
                .isBetween(Instant.ofEpochMilli(before + 60_000), Instant.ofEpochMilli(before + 70_000));
    }

    @Test
    void buryKeepsTheTaskWithItsError() {
        Delivery delivery = reserved("a");
        assertThat(acknowledge(new Outcome.Dead(delivery, "{\"type\":\"x\"}"))).isEmpty();
        TaskInfo found = find("a");
        assertThat(found.state()).isEqualTo(TaskState.DEAD);
        assertThat(found.lastError().type()).isEqualTo("x");
        assertThat(found.payload()).isEqualTo("\"a\"");
        assertThat(acknowledge(new Outcome.Dead(delivery, "{}"))).containsExactly(delivery);
        assertThat(pushAll()).isZero();
        assertThat(add("a", 0).kind()).isEqualTo(AddStatus.Kind.REPEATED);
    }

    @Test
    void taskReleasedBeforeItsCallbackBeganShouldKeepItsPlaceWithinTheMillisecond() {
        for (String id : List.of("a", "b", "c", "d")) {
            store().add(group, List.of(TestTasks.task("t", id, 1_000, false, detail("t", "x"))));
        }
        List<Delivery> both = deliveries(2);
        acknowledge(new Outcome.Released(both.get(0), false));
        assertThat(store().reclaim(topic, "i", 0, List.of())).isOne();
        assertThat(reserve(4))
                .extracting(task -> task.delivery().id() + " " + task.attempt())
                .containsExactly("a 1", "b 1", "c 1", "d 1");
    }

    @Test
    void renewMakesTheLeaseLastAFullLeaseFromNow() {
        add("a", 0);
        pushAll();
        Delivery delivery = store().reserve(topic, "i", Duration.ofMillis(200), 1)
                .tasks()
                .get(0)
                .delivery();
        assertThat(store().renew(group, List.of(delivery), LEASE)).isEmpty();
        assertThat(find("a").stateUntil()).isAfter(Instant.ofEpochMilli(storeMillis() + 20_000));
    }

    @Test
    void outcomesOfSeveralKindsShouldBeRefused() {
        Delivery delivery = reserved("a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> acknowledge(new Outcome.Finished(delivery), new Outcome.Dead(delivery, "{}")))
                .withMessage("Outcomes of one call must be of one kind, but are FINISHED and DEAD");
        assertThat(acknowledge(new Outcome.Finished(delivery))).isEmpty();
    }

    @Test
    void acknowledgingNothingDoesNothing() {
        assertThat(acknowledge()).isEmpty();
        assertThat(store().renew(group, List.of(), LEASE)).isEmpty();
    }

    @Test
    void settlingTakesAFullBatch() {
        addAll(IntStream.range(0, TaskStore.MAX_BATCH).mapToObj(i -> task("a" + i, 0)));
        pushAll();
        List<Delivery> all = deliveries(TaskStore.MAX_BATCH);
        assertThat(store().renew(group, all, LEASE)).isEmpty();
        assertThat(acknowledge(all, delivery -> new Outcome.Retry(delivery, 0, "{}", true)))
                .isEmpty();
        await().until(() -> pushAll() == TaskStore.MAX_BATCH);
        all = deliveries(TaskStore.MAX_BATCH);
        assertThat(acknowledge(all, delivery -> new Outcome.Released(delivery, false)))
                .isEmpty();
        all = deliveries(TaskStore.MAX_BATCH);
        assertThat(acknowledge(all.subList(0, 250), delivery -> new Outcome.Dead(delivery, "{}")))
                .isEmpty();
        assertThat(acknowledge(all.subList(250, 500), Outcome.Finished::new)).isEmpty();
        assertThat(find(all.get(0).id()).state()).isEqualTo(TaskState.DEAD);
        assertThat(findOrNull(all.get(499).id())).isNull();
    }

    @Test
    void reservedTaskShouldHaveTheTimeOfItsReservation() {
        add("a", 0);
        assertThat(find("a").reservedAt()).isNull();
        long before = storeMillis();
        Delivery first = pushed();
        long after = storeMillis();
        Instant firstTime = find("a").reservedAt();
        assertThat(firstTime.toEpochMilli()).isBetween(before, after);
        untilTheNextMillisecond();
        store().renew(group, List.of(first), LEASE.multipliedBy(2));
        assertThat(find("a").reservedAt()).isEqualTo(firstTime);
        assertThat(topics().list(topic, TaskState.RESERVED, null, 1, false).tasks())
                .extracting(TaskInfo::reservedAt)
                .containsExactly(firstTime);
        acknowledge(new Outcome.Retry(first, 0, "{}", true));
        assertThat(find("a").reservedAt()).isNull();
        untilTheNextMillisecond();
        Delivery second = pushed();
        assertThat(find("a").reservedAt()).isAfter(firstTime);
        acknowledge(new Outcome.Dead(second, "{}"));
        assertThat(find("a").reservedAt()).isNull();
    }
}
