package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.FailedAttempt;
import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskError;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stores keep of the attempts that went wrong. */
public abstract class FailedAttemptsContract extends StoreContract {

    protected static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");

    private static final Duration SHORT = Duration.ofMillis(1);

    protected FailedAttemptsContract(StoreUnderTest underTest) {
        super(underTest);
    }

    protected static String failure(String message) {
        return "{\"attempt\":7,\"at\":\"" + AT + "\",\"type\":\"a.B\",\"message\":\"" + message
                + "\",\"stack\":\"at a.B\"}";
    }

    protected static TaskError error(String message) {
        return new TaskError(7, AT, "a.B", null, message, "at a.B", null);
    }

    protected static FailedAttempt failed(int attempt, @Nullable String message) {
        return new FailedAttempt(attempt, AT, "i", FailedAttempt.Outcome.FAILED, "a.B", message);
    }

    /** Retries the next ready task at once. */
    protected void retryNext(String message) {
        Delivery next = reserve(1).get(0).delivery();
        assertThat(acknowledge(new Outcome.Retry(next, 0, failure(message), true)))
                .isEmpty();
        pushAll();
    }

    /** Leases ready tasks until their leases end; returns when they ended. */
    private Instant loseLeases(int count) {
        Reservation given = store().reserve(topic, "crashed", SHORT, count);
        assertThat(given.tasks()).hasSize(count);
        pushAll();
        return Instant.ofEpochMilli(given.storeTime() + SHORT.toMillis());
    }

    private static FailedAttempt expired(int attempt, Instant at) {
        return new FailedAttempt(attempt, at, "crashed", FailedAttempt.Outcome.LEASE_EXPIRED, null, null);
    }

    private void addReady(String id) {
        add(id, 0);
        pushAll();
    }

    @Test
    void retriesAndABurialAreKeptTheNewestFirst() {
        addReady("a");
        assertThat(find("a").failedAttempts()).isEmpty();
        retryNext("one");
        retryNext("two");
        Delivery third = reserve(1).get(0).delivery();
        assertThat(acknowledge(new Outcome.Dead(third, failure("three")))).isEmpty();
        TaskInfo found = find("a");
        assertThat(found.state()).isEqualTo(TaskState.DEAD);
        assertThat(found.failedAttempts()).containsExactly(failed(3, "three"), failed(2, "two"), failed(1, "one"));
        assertThat(found.lastError()).isEqualTo(error("three"));
        assertThat(topics().list(topic, TaskState.DEAD, null, 10, true).tasks()).containsExactly(found);
        assertThat(store().remove(group, List.of("a"))).containsExactly(found);
        addReady("a");
        assertThat(find("a").failedAttempts()).as("of another task").isEmpty();
    }

    @Test
    void anEndedLeaseIsKeptAndIsNoFailure() {
        addReady("a");
        Instant end = loseLeases(1);
        TaskInfo lost = find("a");
        assertThat(lost.state()).isEqualTo(TaskState.READY);
        assertThat(lost.failedAttempts()).containsExactly(expired(1, end));
        assertThat(lost.lastError()).isNull();
        retryNext("one");
        Instant secondEnd = loseLeases(1);
        TaskInfo found = find("a");
        assertThat(found.failedAttempts()).containsExactly(expired(3, secondEnd), failed(2, "one"), expired(1, end));
        assertThat(found.lastError()).isEqualTo(error("one"));
        acknowledge(new Outcome.Finished(reserve(1).get(0).delivery()));
        assertThat(findOrNull("a")).isNull();
    }

    @Test
    void anEndedLeaseIsKeptByAPushThatBringsTheTaskAlong() {
        addReady("a");
        Reservation given = store().reserve(topic, "crashed", SHORT, 1);
        untilTheNextMillisecond();
        untilTheNextMillisecond();
        PushAndReserveResult pushed = store().pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, 10);
        assertThat(pushed.push().expired()).containsEntry("t", 1);
        assertThat(pushed.reservation()).isNotNull();
        TaskInfo found = find("a");
        assertThat(found.state()).isEqualTo(TaskState.RESERVED);
        assertThat(found.attempts()).isEqualTo(2);
        assertThat(found.failedAttempts())
                .containsExactly(expired(1, Instant.ofEpochMilli(given.storeTime() + SHORT.toMillis())));
        assertThat(found.lastError()).isNull();
    }

    @Test
    void tasksOfOneCallKeepEachItsOwn() {
        add("a", 0);
        add("b", 0);
        add("c", 0);
        pushAll();
        retryNext("a1");
        List<Delivery> all = deliveries(3);
        assertThat(all).extracting(Delivery::id).containsExactly("b", "c", "a");
        acknowledge(
                new Outcome.Retry(all.get(0), 0, failure("b1"), true),
                new Outcome.Retry(all.get(1), 0, null, true),
                new Outcome.Retry(all.get(2), 0, failure("a2"), true));
        pushAll();
        assertThat(find("a").failedAttempts()).containsExactly(failed(2, "a2"), failed(1, "a1"));
        assertThat(find("b").failedAttempts()).containsExactly(failed(1, "b1"));
        assertThat(find("c").failedAttempts()).isEmpty();
        Instant end = loseLeases(3);
        assertThat(find("a").failedAttempts()).containsExactly(expired(3, end), failed(2, "a2"), failed(1, "a1"));
        assertThat(find("b").failedAttempts()).containsExactly(expired(2, end), failed(1, "b1"));
        assertThat(find("c").failedAttempts()).containsExactly(expired(2, end));
    }

    @Test
    void theNewestTwentyAreKept() {
        addReady("a");
        List<FailedAttempt> expected = new ArrayList<>();
        for (int attempt = 1; attempt <= 22; attempt++) {
            retryNext("m" + attempt);
            expected.add(0, failed(attempt, "m" + attempt));
            assertThat(find("a").failedAttempts()).isEqualTo(expected.subList(0, Math.min(attempt, 20)));
        }
        Instant end = loseLeases(1);
        assertThat(find("a").failedAttempts())
                .hasSize(20)
                .startsWith(expired(23, end), failed(22, "m22"))
                .endsWith(failed(4, "m4"));
    }

    @Test
    void whatIsGivenBackOrStaleAddsNothing() {
        Delivery first = reserved("a");
        acknowledge(new Outcome.Released(first, true));
        assertThat(acknowledge(new Outcome.Retry(first, 0, failure("late"), true)))
                .containsExactly(first);
        reserve(1);
        assertThat(store().reclaim(topic, "i", 0, List.of())).isEqualTo(1);
        Delivery second = reserve(1).get(0).delivery();
        acknowledge(new Outcome.Retry(second, 0, failure("one"), true));
        assertThat(acknowledge(new Outcome.Retry(second, 0, failure("again"), true)))
                .containsExactly(second);
        assertThat(find("a").failedAttempts()).containsExactly(failed(2, "one"));
    }

    @Test
    void postponedTaskShouldWaitWithItsReasonAndCountNoAttempt() {
        Delivery first = reserved("a");
        long before = storeMillis();
        Outcome later = new Outcome.Retry(first, 60_000, failure("busy"), false);
        assertThat(acknowledge(later)).isEmpty();
        assertThat(acknowledge(later)).containsExactly(first);
        TaskInfo found = find("a");
        assertThat(found.state()).isEqualTo(TaskState.DELAYED);
        assertThat(found.stateUntil()).isAfterOrEqualTo(Instant.ofEpochMilli(before + 60_000));
        assertThat(found.attempts()).isZero();
        assertThat(found.instance()).isEqualTo(first.instance());
        assertThat(found.lastError()).isEqualTo(error("busy"));
        assertThat(found.failedAttempts()).isEmpty();
    }

    @Test
    void postponedTaskShouldKeepTheAttemptsBefore() {
        addReady("a");
        retryNext("one");
        for (int i = 0; i < 3; i++) {
            ReservedTask second = reserve(1).get(0);
            assertThat(second.attempt()).isEqualTo(2);
            acknowledge(new Outcome.Retry(second.delivery(), 0, failure("busy"), false));
            pushAll();
            assertThat(find("a").attempts()).isEqualTo(1);
            assertThat(find("a").lastError()).isEqualTo(error("busy"));
            assertThat(find("a").failedAttempts()).containsExactly(failed(1, "one"));
        }
        retryNext("two");
        assertThat(find("a").failedAttempts()).containsExactly(failed(2, "two"), failed(1, "one"));
    }

    @Test
    void tasksOfOneCallShouldCountEachItsOwn() {
        add("a", 0);
        add("b", 0);
        add("c", 0);
        pushAll();
        List<Delivery> all = deliveries(3);
        acknowledge(
                new Outcome.Retry(all.get(0), 0, failure("a"), false),
                new Outcome.Retry(all.get(1), 0, failure("b"), true),
                new Outcome.Retry(all.get(2), 0, null, true));
        pushAll();
        assertThat(reserve(3))
                .extracting(task -> id(task) + task.attempt())
                .containsExactlyInAnyOrder("a1", "b2", "c2");
    }

    @Test
    void taskThatWasTooLateShouldDieWithItsReasonAndCountNoAttempt() {
        Delivery first = reserved("a");
        Outcome late = new Outcome.Dead(first, failure("late"), false, null);
        assertThat(acknowledge(late)).isEmpty();
        assertThat(acknowledge(late)).containsExactly(first);
        TaskInfo found = find("a");
        assertThat(found.state()).isEqualTo(TaskState.DEAD);
        assertThat(found.attempts()).isZero();
        assertThat(found.lastError()).isEqualTo(error("late"));
        assertThat(found.failedAttempts()).isEmpty();
        addReady("b");
        retryNext("one");
        Delivery second = reserve(1).get(0).delivery();
        acknowledge(new Outcome.Dead(second, failure("late"), false, null));
        assertThat(find("b").attempts()).isEqualTo(1);
        assertThat(find("b").failedAttempts()).containsExactly(failed(1, "one"));
    }

    @Test
    void occurrenceThatWasTooLateShouldCountNoAttempt() {
        addReady("a");
        retryNext("one");
        Delivery second = reserve(1).get(0).delivery();
        acknowledge(new Outcome.NextOccurrence(second, Timing.DELAY, 60_000, failure("late"), false, null));
        TaskInfo found = find("a");
        assertThat(found.attempts()).isZero();
        assertThat(found.lastError()).isEqualTo(error("late"));
        assertThat(found.failedAttempts()).containsExactly(failed(1, "one"));
    }

    @Test
    void theyOutliveARequeueAndNotAReplacement() {
        for (String id : List.of("a", "b")) {
            Delivery delivery = reserved(id);
            acknowledge(new Outcome.Dead(delivery, failure(id)));
        }
        assertThat(deadLetters().requeue(group, List.of("a"))).containsExactly("a");
        deadLetters().requeueTopic(topic, null, 0);
        assertThat(find("a").failedAttempts()).containsExactly(failed(1, "a"));
        assertThat(find("b").failedAttempts()).containsExactly(failed(1, "b"));
        retryNext("again");
        assertThat(find("a").failedAttempts()).containsExactly(failed(1, "again"), failed(1, "a"));
        store().reschedule(group, "a", 60_000, true);
        assertThat(find("a").failedAttempts()).hasSize(2);
        assertThat(add("a", 0, Priority.NORMAL, IfExists.REPLACE).kind()).isEqualTo(AddStatus.Kind.REPLACED);
        assertThat(find("a").failedAttempts()).isEmpty();
    }

    @Test
    void aRepeatingTaskKeepsThemUntilARunIsGood() {
        addReady("a");
        retryNext("one");
        Delivery second = reserve(1).get(0).delivery();
        acknowledge(new Outcome.NextOccurrence(second, Timing.DELAY, 0, failure("missed")));
        pushAll();
        assertThat(find("a").failedAttempts()).containsExactly(failed(2, "missed"), failed(1, "one"));
        retryNext("three");
        assertThat(find("a").failedAttempts())
                .containsExactly(failed(1, "three"), failed(2, "missed"), failed(1, "one"));
        acknowledge(new Outcome.NextOccurrence(reserve(1).get(0).delivery(), Timing.DELAY, 60_000, null));
        assertThat(find("a").failedAttempts()).isEmpty();
        assertThat(find("a").lastError()).isNull();
    }

    @Test
    void typeAndMessageAreBoundedWhateverTheySay() {
        String hostile = "</script>\\n\\u0000\\\"{}[]\\\\,\\u2028é\uD83D\uDE00";
        addReady("a");
        retryNext(hostile);
        retryNext("x".repeat(196) + "\uD83D\uDE00" + "y".repeat(100));
        retryNext("z".repeat(200));
        Delivery fourth = reserve(1).get(0).delivery();
        acknowledge(new Outcome.Dead(fourth, "{\"type\":\"" + "T".repeat(1_000) + "\"}"));
        List<FailedAttempt> attempts = find("a").failedAttempts();
        assertThat(attempts)
                .extracting(FailedAttempt::message)
                .containsExactly(
                        null, "z".repeat(200), "x".repeat(196) + "...", "</script>\n\0\"{}[]\\,\u2028é\uD83D\uDE00");
        assertThat(attempts.get(0).type()).isEqualTo("T".repeat(197) + "...");
    }

    @Test
    void namesOfInstancesAreKeptAsTheyAre() {
        String name = "a;b \"c\" \\ /d\n é";
        addReady("a");
        Delivery delivery =
                store().reserve(topic, name, LEASE, 1).tasks().get(0).delivery();
        acknowledge(new Outcome.Retry(delivery, 0, failure("one"), true));
        assertThat(find("a").failedAttempts())
                .containsExactly(new FailedAttempt(1, AT, name, FailedAttempt.Outcome.FAILED, "a.B", "one"));
    }

    // --- from when retries count

    private long leasedAt;

    /** Reserves the only task, which has this attempt then. */
    private ReservedTask next(int attempt) {
        untilTheNextMillisecond();
        pushAll();
        Reservation given = store().reserve(topic, "i", LEASE, 1);
        assertThat(given.tasks()).extracting(ReservedTask::attempt).containsExactly(attempt);
        leasedAt = given.storeTime();
        return given.tasks().get(0);
    }

    /** Returns the begin of retries of the only task, which it reserves and gives back unstarted. */
    private long begunAt(int attempt) {
        ReservedTask task = next(attempt);
        assertThat(acknowledge(new Outcome.Released(task.delivery(), false))).isEmpty();
        return task.begunAt();
    }

    @Test
    void retriesShouldCountFromTheLeaseOfTheFirstAttemptThatHasBegun() {
        add("a", 0);
        assertThat(begunAt(1)).isZero();
        ReservedTask first = next(1);
        assertThat(first.begunAt()).isZero();
        long begun = leasedAt;
        acknowledge(new Outcome.Retry(first.delivery(), 0, failure("one"), true));
        assertThat(begunAt(2)).isEqualTo(begun);
        assertThat(begunAt(2)).as("after a lease that was given back").isEqualTo(begun);
        ReservedTask second = next(2);
        store().interrupt(group, "a", null);
        acknowledge(new Outcome.Released(second.delivery(), true));
        assertThat(begunAt(3)).isEqualTo(begun);
    }

    @Test
    void retriesShouldCountFromAFirstAttemptWhoseLeaseHasEnded() {
        add("a", 0);
        untilTheNextMillisecond();
        pushAll();
        Reservation first = store().reserve(topic, "i", Duration.ofMillis(1), 1);
        assertThat(first.tasks()).hasSize(1);
        assertThat(begunAt(2)).isEqualTo(first.storeTime());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void retriesShouldCountFromAFirstAttemptThatDoesNotCount(boolean holds) {
        add("a", 0);
        ReservedTask first = next(1);
        long begun = leasedAt;
        acknowledge(uncounted(first.delivery(), holds));
        assertThat(find("a").attempts()).isZero();
        assertThat(begunAt(1)).isEqualTo(begun);
        acknowledge(uncounted(next(1).delivery(), holds));
        ReservedTask third = next(1);
        assertThat(third.begunAt()).isEqualTo(begun);
        acknowledge(new Outcome.Retry(third.delivery(), 0, failure("one"), true));
        assertThat(begunAt(2)).isEqualTo(begun);
    }

    private static Outcome uncounted(Delivery delivery, boolean holds) {
        return holds
                ? new Outcome.Released(delivery, true, new Outcome.Hold(null, 0))
                : new Outcome.Retry(delivery, 0, failure("busy"), false);
    }

    @Test
    void requeueShouldLetRetriesCountFromTheFirstAttemptBehindIt() {
        add("a", 0);
        acknowledge(new Outcome.Dead(next(1).delivery(), failure("one")));
        untilTheNextMillisecond();
        deadLetters().requeue(group, List.of("a"));
        assertThat(begunAt(1)).isZero();
        ReservedTask first = next(1);
        long begun = leasedAt;
        assertThat(first.requeuedAt()).isEqualTo(first.dueAt()).isPositive();
        assertThat(first.begunAt()).isZero();
        assertThat(find("a").attempts()).isEqualTo(1);
        acknowledge(uncounted(first.delivery(), false));
        ReservedTask postponed = next(1);
        assertThat(postponed.begunAt()).isEqualTo(begun);
        assertThat(postponed.requeuedAt()).isZero();
        acknowledge(new Outcome.Dead(postponed.delivery(), failure("two")));
        deadLetters().requeueTopic(topic, null, 0);
        ReservedTask again = next(1);
        assertThat(again.begunAt()).isZero();
        assertThat(again.requeuedAt()).isEqualTo(again.dueAt()).isGreaterThan(first.requeuedAt());
    }

    @Test
    void nextOccurrenceShouldLetRetriesCountFromItsOwnFirstAttempt() {
        add("a", 0);
        acknowledge(new Outcome.Retry(next(1).delivery(), 0, failure("one"), true));
        ReservedTask second = next(2);
        assertThat(second.begunAt()).isPositive();
        acknowledge(
                new Outcome.NextOccurrence(second.delivery(), Outcome.NextOccurrence.Timing.DELAY, 0, failure("two")));
        assertThat(begunAt(1)).isZero();
    }
}
