package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DeadReason;
import io.delayqueue.FailedAttempt;
import io.delayqueue.TaskState;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.store.Outcome.NextOccurrence;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of the records of histories: each end of a task, and each end of an occurrence, leaves one in the same step. */
public abstract class HistoryContract extends HistoryFixture {

    protected HistoryContract(StoreUnderTest underTest) {
        super(underTest);
    }

    // --- ends of attempts

    @Test
    void finishedTaskShouldLeaveARecordWithAllThatIsKnown() {
        ready("a");
        lease();
        AttemptRecord written = record(
                "{\"occurrence\":999999999000,\"result\":{\"a\":1.50},\"progress\":[3,4,\"mails\"],"
                        + "\"trace\":\"abc\",\"error\":[\"a.B\",\"no\"],\"payload\":[1,2],\"resultSize\":7,\"payloadSize\":8}");
        long before = store().time(group);
        end(delivery -> new Outcome.Finished(delivery, written), "a");
        TaskRecord record = only();
        assertThat(record.topic()).isEqualTo(topic);
        assertThat(record.id()).isEqualTo("a");
        assertThat(record.outcome()).isEqualTo(RecordedOutcome.FINISHED);
        assertThat(record.endedAt().toEpochMilli()).isBetween(before, store().time(group));
        assertThat(record.dueAt()).isEqualTo(Instant.ofEpochMilli(1_000_000_000_000L));
        assertThat(record.lateness()).isEqualTo(Duration.ofMillis(3));
        assertThat(record.took()).isEqualTo(Duration.ofMillis(12));
        assertThat(record.attempts()).isEqualTo(2);
        assertThat(record.instance()).isEqualTo("i");
        assertThat(record.key()).isEqualTo("k");
        assertThat(record.failedAttempts()).isEmpty();
        assertThat(record.details())
                .isEqualTo(new TaskRecord.Details(
                        Instant.ofEpochMilli(999_999_999_000L),
                        "{\"a\":1.50}",
                        7,
                        new Progress(3, 4, "mails"),
                        "abc",
                        "a.B",
                        "no",
                        null,
                        "[1,2]",
                        8,
                        null,
                        null));
        assertThat(findOrNull("a")).isNull();
    }

    @Test
    void taskWithoutKeyShouldLeaveARecordWithoutIt() {
        Delivery delivery = reserved("a");
        AttemptRecord unknown = new AttemptRecord(store().time(group) + 5_000, null, null, 0, "", true);
        acknowledge(new Outcome.Finished(delivery, unknown));
        assertThat(only().key()).isNull();
        assertThat(only().dueAt()).isAfter(only().endedAt());
        assertThat(only().lateness()).isNull();
        assertThat(only().took()).isNull();
        assertThat(only().attempts()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k"})
    void taskWithATagShouldLeaveARecordWithIt(String key) {
        leaseTagged("a", key, ORDER);
        end(delivery -> new NextOccurrence(delivery, Timing.AT, 1, null, true, RECORD), "a");
        pushAll();
        lease();
        end(HistoryFixture::dead, "a");
        store().remove(group, List.of("a"));
        assertThat(records()).hasSizeGreaterThan(1).allSatisfy(record -> {
            assertThat(record.tags()).containsExactly(ORDER);
            assertThat(record.key()).isEqualTo(key.isEmpty() ? null : key);
        });
    }

    @Test
    void deadLetterShouldLeaveARecordWithItsReasonAndItsFailedAttempts() {
        ready("a");
        lease();
        retry(0, true, "a");
        pushAll();
        lease();
        AttemptRecord written = record("{\"reason\":\"ATTEMPTS_EXHAUSTED\"}");
        end(delivery -> new Outcome.Dead(delivery, ERROR, true, written), "a");
        TaskRecord record = only();
        assertThat(record.outcome()).isEqualTo(RecordedOutcome.DEAD);
        assertThat(record.details().deadReason()).isEqualTo(DeadReason.ATTEMPTS_EXHAUSTED);
        assertThat(record.failedAttempts())
                .isEqualTo(find("a").failedAttempts())
                .extracting(FailedAttempt::attempt)
                .containsExactly(2, 1);
    }

    @Test
    void recordMayLeaveOutTheAttempts() {
        ready("a");
        lease();
        retry(0, true, "a");
        pushAll();
        lease();
        end(delivery -> new Outcome.Dead(delivery, ERROR, true, RECORD.more("{\"count\":1}", false)), "a");
        assertThat(only().failedAttempts()).isEmpty();
        assertThat(only().details().count()).isOne();
        assertThat(find("a").failedAttempts()).hasSize(2);
    }

    @Test
    void requeuedDeadLetterThatFinishesShouldHaveTwoRecords() {
        run(HistoryFixture::dead, "a");
        deadLetters().requeue(group, List.of("a"));
        lease();
        end(delivery -> new Outcome.Finished(delivery, RECORD), "a");
        assertThat(outcomes()).containsExactly(RecordedOutcome.FINISHED, RecordedOutcome.DEAD);
        assertThat(records().get(0).failedAttempts()).as("those of both lives").hasSize(1);
    }

    @Test
    void taskThatIsTooLateShouldLeaveARecord() {
        run(one -> new Outcome.Dead(one, null, false, RECORD), "dropped");
        run(one -> new Outcome.Dead(one, ERROR, false, RECORD), "expired");
        assertThat(outcomes()).containsExactly(RecordedOutcome.DEAD, RecordedOutcome.DROPPED);
        assertThat(records()).allSatisfy(record -> {
            assertThat(record.instance()).isEqualTo("i");
            assertThat(record.failedAttempts()).isEmpty();
        });
    }

    @Test
    void repeatingTaskShouldLeaveARecordOfEachOccurrence() {
        ready("a");
        for (@Nullable String error : Arrays.asList(null, ERROR, null)) {
            lease();
            end(one -> new NextOccurrence(one, Timing.AT, 1, error, true, RECORD), "a");
            pushAll();
        }
        lease();
        end(one -> new NextOccurrence(one, Timing.AT, 1, ERROR, false, RECORD), "a");
        assertThat(outcomes())
                .containsExactly(
                        RecordedOutcome.MISSED,
                        RecordedOutcome.FINISHED,
                        RecordedOutcome.FAILED,
                        RecordedOutcome.FINISHED);
        assertThat(records())
                .extracting(record -> record.failedAttempts().size())
                .containsExactly(0, 1, 1, 0);
        assertThat(find("a").state()).isEqualTo(TaskState.DELAYED);
    }

    @Test
    void tasksOfOneCallShouldEachLeaveARecord() {
        ready(keyed("a", null, 1), keyed("b", null, 2), keyed("c", null, 3));
        lease();
        List<Delivery> all = List.of(delivery("c"), delivery("a"), delivery("b"));
        acknowledge(all, one -> new Outcome.Finished(one, one.id().equals("a") ? null : RECORD));
        assertThat(ids(HistoryQuery.ALL)).containsExactly("b", "c");
    }

    @Test
    void staleEndShouldLeaveNone() {
        finishAll("a");
        assertThat(acknowledge(new Outcome.Finished(delivery("a"), RECORD))).hasSize(1);
        assertThat(acknowledge(dead(delivery("a")))).hasSize(1);
        assertThat(acknowledge(new NextOccurrence(delivery("a"), Timing.AT, 1, null, true, RECORD)))
                .hasSize(1);
        assertThat(records()).hasSize(1);
    }

    @Test
    void attemptThatIsNoEndShouldLeaveNone() {
        ready("a");
        lease();
        retry(0, true, "a");
        pushAll();
        lease();
        end(delivery -> new Outcome.Released(delivery, true), "a");
        postpone("a");
        assertThat(records()).isEmpty();
        assertThat(numbers()).isEqualTo(new HistoryCounts(topic, WEEK, Map.of(), 0, 0));
    }

    @Test
    void purgeShouldLeaveNone() {
        run(HistoryFixture::dead, "a", "b", "c");
        deadLetters().purgeSelected(topic, List.of("a"));
        deadLetters().trim(topic, new DeadLetterRetention(null, 1));
        toTheEnd(from -> deadLetters().purgeTopic(topic, from));
        assertThat(outcomes()).containsOnly(RecordedOutcome.DEAD).hasSize(3);
    }
}
