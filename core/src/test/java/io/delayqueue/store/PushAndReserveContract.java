package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract of a push that also reserves. */
public abstract class PushAndReserveContract extends StoreContract {

    protected PushAndReserveContract(StoreUnderTest underTest) {
        super(underTest);
    }

    private PushAndReserveResult pushAndReserve(int limit) {
        untilTheNextMillisecond();
        return store().pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, limit);
    }

    private static List<String> ids(PushAndReserveResult pushed) {
        assertThat(pushed.reservation()).isNotNull();
        return pushed.reservation().tasks().stream()
                .map(task -> task.delivery().id())
                .toList();
    }

    @Test
    void pushAndReserveShouldLeaseDueTasksBehindReadyOnes() {
        add("a", 0);
        pushAll();
        add("b", 0);
        add("later", 60_000);
        PushAndReserveResult pushed = pushAndReserve(10);
        assertThat(pushed.push().elected()).isTrue();
        assertThat(pushed.push().due()).isEqualTo(1);
        assertThat(ids(pushed)).containsExactly("a", "b");
        assertThat(pushed.reservation().remaining()).isZero();
        assertThat(find("a").instance()).isEqualTo("i");
        assertThat(find("later").instance()).isNull();
        assertThat(acknowledge(deliveries(pushed.reservation().tasks()), Outcome.Finished::new))
                .isEmpty();
    }

    @Test
    void pushAndReserveShouldNeverBeEarly() {
        long now = storeMillis();
        addAll(IntStream.range(0, 30)
                .mapToObj(i -> TestTasks.task("t", "a" + i, now + 500 + i * 10L, false, detail("t", "a" + i))));
        AtomicInteger taken = new AtomicInteger();
        // Without a pause, so that some pushes fall into the millisecond before a task is due.
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofNanos(1)).until(() -> {
            PushAndReserveResult pushed = store().pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, 10);
            List<ReservedTask> tasks = pushed.reservation().tasks();
            assertThat(tasks).allSatisfy(task -> assertThat(task.dueAt())
                    .isLessThanOrEqualTo(pushed.push().storeTime()));
            return taken.addAndGet(tasks.size()) == 30;
        });
    }

    @Test
    void pushAndReserveShouldLeaseUpToItsLimitAndCountTheRest() {
        add("a", 0);
        add("b", 0);
        PushAndReserveResult pushed = pushAndReserve(1);
        assertThat(ids(pushed)).containsExactly("a");
        assertThat(pushed.reservation().remaining()).isEqualTo(1);
        assertThat(reserve(10)).extracting(StoreFixture::id).containsExactly("b");
    }

    @Test
    void pushAndReserveShouldMakeTasksOfOtherTopicsReadyAndLeaseNone() {
        store().add(group, List.of(TestTasks.task("u", "other", 0, true, detail("u", "p"))));
        PushAndReserveResult pushed = pushAndReserve(10);
        assertThat(pushed.push().due()).isEqualTo(1);
        assertThat(ids(pushed)).isEmpty();
        assertThat(store().reserve(new TopicName(group, "u"), "i", LEASE, 10).tasks())
                .hasSize(1);
    }

    @Test
    void pushAndReserveShouldLeaseNothingOfAPausedTopic() {
        topics().pause(topic);
        add("a", 0);
        assertThat(ids(pushAndReserve(10))).isEmpty();
        topics().resume(topic);
        assertThat(ids(pushAndReserve(10))).containsExactly("a");
    }

    @Test
    void pushAndReserveOfAnotherThanThePusherShouldDoNothing() {
        pushBy("i");
        add("a", 0);
        untilTheNextMillisecond();
        PushAndReserveResult refused = store().pushAndReserve(topic, "two", List.of(), ExpectedTime.NONE, LEASE, 10);
        assertThat(refused.push().elected()).isFalse();
        assertThat(refused.push().waitMicros()).isPositive();
        assertThat(refused.reservation()).isNull();
        assertThat(find("a").state()).isEqualTo(TaskState.DELAYED);
    }

    @Test
    void pushAndReserveShouldLeaveTasksToTheSignalsWhileAnotherInstanceAsksToPush() {
        pushBy("i");
        pushBy("two");
        add("a", 0);
        PushAndReserveResult shared = pushAndReserve(10);
        assertThat(shared.push().due()).isEqualTo(1);
        assertThat(shared.reservation()).isNull();
        assertThat(reserve(10)).hasSize(1);
        add("b", 0);
        await().until(() -> {
            PushAndReserveResult alone = pushAndReserve(10);
            return alone.reservation() != null && !alone.reservation().tasks().isEmpty();
        });
    }

    @Test
    void pushShouldNameTheTopicOfTheNextDueTask() {
        assertThat(pushBy("i").nextTopic()).isNull();
        store().add(group, List.of(TestTasks.task("u", "far", 60_000, true, detail("u", "p"))));
        assertThat(pushBy("i").nextTopic()).isEqualTo("u");
        add("near", 30_000);
        assertThat(pushBy("i").nextTopic()).isEqualTo("t");
        assertThat(pushBy("two").nextTopic()).isNull();
    }

    @Test
    void pushShouldNameTheTopicsThatItHasSignalledUnlessAnotherInstanceAsksToPush() {
        pushBy("i");
        addDue("a", "t");
        addDue("b", "u");
        addDue("c", "paused");
        topics().pause(new TopicName(group, "paused"));
        untilTheNextMillisecond();
        assertThat(pushBy("i").signalled()).containsExactlyInAnyOrder("t", "u");
        addDue("d", "t");
        addDue("e", "v");
        untilTheNextMillisecond();
        assertThat(pushBy("i").signalled())
                .as("a topic keeps its signal until it is taken")
                .containsExactly("v");
        pushBy("two");
        addDue("f", "w");
        untilTheNextMillisecond();
        PushResult shared = pushBy("i");
        assertThat(shared.due()).isEqualTo(1);
        assertThat(shared.signalled()).isEmpty();
    }

    private void addDue(String id, String name) {
        store().add(group, List.of(TestTasks.task(name, id, 0, true, detail(name, id))));
    }
}
