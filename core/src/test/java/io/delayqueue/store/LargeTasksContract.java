package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.store.NewTask.AddMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Calls that name or meet many large tasks: each may stop before it is through, but not before the first. */
public abstract class LargeTasksContract extends StoreContract {

    /** What a call may read or bring of several tasks: some 1 MB. */
    protected static final int MOST_BYTES = 1 << 20;

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
        byte[] detail = ("{\"topic\":\"t\",\"payload\":\"" + "x".repeat(size) + "\"}").getBytes(UTF_8);
        store().add(group, List.of(new NewTask("t", id, 1_000, false, detail, new AddMode(priority, IfExists.KEEP))));
    }

    protected List<String> addLarge(int count) {
        List<String> ids =
                IntStream.range(0, count).mapToObj(i -> "a%02d".formatted(i)).toList();
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
            Handover handover = store().deliver(topic, "i", List.of(), LEASE, 32);
            assertThat(handover.reservation()).isNotNull();
            brought(handover.reservation().tasks());
            seen.addAll(ids(handover.reservation().tasks()));
            assertThat(handover.reservation().remaining()).isEqualTo(expected.size() - seen.size());
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
        List<TaskInfo> removed = store().cancel(group, named);
        assertThat(removed).isEqualTo(found);
        assertThat(counts().total()).isZero();
    }
}
