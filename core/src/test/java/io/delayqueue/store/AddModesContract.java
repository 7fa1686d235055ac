package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.store.NewTask.AddMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How tasks are added, on every store: what happens if one exists, and priorities. */
public abstract class AddModesContract extends StoreContract {

    protected AddModesContract(StoreUnderTest underTest) {
        super(underTest);
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
    void ofAddsOfOneIdThatMeetOneMakesTheTask() throws Exception {
        for (IfExists ifExists : List.of(IfExists.KEEP, IfExists.REPLACE)) {
            AddMode mode = mode(ifExists);
            Map<AddStatus.Kind, Long> kinds = together(8, thread -> IntStream.range(0, 20)
                            .mapToObj(i -> new NewTask(
                                    "t", ifExists + "-" + i, 60_000, true, detail("t", "by" + thread), mode))
                            .flatMap(task -> store().add(group, List.of(task)).stream())
                            .toList())
                    .stream()
                    .collect(Collectors.groupingBy(AddStatus::kind, Collectors.counting()));
            AddStatus.Kind other = ifExists == IfExists.KEEP ? AddStatus.Kind.EXISTED : AddStatus.Kind.REPLACED;
            assertThat(kinds).isEqualTo(Map.of(AddStatus.Kind.ADDED, 20L, other, 140L));
        }
        assertThat(counts().total()).isEqualTo(40);
    }

    private static <T> List<T> together(int threads, IntFunction<List<T>> work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<List<T>>> calls = IntStream.range(0, threads)
                    .<Callable<List<T>>>mapToObj(thread -> () -> work.apply(thread))
                    .toList();
            List<T> results = new ArrayList<>();
            for (Future<List<T>> result : pool.invokeAll(calls)) {
                results.addAll(result.get());
            }
            return results;
        } finally {
            pool.shutdown();
        }
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
            addAll(IntStream.range(0, 160)
                    .mapToObj(
                            i -> new NewTask("t", priority + "-" + i, 1_000, false, detail("t", "x"), mode(priority))));
        }
        pushAll();
        assertThat(reserve(160))
                .filteredOn(task -> task.delivery().id().startsWith("LOW"))
                .hasSizeBetween(8, 12);
    }

    @Test
    void aCrowdedMillisecondDoesNotChangeThePriority() {
        addAll(IntStream.range(1_000, 2_500)
                .mapToObj(i -> TestTasks.task("t", "a" + i, 1_000, false, detail("t", "x"))));
        add("high", 0, Priority.HIGH, IfExists.KEEP);
        pushAll();
        List<String> ready = topics().list(topic, TaskState.READY, null, 500, true).tasks().stream()
                .map(TaskInfo::id)
                .toList();
        assertThat(ready).hasSize(500).startsWith("high", "a1000", "a1001");
        List<String> order = new ArrayList<>();
        for (int call = 0; call < 4; call++) {
            reserve(500).forEach(task -> order.add(task.delivery().id()));
        }
        assertThat(order).hasSize(1_501).startsWith("high");
        assertThat(order.subList(1, 1_501)).isSorted();
    }

    @Test
    void priorityStaysThroughRetryReleaseLeaseEndAndDeath() {
        add("high", 0, Priority.HIGH, IfExists.KEEP);
        acknowledge(new Outcome.Retry(pushed(), 0, "{}", true));
        add("normal", 0);
        pushAll();
        acknowledge(new Outcome.Released(highOfTwo(LEASE), false));
        highOfTwo(Duration.ofMillis(1));
        await().until(() -> {
            pushBy("i");
            return counts().ready() == 2;
        });
        acknowledge(new Outcome.Dead(highOfTwo(LEASE), "{}"));
        deadLetters().requeue(group, List.of("high"));
        highOfTwo(LEASE);
    }

    /** Reserves both tasks, of which the one of high priority must come first, and gives the other back. */
    private Delivery highOfTwo(Duration lease) {
        List<ReservedTask> both = store().reserve(topic, "i", lease, 2).tasks();
        assertThat(both).extracting(StoreFixture::id).containsExactly("high", "normal");
        if (lease.equals(LEASE)) {
            acknowledge(new Outcome.Released(both.get(1).delivery(), false));
        }
        return both.get(0).delivery();
    }

    @Test
    void farFutureTimesKeepPriorityAndMillisecond() {
        long far = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();
        add(
                new NewTask("t", "a", far, false, detail("t", "a"), mode(Priority.HIGH)),
                new NewTask("t", "b", far, false, detail("t", "b"), mode(Priority.LOW)),
                TestTasks.task("t", "c", far, false, detail("t", "c")));
        assertThat(store().find(group, List.of("a", "b", "c")))
                .extracting(TaskInfo::stateUntil)
                .containsOnly(Instant.ofEpochMilli(far));
    }

    private static AddMode mode(IfExists ifExists) {
        return TestTasks.mode(Priority.NORMAL, ifExists, false);
    }

    private static AddMode mode(Priority priority) {
        return TestTasks.mode(priority, IfExists.KEEP, false);
    }
}
