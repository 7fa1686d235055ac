package io.delayqueue.store;

import static io.delayqueue.limit.KeyOrder.OnRetry.BLOCK_KEY;
import static io.delayqueue.limit.KeyOrder.OnRetry.LET_PASS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.Limit;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Rules.LeaseRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of keys: which task of a key may be leased, and what becomes of the key while one of its tasks waits for another attempt. */
public abstract class KeysContract extends KeysFixture {

    protected KeysContract(StoreUnderTest underTest) {
        super(underTest);
    }

    @Test
    void tasksOfAKeyShouldRunOneAfterAnotherByTheirDueTimes() {
        ready(keyed("c", "k", 3), keyed("a", "k", 1), keyed("b", "k", 2));
        assertThat(lease()).containsExactly("a");
        assertThat(lease()).isEmpty();
        finish("a");
        assertThat(lease()).containsExactly("b");
        finish("b");
        assertThat(lease()).containsExactly("c");
        finish("c");
        assertThat(lease()).isEmpty();
        assertThat(counts().total()).isZero();
    }

    @Test
    void tasksOfOneDueTimeShouldRunByTheirIds() {
        ready(keyed("c", "k", 1), keyed("a", "k", 1), keyed("b", "k", 1));
        assertThat(lease()).containsExactly("a");
        finish("a");
        assertThat(lease()).containsExactly("b");
    }

    @Test
    void keyShouldNotDelayAnotherOneOrTasksWithout() {
        ready(
                keyed("a", "k", 1),
                keyed("b", "k", 2),
                keyed("c", "k2", 3),
                keyed("d", "k!", 4),
                keyed("e", null, 5),
                keyed("f", null, 6));
        assertThat(lease()).containsExactly("a", "c", "d", "e", "f");
        finish("c", "d", "e");
        assertThat(lease()).isEmpty();
        finish("a");
        assertThat(lease()).containsExactly("b");
    }

    @Test
    void taskThatIsNotDueShouldBlockNoOther() {
        add(keyed("z", "k", 2));
        add(new NewTask("t", "a", 60_000, true, detail("t:k", "a"), TestTasks.MODE));
        pushAll();
        assertThat(lease()).containsExactly("z");
    }

    @Test
    void earlierTaskShouldTakeThePlaceOfOneThatHasNotBegun() {
        ready(keyed("b", "k", 2));
        ready(keyed("c", "k", 3));
        ready(keyed("a", "k", 1));
        assertThat(ofKey("k")).containsExactly("a", "b", "c");
        assertThat(oneAfterAnother()).containsExactly("a", "b", "c");
    }

    @Test
    void leasedTaskShouldNotBeCalledBackForAnEarlierOne() {
        ready(keyed("b", "k", 2), keyed("c", "k", 3));
        lease();
        ready(keyed("a", "k", 1));
        assertThat(lease()).isEmpty();
        finish("b");
        assertThat(oneAfterAnother()).containsExactly("a", "c");
    }

    @Test
    void taskThatHasBegunShouldKeepItsPlaceBeforeAnEarlierOne() {
        ready(keyed("b", "k", 2), keyed("c", "k2", 2), keyed("d", "k3", 2));
        assertThat(lease(Duration.ofMillis(1), 1)).containsExactly("b");
        await().until(() -> !store().push(group, "i", List.of(), ExpectedTime.NONE)
                .expired()
                .isEmpty());
        assertThat(lease(2)).containsExactly("c", "d");
        retry(0, true, "c");
        end(delivery -> new Outcome.Released(delivery, true), "d");
        pushAll();
        ready(keyed("0", "k", 1), keyed("1", "k2", 1), keyed("2", "k3", 1));
        assertThat(lease()).containsExactlyInAnyOrder("b", "c", "d");
    }

    @Test
    void taskOfTheSameDueTimeShouldTakeNoPlace() {
        ready(keyed("b", "k", 1));
        ready(keyed("a", "k", 1));
        assertThat(oneAfterAnother()).containsExactly("b", "a");
    }

    @ParameterizedTest
    @EnumSource
    void taskThatLosesItsPlaceShouldKeepItsPriority(Priority priority) {
        ready(keyed("b", "k", 2, priority, IfExists.KEEP), keyed("x", null, 3, priority, IfExists.KEEP));
        ready(keyed("a", "k", 1));
        assertThat(lease()).contains("a", "x").hasSize(2);
        ready(keyed("y", null, 3));
        finish("a");
        assertThat(lease())
                .containsExactlyElementsOf(priority == Priority.HIGH ? List.of("b", "y") : List.of("y", "b"));
    }

    @Test
    void latestOfTheTasksThatHaveNotBegunShouldLoseItsPlace() {
        order(3, BLOCK_KEY);
        ready("a");
        lease();
        ready(keyed("c", "k", 3), keyed("e", "k", 5));
        ready(keyed("b", "k", 2), keyed("d", "k", 4));
        assertThat(lease()).containsExactly("b", "c");
        finish("a", "b");
        assertThat(lease()).containsExactly("d", "e");
    }

    @Test
    void earlierTaskShouldTakeAFreePlaceBeforeAnyOther() {
        order(2, BLOCK_KEY);
        ready(keyed("c", "k", 3));
        ready(keyed("a", "k", 1), keyed("b", "k", 2));
        assertThat(lease()).containsExactly("a", "b");
    }

    @Test
    void promotedTaskShouldLoseItsPlaceByItsDueTime() {
        ready("a", "b");
        lease();
        finish("a");
        ready(keyed("c", "k", 3));
        ready(keyed("0", "k", 0));
        assertThat(oneAfterAnother()).containsExactly("0", "b", "c");
    }

    @Test
    void taskBehindShouldComeBeforeALaterOneThatTakesAPlace() {
        ready(keyed("c", "k", 9));
        lease();
        ready(keyed("a", "k", 1));
        end(delivery -> new Outcome.Released(delivery, false), "c");
        ready(keyed("b", "k", 5));
        assertThat(oneAfterAnother()).containsExactly("a", "b", "c");
    }

    @Test
    void taskFromBehindShouldGoBehindAllThatAreReady() {
        ready(keyed("a", "k", 1), keyed("b", "k", 2), keyed("x", "other", 5), keyed("y", null, 6));
        assertThat(lease(1)).containsExactly("a");
        finish("a");
        assertThat(lease(1)).containsExactly("x");
        assertThat(lease()).containsExactly("y", "b");
    }

    @Test
    void priorityShouldDecideBetweenKeysOnly() {
        ready(
                keyed("a", "k", 1, Priority.LOW, IfExists.KEEP),
                keyed("b", "k", 2, Priority.HIGH, IfExists.KEEP),
                keyed("x", "other", 3, Priority.HIGH, IfExists.KEEP));
        assertThat(lease()).containsExactly("x", "a");
        finish("a");
        assertThat(lease()).containsExactly("b");
    }

    @Test
    void promotedTaskShouldKeepItsPriority() {
        ready(
                keyed("a", "k", 1),
                keyed("b", "k", 2, Priority.HIGH, IfExists.KEEP),
                keyed("x", "other", 3, Priority.LOW, IfExists.KEEP));
        assertThat(lease(1)).containsExactly("a");
        finish("a");
        assertThat(lease()).containsExactly("b", "x");
    }

    @Test
    void asManyTasksOfAKeyAsItsConcurrencyShouldRunAtOnce() {
        order(2, BLOCK_KEY);
        ready("a", "b", "c", "d");
        assertThat(lease()).containsExactly("a", "b");
        finish("b");
        assertThat(lease()).containsExactly("c");
        assertThat(lease()).isEmpty();
        finish("a", "c");
        assertThat(lease()).containsExactly("d");
    }

    @Test
    void raisedConcurrencyShouldGiveMorePlacesAtTheNextLeaveAndArrival() {
        ready("a", "b", "c", "d", "e", "f");
        assertThat(lease()).containsExactly("a");
        order(4, BLOCK_KEY);
        assertThat(lease()).isEmpty();
        finish("a");
        assertThat(lease()).containsExactly("b", "c");
        ready(keyed("z", "k", 9));
        assertThat(lease()).containsExactly("d", "e");
        finish("b");
        assertThat(lease()).containsExactly("f");
        assertThat(ofKey("k")).containsExactlyInAnyOrder("c", "d", "e", "f", "z");
        finish("c");
        assertThat(lease()).containsExactly("z");
    }

    @Test
    void loweredConcurrencyShouldTakeNoPlaceBack() {
        order(3, BLOCK_KEY);
        ready("a", "b", "c", "d", "e");
        assertThat(lease(2)).containsExactly("a", "b");
        order(1, BLOCK_KEY);
        assertThat(lease()).containsExactly("c");
        finish("a", "b");
        ready(keyed("0", "k", 0));
        assertThat(lease()).isEmpty();
        finish("c");
        assertThat(lease()).containsExactly("0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void retryThatBlocksShouldKeepItsPlace(boolean counts) {
        ready("a", "b");
        lease();
        retry(60_000, counts, "a");
        assertThat(lease()).isEmpty();
        assertThat(counts().delayed()).isEqualTo(1);
        assertThat(ofKey("k")).containsExactly("a", "b");
        edit("a", 1);
        pushAll();
        assertThat(lease()).containsExactly("a");
        finish("a");
        assertThat(lease()).containsExactly("b");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void retryThatLetsPassShouldLetOthersPass(boolean counts) {
        order(1, LET_PASS);
        ready("a", "b", "c");
        lease();
        retry(0, counts, "a");
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).containsExactly("b");
        pushAll();
        assertThat(lease()).isEmpty();
        assertThat(ofKey("k")).containsExactly("b", "a", "c");
        finish("b");
        assertThat(lease()).containsExactly("a");
    }

    @Test
    void retryThatLetsPassShouldGoBeforeLaterTasksThatHaveNotBegun() {
        order(1, LET_PASS);
        ready("a", "b");
        lease();
        retry(0, true, "a");
        // One push makes ready a task that is due later, and then the retry.
        ready(keyed("x", "k2", 5));
        ready(keyed("y", "k2", 4));
        assertThat(lease()).containsExactlyInAnyOrder("a", "y");
    }

    @Test
    void changedOnRetryShouldDecideTheNextRetry() {
        ready("a", "b", "c");
        lease();
        order(1, LET_PASS);
        retry(60_000, true, "a");
        assertThat(lease()).containsExactly("b");
        order(1, BLOCK_KEY);
        retry(60_000, true, "b");
        assertThat(lease()).isEmpty();
    }

    @Test
    void blockingRetryThatIsMovedToALaterTimeShouldGiveItsPlaceUp() {
        ready("a", "b");
        lease();
        retry(1_000, true, "a");
        postpone("a");
        assertThat(lease()).containsExactly("b");
    }

    @Test
    void blockingRetryThatIsMovedToAnEarlierTimeShouldKeepItsPlace() {
        ready("a", "b");
        lease();
        retry(600_000, true, "a");
        postpone("a");
        assertThat(lease()).isEmpty();
        reschedule("a", 9);
        pushAll();
        assertThat(lease()).containsExactly("a");
    }

    @Test
    void releasedTaskShouldKeepItsPlaceInFront() {
        ready(keyed("a", "k", 1), keyed("b", "k", 2), keyed("x", "other", 3), keyed("c", "k", 0));
        assertThat(lease(1)).containsExactly("c");
        end(delivery -> new Outcome.Released(delivery, false), "c");
        assertThat(lease(1)).containsExactly("c");
        end(delivery -> new Outcome.Released(delivery, true), "c");
        assertThat(lease()).containsExactly("c", "x");
    }

    @Test
    void reclaimedTaskShouldKeepItsPlaceInFront() {
        ready("a", "b");
        lease();
        ready(keyed("0", "k", 0));
        assertThat(store().reclaim(topic, "i", 0, List.of())).isEqualTo(1);
        assertThat(lease()).containsExactly("a");
        assertThat(lease()).isEmpty();
    }

    @Test
    void taskWhoseLeaseEndsShouldKeepItsPlaceInFront() {
        ready("a", "b");
        assertThat(lease(Duration.ofMillis(1), 1)).containsExactly("a");
        add(keyed("0", "k", 0));
        await().until(() -> !store().push(group, "i", List.of(), ExpectedTime.NONE)
                .expired()
                .isEmpty());
        Delivery lost = delivery("a");
        assertThat(lease()).containsExactly("a");
        assertThat(acknowledge(new Outcome.Finished(lost))).containsExactly(lost);
        assertThat(lease()).isEmpty();
        finish("a");
        assertThat(lease()).containsExactly("0");
    }

    @Test
    void taskThatReturnsAsPausedShouldGiveItsPlaceUp() {
        ready("a", "b");
        lease();
        assertThat(edit("a", TaskEdit.PAUSED_UNTIL)).isTrue();
        assertThat(lease()).isEmpty();
        end(delivery -> new Outcome.Released(delivery, false), "a");
        assertThat(lease()).containsExactly("b");
        edit("a", 1);
        pushAll();
        assertThat(lease()).isEmpty();
        finish("b");
        assertThat(lease()).containsExactly("a");
    }

    /** Reasons for which a topic leases no task. */
    enum Stop {
        PAUSE,
        HOLD,
        LIMIT,
        HELD_LIMIT
    }

    @ParameterizedTest
    @EnumSource
    void topicThatLeasesNothingShouldKeepTheOrderOfItsKeys(Stop stop) {
        if (stop == Stop.LIMIT || stop == Stop.HELD_LIMIT) {
            Declaration declaration = new Declaration(
                    List.of(Limit.of(group, "one").concurrency(1)),
                    Map.of("t", new LeaseRule(List.of("one"), null, 1, 0)));
            underTest().limits().declare(group, declaration, (field, text) -> false);
        }
        ready(keyed("x", null, -1));
        Instant later = Instant.ofEpochMilli(store().time(group) + 600_000);
        switch (stop) {
            case PAUSE -> topics().pause(topic);
            case HOLD -> topics().hold(topic, later);
            case LIMIT -> lease();
            case HELD_LIMIT -> underTest().limits().hold(group, "one", later);
        }
        ready("b", "c");
        ready(keyed("a", "k", 0));
        assertThat(lease()).isEmpty();
        switch (stop) {
            case PAUSE, HOLD -> topics().resume(topic);
            case LIMIT -> finish("x");
            case HELD_LIMIT -> underTest().limits().hold(group, "one", Instant.EPOCH);
        }
        assertThat(oneAfterAnother()).endsWith("a", "b", "c");
    }

    @Test
    void taskFromBehindShouldLeaveASignal() {
        ready("a", "b", "c");
        assertThat(isSignalled()).isTrue();
        assertThat(store().reserve(topic, "i", LEASE, 1).remaining()).isZero();
        assertThat(isSignalled()).isFalse();
        store().remove(group, List.of("a"));
        assertThat(isSignalled()).isTrue();
    }

    @Test
    void pushThatReservesShouldKeepTheOrder() {
        add(keyed("b", "k", 2), keyed("a", "k", 1), keyed("c", null, 3));
        untilTheNextMillisecond();
        Reservation given = store().pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, 10)
                .reservation();
        assertThat(given.tasks()).extracting(StoreFixture::id).containsExactly("a", "c");
        assertThat(given.remaining()).isZero();
    }

    @Test
    void deliveryShouldHaveTheKey() {
        ready(keyed("a", "k:1", 1), keyed("b", null, 2));
        lease();
        assertThat(delivery("a").key()).isEqualTo("k:1");
        assertThat(delivery("b").key()).isNull();
        retry(0, true, "a", "b");
        pushAll();
        lease();
        assertThat(delivery("a").key()).isEqualTo("k:1");
        assertThat(delivery("b").key()).isNull();
    }

    @Test
    void firstTaskWithAKeyShouldGiveTheTopicTheDefaultOrder() {
        add("x", 0);
        assertThat(storedOrder()).isNull();
        add(keyed("a", "k", 1, Priority.NORMAL, IfExists.KEEP));
        assertThat(storedOrder()).isEqualTo(KeyOrder.DEFAULT);
        order(3, LET_PASS);
        add(keyed("b", "k", 1));
        assertThat(storedOrder()).isEqualTo(new KeyOrder(3, LET_PASS));
        declare(new LeaseRule(List.of(), null, 1, 0));
        assertThat(storedOrder()).isEqualTo(new KeyOrder(3, LET_PASS));
    }

    @Test
    void taskWithAKeyThatItsOwnCallReplacesShouldGiveTheTopicTheDefaultOrder() {
        add(keyed("a", "k", 1), keyed("a", null, 2));
        assertThat(storedOrder()).isEqualTo(KeyOrder.DEFAULT);
    }

    @Test
    void changeThatAddsATaskWithAKeyShouldGiveTheTopicTheDefaultOrder() {
        store().apply(group, List.of(new Change.Add("change", keyed("a", "k", 1))), Long.MAX_VALUE);
        assertThat(storedOrder()).isEqualTo(KeyOrder.DEFAULT);
    }

    @Test
    void addShouldKeepTheLimitsOfTheTopic() {
        Limit limit = Limit.of(group, "t").concurrency(1);
        Declaration declaration = new Declaration(List.of(limit), Map.of("t", new LeaseRule(List.of("t"), null, 1, 0)));
        underTest().limits().declare(group, declaration, (field, text) -> false);
        ready(keyed("a", "k", 1), keyed("b", "k", 2), keyed("c", "other", 3));
        assertThat(storedOrder()).isEqualTo(KeyOrder.DEFAULT);
        assertThat(lease()).containsExactly("a");
        finish("a");
        assertThat(lease()).containsExactly("c");
        finish("c");
        assertThat(lease()).containsExactly("b");
    }

    @Test
    void manyKeysShouldBeSettledInOneStep() {
        List<NewTask> tasks = IntStream.range(0, 300)
                .mapToObj(i -> keyed("a" + (1_000 + i), "k" + i % 100, i))
                .toList();
        addAll(tasks.stream());
        pushAll();
        for (int round = 0; round < 3; round++) {
            List<String> ids = lease(500);
            assertThat(ids)
                    .containsExactlyInAnyOrderElementsOf(tasks.subList(100 * round, 100 * round + 100).stream()
                            .map(NewTask::id)
                            .toList());
            finish(ids.toArray(String[]::new));
        }
    }
}
