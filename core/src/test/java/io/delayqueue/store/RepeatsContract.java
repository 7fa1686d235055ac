package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

    @Test
    void aRunOfARemovedTaskHasNoNext() {
        Delivery delivery = reserved("a");
        store().remove(group, List.of("a"));
        assertThat(store().acknowledge(group, List.of(new Outcome.NextOccurrence(delivery, Timing.DELAY, 0, null))))
                .containsExactly(delivery);
        assertThat(findOrNull("a")).isNull();
    }
}
