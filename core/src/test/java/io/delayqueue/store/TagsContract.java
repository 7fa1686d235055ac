package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.Tag;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.limit.KeyOrder.OnRetry;
import io.delayqueue.store.NewTask.AddMode;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of tags: a task keeps its tags as long as it is there. */
public abstract class TagsContract extends KeysFixture {

    protected static final Tag ORDER = new Tag("order", "42");

    protected TagsContract(StoreUnderTest underTest) {
        super(underTest);
    }

    /** Returns a task with tags, as they are stored. */
    protected static NewTask tagged(String id, String key, long due, Tag... tags) {
        StringBuilder label = new StringBuilder("t:").append(key);
        for (Tag tag : tags) {
            label.append("\\t").append(tag);
        }
        return TestTasks.task("t", id, due, false, detail(label.toString(), id));
    }

    @Test
    void taskWithTagsShouldKeepThemInEveryState() {
        add(tagged("a", "", 1, ORDER));
        pushAll();
        assertThat(find("a").state()).isEqualTo(TaskState.READY);
        assertThat(lease()).containsExactly("a");
        retry(60_000, true, "a");
        postpone("a");
        assertThat(find("a").state()).isEqualTo(TaskState.DELAYED);
        reschedule("a", 1);
        pushAll();
        assertThat(lease()).containsExactly("a");
        assertThat(delivery("a").key()).isNull();
        end(delivery -> new Outcome.Dead(delivery, ERROR), "a");
        deadLetters().requeue(group, List.of("a"));
        assertThat(find("a").tags()).containsExactly(ORDER);
        assertThat(find("a").key()).isNull();
        assertThat(find("a").topic()).isEqualTo(topic);
        assertThat(lease()).containsExactly("a");
        finish("a");
        assertThat(counts().total()).isZero();
    }

    @Test
    void tagsShouldBeNoPartOfTheKey() {
        order(1, OnRetry.BLOCK_KEY);
        add(tagged("a", "k", 1, ORDER), tagged("b", "k", 2), tagged("c", "k", 3, ORDER, new Tag("a", "b:c")));
        add(tagged("d", "", 4, ORDER));
        pushAll();
        assertThat(ofKey("k")).containsExactly("a", "b", "c");
        assertThat(lease()).containsExactly("a", "d");
        assertThat(delivery("a").key()).isEqualTo("k");
        finish("a");
        assertThat(lease()).containsExactly("b");
        assertThat(store().remove(group, List.of("b")).get(0).key()).isEqualTo("k");
        assertThat(lease()).containsExactly("c");
        assertThat(find("c").key()).isEqualTo("k");
        finish("c", "d");
    }

    /** The task, instead of another of its id. */
    private static NewTask replacing(NewTask task) {
        AddMode mode = TestTasks.mode(Priority.NORMAL, IfExists.REPLACE, false);
        return new NewTask(task.topic(), task.id(), task.time(), task.relative(), task.detail(), mode);
    }

    /** Fails unless each tag in the store is that of a task, and each tag of a task is there. */
    private void audit() {
        underTest().audit(group);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k"})
    void tagsShouldLeaveWithTheTask(String key) {
        order(1, OnRetry.LET_PASS);
        add(tagged("a", key, 1, ORDER), tagged("b", key, 2), tagged("c", key, 3, ORDER, new Tag("a", "1")));
        pushAll();
        lease();
        audit();
        retry(0, true, "a");
        pushAll();
        audit();
        lease();
        end(delivery -> new Outcome.Dead(delivery, ERROR), "a");
        audit();
        lease();
        finish("b");
        audit();
        lease();
        end(delivery -> new Outcome.Dead(delivery, null, false, null), "c");
        audit();
        deadLetters().purgeSelected(topic, List.of("a"));
        audit();
        assertThat(counts().total()).isZero();
    }

    @Test
    void removedTasksShouldTakeTheirTagsAlong() {
        Change.Remove removal = new Change.Remove("name", "c");
        order(1, OnRetry.BLOCK_KEY);
        add(tagged("a", "", 1, ORDER), tagged("b", "k", 1, ORDER), tagged("c", "k", 2, ORDER));
        store().apply(group, List.of(new Change.Add("add", tagged("d", "k", 3, ORDER))), Long.MAX_VALUE);
        pushAll();
        audit();
        lease();
        store().remove(group, List.of("a", "x"));
        audit();
        store().apply(group, List.of(removal), Long.MAX_VALUE);
        audit();
        toTheEnd(from -> topics().removeTasks(topic, from));
        audit();
        assertThat(counts().total()).isZero();
    }

    @Test
    void replacementShouldHaveItsOwnTags() {
        Tag other = new Tag("order", "43");
        Tag third = new Tag("order", "4");
        add(tagged("a", "", 60_000, ORDER, other), tagged("b", "", 60_000, ORDER), tagged("c", "", 60_000));
        audit();
        add(
                replacing(tagged("a", "k", 60_000, other, third)),
                replacing(tagged("b", "", 60_000, ORDER)),
                replacing(tagged("b", "", 60_000)),
                replacing(tagged("c", "", 60_000, ORDER)),
                tagged("c", "", 60_000, other));
        audit();
        assertThat(find("a").tags()).containsExactly(other, third);
        assertThat(find("b").tags()).isEmpty();
        assertThat(find("c").tags()).containsExactly(ORDER);
        pushAll();
        lease();
        add(replacing(tagged("a", "", 60_000, third)));
        audit();
        assertThat(acknowledge(List.of(delivery("a")), Outcome.Finished::new)).hasSize(1);
        audit();
    }

    @Test
    void mostTagsOfMostTasksShouldComeAndGoInOneCall() {
        Tag[] tags = IntStream.range(0, 8).mapToObj(i -> new Tag("n", "" + i)).toArray(Tag[]::new);
        for (int round = 0; round < 4; round++) {
            add(IntStream.range(0, TaskStore.MAX_BATCH)
                    .mapToObj(i -> replacing(tagged("a" + i, "", 1, tags)))
                    .toArray(NewTask[]::new));
            String[] ids = IntStream.range(0, TaskStore.MAX_BATCH)
                    .mapToObj(i -> "a" + i)
                    .toArray(String[]::new);
            if (round > 0) {
                pushAll();
                lease(TaskStore.MAX_BATCH);
            }
            audit();
            switch (round) {
                case 0 ->
                    add(Stream.of(ids).map(id -> replacing(tagged(id, "", 1))).toArray(NewTask[]::new));
                case 1 -> finish(ids);
                case 2 -> end(delivery -> new Outcome.Dead(delivery, null, false, null), ids);
                default -> store().remove(group, List.of(ids));
            }
            audit();
        }
    }

    @Test
    void largeTasksShouldLeaveWithTheirTags() {
        for (String end : List.of("remove", "purge")) {
            for (int i = 0; i < 5; i++) {
                byte[] large = detail("t:\\torder=42", "x".repeat(400_000));
                add(TestTasks.task("t", "a" + i, 0, true, large));
            }
            pushAll();
            if (end.equals("purge")) {
                for (int i = 0; i < 5; i++) {
                    acknowledge(new Outcome.Dead(deliveries(1).get(0), ERROR));
                }
                assertThat(toTheEnd(from -> deadLetters().purgeTopic(topic, from)))
                        .isEqualTo(5);
            } else {
                assertThat(toTheEnd(from -> topics().removeTasks(topic, from))).isEqualTo(5);
            }
            audit();
            assertThat(counts().total()).isZero();
        }
    }

    @Test
    void tasksShouldBeFoundByATagInTheOrderOfTheirIds() {
        Tag longer = new Tag("order", "421");
        add(tagged("c", "", 60_000, ORDER), tagged("a", "k", 1, longer, ORDER), tagged("b", "", 60_000, longer));
        add(tagged("d", "", 1, ORDER));
        pushAll();
        assertThat(topics().tagged(group, ORDER, "", 2)).containsExactly("a", "c");
        assertThat(topics().tagged(group, ORDER, "c", 2)).containsExactly("d");
        assertThat(topics().tagged(group, longer, "", 9)).containsExactly("a", "b");
        assertThat(topics().tagged(group, new Tag("rder", "42"), "", 9)).isEmpty();
        assertThat(topics().countTagged(group, ORDER)).isEqualTo(3);
        assertThat(topics().countTagged(group, new Tag("order", "4"))).isZero();
        assertThat(topics().find(group, List.of("a", "x", "c")))
                .extracting(TaskInfo::id)
                .containsExactly("a", "c");
    }

    @Test
    void removalByTagShouldLeaveOtherTasksAlone() {
        Tag longer = new Tag("order", "421");
        add(
                tagged("a", "k", 1, ORDER),
                tagged("b", "", 1, longer),
                TestTasks.task("t", "c", 60_000, true, detail("t:\\torder=42", "c")),
                tagged("d", "", 1));
        add(TestTasks.task("u", "e", 60_000, true, detail("u:\\torder=42", "e")));
        pushAll();
        lease();
        retry(60_000, true, "a", "b");
        List<String> all = List.of("a", "b", "c", "d", "e", "x");
        TaskFilter ready = new TaskFilter(ORDER, null, Set.of(TaskState.READY));
        assertThat(store().remove(group, all, ready)).containsOnlyNulls().hasSize(6);
        TaskFilter ofTopic = new TaskFilter(ORDER, "t", Set.of(TaskState.DELAYED, TaskState.DEAD));
        assertThat(store().remove(group, all, ofTopic))
                .extracting(task -> task == null ? null : task.id())
                .containsExactly("a", null, "c", null, null, null);
        audit();
        assertThat(find("b").attempts()).isEqualTo(1);
        assertThat(find("b").lastError()).isNotNull();
        assertThat(store().remove(group, all, new TaskFilter(ORDER, null, Set.of())))
                .extracting(task -> task == null ? null : task.id())
                .containsExactly(null, null, null, null, "e", null);
        audit();
    }

    @Test
    void requeueByTagShouldLeaveOtherDeadLettersAlone() {
        Tag longer = new Tag("order", "421");
        add(tagged("a", "", 1, ORDER), tagged("b", "", 1, longer), tagged("c", "k", 1, longer, ORDER));
        pushAll();
        lease();
        end(delivery -> new Outcome.Dead(delivery, ERROR), "a", "b", "c");
        List<String> all = List.of("a", "b", "c", "x");
        assertThat(deadLetters().requeue(group, all, new TaskFilter(ORDER, "u", Set.of())))
                .isEmpty();
        assertThat(deadLetters().requeue(group, all, new TaskFilter(ORDER, "t", Set.of(TaskState.DEAD))))
                .containsExactly("a", "c");
        assertThat(deadLetters().requeue(group, all, new TaskFilter(ORDER, null, Set.of())))
                .isEmpty();
        assertThat(deadLetters().requeue(group, all)).containsExactly("b");
        audit();
    }

    @Test
    void addOfTheSameTaskWithOtherTagsShouldBeAnotherOne() {
        add(tagged("a", "", 60_000, ORDER));
        assertThat(add(tagged("a", "", 60_000, ORDER)).get(0).kind()).isEqualTo(AddStatus.Kind.REPEATED);
        assertThat(add(tagged("a", "", 60_000, new Tag("order", "4"))).get(0).kind())
                .isEqualTo(AddStatus.Kind.EXISTED);
    }
}
