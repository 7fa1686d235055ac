package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.store.Change.Result;
import io.delayqueue.store.NewTask.AddMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Changes that are made once, on every store, however often they are sent. */
public abstract class ChangesOnceContract extends StoreContract {

    private static final long MINUTE = 60_000;

    /** Far in the future. */
    protected static final long NEVER_LATE = 4_000_000_000_000L;

    private static final long LATER = 3_000_000_000_000L;

    protected ChangesOnceContract(StoreUnderTest underTest) {
        super(underTest);
    }

    protected static Change added(String name, String id) {
        return new Change.Add(name, task(id, MINUTE));
    }

    private static Change added(String name, String topic, String id, IfExists ifExists) {
        AddMode mode = TestTasks.mode(Priority.NORMAL, ifExists, false);
        return new Change.Add(name, new NewTask(topic, id, MINUTE, true, detail(topic, name), mode));
    }

    private static Change removed(String name, String id) {
        return new Change.Remove(name, id);
    }

    private static Change moved(String name, String id, long time) {
        return new Change.Reschedule(name, id, time, false);
    }

    protected List<Result> apply(Change... changes) {
        Change.Applied applied = store().apply(group, List.of(changes), NEVER_LATE);
        assertThat(applied.late()).isFalse();
        return applied.results();
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    @Test
    void addShouldBeMadeOnceAlsoAfterItsTaskHasEnded() {
        assertThat(apply(new Change.Add("1", task("a", 0)))).containsExactly(Result.MADE);
        assertThat(apply(new Change.Add("1", task("a", 0)))).containsExactly(Result.REPEATED);
        acknowledge(new Outcome.Finished(pushed()));
        assertThat(apply(new Change.Add("1", task("a", 0)))).containsExactly(Result.REPEATED);
        assertThat(findOrNull("a")).isNull();
        assertThat(apply(new Change.Add("2", task("a", 0))))
                .as("the same task under another name")
                .containsExactly(Result.MADE);
    }

    @Test
    void removalShouldBeMadeOnceAlsoIfThereWasNoTask() {
        add("a", MINUTE);
        assertThat(apply(removed("1", "a"), removed("2", "b"))).containsExactly(Result.MADE, Result.NOT_MADE);
        add("a", MINUTE);
        add("b", MINUTE);
        assertThat(apply(removed("1", "a"), removed("2", "b"))).containsExactly(Result.REPEATED, Result.REPEATED);
        assertThat(store().find(group, List.of("a", "b"))).doesNotContainNull();
    }

    @Test
    void rescheduleShouldBeMadeOnceAlsoIfThereWasNoTask() {
        add("a", MINUTE);
        assertThat(apply(moved("1", "a", LATER), moved("2", "b", LATER))).containsExactly(Result.MADE, Result.NOT_MADE);
        assertThat(find("a").dueAt()).isEqualTo(at(LATER));
        store().reschedule(group, "a", LATER + 1, false);
        store().add(group, List.of(TestTasks.task("t", "b", LATER + 2, false, detail("t", "b"))));
        assertThat(apply(moved("1", "a", LATER), moved("2", "b", LATER)))
                .containsExactly(Result.REPEATED, Result.REPEATED);
        assertThat(store().find(group, List.of("a", "b")))
                .extracting(TaskInfo::dueAt)
                .containsExactly(at(LATER + 1), at(LATER + 2));
    }

    @Test
    void replacementShouldBeMadeOnce() {
        add("a", MINUTE);
        assertThat(apply(added("1", "t", "a", IfExists.REPLACE))).containsExactly(Result.MADE);
        assertThat(find("a").payload()).isEqualTo("\"1\"");
        assertThat(apply(added("2", "t", "a", IfExists.REPLACE))).containsExactly(Result.MADE);
        assertThat(apply(added("1", "t", "a", IfExists.REPLACE))).containsExactly(Result.REPEATED);
        assertThat(find("a").payload()).isEqualTo("\"2\"");
    }

    @Test
    void addsShouldHaveTheResultsOfAddsWithoutNames() {
        byte[] detail = "\"t\",\"x\",{\"uniqueFor\":60000}]".getBytes(UTF_8);
        AddMode unique = new AddMode(Priority.NORMAL, IfExists.KEEP, false, MINUTE, 0, 0);
        Change recent = new Change.Add("3", new NewTask("t", "recent", 0, true, detail, unique));
        store().add(group, List.of(new NewTask("t", "recent", 0, true, detail, unique)));
        acknowledge(new Outcome.Finished(pushed()));
        add("a", MINUTE);
        assertThat(apply(added("1", "a"), recent, added("4", "u", "other", IfExists.KEEP)))
                .containsExactly(Result.NOT_MADE, Result.NOT_MADE, Result.MADE);
        store().remove(group, List.of("a"));
        assertThat(apply(added("1", "a"), recent)).containsExactly(Result.REPEATED, Result.REPEATED);
        assertThat(findOrNull("a")).as("kept what was there then").isNull();
    }

    @Test
    void addUnderAnIdOfAnotherTopicShouldNotCountAsMade() {
        add("a", MINUTE);
        Change other = added("1", "u", "a", IfExists.REPLACE);
        assertThat(apply(added("0", "b"), other, added("2", "c")))
                .containsExactly(Result.MADE, Result.OTHER_TOPIC, Result.MADE);
        assertThat(apply(other)).containsExactly(Result.OTHER_TOPIC);
        store().remove(group, List.of("a"));
        assertThat(apply(other)).containsExactly(Result.MADE);
        assertThat(apply(other)).containsExactly(Result.REPEATED);
    }

    @Test
    void tasksInEveryStateShouldBeChangedAsWithoutNames() {
        inEveryState();
        assertThat(apply(
                        moved("1", "delayed", LATER),
                        moved("2", "ready", LATER + 1),
                        moved("3", "reserved", LATER),
                        moved("4", "dead", LATER)))
                .containsExactly(Result.MADE, Result.MADE, Result.NOT_MADE, Result.NOT_MADE);
        assertThat(store().find(group, List.of("delayed", "ready")))
                .extracting(TaskInfo::state)
                .containsOnly(TaskState.DELAYED);
        assertThat(find("ready").dueAt()).isEqualTo(at(LATER + 1));
        audit(group);
        assertThat(apply(
                        removed("5", "delayed"),
                        removed("6", "ready"),
                        added("7", "t", "reserved", IfExists.REPLACE),
                        removed("8", "dead")))
                .containsExactly(Result.MADE, Result.MADE, Result.MADE, Result.MADE);
        assertThat(counts().total()).isEqualTo(1);
    }

    @Test
    void taskThatIsToRunNowShouldBeDueAndKeepItsPlaceIfItIsReady() {
        add("a", MINUTE);
        add("first", 0);
        pushAll();
        assertThat(apply(new Change.Reschedule("1", "a", 0, true), new Change.Reschedule("2", "first", 0, true)))
                .containsExactly(Result.MADE, Result.MADE);
        assertThat(pushAll()).isEqualTo(1);
        assertThat(reserve(2)).extracting(StoreFixture::id).containsExactly("first", "a");
    }

    @Test
    void changesOfOneTaskShouldBeMadeInTheirOrder() {
        assertThat(apply(
                        added("1", "a"),
                        removed("2", "a"),
                        added("3", "t", "a", IfExists.KEEP),
                        added("4", "t", "a", IfExists.REPLACE),
                        moved("5", "a", LATER),
                        moved("6", "a", LATER + 1)))
                .containsExactly(Result.MADE, Result.MADE, Result.MADE, Result.MADE, Result.MADE, Result.MADE);
        assertThat(find("a").payload()).isEqualTo("\"4\"");
        assertThat(find("a").dueAt()).isEqualTo(at(LATER + 1));
    }

    @Test
    void repeatedCallShouldMakeWhatTheFirstHasLeftOut() {
        apply(added("1", "a"), removed("4", "d"));
        add("d", MINUTE);
        assertThat(apply(added("0", "z"), added("1", "a"), added("2", "b"), removed("3", "z"), removed("4", "d")))
                .containsExactly(Result.MADE, Result.REPEATED, Result.MADE, Result.MADE, Result.REPEATED);
        assertThat(store().find(group, List.of("a", "b", "d"))).doesNotContainNull();
        assertThat(findOrNull("z")).isNull();
    }

    @Test
    void manyChangesShouldBeMadeInOneCall() {
        int number = 2 * TaskStore.MAX_BATCH + 1;
        List<Change> adds = new ArrayList<>();
        List<Change> removals = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            adds.add(added("add" + i, "a" + i));
            removals.add(removed("remove" + i, "a" + i));
        }
        assertThat(store().apply(group, adds, NEVER_LATE).results()).isEqualTo(times(number, Result.MADE));
        assertThat(counts().delayed()).isEqualTo(number);
        store().confirm(group, adds.stream().map(Change::name).toList());
        assertThat(store().apply(group, adds, NEVER_LATE).results()).isEqualTo(times(number, Result.REPEATED));
        assertThat(store().apply(group, removals, NEVER_LATE).results()).isEqualTo(times(number, Result.MADE));
        assertThat(counts().total()).isZero();
    }

    private static List<Result> times(int number, Result result) {
        return Collections.nCopies(number, result);
    }

    @Test
    void changesOfLargeTasksShouldAllBeMade() {
        List<Change> replacements = new ArrayList<>();
        List<Change> moves = new ArrayList<>();
        List<Change> removals = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            byte[] large = detail("t", "x".repeat(700_000));
            store().add(group, List.of(TestTasks.task("t", "a" + i, MINUTE, true, large)));
            AddMode mode = TestTasks.mode(Priority.NORMAL, IfExists.REPLACE, false);
            replacements.add(new Change.Add("replace" + i, new NewTask("t", "a" + i, MINUTE, true, large, mode)));
            moves.add(moved("move" + i, "a" + i, LATER + i));
            removals.add(removed("remove" + i, "a" + i));
        }
        for (List<Change> changes : List.of(replacements, moves, removals)) {
            store().apply(group, changes.subList(1, 2), NEVER_LATE);
            assertThat(store().apply(group, changes, NEVER_LATE).results())
                    .containsExactly(Result.MADE, Result.REPEATED, Result.MADE, Result.MADE);
        }
        assertThat(counts().total()).isZero();
    }

    @Test
    void lateCallShouldChangeNothingAndBringTheTime() {
        add("a", MINUTE);
        List<Change> changes = List.of(added("1", "b"), removed("2", "a"), moved("3", "a", LATER));
        long now = storeMillis();
        untilTheNextMillisecond();
        for (Change change : changes) {
            Change.Applied late = store().apply(group, List.of(change), now - 1);
            assertThat(late.late()).isTrue();
            assertThat(late.results()).isEmpty();
            assertThat(late.storeTime()).isBetween(now - 1, store().time(group));
        }
        assertThat(counts().total()).isEqualTo(1);
        Change.Applied inTime = store().apply(group, changes, store().time(group) + MINUTE);
        assertThat(inTime.late()).isFalse();
        assertThat(inTime.results()).containsExactly(Result.MADE, Result.MADE, Result.NOT_MADE);
        assertThat(inTime.storeTime()).isBetween(now, store().time(group));
    }

    @Test
    void confirmedChangeShouldStillBeRecognised() {
        apply(added("1", "a"));
        store().confirm(group, List.of("1"));
        store().confirm(group, List.of("1"));
        store().remove(group, List.of("a"));
        assertThat(apply(added("1", "a"))).containsExactly(Result.REPEATED);
    }

    @Test
    void nameThatIsConfirmedWithoutItsChangeShouldNotCountAsMade() {
        store().confirm(group, List.of("1"));
        assertThat(apply(added("1", "a"))).containsExactly(Result.MADE);
        store().confirm(group, List.of("2"));
        assertThat(apply(removed("2", "a"))).containsExactly(Result.MADE);
        store().confirm(group, List.of());
    }

    @Test
    void namesShouldBelongToTheirGroup() {
        apply(added("1", "a"));
        String other = group + "-other";
        assertThat(store().apply(other, List.of(added("1", "a")), NEVER_LATE).results())
                .containsExactly(Result.MADE);
    }

    @Test
    void repeatingTaskShouldBeListedAsLongAsItIsThere() {
        byte[] detail = "\"t\",1,{\"repeat\":{\"rate\":10000}}]".getBytes(UTF_8);
        NewTask repeating =
                new NewTask("t", "a", MINUTE, true, detail, TestTasks.mode(Priority.NORMAL, IfExists.REPLACE, true));
        apply(new Change.Add("1", repeating));
        assertThat(topics().repeating(group, null, 10).tasks())
                .extracting(TaskInfo::id)
                .containsExactly("a");
        apply(added("2", "t", "a", IfExists.REPLACE));
        assertThat(topics().repeating(group, null, 10).tasks()).isEmpty();
        apply(new Change.Add("3", repeating), removed("4", "a"));
        assertThat(topics().repeating(group, null, 10).tasks()).isEmpty();
    }

    @Test
    void runOfChangesShouldReachSeveralTopics() {
        List<Change> adds = IntStream.range(0, 10)
                .mapToObj(i -> added("add" + i, "t" + i % 3, "a" + i, IfExists.KEEP))
                .toList();
        assertThat(store().apply(group, adds, NEVER_LATE).results()).containsOnly(Result.MADE);
        List<Change> moves = IntStream.range(0, 10)
                .mapToObj(i -> moved("move" + i, "a" + i, LATER + i))
                .toList();
        assertThat(store().apply(group, moves, NEVER_LATE).results()).containsOnly(Result.MADE);
        assertThat(topics().count(group, List.of("t0", "t1", "t2")))
                .extracting(counts -> (int) counts.delayed())
                .containsExactly(4, 3, 3);
        assertThat(find("a9").dueAt()).isEqualTo(at(LATER + 9));
    }
}
