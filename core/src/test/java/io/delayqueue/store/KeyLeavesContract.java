package io.delayqueue.store;

import static io.delayqueue.limit.KeyOrder.OnRetry.BLOCK_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of the changes by which a task leaves its key, so that the next one may be leased, and of those by which a task comes to a key again. */
public abstract class KeyLeavesContract extends KeysFixture {

    protected KeyLeavesContract(StoreUnderTest underTest) {
        super(underTest);
    }

    /** Ways to end the attempt of a task. */
    enum End {
        FINISHED,
        DEAD,
        DEAD_UNBEGUN,
        DROPPED,
        NEXT_OCCURRENCE,
        PAUSED,
        REMOVED,
        REMOVED_ONCE,
        REPLACED,
        REPLACED_ONCE
    }

    @ParameterizedTest
    @EnumSource
    void endOfATaskShouldLetTheNextOneRun(End end) {
        ready("a", "b", "c");
        assertThat(lease()).containsExactly("a");
        switch (end) {
            case FINISHED -> finish("a");
            case DEAD -> end(delivery -> new Outcome.Dead(delivery, ERROR), "a");
            case DEAD_UNBEGUN -> end(delivery -> new Outcome.Dead(delivery, ERROR, false, null), "a");
            case DROPPED -> end(delivery -> new Outcome.Dead(delivery, null, false, null), "a");
            case NEXT_OCCURRENCE ->
                end(delivery -> new Outcome.NextOccurrence(delivery, Timing.DELAY, 60_000, null), "a");
            case PAUSED -> {
                assertThat(edit("a", TaskEdit.PAUSED_UNTIL)).isTrue();
                end(delivery -> new Outcome.Released(delivery, false), "a");
            }
            case REMOVED -> store().remove(group, List.of("a"));
            case REMOVED_ONCE -> once(new Change.Remove("change", "a"));
            case REPLACED -> add(later("a", "k"));
            case REPLACED_ONCE -> once(new Change.Add("change", later("a", "k")));
        }
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).containsExactly("b");
        assertThat(lease()).isEmpty();
    }

    private void once(Change change) {
        assertThat(store().apply(group, List.of(change), Long.MAX_VALUE).results())
                .containsExactly(Change.Result.MADE);
    }

    private static NewTask later(String id, String key) {
        return new NewTask(
                "t", id, 60_000, true, detail("t:" + key, id), keyed(id, key, 0).mode());
    }

    /** Changes of a task that is ready. */
    enum Leave {
        REMOVED,
        REPLACED,
        RESCHEDULED,
        RESCHEDULED_ONCE,
        EDITED,
        PAUSED
    }

    @ParameterizedTest
    @EnumSource
    void readyTaskThatLeavesShouldLetTheNextOneRun(Leave leave) {
        ready("a", "b", "c");
        leave("a", leave);
        assertThat(lease()).containsExactly("b");
        assertThat(lease()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void taskThatLeavesFromBehindShouldNotComeBack(Leave leave) {
        ready("a", "b", "c");
        leave("b", leave);
        assertThat(lease()).containsExactly("a");
        assertThat(ofKey("k")).containsExactly("a", "c");
        finish("a");
        assertThat(lease()).containsExactly("c");
    }

    @ParameterizedTest
    @EnumSource
    void retryThatLeavesWhileItBlocksShouldLetTheNextOneRun(Leave leave) {
        ready("a", "b");
        lease();
        retry(1_000, true, "a");
        leave("a", leave);
        assertThat(lease()).containsExactly("b");
    }

    private void leave(String id, Leave leave) {
        switch (leave) {
            case REMOVED -> store().remove(group, List.of(id));
            case REPLACED -> add(later(id, "k"));
            case RESCHEDULED -> postpone(id);
            case RESCHEDULED_ONCE -> once(new Change.Reschedule("change", id, 60_000, true));
            case EDITED -> edit(id, storeMillis() + 60_000);
            case PAUSED -> edit(id, TaskEdit.PAUSED_UNTIL);
        }
    }

    @Test
    void rescheduleToNowShouldChangeNeitherPlacesNorTheOrder() {
        ready("a", "b", "c");
        reschedule("c", 0);
        reschedule("a", 9);
        assertThat(ofKey("k")).containsExactly("a", "b", "c");
        assertThat(lease()).containsExactly("a");
    }

    @Test
    void taskThatWaitedAndIsDueAgainShouldArriveByItsNewDueTime() {
        ready("a", "b", "c");
        postpone("a");
        assertThat(lease()).containsExactly("b");
        reschedule("a", 9);
        pushAll();
        assertThat(lease()).isEmpty();
        assertThat(ofKey("k")).containsExactly("b", "c", "a");
    }

    @Test
    void nextOccurrenceShouldArrive() {
        ready("a", "b", "c");
        lease();
        end(delivery -> new Outcome.NextOccurrence(delivery, Timing.DELAY, 0, null), "a");
        assertThat(lease()).containsExactly("b");
        pushAll();
        assertThat(ofKey("k")).containsExactly("b", "c", "a");
        finish("b");
        assertThat(lease()).containsExactly("c");
        finish("c");
        assertThat(lease()).containsExactly("a");
    }

    @Test
    void replacementShouldBelongToItsOwnKey() {
        ready("a", "b", "c");
        ready(keyed("b", "other", 2));
        assertThat(lease()).containsExactly("a", "b");
        ready(keyed("a", "other", 1));
        assertThat(lease()).containsExactly("c");
        finish("b");
        assertThat(lease()).containsExactly("a");
    }

    @Test
    void replacementWithoutAKeyShouldWaitForNoOther() {
        ready("a", "b");
        ready(keyed("b", null, 2));
        assertThat(lease()).containsExactly("a", "b");
        ready(keyed("a", null, 2));
        assertThat(lease()).containsExactly("a");
        assertThat(ofKey("k")).isEmpty();
    }

    @Test
    void removalOfAnotherTaskShouldLetNoTaskPass() {
        ready("a", "b", "c", "d");
        assertThat(lease()).containsExactly("a");
        add(later("e", "k"));
        store().remove(group, List.of("c", "e"));
        assertThat(lease()).isEmpty();
    }

    @Test
    void removalOfAllButTheLastShouldLetTheLastRun() {
        ready("a", "b", "c", "d");
        store().remove(group, List.of("c", "a", "b"));
        assertThat(lease()).containsExactly("d");
    }

    /** Ways to requeue. */
    enum Requeue {
        IDS,
        EDITED,
        TOPIC,
        SELECTED,
        PACED
    }

    private void requeue(Requeue requeue, String id) {
        switch (requeue) {
            case IDS -> deadLetters().requeue(group, List.of(id));
            case EDITED -> deadLetters().requeueEdited(group, id, detail -> detail);
            case TOPIC -> toTheEnd(from -> deadLetters().requeueTopic(topic, from, 0));
            case SELECTED -> deadLetters().requeueSelected(topic, List.of(id));
            case PACED -> toTheEnd(from -> deadLetters().requeueTopic(topic, from, 1));
        }
        pushAll();
    }

    @ParameterizedTest
    @EnumSource
    void requeuedTaskShouldGoBeforeThoseThatHaveNotBegun(Requeue requeue) {
        ready("d");
        lease();
        end(delivery -> new Outcome.Dead(delivery, ERROR), "d");
        topics().pause(topic);
        ready(keyed("j", "k", 2), keyed("k", "k", 3));
        requeue(requeue, "d");
        topics().resume(topic);
        assertThat(oneAfterAnother()).containsExactly("d", "j", "k");
    }

    @Test
    void requeuedTasksShouldTakeAllPlacesBeforeThoseThatHaveNotBegun() {
        order(2, BLOCK_KEY);
        ready("a", "b");
        lease();
        end(delivery -> new Outcome.Dead(delivery, ERROR), "a", "b");
        topics().pause(topic);
        ready(keyed("c", "k", 3), keyed("d", "k", 4));
        requeue(Requeue.TOPIC, "all");
        topics().resume(topic);
        assertThat(lease()).containsExactly("a", "b");
        finish("a", "b");
        assertThat(lease()).containsExactly("c", "d");
    }

    @ParameterizedTest
    @EnumSource
    void requeuedTaskShouldArriveByItsDueTime(Requeue requeue) {
        ready("a", "b", "c");
        lease();
        end(delivery -> new Outcome.Dead(delivery, ERROR), "a");
        assertThat(lease()).containsExactly("b");
        requeue(requeue, "a");
        assertThat(lease()).isEmpty();
        assertThat(ofKey("k")).containsExactly("b", "a", "c");
        finish("b");
        assertThat(lease()).containsExactly("a");
    }

    @Test
    void requeuedTaskShouldBeReadyIfItsKeyIsFree() {
        ready("a");
        lease();
        end(delivery -> new Outcome.Dead(delivery, ERROR), "a");
        deadLetters().requeue(group, List.of("a"));
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void deadLetterShouldHoldNoPlace(boolean purge) {
        ready("a", "b");
        lease();
        end(delivery -> new Outcome.Dead(delivery, ERROR), "a");
        lease();
        if (purge) {
            toTheEnd(from -> deadLetters().purgeTopic(topic, from));
        } else {
            store().remove(group, List.of("a"));
        }
        ready(keyed("c", "k", 3));
        assertThat(lease()).isEmpty();
        finish("b");
        assertThat(lease()).containsExactly("c");
    }

    @Test
    void removalOfATopicShouldRemoveTasksBehind() {
        ready(keyed("x", null, 1), keyed("y", "other", 2));
        ready("a", "b", "c");
        lease(2);
        assertThat(toTheEnd(from -> topics().removeTasks(topic, from))).isEqualTo(5);
        assertThat(counts().total()).isZero();
        assertThat(counts().behind()).isZero();
        assertThat(ofKey("k")).isEmpty();
        ready("d");
        assertThat(lease()).containsExactly("d");
    }
}
