package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.FailedAttempt;
import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.Tag;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.store.Change;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestTasks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records of tasks that are removed or replaced. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisLeavingRecordsIT extends RecordsFixture {

    private static final long NEVER_LATE = 4_000_000_000_000L;

    RedisLeavingRecordsIT(Topology topology) {
        super(topology);
    }

    private void replace(String id) {
        add(id, 60_000, Priority.NORMAL, IfExists.REPLACE);
    }

    private void apply(Change change) {
        store().apply(group, List.of(change), NEVER_LATE);
    }

    private NewTask labelled(String label) {
        return TestTasks.task("t", "a", 60_000, true, ("\"" + label + "\",{\"secret\":1}]").getBytes(UTF_8));
    }

    private void replaceWith(String rest) {
        NewTask.AddMode mode = TestTasks.mode(Priority.NORMAL, IfExists.REPLACE, false);
        add(new NewTask("t", "a", 60_000, true, rest.getBytes(UTF_8), mode));
    }

    private void assertRecord(TaskRecord record, TaskInfo task, RecordedOutcome outcome) {
        assertThat(record.id()).isEqualTo(task.id());
        assertThat(record.outcome()).isEqualTo(outcome);
        assertThat(record.dueAt()).isEqualTo(task.dueAt());
        assertThat(record.details().leftState()).isEqualTo(task.state());
        assertThat(record.attempts()).isEqualTo(task.attempts());
        assertThat(record.lateness()).isNull();
        assertThat(record.took()).isNull();
        assertThat(record.endedAt()).isAfter(Instant.ofEpochMilli(storeMillis() - 10_000));
        assertThat(record.failedAttempts()).isEqualTo(task.failedAttempts());
    }

    @ParameterizedTest
    @EnumSource(TaskState.class)
    void removedTaskShouldLeaveItsRecord(TaskState state) {
        inEveryState();
        TaskInfo task = find(state.name().toLowerCase(Locale.ROOT));
        store().remove(group, List.of(task.id(), "missing"));
        assertRecord(only(), task, RecordedOutcome.REMOVED);
        assertThat(only().instance()).isEqualTo(state == TaskState.RESERVED || state == TaskState.DEAD ? "i" : null);
        assertThat(ofOutcomes()).isEqualTo(Map.of(RecordedOutcome.REMOVED, 1L));
    }

    @ParameterizedTest
    @EnumSource(TaskState.class)
    void replacedTaskShouldLeaveItsRecord(TaskState state) {
        inEveryState();
        TaskInfo task = find(state.name().toLowerCase(Locale.ROOT));
        replace(task.id());
        assertRecord(only(), task, RecordedOutcome.REPLACED);
        assertThat(find(task.id()).state()).isEqualTo(TaskState.DELAYED);
    }

    @Test
    void recordShouldHaveTheTermsAndNeverThePayload() {
        add(labelled("t:k\\torder=42\\tx=1"));
        store().remove(group, List.of("a"));
        add(labelled("t:\\torder=42"));
        replace("a");
        List<TaskRecord> records = history.search(topic, HistoryQuery.ALL.tag(Tag.parse("order=42")))
                .records();
        assertThat(records).extracting(TaskRecord::key).containsExactly(null, "k");
        assertThat(records.get(1).tags()).containsExactly(Tag.parse("order=42"), Tag.parse("x=1"));
        assertThat(topology.client().lrange(key("HISTORY:t:1"), 0, -1)).noneMatch(text -> text.contains("secret"));
    }

    @Test
    void removalShouldKeepTheAttemptsThatWentWrong() {
        acknowledge(new Outcome.Retry(reserved("a"), 60_000, FAILURE, true));
        acknowledge(new Outcome.Retry(reserved("b"), 60_000, FAILURE, true));
        store().remove(group, List.of("a"));
        replace("b");
        assertThat(records()).hasSize(2).allSatisfy(record -> assertThat(record.failedAttempts())
                .extracting(FailedAttempt::message)
                .containsExactly("no"));
    }

    @Test
    void changesMadeOnceShouldLeaveOneRecordEach() {
        add("a", 60_000);
        add("b", 60_000);
        byte[] detail = detail("t", "new");
        NewTask b =
                new NewTask("t", "b", 60_000, true, detail, TestTasks.mode(Priority.NORMAL, IfExists.REPLACE, false));
        for (int i = 0; i < 2; i++) {
            apply(new Change.Remove("1", "a"));
            apply(new Change.Add("2", b));
        }
        assertThat(outcomes()).containsExactly(RecordedOutcome.REPLACED, RecordedOutcome.REMOVED);
        apply(new Change.Reschedule("3", "b", 0, true));
        assertThat(outcomes()).hasSize(2);
    }

    @Test
    void debounceShouldLeaveNoRecord() {
        NewTask.AddMode last = new NewTask.AddMode(Priority.NORMAL, IfExists.REPLACE, false, 0, 0, 60_000);
        NewTask task = new NewTask("t", "a", 50_000, true, "\"t\",1,{\"longestWait\":60000}]".getBytes(UTF_8), last);
        for (int i = 0; i < 3; i++) {
            add(task);
        }
        assertThat(records()).isEmpty();
        replace("a");
        assertThat(outcomes()).containsExactly(RecordedOutcome.REPLACED);
    }

    @Test
    void payloadLikeTheMarkOfADebounceShouldLeaveARecord() {
        add("a", 60_000);
        replaceWith("\"t\",{\"latest\":5}]");
        assertThat(outcomes()).containsExactly(RecordedOutcome.REPLACED);
    }

    @Test
    void tasksThatAreAddedOrKeptShouldLeaveNoRecord() {
        replace("a");
        add("a", 60_000, Priority.NORMAL, IfExists.KEEP);
        store().remove(group, List.of("missing"));
        assertThat(topology.client().exists(key("HISTORY:t:1"))).isFalse();
    }

    @Test
    void removalOfAllTasksShouldLeaveOneRecordAStep() {
        addAll(IntStream.range(0, 600).mapToObj(i -> task("a" + i, 60_000)));
        assertThat(toTheEnd(from -> topics().removeTasks(topic, from))).isEqualTo(600);
        assertThat(records()).extracting(TaskRecord::id).containsExactly("*", "*");
        assertThat(records()).extracting(record -> record.details().count()).containsExactly(100, 500);
        assertThat(records()).extracting(record -> record.details().leftState()).containsOnly(TaskState.DELAYED);
        assertThat(ofOutcomes()).isEqualTo(Map.of(RecordedOutcome.REMOVED, 2L));
        inEveryState();
        toTheEnd(from -> topics().removeTasks(topic, from));
        assertThat(records().subList(0, 3))
                .extracting(record -> record.details().leftState())
                .containsExactlyInAnyOrder(TaskState.DELAYED, TaskState.READY, TaskState.RESERVED);
    }

    @Test
    void purgeShouldLeaveNoRecord() {
        acknowledge(new Outcome.Dead(reserved("a"), FAILURE));
        assertThat(deadLetters().purgeTopic(topic, null)).isNotNull();
        assertThat(findOrNull("a")).isNull();
        assertThat(records()).isEmpty();
    }

    @Test
    void ruleShouldChooseTheOutcomes() {
        declare(HistoryRule.of(Duration.ofDays(1), HistoryRule.MIN_SIZE).outcomes(RecordedOutcome.REMOVED));
        add("a", 60_000);
        replace("a");
        assertThat(records()).isEmpty();
        store().remove(group, List.of("a"));
        assertThat(outcomes()).containsExactly(RecordedOutcome.REMOVED);
    }

    @Test
    void storeShouldRecordOnceItHasReadTheRules() {
        RedisCalls other = RedisUnderTest.calls(topology.client(), "another instance", Duration.ofSeconds(2));
        TaskStore tasks = new RedisTaskStore(other, Durability.MASTER_ONLY);
        HistoryStore histories = new RedisHistoryStore(other);
        add("a", 60_000);
        add("b", 60_000);
        tasks.remove(group, List.of("a"));
        assertThat(records()).isEmpty();
        assertThat(histories.changed()).containsExactly(group);
        histories.rules(group, List.of("t"));
        tasks.remove(group, List.of("b"));
        assertThat(only().id()).isEqualTo("b");
        history.declare(topic, history.rules(group, List.of("t")).get("t"), "");
        assertThat(histories.rules(group, List.of("t"))).isEmpty();
        add("c", 60_000);
        tasks.remove(group, List.of("c"));
        assertThat(outcomes()).hasSize(1);
    }

    @Test
    void foreignKeysShouldRefuseNoRemoval() {
        topology.client().set(key("HISTORY:t:1"), "of another program");
        add("a", 60_000);
        add("b", 60_000);
        replace("b");
        assertThat(store().remove(group, List.of("a"))).doesNotContainNull();
        assertThat(toTheEnd(from -> topics().removeTasks(topic, from))).isEqualTo(1);
        assertThat(notKept()).isEqualTo(3);
        topology.client().del(key("RECORDED"));
        topology.client().set(key("RECORDED"), "of another program");
        add("c", 60_000);
        replace("c");
        assertThat(store().remove(group, List.of("c"))).doesNotContainNull();
    }

    @Test
    void refusedReplacementShouldLeaveNoRecord() {
        Delivery delivery = reserved("a");
        topology.client().set(key("WAITING:t"), "of another program");
        assertThatThrownBy(() -> replace("a")).hasMessageContaining("WRONGTYPE");
        topology.client().del(key("WAITING:t"));
        assertThat(records()).isEmpty();
        assertThat(acknowledge(finished(delivery))).isEmpty();
        assertThat(outcomes()).containsExactly(RecordedOutcome.FINISHED);
    }

    @Test
    void replacementWithoutAnOrderOfKeysShouldLeaveNoRecord() {
        add("a", 60_000);
        topology.client().del(key("RULES"));
        topology.client().set(key("RULES"), "of another program");
        assertThatThrownBy(() -> replaceWith("\"t:k\",1]")).hasMessageContaining("WRONGTYPE");
        assertThat(records()).isEmpty();
    }
}
