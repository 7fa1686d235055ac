package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.store.AddStatus.Kind;
import io.delayqueue.store.NewTask.AddMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that ask for more than a time, on every store: ids that are unique for a time, windows in which a task may be due, and debounced tasks. */
public abstract class AddWindowsContract extends StoreContract {

    private static final long MINUTE = 60_000;

    /** Far in the future, at the beginning of a second. */
    private static final long LATER = 4_000_000_000_000L;

    protected AddWindowsContract(StoreUnderTest underTest) {
        super(underTest);
    }

    // --- unique for a time

    private static NewTask unique(String id, String payload, long delay, long window) {
        byte[] detail = ("\"t\",\"" + payload + "\",{\"uniqueFor\":" + window + "}]").getBytes(UTF_8);
        return new NewTask(
                "t", id, delay, true, detail, new AddMode(Priority.NORMAL, IfExists.KEEP, false, window, 0, 0));
    }

    protected AddStatus addUnique(String id, long window) {
        return store().add(group, List.of(unique(id, "x", 0, window))).get(0);
    }

    private void run() {
        pushAll();
        acknowledge(new Outcome.Finished(deliveries(1).get(0)));
        assertThat(counts().total()).isZero();
    }

    protected void removeAll() {
        String from = null;
        do {
            from = topics().removeTasks(topic, from).next();
        } while (from != null);
    }

    @Test
    void idWithAWindowShouldBeRecentFromTheEndOfItsTaskToTheEndOfTheWindow() {
        AddStatus added = addUnique("a", MINUTE);
        assertThat(added.kind()).isEqualTo(Kind.ADDED);
        assertThat(find("a").options().uniqueFor()).isEqualTo(Duration.ofMillis(MINUTE));
        assertThat(addUnique("a", MINUTE)).isEqualTo(new AddStatus(Kind.REPEATED, added.dueAt()));
        assertThat(addUnique("a", MINUTE + 1)).isEqualTo(new AddStatus(Kind.EXISTED, added.dueAt()));

        run();
        assertThat(addUnique("a", 1)).isEqualTo(new AddStatus(Kind.RECENT, added.dueAt() + MINUTE));
        assertThat(findOrNull("a")).isNull();
        assertThat(addUnique("b", 1).kind()).isEqualTo(Kind.ADDED);
    }

    @Test
    void idWhoseWindowIsOverShouldBeAddedWithANewWindow() {
        addUnique("a", 1);
        run();
        untilTheNextMillisecond();
        assertThat(addUnique("a", MINUTE).kind()).isEqualTo(Kind.ADDED);
        run();
        assertThat(addUnique("a", 1).kind()).isEqualTo(Kind.RECENT);
    }

    @Test
    void addWithoutAWindowShouldIgnoreThatOfItsId() {
        addUnique("a", MINUTE);
        run();
        assertThat(add("a", 0).kind()).isEqualTo(Kind.ADDED);
        assertThat(addUnique("a", MINUTE).kind())
                .as("the stored task comes first")
                .isEqualTo(Kind.EXISTED);
        run();
        assertThat(addUnique("a", MINUTE).kind()).isEqualTo(Kind.RECENT);
    }

    @Test
    void deadLetterShouldComeBeforeItsWindow() {
        addUnique("a", MINUTE);
        pushAll();
        acknowledge(new Outcome.Dead(deliveries(1).get(0), "{}"));
        assertThat(addUnique("a", 1).kind()).isEqualTo(Kind.EXISTED);
        deadLetters().purgeTopic(topic, null);
        assertThat(addUnique("a", 1).kind()).isEqualTo(Kind.ADDED);
    }

    @Test
    void removalShouldEndTheWindow() {
        addUnique("a", MINUTE);
        store().remove(group, List.of("a"));
        assertThat(addUnique("a", MINUTE).kind()).isEqualTo(Kind.ADDED);
        removeAll();
        assertThat(addUnique("a", MINUTE).kind()).isEqualTo(Kind.ADDED);
        run();
        store().remove(group, List.of("a"));
        assertThat(addUnique("a", 1).kind()).as("there was no task to remove").isEqualTo(Kind.RECENT);
    }

    @Test
    void tasksOfOneCallShouldMeetEachOther() {
        addUnique("b", MINUTE);
        run();
        List<NewTask> tasks = List.of(
                unique("a", "x", 0, MINUTE),
                unique("b", "x", 0, MINUTE),
                unique("a", "x", 0, MINUTE),
                unique("a", "y", 0, MINUTE),
                unique("b", "x", 0, MINUTE),
                task("b", 0),
                unique("b", "x", 0, MINUTE));
        assertThat(store().add(group, tasks))
                .extracting(AddStatus::kind)
                .containsExactly(
                        Kind.ADDED, Kind.RECENT, Kind.REPEATED, Kind.EXISTED, Kind.RECENT, Kind.ADDED, Kind.EXISTED);
    }

    // --- due windows

    private static NewTask between(String id, long from, long to) {
        return new NewTask(
                "t", id, from, false, detail("t", id), new AddMode(Priority.HIGH, IfExists.KEEP, false, 0, to, 0));
    }

    private AddStatus addBetween(String id, long from, long to) {
        return store().add(group, List.of(between(id, from, to))).get(0);
    }

    /** Counts delayed tasks by the second in which they are due. */
    private Map<Long, Integer> bySecond() {
        Map<Long, Integer> seconds = new TreeMap<>();
        topics().list(topic, TaskState.DELAYED, null, 500, false).tasks().stream()
                .map(TaskInfo::dueAt)
                .forEach(due -> seconds.merge(due.getEpochSecond(), 1, Integer::sum));
        return seconds;
    }

    @Test
    void tasksShouldFillTheSecondsOfAWindowAlike() {
        List<NewTask> tasks = IntStream.range(0, 200)
                .mapToObj(i -> between("w" + i, LATER, LATER + 9_999))
                .toList();
        tasks.subList(0, 100).forEach(task -> store().add(group, List.of(task)));
        List<AddStatus> rest = store().add(group, tasks.subList(100, 200));

        assertThat(rest)
                .allSatisfy(status -> assertThat(status.kind()).isEqualTo(Kind.ADDED))
                .allSatisfy(status -> assertThat(status.dueAt()).isBetween(LATER, LATER + 9_999));
        assertThat(bySecond()).hasSize(10);
        assertThat(bySecond().values()).allSatisfy(number -> assertThat(number).isBetween(19, 21));
    }

    @Test
    void taskShouldAvoidASecondInWhichManyAreDue() {
        addAll(IntStream.range(0, 100).mapToObj(i -> TestTasks.task("t", "p" + i, LATER + i, false, detail("t", "p"))));
        addAll(IntStream.range(0, 100)
                .mapToObj(i -> TestTasks.task("u", "u" + i, LATER + 1_000 + i, false, detail("u", "p"))));
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            times.add(addBetween("x" + i, LATER, LATER + 1_999).dueAt());
        }
        // All four times that the ids of the others draw are in the first second.
        assertThat(times).filteredOn(time -> time >= LATER + 1_000).hasSize(17);
    }

    /** The times that an id draws are the same in every store. */
    @Test
    void repeatedAddShouldHaveTheSameTime() {
        AddStatus added = addBetween("a", LATER, LATER + 9_999);
        assertThat(added).isEqualTo(new AddStatus(Kind.ADDED, LATER + 5_272));
        assertThat(addBetween("a", LATER, LATER + 9_999)).isEqualTo(new AddStatus(Kind.REPEATED, added.dueAt()));
        store().remove(group, List.of("a"));
        assertThat(addBetween("a", LATER, LATER + 9_999)).isEqualTo(added);
        assertThat(addBetween("b", LATER, LATER)).isEqualTo(new AddStatus(Kind.ADDED, LATER));
    }

    @Test
    void windowThatHasBegunShouldEndBeforeItsLastTimeAndOneThatIsOverMeansAtOnce() {
        long now = storeMillis();
        for (int i = 0; i < 20; i++) {
            assertThat(addBetween("a" + i, 0, now + MINUTE).dueAt()).isBetween(now, now + MINUTE);
        }
        assertThat(addBetween("b", 0, 1_000).dueAt()).isEqualTo(1_000);
    }

    @Test
    void replacementShouldBePlacedInItsWindow() {
        add("a", 0);
        NewTask kept = between("a", LATER, LATER + 9_999);
        AddMode mode = new AddMode(Priority.LOW, IfExists.REPLACE, false, 0, LATER + 9_999, 0);
        NewTask task = new NewTask("t", "a", LATER, false, kept.detail(), mode);
        assertThat(store().add(group, List.of(kept)).get(0).kind()).isEqualTo(Kind.REPEATED);
        assertThat(store().add(group, List.of(task))).containsExactly(new AddStatus(Kind.REPLACED, LATER + 5_272));
        assertThat(find("a").dueAt().toEpochMilli()).isEqualTo(LATER + 5_272);
    }

    // --- debounce

    private static NewTask debounced(String payload, long wait, long longest) {
        return debounced(payload, "\"longestWait\":" + longest, wait, longest);
    }

    private static NewTask debounced(String payload, String options, long wait, long longest) {
        byte[] detail = ("\"t\"," + payload + ",{" + options + "}]").getBytes(UTF_8);
        return new NewTask(
                "t", "a", wait, true, detail, new AddMode(Priority.HIGH, IfExists.REPLACE, false, 0, 0, longest));
    }

    private AddStatus debounce(long wait, long longest) {
        return store().add(group, List.of(debounced("{\"a\":1}", wait, longest)))
                .get(0);
    }

    @Test
    void replacementsShouldNotPutOffTheirTaskBeyondTheLongestWaitOfTheFirst() {
        AddStatus first = debounce(1_000, 3 * MINUTE);
        assertThat(first.kind()).isEqualTo(Kind.ADDED);
        long latest = first.dueAt() - 1_000 + 3 * MINUTE;
        assertThat(debounce(2 * MINUTE, 3 * MINUTE))
                .satisfies(second -> assertThat(second.kind()).isEqualTo(Kind.REPLACED))
                .satisfies(second -> assertThat(second.dueAt()).isBetween(first.dueAt(), latest));
        for (int i = 0; i < 3; i++) {
            assertThat(debounce(4 * MINUTE, 5 * MINUTE)).isEqualTo(new AddStatus(Kind.REPLACED, latest));
        }
        assertThat(find("a").options().longestWait()).isEqualTo(Duration.ofMillis(5 * MINUTE));
        assertThat(find("a").payload()).isEqualTo("{\"a\":1}");
    }

    @Test
    void readyTaskShouldNotBePutOffByItsReplacements() {
        AddStatus first = debounce(0, 1);
        pushAll();
        assertThat(find("a").state()).isEqualTo(TaskState.READY);
        assertThat(debounce(MINUTE, MINUTE)).isEqualTo(new AddStatus(Kind.REPLACED, first.dueAt() + 1));
        pushAll();
        assertThat(reserve(1)).hasSize(1);
    }

    @Test
    void replacementOfATaskThatWasReservedShouldBeAFirstOneAgain() {
        debounce(0, 1);
        pushAll();
        Delivery delivery = deliveries(1).get(0);
        AddStatus second = debounce(MINUTE, 2 * MINUTE);
        assertThat(acknowledge(new Outcome.Finished(delivery))).containsExactly(delivery);
        assertThat(debounce(5 * MINUTE, 5 * MINUTE))
                .as("the task waits: this is not a first one")
                .isEqualTo(new AddStatus(Kind.REPLACED, second.dueAt() + MINUTE));
    }

    @Test
    void replacementOfATaskThatHasFailedShouldBeAFirstOneAgain() {
        long before = storeMillis();
        debounce(0, 1);
        pushAll();
        acknowledge(new Outcome.Retry(deliveries(1).get(0), 5 * MINUTE, "{}", true));
        assertThat(debounce(MINUTE, MINUTE).dueAt()).isGreaterThanOrEqualTo(before + MINUTE);

        store().remove(group, List.of("a"));
        debounce(0, 1);
        pushAll();
        acknowledge(new Outcome.Dead(deliveries(1).get(0), "{}"));
        assertThat(debounce(MINUTE, MINUTE).dueAt()).isGreaterThanOrEqualTo(before + MINUTE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"longestWait\":120000,\"later\":\"x\"", "\"later\":{},\"longestWait\":120000"})
    void longestWaitShouldHoldWhereverTheOptionsOfLaterVersionsStand(String options) {
        NewTask task = debounced("1", options, MINUTE, 2 * MINUTE);
        AddStatus first = store().add(group, List.of(task)).get(0);
        assertThat(debounce(5 * MINUTE, 5 * MINUTE)).isEqualTo(new AddStatus(Kind.REPLACED, first.dueAt() + MINUTE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"uniqueFor\":60000,\"later\":\"x\"", "\"later\":[],\"uniqueFor\":60000"})
    void windowShouldEndWithARemovalWhereverTheOptionsOfLaterVersionsStand(String options) {
        byte[] detail = ("\"t\",1,{" + options + "}]").getBytes(UTF_8);
        AddMode mode = new AddMode(Priority.NORMAL, IfExists.KEEP, false, MINUTE, 0, 0);
        store().add(group, List.of(new NewTask("t", "a", 0, true, detail, mode)));
        assertThat(store().remove(group, List.of("a"))).hasSize(1);
        assertThat(addUnique("a", MINUTE).kind()).isEqualTo(Kind.ADDED);
    }

    @Test
    void debouncedTasksOfOneCallShouldHaveTheLongestWaitOfTheFirst() {
        List<Long> times =
                store().add(group, List.of(debounced("1", 1_000, 2_000), debounced("2", MINUTE, MINUTE))).stream()
                        .map(AddStatus::dueAt)
                        .collect(Collectors.toList());
        assertThat(times.get(1)).isEqualTo(times.get(0) + 1_000);
        assertThat(find("a").payload()).isEqualTo("2");
        assertThat(counts().total()).isEqualTo(1);
    }

    @Test
    void taskWithoutALongestWaitShouldLeaveNoMark() {
        add("a", 0);
        assertThat(debounce(MINUTE, 2 * MINUTE).kind()).isEqualTo(Kind.REPLACED);
        add("a", 0, Priority.NORMAL, IfExists.REPLACE);
        long before = storeMillis();
        assertThat(debounce(5 * MINUTE, 5 * MINUTE).dueAt()).isGreaterThanOrEqualTo(before + 5 * MINUTE);
    }
}
