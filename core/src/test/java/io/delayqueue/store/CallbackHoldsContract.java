package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskState;
import io.delayqueue.limit.Limit;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Contract of releases that hold a topic or a limit. */
public abstract class CallbackHoldsContract extends LimitFixture {

    protected CallbackHoldsContract(StoreUnderTest underTest) {
        super(underTest);
    }

    private static Outcome hold(Delivery delivery, @Nullable String limit, long millis) {
        return new Outcome.Released(delivery, true, new Outcome.Hold(limit, millis));
    }

    private Delivery next(String name) {
        return reserve(name, "i", 1).tasks().get(0).delivery();
    }

    private @Nullable Instant heldUntil() {
        return counts().heldUntil();
    }

    private @Nullable Instant limitHeldUntil() {
        return limits().list(group).get(0).heldUntil();
    }

    @Test
    void heldTopicShouldGetItsTaskBackInItsPlaceWithoutAnAttempt() {
        ready("t", 1);
        untilTheNextMillisecond();
        ready("t", 1);
        Delivery first = next("t");
        Instant before = in(60_000);
        assertThat(acknowledge(hold(first, null, 60_000))).isEmpty();
        assertThat(heldUntil()).isBetween(before, in(60_000));
        assertThat(acknowledge(hold(first, null, 90_000))).as("stale").containsExactly(first);
        assertThat(heldUntil()).isBetween(before, in(60_000));
        assertThat(find(first.id()).state()).isEqualTo(TaskState.READY);
        assertThat(find(first.id()).attempts()).isZero();
        reserved("t", 0);
        assertThat(signalled()).isEmpty();
        assertThat(topics().resume(topic)).isTrue();
        assertThat(signalled()).containsExactly("t");
        assertThat(reserve("t", "i", 2).tasks())
                .extracting(task -> id(task) + " " + task.attempt())
                .containsExactly("t0 1", "t1 1");
    }

    @Test
    void heldLimitShouldStopAllItsTopicsAndNoOther() {
        share(shared.concurrency(10));
        ready("t", 2);
        ready("u", 1);
        ready("free", 1);
        Instant before = in(60_000);
        acknowledge(hold(next("t"), "shared", 60_000));
        assertThat(limitHeldUntil()).isBetween(before, in(60_000));
        assertThat(heldUntil()).isNull();
        reserved("t", 0);
        reserved("u", 0);
        reserved("free", 1);
        signalled();
        assertThat(limits().hold(group, "shared", Instant.EPOCH)).isTrue();
        assertThat(signalled()).containsExactly("t", "u");
        reserved("t", 2);
        reserved("u", 1);
    }

    @Test
    void taskThatHoldsItsLimitShouldLeaveNoSignal() {
        share(shared.concurrency(10));
        ready("t", 1);
        Delivery holding = next("t");
        signalled();
        acknowledge(hold(holding, "shared", 60_000));
        assertThat(signalled()).isEmpty();
    }

    @Test
    void longestOfSeveralHoldsShouldLast() {
        share(shared.concurrency(10));
        ready("t", 6);
        List<Delivery> all = reserved("t", 6);
        Instant before = in(60_000);
        acknowledge(
                hold(all.get(0), "shared", 1_000),
                hold(all.get(1), "shared", 60_000),
                hold(all.get(2), "shared", 2_000),
                new Outcome.Released(all.get(3), true),
                hold(all.get(4), null, 70_000));
        acknowledge(hold(all.get(5), "shared", 1_000));
        assertThat(limitHeldUntil()).isBetween(before, in(60_000));
        assertThat(heldUntil()).isBetween(before.plusMillis(10_000), in(70_000));
        assertThat(find(all.get(3).id()).attempts()).isEqualTo(1);
        assertThat(find(all.get(4).id()).attempts()).isZero();
    }

    @Test
    void topicShouldBeHeldInPlaceOfALimitThatItDoesNotHave() {
        share(shared.concurrency(10));
        limits().set(Limit.of(group, "other").concurrency(1));
        ready("t", 3);
        ready("u", 1);
        for (String name : List.of("other", "missing")) {
            acknowledge(hold(next("t"), name, 60_000));
            assertThat(heldUntil()).isNotNull();
            reserved("t", 0);
            topics().resume(topic);
        }
        assertThat(limits().list(group))
                .allSatisfy(limit -> assertThat(limit.heldUntil()).isNull());
        reserved("u", 1);
    }

    @Test
    void pausedTopicShouldStayPaused() {
        ready("t", 1);
        Delivery first = next("t");
        topics().pause(topic);
        acknowledge(hold(first, null, 1));
        untilTheNextMillisecond();
        untilTheNextMillisecond();
        pushAll();
        reserved("t", 0);
        assertThat(counts().paused()).isTrue();
        assertThat(counts().heldUntil()).isNull();
        topics().resume(topic);
        reserved("t", 1);
    }

    @Test
    void holdShouldEndAtItsTimeWithASignal() {
        ready("t", 1);
        acknowledge(hold(next("t"), null, 150));
        Instant end = heldUntil();
        assertThat(end).isNotNull();
        assertThat(signalled()).isEmpty();
        await().until(() -> {
            push();
            return signalled().equals(List.of("t"));
        });
        Reservation reservation = reserve("t", "i", 1);
        assertThat(reservation.tasks()).hasSize(1);
        assertThat(reservation.storeTime()).isGreaterThanOrEqualTo(end.toEpochMilli());
        assertThat(reservation.tasks().get(0).attempt()).isEqualTo(1);
    }
}
