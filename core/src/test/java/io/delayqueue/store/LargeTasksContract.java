package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Calls that name or meet many large tasks: each may stop before it is through, but not before the first. */
public abstract class LargeTasksContract extends StoreContract {

    /** What a call may read or bring of several tasks: some 1 MB. */
    protected static final int MAX_BYTES = 1 << 20;

    protected LargeTasksContract(StoreUnderTest underTest) {
        super(underTest);
    }

    /** The size of a task's detail, by its number: 1 MB, 300 KB or next to nothing, in no order. */
    private static int size(int number) {
        return switch (new Random(number).nextInt(4)) {
            case 0 -> 1_000_000;
            case 1 -> 300_000;
            default -> 10;
        };
    }

    protected void addLarge(String id, int size, Priority priority) {
        byte[] detail = detail("t", "x".repeat(size));
        add(new NewTask("t", id, 1_000, false, detail, TestTasks.mode(priority, IfExists.KEEP, false)));
    }

    protected List<String> addLarge(int count) {
        return addLarge(count, "a");
    }

    private List<String> addLarge(int count, String start) {
        List<String> ids = IntStream.range(0, count)
                .mapToObj(i -> start + "%02d".formatted(i))
                .toList();
        IntStream.range(0, count).forEach(i -> addLarge(ids.get(i), size(i), Priority.NORMAL));
        return ids;
    }

    protected static List<String> ids(List<ReservedTask> tasks) {
        return tasks.stream().map(task -> task.delivery().id()).toList();
    }

    /** What one call brought. */
    protected void brought(List<ReservedTask> tasks) {
        assertThat(tasks).isNotEmpty();
    }

    @Test
    void reservesOfLargeTasksShouldBringThemAllInOrder() {
        List<String> expected = addLarge(40);
        pushAll();
        List<String> seen = new ArrayList<>();
        Reservation reservation;
        do {
            reservation = store().reserve(topic, "i", LEASE, TaskStore.MAX_BATCH);
            brought(reservation.tasks());
            seen.addAll(ids(reservation.tasks()));
            assertThat(reservation.remaining()).isEqualTo(expected.size() - seen.size());
            assertThat(counts().reserved()).isEqualTo(seen.size());
        } while (reservation.remaining() > 0);
        assertThat(seen).isEqualTo(expected);
    }

    @Test
    void deliversOfLargeTasksShouldBringThemAllInOrder() {
        List<String> expected = addLarge(20);
        untilTheNextMillisecond();
        List<String> seen = new ArrayList<>();
        while (seen.size() < expected.size()) {
            PushAndReserveResult pushed = store().pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, 32);
            assertThat(pushed.reservation()).isNotNull();
            brought(pushed.reservation().tasks());
            seen.addAll(ids(pushed.reservation().tasks()));
            assertThat(pushed.reservation().remaining()).isEqualTo(expected.size() - seen.size());
        }
        assertThat(seen).isEqualTo(expected);
    }

    @Test
    void largeTasksThatAreNamedTogetherShouldBeFoundAndRemovedAll() {
        List<String> all = addLarge(20);
        List<String> named = new ArrayList<>(all);
        named.add(5, "nothing");
        List<TaskInfo> found = store().find(group, named);
        assertThat(found).hasSize(21);
        assertThat(found.get(5)).isNull();
        List<TaskInfo> removed = store().remove(group, named);
        assertThat(removed).isEqualTo(found);
        assertThat(counts().total()).isZero();
    }

    @Test
    void pagesOfLargeTasksShouldHaveThemAllInOrder() {
        List<String> expected = addLarge(30);
        for (boolean payloads : List.of(false, true)) {
            List<String> seen = new ArrayList<>();
            String cursor = null;
            do {
                TaskPage page = topics().list(topic, TaskState.DELAYED, cursor, 25, payloads);
                assertThat(page.tasks()).isNotEmpty().allSatisfy(task -> assertThat(task.payload() != null)
                        .isEqualTo(payloads));
                page.tasks().forEach(task -> seen.add(task.id()));
                cursor = page.cursor();
            } while (cursor != null);
            assertThat(seen).isEqualTo(expected);
        }
    }

    @Test
    void pagesShouldGoFromOnePriorityToTheNextAmongLargeTasks() {
        for (int i = 0; i < 3; i++) {
            addLarge("high" + i, 600_000, Priority.HIGH);
            addLarge("low" + i, 600_000, Priority.LOW);
        }
        pushAll();
        assertThat(readyIds()).containsExactly("high0", "high1", "high2", "low0", "low1", "low2");
    }

    private List<Delivery> allReserved(int count) {
        List<Delivery> all = new ArrayList<>();
        while (all.size() < count) {
            all.addAll(deliveries(reserve(TaskStore.MAX_BATCH)));
        }
        return all;
    }

    @Test
    void largeTasksShouldReturnToTheirPlacesHoweverTheirLeasesEnd() {
        List<String> ids = addLarge(20);
        pushAll();
        assertThat(acknowledge(allReserved(20), delivery -> new Outcome.Released(delivery, false)))
                .isEmpty();
        assertThat(readyIds()).isEqualTo(ids);
        allReserved(20);
        assertThat(store().reclaim(topic, "i", 0, List.of())).isEqualTo(20);
        assertThat(readyIds()).isEqualTo(ids);
        List<String> others = addLarge(20, "b");
        pushAll();
        while (counts().ready() > 0) {
            store().reserve(topic, "crashed", Duration.ofMillis(1), TaskStore.MAX_BATCH);
        }
        pushAll();
        List<String> all = new ArrayList<>(ids);
        all.addAll(others);
        assertThat(readyIds()).containsExactlyInAnyOrderElementsOf(all);
        assertThat(store().find(group, all)).extracting(TaskInfo::attempts).containsOnly(1);
    }

    private List<String> readyIds() {
        return list(topic, TaskState.READY, null, 500, false).stream()
                .map(TaskInfo::id)
                .toList();
    }

    @Test
    void largeRepeatingTasksShouldAllWaitAndStaleOnesBeReported() {
        List<String> ids = addLarge(20);
        pushAll();
        List<Delivery> deliveries = allReserved(20);
        List<Delivery> finished = List.of(deliveries.get(0), deliveries.get(7), deliveries.get(19));
        acknowledge(finished, Outcome.Finished::new);
        assertThat(acknowledge(
                        deliveries,
                        delivery -> new Outcome.NextOccurrence(
                                delivery, Outcome.NextOccurrence.Timing.DELAY, 60_000, null)))
                .containsExactlyElementsOf(finished);
        assertThat(counts().delayed()).isEqualTo(17);
        assertThat(find(ids.get(1)).payload()).hasSize(size(1) + 2);
    }

    @Test
    void largeDeadLettersShouldBeRequeuedAndPurgedAll() {
        List<String> ids = addLarge(20);
        pushAll();
        acknowledge(allReserved(20), delivery -> new Outcome.Dead(delivery, "{}"));
        List<String> named = new ArrayList<>(ids);
        named.add(3, "nothing");
        assertThat(deadLetters().requeue(group, named)).isEqualTo(ids);
        assertThat(counts().ready()).isEqualTo(20);
        acknowledge(allReserved(20), delivery -> new Outcome.Dead(delivery, "{}"));
        assertThat(deadLetters().purgeTopic(topic, null)).isEqualTo(new TopicStep(20, null));
    }

    @Test
    void manyLargeTasksShouldBeReplacedTogether() {
        List<String> ids = addLarge(20);
        List<NewTask> small = ids.stream()
                .map(id -> new NewTask(
                        "t",
                        id,
                        60_000,
                        true,
                        detail("t", "new"),
                        TestTasks.mode(Priority.NORMAL, IfExists.REPLACE, false)))
                .toList();
        assertThat(store().add(group, small))
                .hasSize(20)
                .extracting(AddStatus::kind)
                .containsOnly(AddStatus.Kind.REPLACED);
        assertThat(store().find(group, ids)).extracting(TaskInfo::payload).containsOnly("\"new\"");
    }
}
