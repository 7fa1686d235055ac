package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.limit.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract of limits and holds: what a reserve leases, and which topics get a signal. */
public abstract class LimitsContract extends LimitFixture {

    private static final Duration SHORT = Duration.ofMillis(150);

    /** Time by which a rate may be ahead, because a sleeping instance needs time to lease tasks. */
    private static final long AHEAD_MILLIS = 5;

    protected LimitsContract(StoreUnderTest underTest) {
        super(underTest);
    }

    /** Repeats a step without a pause. */
    private static void until(BooleanSupplier step) {
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofNanos(1)).until(step::getAsBoolean);
    }

    /** Pushes until there is a signal, and expects that no push without one lets the next wait for longer. */
    private void untilSignalled(long maxWaitMicros) {
        until(() -> {
            long wait = push().waitMicros();
            boolean signalled = !signalled().isEmpty();
            assertThat(signalled ? 0 : wait).as("wait without a signal").isBetween(0L, maxWaitMicros);
            return signalled;
        });
    }

    @Test
    void instancesTogetherShouldLeaseNoMoreThanTheConcurrency() {
        share(shared.concurrency(3));
        ready("t", 5);
        assertThat(signalled()).containsExactly("t");
        Reservation first = reserve("t", "i", 2);
        assertThat(first.tasks()).hasSize(2);
        assertThat(first.remaining()).isEqualTo(3);
        assertThat(first.limited()).isTrue();
        assertThat(signalled()).containsExactly("t");
        Reservation second = reserve("t", "j", 10);
        assertThat(second.tasks()).hasSize(1);
        assertThat(second.remaining()).isZero();
        assertThat(reserve("t", "i", 10).tasks()).isEmpty();
        assertThat(signalled()).isEmpty();
        finish(List.of(first.tasks().get(0).delivery()));
        assertThat(signalled()).containsExactly("t");
        assertThat(reserve("t", "j", 10).tasks()).hasSize(1);
    }

    @Test
    void topicWithoutLimitsShouldNotBeLimited() {
        share(shared.concurrency(1));
        store().add(group, List.of(TestTasks.task("free", "a", 0, true, detail("free", "a"))));
        store().add(group, List.of(TestTasks.task("free", "b", 0, true, detail("free", "b"))));
        pushAll();
        Reservation reservation = reserve("free", "i", 10);
        assertThat(reservation.tasks()).hasSize(2);
        assertThat(reservation.limited()).isFalse();
    }

    @Test
    void topicsOfALimitShouldShareItsPlaces() {
        share(shared.concurrency(2));
        ready("t", 2);
        ready("u", 2);
        List<Delivery> running = reserved("t", 2);
        signalled();
        reserved("u", 0);
        finish(running.subList(0, 1));
        assertThat(signalled()).containsExactly("u");
        reserved("u", 1);
        reserved("u", 0);
    }

    @Test
    void topicShouldKeepBothOfItsLimits() {
        Limit own = Limit.of(group, "t").concurrency(1);
        declare(Map.of("t", List.of("t", "shared"), "u", List.of("shared")), own, shared.concurrency(3));
        ready("t", 5);
        ready("u", 5);
        List<Delivery> first = reserved("t", 1);
        reserved("u", 2);
        signalled();
        finish(first);
        assertThat(signalled()).containsExactly("t", "u");
        reserved("u", 1);
        reserved("t", 0);
    }

    @Test
    void pushThatReservesShouldKeepALimit() {
        share(shared.concurrency(3));
        due("t", 2);
        untilTheNextMillisecond();
        Reservation first = pushAndReserve(1);
        assertThat(first.tasks()).hasSize(1);
        assertThat(first.limited()).isTrue();
        due("t", 5);
        untilTheNextMillisecond();
        assertThat(pushAndReserve(10).tasks()).hasSize(2);
        assertThat(pushAndReserve(10).tasks()).isEmpty();
        assertThat(counts().ready()).isEqualTo(4);
    }

    private Reservation pushAndReserve(int limit) {
        return store().pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, limit)
                .reservation();
    }

    @Test
    void placeOfACrashedHolderShouldComeBackWithItsLease() {
        share(shared.concurrency(1));
        ready("t", 1);
        ready("u", 1);
        Reservation crashed = reserve("t", "crashed", SHORT, 10);
        assertThat(crashed.tasks()).hasSize(1);
        signalled();
        reserved("u", 0);
        until(() -> !push().expired().isEmpty());
        assertThat(signalled()).containsExactly("t", "u");
        assertThat(reserve("u", "i", 10).storeTime()).isGreaterThanOrEqualTo(crashed.storeTime() + SHORT.toMillis());
        reserved("t", 0);
    }

    /** Ways in which the lease of a task ends. */
    enum End {
        FINISHED((contract, delivery) -> contract.acknowledge(new Outcome.Finished(delivery))),
        RETRY((contract, delivery) -> contract.acknowledge(new Outcome.Retry(delivery, 60_000, "{}", true))),
        DEAD((contract, delivery) -> contract.acknowledge(new Outcome.Dead(delivery, "{}"))),
        NEXT_OCCURRENCE((contract, delivery) -> contract.acknowledge(
                new Outcome.NextOccurrence(delivery, Outcome.NextOccurrence.Timing.DELAY, 60_000, null))),
        RELEASED((contract, delivery) -> contract.acknowledge(new Outcome.Released(delivery, true))),
        UNBEGUN((contract, delivery) -> contract.acknowledge(new Outcome.Released(delivery, false))),
        RECLAIMED((contract, delivery) -> contract.store().reclaim(contract.topic, "i", 0, List.of())),
        REMOVED((contract, delivery) -> contract.store().remove(contract.group, List.of(delivery.id()))),
        REPLACED((contract, delivery) -> contract.store()
                .add(
                        contract.group,
                        List.of(new NewTask(
                                "t",
                                delivery.id(),
                                60_000,
                                true,
                                detail("t", "other"),
                                TestTasks.mode(Priority.NORMAL, IfExists.REPLACE, false))))),
        ALL_REMOVED((contract, delivery) -> contract.topics().removeTasks(contract.topic, null));

        private final BiConsumer<LimitsContract, Delivery> end;

        End(BiConsumer<LimitsContract, Delivery> end) {
            this.end = end;
        }
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void endOfALeaseShouldFreeItsPlace(End how) {
        share(shared.concurrency(1));
        ready("t", 1);
        ready("u", 1);
        Delivery delivery = reserved("t", 1).get(0);
        signalled();
        reserved("u", 0);
        how.end.accept(this, delivery);
        assertThat(signalled()).contains("u");
        reserved("u", 1);
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void endOfALeaseOfAPausedTopicShouldFreeItsPlaceForOthers(End how) {
        share(shared.concurrency(1));
        ready("t", 1);
        ready("u", 1);
        Delivery delivery = reserved("t", 1).get(0);
        topics().pause(topic);
        signalled();
        reserved("u", 0);
        how.end.accept(this, delivery);
        assertThat(signalled()).containsExactly("u");
        reserved("u", 1);
    }

    @Test
    void leasesBeyondALoweredConcurrencyShouldEndBeforeOthersBegin() {
        share(shared.concurrency(3));
        ready("t", 5);
        List<Delivery> running = reserved("t", 3);
        limits().set(shared.concurrency(2));
        finish(running.subList(0, 1));
        assertThat(signalled()).isEmpty();
        reserved("t", 0);
        finish(running.subList(1, 3));
        assertThat(signalled()).containsExactly("t");
        reserved("t", 2);
    }

    @Test
    void rateShouldNotBeExceededInAnyTime() {
        share(shared.rate(100, TimeUnit.SECONDS).burst(5));
        ready("t", 80);
        List<Long> begun = new ArrayList<>();
        until(() -> {
            push();
            Reservation reservation = reserve("t", "i", 10);
            reservation.tasks().forEach(task -> begun.add(reservation.storeTime()));
            return begun.size() >= 50;
        });
        for (int from = 0; from < begun.size(); from++) {
            for (int to = from; to < begun.size(); to++) {
                long millis = begun.get(to) - begun.get(from) + 1;
                assertThat(to - from + 1).as("tasks in %d ms", millis).isLessThanOrEqualTo((int)
                        (5 + (millis + AHEAD_MILLIS) / 10.0));
            }
        }
    }

    @Test
    void pushShouldLeaveASignalWhenTheRateHasAToken() {
        share(shared.rate(10, TimeUnit.SECONDS).burst(1));
        ready("t", 2);
        signalled();
        Reservation first = reserve("t", "i", 10);
        assertThat(first.tasks()).hasSize(1);
        assertThat(first.remaining()).isZero();
        assertThat(signalled()).isEmpty();
        untilSignalled(100_000);
        Reservation second = reserve("t", "i", 10);
        assertThat(second.tasks()).hasSize(1);
        assertThat(second.storeTime()).isGreaterThanOrEqualTo(first.storeTime() + 100 - AHEAD_MILLIS);
    }

    @Test
    void pushOfALoneInstanceShouldLeaseAtTheTimeOfTheToken() {
        share(shared.rate(10, TimeUnit.SECONDS).burst(1));
        ready("t", 2);
        reserved("t", 1);
        signalled();
        PushResult next = push();
        assertThat(next.nextTopic()).isEqualTo("t");
        assertThat(next.waitMicros()).isPositive();
        List<PushAndReserveResult> leased = new ArrayList<>();
        until(() -> {
            PushAndReserveResult result = store().pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, 10);
            leased.add(result);
            return !result.reservation().tasks().isEmpty();
        });
        assertThat(leased.get(leased.size() - 1).reservation().tasks()).hasSize(1);
        assertThat(leased)
                .allSatisfy(result -> assertThat(result.push().signalled()).isEmpty());
    }

    @Test
    void endedAttemptsShouldGiveNoTokenBack() {
        share(shared.rate(1, TimeUnit.HOURS).burst(2));
        ready("t", 3);
        List<Delivery> begun = reserved("t", 2);
        acknowledge(new Outcome.Released(begun.get(0), false));
        store().remove(group, List.of(begun.get(1).id()));
        assertThat(signalled()).isEmpty();
        reserved("t", 0);
    }

    /** Changes of a limit of three tokens an hour apart. */
    enum OtherRate {
        SMALLER_BURST(limit -> limit.rate(1, TimeUnit.HOURS).burst(1), 0, 3_600_000),
        LARGER_BURST(limit -> limit.rate(1, TimeUnit.HOURS).burst(5), 2, 3_600_000),
        FASTER(limit -> limit.rate(2, TimeUnit.HOURS).burst(3), 0, 1_800_000);

        private final UnaryOperator<Limit> change;

        private final int tokens;

        private final int untilNext;

        OtherRate(UnaryOperator<Limit> change, int tokens, int untilNext) {
            this.change = change;
            this.tokens = tokens;
            this.untilNext = untilNext;
        }
    }

    @ParameterizedTest
    @EnumSource(OtherRate.class)
    void changeOfARateShouldGiveTheTokensThatTheNewOneHasMore(OtherRate how) {
        long before = storeMillis();
        share(shared.rate(1, TimeUnit.HOURS).burst(3));
        ready("t", 10);
        reserved("t", 3);
        reserved("t", 0);
        limits().set(how.change.apply(shared));
        reserved("t", how.tokens);
        reserved("t", 0);
        Instant next = limits().list(group).get(0).nextToken();
        assertThat(next.toEpochMilli() - how.untilNext).isBetween(before - AHEAD_MILLIS - 1, storeMillis());
        untilTheNextMillisecond();
        untilTheNextMillisecond();
        assertThat(limits().list(group).get(0).nextToken()).isEqualTo(next);
    }

    /** How a task that is too late to begin ends. */
    enum Late {
        EXPIRED(delivery -> new Outcome.Dead(delivery, "{}", false, null)),
        DROPPED(delivery -> new Outcome.Dead(delivery, null, false, null)),
        LEFT_OUT(delivery -> new Outcome.NextOccurrence(
                delivery, Outcome.NextOccurrence.Timing.DELAY, 3_600_000, "{}", false, null));

        private final Function<Delivery, Outcome> outcome;

        Late(Function<Delivery, Outcome> outcome) {
            this.outcome = outcome;
        }
    }

    /** Instances act on signals alone. */
    @ParameterizedTest
    @EnumSource(Late.class)
    void lateTasksShouldNotDelayAFreshOne(Late how) {
        share(shared.rate(1, TimeUnit.HOURS).burst(2));
        ready("t", 20);
        ready("u", 1);
        signalled();
        for (int late = 2; late <= 20; late += 2) {
            reserved("t", 2).forEach(delivery -> acknowledge(how.outcome.apply(delivery)));
            assertThat(signalled()).as("after %d late tasks", late).contains("u");
        }
        assertThat(counts().dead()).isEqualTo(how == Late.EXPIRED ? 20 : 0);
        assertThat(counts().total()).isEqualTo(how == Late.DROPPED ? 0 : 20);
        List<Delivery> fresh = reserved("u", 1);
        acknowledge(new Outcome.Finished(fresh.get(0)));
        ready("t", 2);
        reserved("t", 1);
    }

    @Test
    void lateTaskShouldGiveNoTokenBackThatLaterLeasesDependOn() {
        share(shared.rate(1, TimeUnit.HOURS).burst(2));
        ready("t", 3);
        Delivery late = reserve("t", "i", 1).tasks().get(0).delivery();
        reserve("t", "i", 1);
        acknowledge(new Outcome.Dead(late, "{}", false, null));
        reserved("t", 0);
    }

    @Test
    void lateTaskOfALeaseWithoutARateShouldGiveNoTokenBack() {
        share(shared.rate(1, TimeUnit.HOURS).burst(2));
        ready("t", 3);
        reserve("t", "i", 1);
        limits().set(shared.concurrency(5));
        Delivery late = reserve("t", "i", 1).tasks().get(0).delivery();
        limits().set(shared.rate(1, TimeUnit.HOURS).burst(1));
        acknowledge(new Outcome.Dead(late, "{}", false, null));
        reserved("t", 0);
    }

    @Test
    void nextTokenShouldNotWaitForAFullBucket() {
        share(shared.rate(10, TimeUnit.SECONDS).burst(3));
        ready("t", 5);
        signalled();
        Reservation first = reserve("t", "i", 10);
        assertThat(first.tasks()).hasSize(3);
        untilSignalled(101_000);
        Reservation next = reserve("t", "i", 10);
        long millis = next.storeTime() - first.storeTime() + AHEAD_MILLIS;
        assertThat(next.tasks()).isNotEmpty().hasSizeLessThanOrEqualTo((int) (millis / 100));
    }

    @Test
    void spentTokensShouldOutlastATimeWithoutARate() {
        share(shared.rate(1, TimeUnit.HOURS).burst(1));
        ready("t", 3);
        reserved("t", 1);
        limits().set(shared.concurrency(2));
        reserved("t", 1);
        limits().set(shared.rate(1, TimeUnit.HOURS).burst(1));
        reserved("t", 0);
    }

    @Test
    void spentTokensShouldGoWithTheirLimit() {
        share(shared.rate(1, TimeUnit.HOURS).burst(1));
        ready("t", 2);
        reserved("t", 1);
        limits().remove(group, "shared");
        share(shared.rate(1, TimeUnit.HOURS).burst(1));
        reserved("t", 1);
    }

    /** Kinds of holds. */
    enum Held {
        TOPIC((contract, until) -> contract.topics().hold(contract.topic, until)),
        LIMIT((contract, until) -> contract.limits().hold(contract.group, "shared", until));

        private final BiConsumer<LimitsContract, Instant> hold;

        Held(BiConsumer<LimitsContract, Instant> hold) {
            this.hold = hold;
        }
    }

    @ParameterizedTest
    @EnumSource(Held.class)
    void reservesOneAfterTheOtherShouldLeaseNothingBeforeTheEndOfAHold(Held held) {
        share(shared.concurrency(1));
        for (int i = 0; i < 5; i++) {
            ready("t", 1);
            Instant until = in(20);
            held.hold.accept(this, until);
            List<Reservation> made = new ArrayList<>();
            until(() -> made.add(reserve("t", "i", 1))
                    && !made.get(made.size() - 1).tasks().isEmpty());
            Reservation last = made.get(made.size() - 1);
            assertThat(last.storeTime()).isGreaterThanOrEqualTo(until.toEpochMilli());
            finish(List.of(last.tasks().get(0).delivery()));
        }
    }

    @ParameterizedTest
    @EnumSource(Held.class)
    void distantTimesShouldBeginAndEndAHold(Held held) {
        share(shared.concurrency(1));
        ready("t", 1);
        held.hold.accept(this, Instant.MAX);
        reserved("t", 0);
        held.hold.accept(this, Instant.MIN);
        reserved("t", 1);
    }

    @Test
    void freePlaceWithoutATokenShouldWaitForTheToken() {
        share(shared.concurrency(1).rate(2, TimeUnit.SECONDS).burst(1));
        ready("t", 2);
        Reservation first = reserve("t", "i", 10);
        signalled();
        finish(List.of(first.tasks().get(0).delivery()));
        untilSignalled(500_000);
        Reservation second = reserve("t", "i", 10);
        assertThat(second.tasks()).hasSize(1);
        assertThat(second.storeTime()).isGreaterThanOrEqualTo(first.storeTime() + 500 - AHEAD_MILLIS);
    }

    /** Instances act on signals alone: so no signal may be missing, and no topic may take what others wait for. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void topicsShouldTakeTurnsWithoutIdlePlaces(Kind kind) {
        share(kind == Kind.RATE ? shared.rate(100, TimeUnit.SECONDS).burst(1) : shared.concurrency(2));
        ready("t", 40);
        ready("u", 40);
        Map<String, Integer> begun = new HashMap<>();
        Deque<Delivery> running = new ArrayDeque<>();
        List<String> inTurn = new ArrayList<>(BOTH);
        int[] steps = new int[1];
        until(() -> {
            push();
            Collections.rotate(inTurn, 1);
            for (String name : signalled(inTurn)) {
                for (ReservedTask task : reserve(name, "i", 1).tasks()) {
                    running.add(task.delivery());
                    begun.merge(name, 1, Integer::sum);
                }
                assertThat(running).hasSizeLessThanOrEqualTo(kind == Kind.RATE ? 80 : 2);
            }
            steps[0]++;
            if (kind == Kind.CONCURRENCY) {
                assertThat(running).as("running after step " + steps[0]).isNotEmpty();
                finish(List.of(running.remove()));
            }
            return begun.values().stream().mapToInt(Integer::intValue).sum() >= 40;
        });
        assertThat(BOTH).allSatisfy(name -> assertThat(begun.get(name)).isBetween(13, 27));
        finish(List.copyOf(running));
    }

    /** A lone instance leases the tasks of one topic as it pushes them, and those of the other by signals. */
    @Test
    void pushesThatReserveShouldNotKeepAnotherTopicWaiting() {
        share(shared.concurrency(1));
        ready("u", 20);
        List<Delivery> running = List.of();
        int pushed = 0;
        for (int i = 0; i < 20; i++) {
            finish(running);
            running = signalled(List.of("u")).isEmpty() ? List.of() : reserved("u", 1);
            due("t", 1);
            untilTheNextMillisecond();
            List<ReservedTask> leased = pushAndReserve(1).tasks();
            pushed += leased.size();
            running = leased.isEmpty() ? running : List.of(leased.get(0).delivery());
            assertThat(running).as("running in step %d", i).hasSize(1);
        }
        assertThat(pushed).isLessThanOrEqualTo(10);
    }

    /** Kinds of limits. */
    enum Kind {
        CONCURRENCY,
        RATE
    }

    @Test
    void heldLimitShouldLeaseNothingUntilTheInstant() {
        share(shared.concurrency(5));
        ready("t", 1);
        signalled();
        assertThat(limits().hold(group, "shared", in(60_000))).isTrue();
        reserved("t", 0);
        ready("u", 1);
        assertThat(signalled()).isEmpty();
        Instant until = in(150);
        assertThat(limits().hold(group, "shared", until)).isTrue();
        List<Reservation> leased = new ArrayList<>();
        until(() -> {
            push();
            signalled().stream()
                    .map(topic -> reserve(topic, "i", 10))
                    .filter(reservation -> !reservation.tasks().isEmpty())
                    .forEach(leased::add);
            return leased.size() == 2;
        });
        assertThat(leased).allSatisfy(reservation -> assertThat(reservation.storeTime())
                .isGreaterThanOrEqualTo(until.toEpochMilli()));
    }

    @Test
    void endOfAHoldShouldLeaveSignals() {
        share(shared.concurrency(5));
        limits().hold(group, "shared", in(60_000));
        ready("t", 1);
        ready("u", 1);
        assertThat(signalled()).isEmpty();
        assertThat(limits().hold(group, "shared", Instant.EPOCH)).isTrue();
        assertThat(signalled()).containsExactly("t", "u");
        assertThat(limits().hold(group, "none", in(60_000))).isFalse();
    }

    @Test
    void heldTopicShouldBeReservedAtTheInstant() {
        ready("t", 1);
        signalled();
        Instant later = in(60_000);
        assertThat(topics().hold(topic, later)).isTrue();
        assertThat(counts().paused()).isTrue();
        assertThat(counts().heldUntil()).isEqualTo(later);
        reserved("t", 0);
        Instant until = in(150);
        assertThat(topics().hold(topic, until)).isTrue();
        untilSignalled(151_000);
        Reservation reservation = reserve("t", "i", 10);
        assertThat(reservation.tasks()).hasSize(1);
        assertThat(reservation.storeTime()).isGreaterThanOrEqualTo(until.toEpochMilli());
        assertThat(counts().paused()).isFalse();
        assertThat(counts().heldUntil()).isNull();
    }

    @Test
    void heldTopicWhoseSignalWasTakenBeforeShouldBeReservedAtTheInstant() {
        ready("t", 1);
        Instant until = in(150);
        topics().hold(topic, until);
        assertThat(signalled()).containsExactly("t");
        List<Reservation> made = new ArrayList<>(List.of(reserve("t", "i", 10)));
        until(() -> {
            push();
            signalled().forEach(name -> made.add(reserve(name, "i", 10)));
            return !made.get(made.size() - 1).tasks().isEmpty();
        });
        assertThat(made).hasSizeLessThanOrEqualTo(2).allSatisfy(reservation -> assertThat(reservation.tasks())
                .hasSize(reservation.storeTime() < until.toEpochMilli() ? 0 : 1));
    }

    @Test
    void resumeShouldEndPausesAndHolds() {
        ready("t", 1);
        signalled();
        assertThat(topics().resume(topic)).isFalse();
        topics().hold(topic, in(60_000));
        assertThat(topics().resume(topic)).isTrue();
        assertThat(signalled()).containsExactly("t");
        topics().hold(topic, in(60_000));
        assertThat(topics().pause(topic)).isTrue();
        assertThat(topics().hold(topic, in(1))).isFalse();
        assertThat(counts().paused()).isTrue();
        assertThat(counts().heldUntil()).isNull();
        assertThat(topics().resume(topic)).isTrue();
        assertThat(topics().resume(topic)).isFalse();
        reserved("t", 1);
    }

    @Test
    void shorterHoldShouldReplaceALongerOne() {
        ready("t", 1);
        signalled();
        topics().hold(topic, in(60_000));
        assertThat(topics().hold(topic, Instant.EPOCH)).isTrue();
        assertThat(signalled()).containsExactly("t");
        reserved("t", 1);
    }

    /** Ways in which a limit allows more than before. */
    enum Weaker {
        HIGHER((contract, limits) -> limits.set(contract.shared.concurrency(2))),
        RESET((contract, limits) -> limits.reset(contract.group, "shared")),
        REMOVED((contract, limits) -> limits.remove(contract.group, "shared")),
        OTHER_CODE((contract, limits) -> contract.declare(
                Map.of("t", List.of("shared"), "u", List.of("shared")), contract.shared.concurrency(3))),
        NO_LIMITS((contract, limits) -> contract.declare(Map.of("t", List.of(), "u", List.of())));

        private final BiConsumer<LimitsContract, LimitStore> change;

        Weaker(BiConsumer<LimitsContract, LimitStore> change) {
            this.change = change;
        }
    }

    @ParameterizedTest
    @EnumSource(Weaker.class)
    void weakerLimitShouldLeaveSignals(Weaker how) {
        share(shared.concurrency(4));
        limits().set(shared.concurrency(1));
        ready("t", 2);
        ready("u", 2);
        reserved("t", 1);
        signalled();
        reserved("u", 0);
        how.change.accept(this, limits());
        assertThat(signalled()).containsExactly("t", "u");
        assertThat(reserve("u", "i", 10).tasks()).isNotEmpty();
    }

    @Test
    void missingLimitShouldLimitNothing() {
        declare(Map.of("t", List.of("none")));
        ready("t", 3);
        reserved("t", 3);
    }

    @Test
    void readyTasksOfManyTopicsShouldAllBeDone() {
        Limit narrow = Limit.of(group, "narrow").concurrency(1);
        declare(Map.of("t", List.of("shared", "narrow"), "u", List.of("shared")), shared.concurrency(2), narrow);
        due("t", 10);
        due("u", 10);
        untilTheNextMillisecond();
        int[] done = new int[1];
        until(() -> {
            push();
            List<Delivery> begun = new ArrayList<>();
            for (String name : signalled()) {
                reserve(name, "i", 5).tasks().forEach(task -> begun.add(task.delivery()));
            }
            assertThat(begun).hasSizeBetween(1, 2);
            assertThat(begun.stream().filter(one -> one.topic().equals("t"))).hasSizeLessThanOrEqualTo(1);
            finish(begun);
            done[0] += begun.size();
            return done[0] == 20;
        });
        assertThat(counts().total()).isZero();
    }

    @Test
    void topicThatWaitsForATokenShouldNotDelayOthers() {
        share(shared.rate(1, TimeUnit.HOURS).burst(1));
        ready("t", 2);
        reserved("t", 1);
        reserved("t", 0);
        store().add(group, List.of(TestTasks.task("free", "later", 30, true, detail("free", "later"))));
        until(() -> push().due() == 1);
        assertThat(reserve("free", "i", 1).tasks()).hasSize(1);
    }
}
