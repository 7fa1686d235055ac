package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Tag;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of histories: which records are kept and found, and how many there are. */
public abstract class HistorySearchContract extends HistoryFixture {

    /** Bytes by which the records of one call may exceed the size. */
    private static final long CALL = 512 << 10;

    protected HistorySearchContract(StoreUnderTest underTest) {
        super(underTest);
    }

    // --- rules

    @Test
    void topicWithoutARuleShouldHaveNoRecords() {
        declare((HistoryRule) null);
        finishAll("a");
        run(HistoryFixture::dead, "b");
        ready("c");
        add(replacing("c", 0));
        store().remove(group, List.of("c"));
        add(TestTasks.task("u", "u", 0, true, detail("u", "u")));
        store().remove(group, List.of("u"));
        assertThat(records()).isEmpty();
        assertThat(numbers()).isEqualTo(new HistoryCounts(topic, null, Map.of(), 0, 0));
        assertThat(history().search(new TopicName(group, "u"), HistoryQuery.ALL).records())
                .isEmpty();
    }

    @Test
    void shorterAgeShouldActAtOnce() {
        finishAll("a");
        declare(HistoryRule.of(Duration.ofSeconds(1), HistoryRule.MIN_SIZE));
        await().until(() -> records().isEmpty());
        finishAll("b");
        assertThat(ids(HistoryQuery.ALL)).containsExactly("b");
        await().until(() -> numbers().records() == 0);
    }

    @Test
    void smallerSizeShouldActAtOnce() {
        for (int i = 0; i < 100; i++) {
            large(List.of("a" + i, "b" + i, "c" + i), 15_000);
        }
        assertThat(numbers().bytes()).isGreaterThan(300 * 15_000);
        assertThat(numbers().records()).isEqualTo(300);
        declare(HistoryRule.of(Duration.ofDays(7), HistoryRule.MIN_SIZE));
        assertThat(numbers().bytes()).isLessThanOrEqualTo(HistoryRule.MIN_SIZE + CALL);
        assertThat(numbers().records()).isBetween(20L, 170L).isEqualTo(records().size());
        assertThat(records().get(0).id()).isEqualTo("c99");
    }

    @ParameterizedTest
    @ValueSource(ints = {50, 2_000, 15_000})
    void sizeShouldBoundTheRecordsAtAnyTime(int bytes) {
        declare(HistoryRule.of(Duration.ofDays(7), HistoryRule.MIN_SIZE));
        int calls = Math.min(60, 5_000_000 / bytes / 25);
        for (int i = 0; i < calls; i++) {
            List<String> ids = new ArrayList<>();
            for (int j = 0; j < 25; j++) {
                ids.add("a" + i + "-" + j);
            }
            large(ids, bytes);
            assertThat(numbers().bytes()).isLessThanOrEqualTo(HistoryRule.MIN_SIZE + CALL);
            assertThat(history()
                            .search(topic, HistoryQuery.ALL)
                            .records()
                            .get(0)
                            .id())
                    .isEqualTo("a" + i + "-24");
        }
        assertThat(numbers().bytes()).isGreaterThan(Math.min(1 << 20, calls * 25 * bytes));
    }

    private void large(List<String> ids, int bytes) {
        ready(ids.stream().map(id -> keyed(id, null, 1)).toArray(NewTask[]::new));
        lease();
        AttemptRecord written = record("{\"payload\":\"" + "x".repeat(bytes) + "\"}");
        acknowledge(ids.stream().map(this::delivery).toList(), one -> new Outcome.Finished(one, written));
    }

    // --- searches

    private void someOfEach() {
        finishAll("a", "b");
        run(HistoryFixture::dead, "c");
        ready(keyed("d", "other", 1));
        lease();
        end(one -> new Outcome.Finished(one, RECORD), "d");
        deadLetters().requeue(group, List.of("c"));
        lease();
        end(one -> new Outcome.Finished(one, RECORD), "c");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100})
    void searchShouldFindTheRecordsThatHaveEachTerm(int limit) {
        someOfEach();
        HistoryQuery query = HistoryQuery.ALL.limit(limit);
        assertThat(ids(query)).containsExactly("c", "d", "c", "b", "a");
        assertThat(ids(query.id("c"))).containsExactly("c", "c");
        assertThat(ids(query.id("c").outcome(RecordedOutcome.DEAD))).containsExactly("c");
        assertThat(ids(query.key("k"))).containsExactly("c", "c", "b", "a");
        assertThat(ids(query.key("other"))).containsExactly("d");
        assertThat(ids(query.outcome(RecordedOutcome.FINISHED))).containsExactly("c", "d", "b", "a");
        assertThat(ids(query.outcome(RecordedOutcome.FINISHED).key("k"))).containsExactly("c", "b", "a");
        assertThat(ids(query.outcome(RecordedOutcome.MISSED))).isEmpty();
        assertThat(ids(query.id("k"))).isEmpty();
    }

    @Test
    void recordsShouldBeFoundAndForgottenByATag() {
        Tag other = new Tag("order", "42=a");
        finishAll("a");
        leaseTagged("b", "", ORDER);
        end(one -> new Outcome.Finished(one, RECORD), "b");
        leaseTagged("c", "k", other);
        end(one -> new Outcome.Finished(one, RECORD), "c");
        assertThat(ids(HistoryQuery.ALL.tag(ORDER))).containsExactly("b");
        assertThat(ids(HistoryQuery.ALL.tag(other).key("k"))).containsExactly("c");
        assertThat(ids(HistoryQuery.ALL.tag(ORDER).key("k"))).isEmpty();
        assertThat(history().forget(topic, ORDER.toString())).isEqualTo(1);
        assertThat(ids(HistoryQuery.ALL)).containsExactly("c", "a");
    }

    @Test
    void searchShouldBeginBeforeATime() {
        finishAll("a");
        untilTheNextMillisecond();
        finishAll("b");
        Instant ended = records().get(0).endedAt();
        assertThat(ids(HistoryQuery.ALL.before(ended))).containsExactly("a");
        assertThat(ids(HistoryQuery.ALL.before(ended.plusMillis(1)).key("k"))).containsExactly("b", "a");
    }

    @Test
    void numbersShouldBeByOutcome() {
        someOfEach();
        HistoryCounts numbers = numbers();
        assertThat(numbers.rule()).isEqualTo(WEEK);
        assertThat(numbers.outcomes())
                .containsOnly(Map.entry(RecordedOutcome.FINISHED, 4L), Map.entry(RecordedOutcome.DEAD, 1L));
        assertThat(numbers.records()).isEqualTo(5);
        assertThat(numbers.bytes()).isPositive();
        assertThat(numbers.notKept()).isZero();
    }

    // --- forgetting

    @Test
    void forgottenRecordsShouldNotBeFound() {
        someOfEach();
        assertThat(history().forget(topic, "c")).isEqualTo(2);
        assertThat(ids(HistoryQuery.ALL)).containsExactly("d", "b", "a");
        assertThat(ids(HistoryQuery.ALL.outcome(RecordedOutcome.DEAD))).isEmpty();
        assertThat(history().forget(topic, "c")).isZero();
        assertThat(history().forget(topic, StoredRecord.key("k"))).isEqualTo(2);
        assertThat(ids(HistoryQuery.ALL)).containsExactly("d");
        assertThat(numbers().records()).isEqualTo(5);
        finishAll("c");
        assertThat(ids(HistoryQuery.ALL.id("c"))).containsExactly("c");
    }

    @ParameterizedTest
    @EnumSource(TaskState.class)
    void taskThatIsThereShouldStayWhenItsRecordsAreForgotten(TaskState state) {
        inEveryState();
        history().forget(topic, state.name().toLowerCase());
        assertThat(find(state.name().toLowerCase()).state()).isEqualTo(state);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void clearShouldRemoveAllRecords(boolean off) {
        someOfEach();
        history().clear(topic, off);
        assertThat(records()).isEmpty();
        assertThat(numbers()).isEqualTo(new HistoryCounts(topic, off ? null : WEEK, Map.of(), 0, 0));
        finishAll("e");
        assertThat(records()).hasSize(off ? 0 : 1);
    }
}
