package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskInfo.LastRun;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that repeat, on every store. */
public abstract class RepeatsContract extends StoreContract {

    protected RepeatsContract(StoreUnderTest underTest) {
        super(underTest);
    }

    @Test
    void repeatAtAFixedRateComesAtTheFirstMultipleThatIsNotOver() {
        long due = storeMillis() - 25_000;
        store().add(group, List.of(TestTasks.task("t", "a", due, false, detail("t", "a"))));
        Delivery delivery = pushed();
        assertThat(acknowledge(new Outcome.NextOccurrence(delivery, Timing.RATE, 10_000, null)))
                .isEmpty();
        TaskInfo found = find("a");
        assertThat(found.state()).isEqualTo(TaskState.DELAYED);
        assertThat(found.dueAt()).isEqualTo(Instant.ofEpochMilli(due + 30_000));
        assertThat(found.attempts()).isZero();
        assertThat(acknowledge(new Outcome.NextOccurrence(delivery, Timing.RATE, 10_000, null)))
                .containsExactly(delivery);
        assertThat(find("a").dueAt()).isEqualTo(Instant.ofEpochMilli(due + 30_000));
    }

    @Test
    void repeatAtAFixedRateWaitsForOnePeriodAtLeast() {
        Delivery delivery = reserved("a");
        Instant due = find("a").dueAt();
        acknowledge(new Outcome.NextOccurrence(delivery, Timing.RATE, 3_600_000, null));
        assertThat(find("a").dueAt()).isEqualTo(due.plus(Duration.ofHours(1)));
    }

    @Test
    void repeatAfterADelayAndAtATime() {
        Delivery a = reserved("a");
        Delivery b = reserved("b");
        long before = storeMillis();
        acknowledge(
                new Outcome.NextOccurrence(a, Timing.DELAY, 60_000, "{\"message\":\"no\"}"),
                new Outcome.NextOccurrence(b, Timing.AT, 4_000_000_000_000L, null));
        assertThat(find("a").dueAt())
                .isBetween(Instant.ofEpochMilli(before + 60_000), Instant.ofEpochMilli(before + 70_000));
        assertThat(find("a").lastError().message()).isEqualTo("no");
        assertThat(find("b").dueAt()).isEqualTo(Instant.ofEpochMilli(4_000_000_000_000L));
        assertThat(find("b").lastError()).isNull();
        store().reschedule(group, "a", 0, true);
        acknowledge(new Outcome.NextOccurrence(pushed(), Timing.DELAY, 60_000, null));
        assertThat(find("a").lastError()).as("a good run forgets the error").isNull();
    }

    private static byte[] repeating(String payload) {
        return ("\"t\"," + payload + ",{\"repeat\":{\"rate\":10000}}]").getBytes(UTF_8);
    }

    /** Reserves the task, which must be due, and ends its occurrence. */
    private void ended(@Nullable String error) {
        acknowledge(new Outcome.NextOccurrence(pushed(), Timing.AT, 1_000, error));
    }

    @Test
    void lastRunShouldBeKeptUntilTheNextOneHasEnded() {
        NewTask task = TestTasks.task("t", "a", 5, false, repeating("[{\"a\":1},[1,2,1]]"));
        store().add(group, List.of(task));
        assertThat(find("a").lastRun()).isNull();
        long before = storeMillis();
        ended("{\"message\":\"no\"}");
        LastRun failed = find("a").lastRun();
        assertThat(failed.dueAt()).isEqualTo(Instant.ofEpochMilli(5));
        assertThat(failed.endedAt()).isBetween(Instant.ofEpochMilli(before), Instant.ofEpochMilli(storeMillis()));
        assertThat(failed.failed()).isTrue();
        assertThat(find("a").payload()).isEqualTo("[{\"a\":1},[1,2,1]]");
        assertThat(store().add(group, List.of(task)).get(0).kind())
                .as("the same task")
                .isEqualTo(AddStatus.Kind.REPEATED);
        assertThat(store().reschedule(group, "a", 2_000, false).outcome())
                .isEqualTo(RescheduleResult.Outcome.RESCHEDULED);
        assertThat(find("a").lastRun()).as("rescheduled").isEqualTo(failed);
        assertThat(topics().list(topic, find("a").state(), null, 10, false).tasks())
                .extracting(TaskInfo::lastRun)
                .containsExactly(failed);
        ended(null);
        LastRun good = find("a").lastRun();
        assertThat(good.endedAt()).isAfterOrEqualTo(failed.endedAt());
        assertThat(good.failed()).isFalse();
        add(new NewTask("t", "a", 5, false, task.detail(), replacing()));
        assertThat(find("a").lastRun()).as("replaced").isNull();
    }

    /** A forged receipt may repeat it. */
    @Test
    void taskWithoutARepetitionShouldHaveNoLastRun() {
        for (String detail : List.of("\"t\",[{\"repeat\":1},[1,2,1]]]", "\"t\",7,{\"ttr\":9}]")) {
            NewTask task = TestTasks.task("t", "a", 5, false, detail.getBytes(UTF_8));
            store().add(group, List.of(task));
            String payload = find("a").payload();
            ended(null);
            ended(null);
            assertThat(find("a").payload()).isEqualTo(payload);
            assertThat(find("a").lastRun()).isNull();
            assertThat(store().add(group, List.of(task)).get(0).kind()).isEqualTo(AddStatus.Kind.REPEATED);
            store().remove(group, List.of("a"));
        }
    }

    private NewTask repeating(String id, long time, IfExists ifExists) {
        AddMode mode = TestTasks.mode(Priority.NORMAL, ifExists, true);
        return new NewTask("t", id, time, false, repeating("1"), mode);
    }

    private List<String> listed() {
        return topics().repeating(group, null, 500).tasks().stream()
                .map(TaskInfo::id)
                .toList();
    }

    @Test
    void repeatingTasksShouldBeListedInEveryStateUntilTheyAreRemoved() {
        store().add(group, List.of(repeating("dead", 1, IfExists.KEEP)));
        acknowledge(new Outcome.Dead(pushed(), "{\"message\":\"no\"}"));
        store().add(group, List.of(repeating("reserved", 1, IfExists.KEEP)));
        pushAll();
        reserve(1);
        store().add(group, List.of(repeating("ready", 1, IfExists.KEEP)));
        pushAll();
        store().add(group, List.of(task("single", 60_000), repeating("delayed", 4_000_000_000_000L, IfExists.KEEP)));
        assertThat(topics().repeating(group, null, 500).tasks())
                .allMatch(task -> task.payload() == null)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("payload")
                .containsExactly(find("dead"), find("delayed"), find("ready"), find("reserved"));
        store().remove(group, List.of("delayed", "reserved", "single"));
        assertThat(listed()).containsExactly("dead", "ready");
        toTheEnd(from -> topics().removeTasks(topic, from));
        assertThat(listed()).containsExactly("dead");
        deadLetters().purgeTopic(topic, null);
        assertThat(topics().repeating(group, null, 500)).isEqualTo(new TaskPage(List.of(), null));
    }

    @Test
    void repeatingTasksShouldBeListedOnceInPagesInTheOrderOfTheirIds() {
        List<String> ids =
                IntStream.range(0, 305).mapToObj(i -> "id-" + (1_000 + i)).toList();
        addAll(ids.stream().map(id -> repeating(id, 4_000_000_000_000L, IfExists.KEEP)));
        List<String> found = new ArrayList<>();
        TaskPage page = topics().repeating(group, null, 100);
        while (page.cursor() != null) {
            assertThat(page.tasks()).hasSize(100);
            page.tasks().forEach(task -> found.add(task.id()));
            page = topics().repeating(group, page.cursor(), 100);
        }
        page.tasks().forEach(task -> found.add(task.id()));
        assertThat(found).isEqualTo(ids);
        assertThat(topics().repeating(group, "id-1303x", 10).tasks())
                .as("behind an id that is not there")
                .extracting(TaskInfo::id)
                .containsExactly("id-1304");
    }

    @Test
    void replacedTaskShouldBeListedIfTheNewOneRepeats() {
        store().add(group, List.of(repeating("a", 4_000_000_000_000L, IfExists.KEEP), task("b", 60_000)));
        store().add(group, List.of(repeating("b", 4_000_000_000_000L, IfExists.REPLACE)));
        assertThat(listed()).containsExactly("a", "b");
        add("a", 60_000, Priority.NORMAL, IfExists.REPLACE);
        assertThat(listed()).containsExactly("b");
        NewTask single = TestTasks.task("t", "b", 5, false, detail("t", "x"));
        add(single, repeating("b", 5, IfExists.KEEP), repeating("c", 5, IfExists.KEEP));
        assertThat(listed()).as("kept and added").containsExactly("b", "c");
        add(
                repeating("d", 5, IfExists.KEEP),
                new NewTask("t", "d", 5, false, detail("t", "x"), replacing()),
                new NewTask("t", "c", 5, false, detail("t", "x"), replacing()),
                repeating("c", 5, IfExists.REPLACE));
        assertThat(listed()).as("the last one of a call counts").containsExactly("b", "c");
    }

    private static AddMode replacing() {
        return TestTasks.mode(Priority.NORMAL, IfExists.REPLACE, false);
    }

    /** An earlier version adds repeating tasks as others. */
    @Test
    void endOfAnOccurrenceShouldListATaskThatIsNot() {
        store().add(group, List.of(TestTasks.task("t", "a", 5, false, repeating("1"))));
        ended(null);
        assertThat(listed()).containsExactly("a");
    }

    // --- edits

    private static byte[] json(long due, String options) {
        return ("[" + due + ",\"t\",1,{" + options + "}]").getBytes(UTF_8);
    }

    private static final String RATE = "\"repeat\":{\"rate\":10000}";

    private static final String PAUSED = RATE + ",\"paused\":true";

    @Test
    void editShouldMoveADelayedOrReadyTaskAndWriteItsJson() {
        long far = 4_000_000_000_000L;
        store().add(group, List.of(repeating("ready", 1, IfExists.KEEP)));
        pushAll();
        store().add(group, List.of(repeating("delayed", far, IfExists.KEEP)));
        for (String id : List.of("ready", "delayed")) {
            assertThat(store().edit(group, id, (json, task) -> {
                        assertThat(task.state().name()).isEqualToIgnoringCase(id);
                        assertThat(task)
                                .usingRecursiveComparison()
                                .ignoringFields("payload")
                                .isEqualTo(find(id));
                        return new TaskEdit.Edited(json(far + 5, "\"repeat\":{\"delay\":10}"), far + 9);
                    }))
                    .isTrue();
            TaskInfo found = find(id);
            assertThat(found.state()).isEqualTo(TaskState.DELAYED);
            assertThat(found.dueAt()).isEqualTo(Instant.ofEpochMilli(far + 5));
            assertThat(found.stateUntil()).isEqualTo(Instant.ofEpochMilli(far + 9));
            assertThat(found.options().repeat()).isEqualTo(Repeat.fixedDelay(Duration.ofMillis(10)));
        }
        assertThat(store().edit(group, "delayed", (json, task) -> new TaskEdit.Edited(json(1, RATE), 1L)))
                .isTrue();
        assertThat(pushAll()).as("an earlier time").isEqualTo(1);
    }

    @Test
    void editShouldNotMoveALeaseAmongTheOthers() {
        add("a", 0);
        add("b", 0);
        pushAll();
        List<Delivery> leased = deliveries(2);
        assertThat(store().edit(group, "a", (json, task) -> new TaskEdit.Edited(json, 5L)))
                .isTrue();
        assertThat(store().renew(group, leased, LEASE.multipliedBy(2))).isEmpty();
        assertThat(list(topic, TaskState.RESERVED, null, 10, false))
                .extracting(TaskInfo::id)
                .containsExactly("a", "b");
    }

    @Test
    void editThatLeavesATaskOrThrowsShouldChangeNothing() {
        add("a", 60_000);
        TaskInfo before = find("a");
        assertThat(store().edit(group, "a", (json, task) -> null)).isFalse();
        assertThat(store().edit(group, "nobody", (json, task) -> {
                    throw new AssertionError(task);
                }))
                .isFalse();
        assertThatThrownBy(() -> store().edit(group, "a", (json, task) -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(find("a")).isEqualTo(before);
    }

    @Test
    void pausedTaskShouldWaitUntilItIsResumedAndBeInNoForecast() {
        Delivery delivery = reservedRepeating();
        assertThat(store().edit(group, "a", (json, task) -> new TaskEdit.Edited(json(1, PAUSED), 5L)))
                .isTrue();
        assertThat(find("a").state()).as("it runs").isEqualTo(TaskState.RESERVED);
        assertThat(acknowledge(new Outcome.NextOccurrence(delivery, Timing.RATE, 10_000, null)))
                .isEmpty();
        TaskInfo waiting = find("a");
        assertThat(waiting.state()).isEqualTo(TaskState.DELAYED);
        assertThat(waiting.options().paused()).isTrue();
        assertThat(waiting.stateUntil()).isNull();
        assertThat(waiting.dueAt()).isAfter(Instant.ofEpochMilli(storeMillis() - 10_000));
        assertThat(waiting.lastRun()).isNotNull();
        assertThat(topics().forecast(group, List.of("t"), List.of(Duration.ofDays(36_500)))
                        .get(0)
                        .due())
                .extracting(TopicForecast.DueTasks::tasks)
                .containsExactly(0L);
        store().reschedule(group, "a", 0, true);
        ended(null);
        assertThat(find("a").stateUntil()).as("after a requested occurrence").isNull();
        assertThat(find("a").options().paused()).isTrue();
        assertThat(listed()).containsExactly("a");
    }

    /** Pauses it as the service does while it is reserved in its first attempt. */
    private void pauseUnbegun(String id) {
        assertThat(store().edit(group, id, (json, task) -> {
                    assertThat(task.state()).isEqualTo(TaskState.RESERVED);
                    return new TaskEdit.Edited(json(task.dueAt().toEpochMilli(), PAUSED), TaskEdit.PAUSED_UNTIL);
                }))
                .isTrue();
    }

    private void assertHeld(int attempts) {
        TaskInfo held = find("a");
        assertThat(held.state()).isEqualTo(TaskState.DELAYED);
        assertThat(held.stateUntil()).isNull();
        assertThat(held.dueAt()).isEqualTo(Instant.ofEpochMilli(1));
        assertThat(held.attempts()).isEqualTo(attempts);
        assertThat(pushAll()).isZero();
        assertThat(reserve(1)).isEmpty();
    }

    private Delivery reservedRepeating() {
        add(repeating("a", 1, IfExists.KEEP));
        return pushed();
    }

    private Delivery reservedRepeating(Priority priority) {
        add(new NewTask("t", "a", 1, false, repeating("1"), TestTasks.mode(priority, IfExists.REPLACE, true)));
        return pushed();
    }

    @ParameterizedTest
    @EnumSource(Priority.class)
    void occurrenceThatHasNotBegunShouldBeHeldByAPauseWhenItIsGivenBack(Priority priority) {
        Delivery delivery = reservedRepeating(priority);
        pauseUnbegun("a");
        assertThat(acknowledge(new Outcome.Released(delivery, false))).isEmpty();
        assertHeld(0);
        delivery = reservedRepeating(priority);
        pauseUnbegun("a");
        assertThat(store().reclaim(topic, delivery.instance(), 0, List.of())).isEqualTo(1);
        assertHeld(0);
        assertThat(store().edit(group, "a", (json, task) -> new TaskEdit.Edited(json(1, RATE), 1L)))
                .isTrue();
        pushAll();
        assertThat(reserve(1)).extracting(ReservedTask::attempt).containsExactly(1);
    }

    @Test
    void interruptionThatWasRequestedShouldStayRequestedAfterAPause() {
        Delivery delivery = reservedRepeating(Priority.NORMAL);
        store().interrupt(group, "a", null);
        pauseUnbegun("a");
        assertThat(store().isInterruptRequested(group, delivery)).isTrue();
    }

    /** The instance may have died before the attempt began, or after. */
    @Test
    void occurrenceWhoseLeaseEndsShouldBeHeldByAPause() {
        Delivery delivery = reservedRepeating();
        pauseUnbegun("a");
        store().renew(group, List.of(delivery), Duration.ofMillis(1));
        pushAll();
        assertHeld(1);
        assertThat(find("a").failedAttempts()).hasSize(1);
    }

    @Test
    void occurrenceThatHasBegunShouldGoOnInSpiteOfAPause() {
        Delivery delivery = reservedRepeating(Priority.NORMAL);
        pauseUnbegun("a");
        acknowledge(new Outcome.Released(delivery, true));
        assertThat(find("a").state()).isEqualTo(TaskState.READY);
        ReservedTask second = reserve(1).get(0);
        assertThat(second.attempt()).isEqualTo(2);
        acknowledge(new Outcome.Retry(second.delivery(), 0, null, true));
        assertThat(pushAll()).as("a retry").isEqualTo(1);
    }

    @Test
    void requestedOccurrenceOfAPausedTaskShouldComeBackWhenItIsGivenBack() {
        reservedRepeating(Priority.NORMAL);
        pauseUnbegun("a");
        store().reclaim(topic, "i", 0, List.of());
        store().reschedule(group, "a", 1, false);
        acknowledge(new Outcome.Released(pushed(), false));
        assertThat(find("a").state()).isEqualTo(TaskState.READY);
        assertThat(find("a").options().paused()).isTrue();
    }

    @Test
    void occurrenceThatIsResumedBeforeItIsGivenBackShouldBeReady() {
        Delivery delivery = reservedRepeating(Priority.NORMAL);
        pauseUnbegun("a");
        store().edit(group, "a", (json, task) -> new TaskEdit.Edited(json(1, RATE), 1L));
        acknowledge(new Outcome.Released(delivery, false));
        assertThat(find("a").state()).isEqualTo(TaskState.READY);
        assertThat(reserve(1)).extracting(ReservedTask::attempt).containsExactly(1);
    }

    @Test
    void timeThatAChangeHasLeftShouldBeThatOfTheNextOccurrenceOnly() {
        for (long next : List.of(4_000_000_000_000L, -3_600_000L)) {
            Delivery delivery = reservedRepeating();
            store().edit(group, "a", (json, task) -> new TaskEdit.Edited(json(1, RATE + ",\"next\":" + next), null));
            long before = storeMillis();
            acknowledge(new Outcome.NextOccurrence(delivery, Timing.RATE, 10_000, null));
            Instant due = find("a").dueAt();
            if (next > 0) {
                assertThat(due).isEqualTo(Instant.ofEpochMilli(next));
            } else {
                assertThat(due)
                        .isBetween(Instant.ofEpochMilli(before - next), Instant.ofEpochMilli(storeMillis() - next));
            }
            store().reschedule(group, "a", 1, false);
            delivery = pushed();
            acknowledge(new Outcome.NextOccurrence(delivery, Timing.AT, 9_000, null));
            assertThat(find("a").dueAt()).as("the one after").isEqualTo(Instant.ofEpochMilli(9_000));
            store().remove(group, List.of("a"));
        }
    }

    @Test
    void timeThatAChangeHasLeftShouldBeThatOfAPausedTaskToo() {
        Delivery delivery = reservedRepeating();
        long next = 4_000_000_000_000L;
        String marks = ",\"next\":" + next + ",\"paused\":true";
        store().edit(group, "a", (json, task) -> new TaskEdit.Edited(json(1, RATE + marks), null));
        acknowledge(new Outcome.NextOccurrence(delivery, Timing.RATE, 10_000, null));
        TaskInfo waiting = find("a");
        assertThat(waiting.dueAt()).isEqualTo(Instant.ofEpochMilli(next));
        assertThat(waiting.stateUntil()).isNull();
        assertThat(waiting.options().paused()).isTrue();
        store().edit(group, "a", (json, task) -> {
            assertThat(new String(json, UTF_8)).startsWith("[" + next + ",\"t\",1,{" + PAUSED + "},[1,");
            return null;
        });
    }

    /** The occurrence after a failed one has a history before it is due, and is another one if it runs sooner. */
    @Test
    void plannedTimeShouldBeThatOfOneOccurrence() {
        String next = ",\"next\":4000000000000";
        String paused = ",\"paused\":true";
        for (String marks : List.of("", next, paused, next + paused)) {
            String pause = marks.endsWith(paused) ? paused : "";
            acknowledge(new Outcome.Retry(reservedRepeating(), 60_000, null, true));
            store().edit(group, "a", (json, task) -> new TaskEdit.Edited(json(1, RATE + marks), null));
            store().reschedule(group, "a", 7, false);
            pushAll();
            ReservedTask second = reserve(1).get(0);
            assertThat(new String(second.detail(), UTF_8))
                    .isEqualTo("[7,\"t\",1,{" + RATE + ",\"planned\":1" + marks + "}]");
            acknowledge(new Outcome.NextOccurrence(
                    second.delivery(), Timing.AT, 4_000_000_000_000L, "{\"message\":\"no\"}"));
            store().reschedule(group, "a", 8, false);
            pushAll();
            ReservedTask following = reserve(1).get(0);
            assertThat(new String(following.detail(), UTF_8))
                    .as("the next occurrence of " + marks)
                    .startsWith("[8,\"t\",1,{" + RATE + pause + "},[7,");
            acknowledge(new Outcome.Retry(following.delivery(), 60_000, null, true));
            store().reschedule(group, "a", 9, false);
            pushAll();
            assertThat(new String(reserve(1).get(0).detail(), UTF_8))
                    .as("its second attempt")
                    .startsWith("[9,\"t\",1,{" + RATE + ",\"planned\":8" + pause + "},[7,");
            store().remove(group, List.of("a"));
        }
    }

    /** As after an occurrence that became a dead letter and was requeued. */
    @Test
    void timeThatAChangeHasLeftAndThatIsOverShouldNotBeThatOfTheNextOccurrence() {
        Delivery delivery = reservedRepeating();
        store().edit(group, "a", (json, task) -> new TaskEdit.Edited(json(1, RATE + ",\"next\":1000"), null));
        long next = storeMillis() + 60_000;
        acknowledge(new Outcome.NextOccurrence(delivery, Timing.AT, next, null));
        assertThat(find("a").dueAt()).isEqualTo(Instant.ofEpochMilli(next));
    }

    @Test
    void aRunOfARemovedTaskHasNoNext() {
        Delivery delivery = reserved("a");
        store().remove(group, List.of("a"));
        assertThat(acknowledge(new Outcome.NextOccurrence(delivery, Timing.DELAY, 0, null)))
                .containsExactly(delivery);
        assertThat(findOrNull("a")).isNull();
    }
}
