package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskInfo.LastRun;
import io.delayqueue.TaskState;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tasks that repeat, on every store. */
public abstract class RepeatsContract extends StoreContract {

    protected RepeatsContract(StoreUnderTest underTest) {
        super(underTest);
    }

    @Test
    void repeatAtAFixedRateComesAtTheFirstMultipleThatIsNotOver() {
        long due = storeMillis() - 25_000;
        store().add(group, List.of(new NewTask("t", "a", due, false, detail("t", "a"))));
        pushAll();
        Delivery delivery = reserve(1).get(0).delivery();
        assertThat(store().acknowledge(group, List.of(new Outcome.NextOccurrence(delivery, Timing.RATE, 10_000, null))))
                .isEmpty();
        TaskInfo found = find("a");
        assertThat(found.state()).isEqualTo(TaskState.DELAYED);
        assertThat(found.dueAt()).isEqualTo(Instant.ofEpochMilli(due + 30_000));
        assertThat(found.attempts()).isZero();
        assertThat(store().acknowledge(group, List.of(new Outcome.NextOccurrence(delivery, Timing.RATE, 10_000, null))))
                .containsExactly(delivery);
        assertThat(find("a").dueAt()).isEqualTo(Instant.ofEpochMilli(due + 30_000));
    }

    @Test
    void repeatAtAFixedRateWaitsForOnePeriodAtLeast() {
        Delivery delivery = reserved("a");
        Instant due = find("a").dueAt();
        store().acknowledge(group, List.of(new Outcome.NextOccurrence(delivery, Timing.RATE, 3_600_000, null)));
        assertThat(find("a").dueAt()).isEqualTo(due.plus(Duration.ofHours(1)));
    }

    @Test
    void repeatAfterADelayAndAtATime() {
        Delivery a = reserved("a");
        Delivery b = reserved("b");
        long before = storeMillis();
        store().acknowledge(
                        group,
                        List.of(
                                new Outcome.NextOccurrence(a, Timing.DELAY, 60_000, "{\"message\":\"no\"}"),
                                new Outcome.NextOccurrence(b, Timing.AT, 4_000_000_000_000L, null)));
        assertThat(find("a").dueAt())
                .isBetween(Instant.ofEpochMilli(before + 60_000), Instant.ofEpochMilli(before + 70_000));
        assertThat(find("a").lastError().message()).isEqualTo("no");
        assertThat(find("b").dueAt()).isEqualTo(Instant.ofEpochMilli(4_000_000_000_000L));
        assertThat(find("b").lastError()).isNull();
        store().reschedule(group, "a", 0, true);
        pushAll();
        store().acknowledge(
                        group,
                        List.of(new Outcome.NextOccurrence(reserve(1).get(0).delivery(), Timing.DELAY, 60_000, null)));
        assertThat(find("a").lastError()).as("a good run forgets the error").isNull();
    }

    private static byte[] repeating(String payload) {
        return ("\"t\"," + payload + ",{\"repeat\":{\"rate\":10000}}]").getBytes(UTF_8);
    }

    /** Reserves the task, which must be due, and ends its occurrence. */
    private void ended(@Nullable String error) {
        pushAll();
        Delivery delivery = reserve(1).get(0).delivery();
        store().acknowledge(group, List.of(new Outcome.NextOccurrence(delivery, Timing.AT, 1_000, error)));
    }

    @Test
    void lastRunShouldBeKeptUntilTheNextOneHasEnded() {
        NewTask task = new NewTask("t", "a", 5, false, repeating("[{\"a\":1},[1,2,1]]"));
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
        NewTask other = new NewTask("t", "a", 5, false, task.detail(), new AddMode(Priority.NORMAL, IfExists.REPLACE));
        store().add(group, List.of(other));
        assertThat(find("a").lastRun()).as("replaced").isNull();
    }

    /** A forged receipt may repeat it. */
    @Test
    void taskWithoutARepetitionShouldHaveNoLastRun() {
        for (String detail : List.of("\"t\",[{\"repeat\":1},[1,2,1]]]", "\"t\",7,{\"ttr\":9}]")) {
            NewTask task = new NewTask("t", "a", 5, false, detail.getBytes(UTF_8));
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

    @Test
    void aRunOfARemovedTaskHasNoNext() {
        Delivery delivery = reserved("a");
        store().remove(group, List.of("a"));
        assertThat(store().acknowledge(group, List.of(new Outcome.NextOccurrence(delivery, Timing.DELAY, 0, null))))
                .containsExactly(delivery);
        assertThat(findOrNull("a")).isNull();
    }
}
