package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.FailedAttempt;
import io.delayqueue.Tag;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.store.AttemptRecord;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import io.delayqueue.store.TestTasks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Records that the end of an attempt writes. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisRecordingIT extends RecordsFixture {

    RedisRecordingIT(Topology topology) {
        super(topology);
    }

    @Test
    void finishedTaskShouldLeaveItsRecord() {
        Delivery delivery = reserved("a");
        Instant before = Instant.ofEpochMilli(storeMillis() - 1);
        acknowledge(new Outcome.Finished(delivery, record("{\"result\":{\"a\":1},\"trace\":\"x\"}")));
        TaskRecord record = only();
        assertThat(record.id()).isEqualTo("a");
        assertThat(record.outcome()).isEqualTo(RecordedOutcome.FINISHED);
        assertThat(record.endedAt()).isBetween(before, Instant.ofEpochMilli(storeMillis()));
        assertThat(record.dueAt()).isEqualTo(Instant.ofEpochMilli(1_000_000_000_000L));
        assertThat(record.lateness()).isEqualTo(Duration.ofMillis(3));
        assertThat(record.took()).isEqualTo(Duration.ofMillis(12));
        assertThat(record.attempts()).isEqualTo(1);
        assertThat(record.instance()).isEqualTo("i");
        assertThat(record.key()).isNull();
        assertThat(record.details().result()).isEqualTo("{\"a\":1}");
        assertThat(record.details().traceId()).isEqualTo("x");
        assertThat(record.failedAttempts()).isEmpty();
        assertThat(ofOutcomes()).isEqualTo(Map.of(RecordedOutcome.FINISHED, 1L));
        assertThat(topology.client().pttl(key("HISTORY:t:1")))
                .isBetween(Duration.ofDays(7).toMillis(), Duration.ofDays(7).toMillis() * 17 / 16);
    }

    @Test
    void outcomeWithoutARecordShouldLeaveNone() {
        acknowledge(new Outcome.Finished(reserved("a")));
        acknowledge(new Outcome.Dead(reserved("b"), FAILURE));
        assertThat(records()).isEmpty();
        List<Delivery> both = List.of(reserved("c"), reserved("d"));
        acknowledge(new Outcome.Finished(both.get(0)), finished(both.get(1)));
        assertThat(only().id()).isEqualTo("d");
    }

    @Test
    void unknownLatenessAndTimeShouldBeMissing() {
        acknowledge(new Outcome.Finished(reserved("a"), new AttemptRecord(0, null, null, 0, "", true)));
        assertThat(only().lateness()).isNull();
        assertThat(only().took()).isNull();
        assertThat(only().dueAt()).isEqualTo(Instant.EPOCH);
    }

    @Test
    void dueTimeShouldBeExactToTheLast() {
        long last = 253_402_300_799_999L;
        acknowledge(new Outcome.Finished(reserved("a"), new AttemptRecord(last, null, null, 1, "", true)));
        assertThat(only().dueAt()).isEqualTo(Instant.ofEpochMilli(last));
    }

    @Test
    void manyPartsShouldLeaveAtOnce() {
        topology.client()
                .hset(key("RECORDED"), Map.of("#t", "10000:1:1:1:FINISHED=1,", "=t", "7:1:1:1:1:;".repeat(9_999)));
        acknowledge(finished(reserved("a")));
        assertThat(only().id()).isEqualTo("a");
        assertThat(notKept()).isZero();
    }

    @Test
    void deadAndDroppedTasksShouldLeaveRecords() {
        List<Delivery> both = List.of(reserved("a"), reserved("b"));
        acknowledge(
                recorded(new Outcome.Dead(both.get(0), FAILURE)),
                recorded(new Outcome.Dead(both.get(1), null, false, null)));
        assertThat(outcomes()).containsExactly(RecordedOutcome.DROPPED, RecordedOutcome.DEAD);
        assertThat(records().get(1).failedAttempts())
                .extracting(FailedAttempt::message)
                .containsExactly("no");
        acknowledge(recorded(new Outcome.Dead(reserved("c"), FAILURE, false, null)));
        assertThat(records().get(0).failedAttempts()).as("has not begun").isEmpty();
        assertThat(ofOutcomes()).isEqualTo(Map.of(RecordedOutcome.DEAD, 2L, RecordedOutcome.DROPPED, 1L));
    }

    @Test
    void eachOccurrenceShouldLeaveARecord() {
        acknowledge(recorded(new Outcome.NextOccurrence(reserved("a"), Timing.DELAY, 0, null)));
        acknowledge(recorded(new Outcome.NextOccurrence(pushed(), Timing.DELAY, 0, FAILURE)));
        acknowledge(recorded(new Outcome.NextOccurrence(pushed(), Timing.DELAY, 0, FAILURE, false, null)));
        acknowledge(recorded(new Outcome.NextOccurrence(pushed(), Timing.DELAY, 0, null)));
        assertThat(outcomes())
                .containsExactly(
                        RecordedOutcome.FINISHED,
                        RecordedOutcome.MISSED,
                        RecordedOutcome.FAILED,
                        RecordedOutcome.FINISHED);
        assertThat(records().get(2).failedAttempts()).hasSize(1);
    }

    @Test
    void recordShouldHaveTheAttemptsThatWentWrong() {
        Delivery delivery = reserved("a");
        for (int i = 0; i < 3; i++) {
            acknowledge(new Outcome.Retry(delivery, 0, FAILURE.replace("no", "no " + i), true));
            delivery = pushed();
        }
        acknowledge(finished(delivery));
        assertThat(only().failedAttempts()).extracting(FailedAttempt::message).containsExactly("no 2", "no 1", "no 0");
        assertThat(topology.client().hexists(key("ERRORS"), "a")).isFalse();
        delivery = reserved("b");
        for (int i = 0; i < 19; i++) {
            acknowledge(new Outcome.Retry(delivery, 0, FAILURE.replace("no", "x".repeat(150)), true));
            delivery = pushed();
        }
        acknowledge(finished(delivery));
        assertThat(records().get(0).failedAttempts())
                .as("2 KB of lines of some 240 bytes")
                .hasSizeBetween(7, 9)
                .first()
                .extracting(FailedAttempt::attempt)
                .isEqualTo(19);
    }

    @Test
    void ruleShouldChooseTheOutcomes() {
        declare(HistoryRule.of(Duration.ofDays(1), HistoryRule.MIN_SIZE)
                .outcomes(RecordedOutcome.DEAD, RecordedOutcome.DROPPED));
        acknowledge(finished(reserved("a")));
        acknowledge(recorded(new Outcome.Dead(reserved("b"), FAILURE)));
        acknowledge(recorded(new Outcome.NextOccurrence(reserved("c"), Timing.DELAY, 60_000, null)));
        assertThat(only().id()).isEqualTo("b");
        assertThat(ofOutcomes()).isEqualTo(Map.of(RecordedOutcome.DEAD, 1L));
    }

    @Test
    void topicWithoutARuleShouldKeepNone() {
        assertThat(history.declare(topic, history.rules(group, List.of("t")).get("t"), ""))
                .isTrue();
        acknowledge(finished(reserved("a")));
        assertThat(topology.client().keys(key("HISTORY*"))).isEmpty();
        assertThat(ofOutcomes()).isEmpty();
        assertThat(topology.client().hexists(key("RECORDED"), "!t")).isTrue();
        assertThat(notKept()).isZero();
    }

    @Test
    void topicsOfOneCallShouldHaveTheirOwnRecords() {
        Delivery a = reserved("a");
        TopicName other = new TopicName(group, "u");
        history.declare(other, "", "86400000|2097152||");
        for (String name : List.of("u", "v")) {
            add(TestTasks.task(name, name, 0, true, detail(name, "x")));
        }
        pushAll();
        Delivery u = store().reserve(other, "i", LEASE, 1).tasks().get(0).delivery();
        Delivery v = store().reserve(new TopicName(group, "v"), "i", LEASE, 1)
                .tasks()
                .get(0)
                .delivery();
        assertThat(acknowledge(finished(a), finished(u), finished(v))).isEmpty();
        assertThat(only().id()).isEqualTo("a");
        assertThat(history.search(other, HistoryQuery.ALL).records())
                .extracting(TaskRecord::id)
                .containsExactly("u");
        assertThat(topology.client().hgetAll(key("RECORDED"))).doesNotContainKey("#v");
    }

    @Test
    void keyShouldBeATermAndGiveUpItsPlace() {
        for (String id : List.of("a", "b")) {
            add(TestTasks.task("t", id, 0, true, "\"t:k 1\",1]".getBytes(UTF_8)));
        }
        Delivery delivery = pushed();
        assertThat(delivery.key()).isEqualTo("k 1");
        assertThat(reserve(1)).as("of the key").isEmpty();
        acknowledge(finished(delivery));
        assertThat(only().key()).isEqualTo("k 1");
        assertThat(history.search(topic, HistoryQuery.ALL.key("k 1")).records()).hasSize(1);
        acknowledge(recorded(new Outcome.Dead(reserve(1).get(0).delivery(), FAILURE)));
        assertThat(outcomes()).containsExactly(RecordedOutcome.DEAD, RecordedOutcome.FINISHED);
    }

    @Test
    void tagsShouldBeTerms() {
        List.of("t:k\\torder=42\\tcustomer=a=b", "t:\\torder=43", "t:\\tx=1")
                .forEach(label -> add(TestTasks.task(
                        "t", label.replaceAll("\\W", "."), 0, true, ("\"" + label + "\",1]").getBytes(UTF_8))));
        pushAll();
        assertThat(acknowledge(deliveries(3), RecordsFixture::finished)).isEmpty();
        TaskRecord record =
                history.search(topic, HistoryQuery.ALL.key("k")).records().get(0);
        assertThat(record.tags()).containsExactly(Tag.parse("order=42"), Tag.parse("customer=a=b"));
        assertThat(history.search(topic, HistoryQuery.ALL.tag(Tag.parse("order=43")))
                        .records())
                .hasSize(1)
                .first()
                .extracting(TaskRecord::key)
                .isNull();
        assertThat(topology.client().exists(key("TAGS"))).isFalse();
    }

    @Test
    void staleDeliveryShouldLeaveNoRecord() {
        Delivery delivery = reserved("a");
        assertThat(acknowledge(finished(delivery))).isEmpty();
        assertThat(acknowledge(finished(delivery))).containsExactly(delivery);
        assertThat(acknowledge(recorded(new Outcome.Dead(delivery, FAILURE)))).containsExactly(delivery);
        assertThat(outcomes()).containsExactly(RecordedOutcome.FINISHED);
    }

    @Test
    void batchShouldLeaveARecordOfEachTask() {
        addAll(IntStream.range(0, 500).mapToObj(i -> task("a" + i, 0)));
        pushAll();
        assertThat(acknowledge(deliveries(500), RecordsFixture::finished)).isEmpty();
        assertThat(records()).hasSize(500).extracting(TaskRecord::id).doesNotHaveDuplicates();
        assertThat(ofOutcomes()).isEqualTo(Map.of(RecordedOutcome.FINISHED, 500L));
    }

    @Test
    void foreignKeysShouldRefuseNoEnd() {
        topology.client().set(key("HISTORY:t:1"), "of another program");
        Delivery a = reserved("a");
        Delivery b = reserved("b");
        assertThat(acknowledge(finished(a), finished(b))).isEmpty();
        assertThat(acknowledge(recorded(new Outcome.NextOccurrence(reserved("c"), Timing.DELAY, 60_000, null))))
                .isEmpty();
        assertThat(notKept()).isEqualTo(3);
        topology.client().del(key("HISTORY:t:1"));
        acknowledge(finished(reserved("d")));
        assertThat(only().id()).isEqualTo("d");
        topology.client().del(key("RECORDED"));
        topology.client().set(key("RECORDED"), "of another program");
        assertThat(acknowledge(finished(reserved("e")))).isEmpty();
        assertThat(acknowledge(recorded(new Outcome.Dead(reserved("f"), FAILURE))))
                .isEmpty();
        assertThat(find("f").lastError()).isNotNull();
    }
}
