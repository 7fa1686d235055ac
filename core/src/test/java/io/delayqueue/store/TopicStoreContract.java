package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.IfExists;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Priority;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.monitor.TopicForecast;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is done with the tasks of a topic together, on every store. */
public abstract class TopicStoreContract extends StoreContract {

    private final TopicName other = new TopicName(group, "u");

    protected TopicStoreContract(StoreUnderTest underTest) {
        super(underTest);
    }

    // --- list

    @Test
    void listGoesOnBehindTheLastPageThoughTasksComeAndGo() {
        for (int i = 10; i < 30; i++) {
            add(TestTasks.task("t", "a" + i, 4_000_000_000_000L + i / 4, false, detail("t", "x")));
        }
        TaskPage first = topics().list(topic, TaskState.DELAYED, null, 7, true);
        assertThat(first.tasks())
                .extracting(TaskInfo::id)
                .containsExactly("a10", "a11", "a12", "a13", "a14", "a15", "a16");
        // The last one seen is gone, and so are some before it.
        store().remove(group, List.of("a16", "a10", "a11", "a18"));
        store().add(group, List.of(TestTasks.task("t", "before", 4_000_000_000_000L, false, detail("t", "x"))));
        assertThat(list(topic, TaskState.DELAYED, first.cursor(), 3, true))
                .extracting(TaskInfo::id)
                .containsExactlyElementsOf(IntStream.range(17, 30)
                        .filter(i -> i != 18)
                        .mapToObj(i -> "a" + i)
                        .toList());
    }

    @Test
    void listSeesEachOnceWhenManyAreDueAtTheSameTime() {
        List<NewTask> added = addAll(IntStream.range(0, 1_500)
                .mapToObj(i -> TestTasks.task("t", "a" + i, 4_000_000_000_000L, false, detail("t", "x"))));
        List<String> seen = new ArrayList<>();
        String cursor = null;
        do {
            TaskPage page = topics().list(topic, TaskState.DELAYED, cursor, 100, true);
            List<String> some = page.tasks().stream().map(TaskInfo::id).toList();
            seen.addAll(some);
            // The cursor's own task goes, so that its place has to be searched for.
            store().remove(group, some.subList(Math.max(0, some.size() - 1), some.size()));
            cursor = page.cursor();
        } while (cursor != null);
        assertThat(seen)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        added.stream().map(NewTask::id).toList());
    }

    @Test
    void aPageShouldBeFullHoweverManyTasksOtherTopicsHave() {
        addAll(IntStream.range(0, 3_000).mapToObj(i -> TestTasks.task("u", "b" + i, 60_000, true, detail("u", "x"))));
        add("a", 3_600_000);
        TaskPage page = topics().list(topic, TaskState.DELAYED, null, 1, true);
        assertThat(page.tasks()).extracting(TaskInfo::id).containsExactly("a");
        assertThat(all(topic, TaskState.DELAYED, 10)).containsExactly("a");
    }

    @Test
    void detailsShouldBeThePagesOfAListAsTheyAreStored() {
        inEveryState();
        for (int i = 0; i < 5; i++) {
            add("more" + i, 60_000 + i);
        }
        store().add(group, List.of(TestTasks.task("u", "other", 60_000, true, detail("u", "other"))));
        for (TaskState state : TaskState.values()) {
            String cursor = null;
            do {
                TaskPage page = topics().list(topic, state, cursor, 2, true);
                TopicStore.DetailPage details = topics().details(topic, state, cursor, 2);
                assertThat(details.tasks())
                        .extracting(TopicStore.Detail::id)
                        .containsExactlyElementsOf(
                                page.tasks().stream().map(TaskInfo::id).toList());
                assertThat(details.tasks())
                        .extracting(task ->
                                TaskDetail.readForDisplay(task.json(), true).payloadText())
                        .containsExactlyElementsOf(
                                page.tasks().stream().map(TaskInfo::payload).toList());
                assertThat(details.cursor()).isEqualTo(page.cursor());
                cursor = page.cursor();
            } while (cursor != null);
        }
        assertThat(topics().details(new TopicName(group, "none"), TaskState.DEAD, null, 2))
                .isEqualTo(new TopicStore.DetailPage(List.of(), null));
        assertThatThrownBy(() -> topics().details(topic, TaskState.DEAD, "x", 2))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("cursor must come from a page of the same topic and state");
    }

    @Test
    void listRefusesACursorOfAnotherState() {
        add("a", 60_000);
        add("b", 60_000);
        String cursor = topics().list(topic, TaskState.DELAYED, null, 1, true).cursor();
        for (String wrong : List.of("", "x", "DEAD/x/y", "DEAD", cursor)) {
            assertThatThrownBy(() -> topics().list(topic, TaskState.DEAD, wrong, 1, true))
                    .isInstanceOf(InvalidTaskException.class)
                    .hasMessageContaining("cursor must come from a page of the same topic and state");
        }
    }

    // --- count

    @Test
    void countTellsTopicsAndStates() {
        assertThat(topics().count(group, List.of())).isEmpty();
        inEveryState();
        add("more", 60_000);
        store().add(group, List.of(TestTasks.task("u", "other", 60_000, true, detail("u", "other"))));
        assertThat(topics().count(group, List.of("t")))
                .map(Counts::still)
                .containsExactly(new TaskCounts(topic, 2, 1, 1, 1, false, null, Duration.ZERO, 0, 0));
        assertThat(topics().count(group, List.of()))
                .map(Counts::still)
                .containsExactlyInAnyOrder(
                        new TaskCounts(topic, 2, 1, 1, 1, false, null, Duration.ZERO, 0, 0),
                        new TaskCounts(other, 1, 0, 0, 0, false, null, Duration.ZERO, 0, 0));
        assertThat(topics().count(group, List.of("v")))
                .containsExactly(
                        new TaskCounts(new TopicName(group, "v"), 0, 0, 0, 0, false, null, Duration.ZERO, 0, 0));
    }

    @Test
    void countTellsOfEachOfAThousandTopicsOnce() {
        List<String> names = addToManyTopics(60_000);
        store().add(group, List.of(TestTasks.task("t700", "due", 0, true, detail("t700", "x"))));
        pushAll();
        topics().pause(new TopicName(group, "t900"));
        for (List<String> asked : List.of(List.<String>of(), names)) {
            List<TaskCounts> counts = topics().count(group, asked);
            assertThat(counts).extracting(count -> count.topic().topic()).containsExactlyInAnyOrderElementsOf(names);
            assertThat(counts).extracting(TaskCounts::delayed).containsOnly(1L);
            assertThat(counts)
                    .filteredOn(count -> count.ready() > 0)
                    .singleElement()
                    .satisfies(count -> assertThat(count.topic().topic()).isEqualTo("t700"));
            assertThat(counts).filteredOn(TaskCounts::paused).singleElement().satisfies(count -> assertThat(
                            count.topic().topic())
                    .isEqualTo("t900"));
        }
        assertThat(topics().count(group, names))
                .extracting(count -> count.topic().topic())
                .containsExactlyElementsOf(names);
    }

    @Test
    void topicsOfSeveralGroupsShouldBeCountedInTheirOrder() {
        inEveryState();
        topics().pause(other);
        String second = group + "-second";
        String third = group + "-third";
        for (String another : List.of(second, third)) {
            store().add(another, List.of(TestTasks.task("t", "a", 60_000, true, detail("t", "a"))));
        }
        topics().pause(new TopicName(second, "u"));
        Map<String, List<String>> asked = new LinkedHashMap<>();
        asked.put(second, List.of("u", "t"));
        asked.put(third, List.of());
        asked.put(group, List.of("t", "u"));
        assertThat(topics().forecast(asked, List.of()))
                .map(TopicForecast::counts)
                .map(Counts::still)
                .containsExactly(
                        new TaskCounts(new TopicName(second, "u"), 0, 0, 0, 0, true, null, Duration.ZERO, 0, 0),
                        new TaskCounts(new TopicName(second, "t"), 1, 0, 0, 0, false, null, Duration.ZERO, 0, 0),
                        new TaskCounts(topic, 1, 1, 1, 1, false, null, Duration.ZERO, 0, 0),
                        new TaskCounts(other, 0, 0, 0, 0, true, null, Duration.ZERO, 0, 0));
    }

    @Test
    void countTellsForHowLongReadyTasksHaveBeenDue() {
        long now = System.currentTimeMillis();
        store().add(group, List.of(TestTasks.task("t", "old", now - 90_000, false, detail("t", "old"))));
        store().add(group, List.of(TestTasks.task("u", "young", now - 30_000, false, detail("u", "young"))));
        add("later", 60_000);
        for (int i = 0; i < 2; i++) {
            assertThat(overdue("t")).isBetween(Duration.ofSeconds(90), Duration.ofSeconds(150));
            assertThat(overdue("u")).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(89));
            pushAll();
        }
        assertThat(reserve(1)).hasSize(1);
        assertThat(overdue("t")).isZero();
    }

    /** A push only moves them. */
    @Test
    void dueTasksShouldCountAsReadyBeforeAPush() {
        add("a", 0);
        add("b", 0, Priority.LOW, IfExists.KEEP);
        add("later", 60_000);
        // Relative times are rounded up.
        untilTheNextMillisecond();
        untilTheNextMillisecond();
        assertThat(Counts.still(counts()))
                .isEqualTo(new TaskCounts(topic, 1, 2, 0, 0, false, null, Duration.ZERO, 0, 0));
        assertThat(counts().overdue()).isPositive();
        pushAll();
        assertThat(Counts.still(counts()))
                .isEqualTo(new TaskCounts(topic, 1, 2, 0, 0, false, null, Duration.ZERO, 0, 0));
    }

    private Duration overdue(String name) {
        return topics().count(group, List.of(name)).get(0).overdue();
    }

    // --- pause, resume

    // --- remove, requeue and purge a topic

    @Test
    void removeTasksRemovesAllButDeadLettersAndOtherTopics() {
        inEveryState();
        addAll(IntStream.range(0, 1_200).mapToObj(i -> task("a" + i, i % 3 * 20_000L)));
        addAll(IntStream.range(0, 1_200).mapToObj(i -> TestTasks.task("u", "b" + i, i, true, detail("u", "x"))));
        Delivery running = pushed();
        assertThat(toTheEnd(from -> topics().removeTasks(topic, from))).isEqualTo(1_203);
        assertThat(Counts.still(counts()))
                .isEqualTo(new TaskCounts(topic, 0, 0, 0, 1, false, null, Duration.ZERO, 0, 0));
        assertThat(topics().count(group, List.of("u")).get(0).total()).isEqualTo(1_200);
        assertThat(acknowledge(new Outcome.Finished(running))).containsExactly(running);
    }

    @Test
    void requeueTopicMakesTheDeadLettersOfNowReady() {
        bury(700);
        assertThat(deadLetters().requeueTopic(topic, null, 0).tasks()).isEqualTo(TaskStore.MAX_BATCH);
        assertThat(toTheEnd(from -> deadLetters().requeueTopic(topic, from, 0))).isEqualTo(200);
        assertThat(counts().ready()).isEqualTo(700);
        assertThat(reserve(500)).extracting(ReservedTask::attempt).containsOnly(1);
    }

    @Test
    void stepsOfARequeueEndThoughTasksDieAgainMeanwhile() {
        bury(600);
        TopicStep first = deadLetters().requeueTopic(topic, null, 0);
        assertThat(first.next()).isNotNull();
        untilTheNextMillisecond();
        acknowledge(deliveries(500), delivery -> new Outcome.Dead(delivery, "{}"));
        TopicStep second = deadLetters().requeueTopic(topic, first.next(), 0);
        assertThat(second).isEqualTo(new TopicStep(100, null));
    }

    @Test
    void purgeTopicRemovesDeadLettersOnly() {
        inEveryState();
        bury(700);
        assertThat(toTheEnd(from -> deadLetters().purgeTopic(topic, from))).isEqualTo(701);
        assertThat(Counts.still(counts()))
                .isEqualTo(new TaskCounts(topic, 1, 1, 1, 0, false, null, Duration.ZERO, 0, 0));
        assertThat(findOrNull("dead")).isNull();
    }

    // --- retention

    @Test
    void trimRemovesDeadLettersThatAreTooOld() {
        bury(3);
        DeadLetterRetention second = new DeadLetterRetention(Duration.ofSeconds(1), 2);
        assertThat(deadLetters().trim(topic, new DeadLetterRetention(Duration.ofHours(1), 3)))
                .isZero();
        long old = storeMillis() + 1_001;
        await().until(() -> storeMillis() > old);
        assertThat(deadLetters().trim(topic, second)).isEqualTo(3);
        assertThat(counts().total()).isZero();
    }

    @Test
    void trimTakesABatchAtMost() {
        bury(700);
        DeadLetterRetention one = new DeadLetterRetention(null, 1);
        assertThat(deadLetters().trim(topic, one)).isEqualTo(TaskStore.MAX_BATCH);
        assertThat(deadLetters().trim(topic, one)).isEqualTo(199);
        assertThat(deadLetters().trim(topic, one)).isZero();
    }

    @Test
    void topicsWithoutTasksShouldBeForgottenAndNoOthers() {
        List<NewTask> tasks = Stream.of("empty", "kept", "delayed", "ready", "reserved", "dead")
                .map(name -> TestTasks.task(
                        name, name, name.equals("delayed") ? Long.MAX_VALUE / 4096 : 1, false, detail(name, "x")))
                .toList();
        store().add(group, tasks);
        pushAll();
        for (String name : List.of("reserved", "dead")) {
            assertThat(store().reserve(new TopicName(group, name), "i", Duration.ofMinutes(1), 1)
                            .tasks())
                    .hasSize(1)
                    .allSatisfy(task -> {
                        if (name.equals("dead")) {
                            acknowledge(new Outcome.Dead(task.delivery(), "{}"));
                        }
                    });
        }
        store().remove(group, List.of("empty", "kept"));
        assertThat(topics().forgetEmpty(group, List.of("kept"))).isEqualTo(1);
        assertThat(topics().forgetEmpty(group, List.of("kept"))).isZero();
        assertThat(topics().count(group, List.of()))
                .extracting(counts -> counts.topic().topic())
                .containsExactlyInAnyOrder("kept", "delayed", "ready", "reserved", "dead");
        store().add(group, List.of(TestTasks.task("empty", "empty", 1, false, detail("empty", "x"))));
        pushAll();
        assertThat(store().reserve(new TopicName(group, "empty"), "i", Duration.ofMinutes(1), 1)
                        .tasks())
                .hasSize(1);
    }

    private void bury(int count) {
        addAll(IntStream.range(0, count).mapToObj(i -> TestTasks.task("t", "d" + i, 1, false, detail("t", "x"))));
        pushAll();
        for (int left = count; left > 0; left -= TaskStore.MAX_BATCH) {
            acknowledge(deliveries(Math.min(left, TaskStore.MAX_BATCH)), delivery -> new Outcome.Dead(delivery, "{}"));
        }
    }

    private List<String> all(TopicName name, TaskState state, int limit) {
        return list(name, state, null, limit, true).stream().map(TaskInfo::id).toList();
    }
}
