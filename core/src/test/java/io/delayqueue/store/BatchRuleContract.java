package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TopicName;
import io.delayqueue.limit.Limit;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Rules.LeaseRule;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of rules by which a lease waits for a number of ready tasks. */
public abstract class BatchRuleContract extends KeysFixture {

    protected static final long LONG = TimeUnit.HOURS.toMillis(1);

    private static final long SHORT = 300;

    protected BatchRuleContract(StoreUnderTest underTest) {
        super(underTest);
    }

    protected final void waitFor(int least, long waitMillis, Limit... limits) {
        List<String> names = Arrays.stream(limits).map(Limit::name).toList();
        Declaration declaration =
                new Declaration(List.of(limits), Map.of("t", new LeaseRule(names, null, least, waitMillis)));
        underTest().limits().declare(group, declaration, (field, text) -> false);
    }

    /** Makes tasks ready that are due now. */
    protected final void readyNow(String... ids) {
        for (String id : ids) {
            add(id, 0);
        }
        pushAll();
    }

    /** Makes tasks of one key ready that are due now. */
    private void ofOneKey(String... ids) {
        for (String id : ids) {
            add(new NewTask("t", id, 0, true, detail("t:k", id), TestTasks.MODE));
        }
        pushAll();
    }

    @Test
    void leaseShouldWaitForTheLeastNumberOfTasks() {
        waitFor(3, LONG);
        readyNow("a", "b");
        assertThat(isSignalled()).isFalse();
        Reservation none = store().reserve(topic, "i", LEASE, 10);
        assertThat(none.tasks()).isEmpty();
        assertThat(none.remaining()).isZero();
        readyNow("c");
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void restOfALeaseShouldWaitForOthers() {
        waitFor(3, LONG);
        readyNow("a", "b", "c", "d", "e");
        Reservation first = store().reserve(topic, "i", LEASE, 3);
        assertThat(first.tasks()).hasSize(3);
        assertThat(first.remaining()).isZero();
        assertThat(isSignalled()).isFalse();
        assertThat(lease()).isEmpty();
        readyNow("f");
        assertThat(lease()).hasSize(3);
    }

    @Test
    void oldestTaskShouldWaitNoLongerThanTheLongestWait() {
        waitFor(3, LONG);
        ready(keyed("a", null, 1));
        assertThat(isSignalled()).isTrue();
        readyNow("b");
        assertThat(lease()).containsExactly("a", "b");
    }

    @Test
    void pushShouldLeaveASignalAtTheEndOfTheLongestWait() {
        waitFor(3, SHORT);
        readyNow("a");
        long wait = store().push(group, "i", List.of(), ExpectedTime.NONE).waitMicros();
        // On a slow machine the first push comes after the end.
        if (!isSignalled()) {
            assertThat(wait).isLessThanOrEqualTo(TimeUnit.MILLISECONDS.toMicros(SHORT));
            await().until(() -> {
                store().push(group, "i", List.of(), ExpectedTime.NONE);
                return isSignalled();
            });
        }
        assertThat(find("a").dueAt().toEpochMilli() + SHORT).isLessThanOrEqualTo(storeMillis());
        assertThat(lease()).containsExactly("a");
    }

    @Test
    void pushThatReservesShouldWaitForTheLeastNumberOfTasks() {
        waitFor(2, LONG);
        add("a", 0);
        assertThat(pushAndReserve()).isEmpty();
        add("b", 0);
        assertThat(pushAndReserve()).hasSize(2);
    }

    private List<ReservedTask> pushAndReserve() {
        untilTheNextMillisecond();
        return store().pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, 10)
                .reservation()
                .tasks();
    }

    @Test
    void leaseShouldWaitForAsManyPlacesOfItsLimits() {
        waitFor(3, LONG, Limit.of(group, "t").concurrency(4));
        readyNow("a", "b", "c", "d", "e", "f");
        List<String> first = lease(3);
        assertThat(first).hasSize(3);
        assertThat(lease()).isEmpty();
        finish(first.get(0));
        assertThat(lease()).isEmpty();
        assertThat(isSignalled()).isFalse();
        finish(first.get(1));
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).hasSize(3);
    }

    @Test
    void endOfALeaseOfAnotherTopicShouldLeaveASignalForABatchThatWaitsForPlaces() {
        Limit shared = Limit.of(group, "shared").concurrency(3);
        List<String> limits = List.of("shared");
        Map<String, LeaseRule> rules =
                Map.of("t", new LeaseRule(limits, null, 3, LONG), "u", new LeaseRule(limits, null, 1, 0));
        underTest().limits().declare(group, new Declaration(List.of(shared), rules), (field, text) -> false);
        add(TestTasks.task("u", "u", 0, true, detail("u", "u")));
        readyNow("a", "b", "c");
        List<ReservedTask> other =
                store().reserve(new TopicName(group, "u"), "i", LEASE, 1).tasks();
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).isEmpty();
        acknowledge(deliveries(other), Outcome.Finished::new);
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).hasSize(3);
    }

    @Test
    void leaseShouldWaitForAsManyTokensOfItsLimits() {
        waitFor(3, LONG, Limit.of(group, "t").rate(1, TimeUnit.HOURS).burst(5));
        readyNow("a", "b", "c", "d", "e", "f");
        assertThat(lease(3)).hasSize(3);
        assertThat(lease()).isEmpty();
    }

    @Test
    void ruleThatWaitsForFewerShouldLeaveASignal() {
        waitFor(3, LONG);
        readyNow("a", "b");
        assertThat(isSignalled()).isFalse();
        waitFor(2, LONG);
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).hasSize(2);
        readyNow("c");
        assertThat(isSignalled()).isFalse();
        declare(new LeaseRule(List.of(), null, 1, 0));
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).containsExactly("c");
    }

    /** Some of the tokens that the batch waits for are there, or none. */
    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void pushShouldWaitUntilABatchHasItsTokens(int spent) {
        waitFor(3, LONG, Limit.of(group, "t").rate(4, TimeUnit.SECONDS).burst(5));
        readyNow("a", "b", "c", "d", "e", "f", "g", "h");
        Reservation first = store().reserve(topic, "i", LEASE, spent);
        assertThat(first.tasks()).hasSize(spent);
        assertThat(isSignalled()).isFalse();
        PushResult next = store().push(group, "i", List.of(), ExpectedTime.NONE);
        // On a slow machine the push comes after the time of the tokens.
        if (!isSignalled()) {
            long ahead = TimeUnit.MICROSECONDS.toMillis(Rules.AHEAD_MICROS);
            assertThat(next.storeTime() + TimeUnit.MICROSECONDS.toMillis(next.waitMicros()) - first.storeTime())
                    .isCloseTo(250L * (spent - 2) - ahead, within(2L));
        }
    }

    @Test
    void tasksBehindShouldCountAsReady() {
        waitFor(3, LONG);
        ofOneKey("a", "b");
        assertThat(isSignalled()).isFalse();
        assertThat(lease()).isEmpty();
        ofOneKey("c");
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).containsExactly("a");
        finish("a");
        assertThat(isSignalled()).isFalse();
        assertThat(lease()).isEmpty();
        readyNow("x");
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).containsExactlyInAnyOrder("b", "x");
    }
}
