package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicOperations;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.test.faults.StoreCall;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures of calls that do not concern single tasks, and of pullers. */
class KitPortFailuresTests extends WithKit {

    private static final Set<StoreCall> UNASKED = EnumSet.of(StoreCall.REGISTER, StoreCall.READ_REGISTER);

    /** Action and its call of the store. */
    private record Use(StoreCall call, UseOfKit does) {

        @Override
        public String toString() {
            return call.toString();
        }
    }

    private interface UseOfKit {
        void of(DelayQueueTestKit kit);
    }

    private static TopicOperations topic(DelayQueueTestKit kit) {
        return kit.service().topic("g", "t");
    }

    static Stream<Use> uses() {
        return Stream.of(
                new Use(StoreCall.LIST, kit -> topic(kit).list(TaskState.DELAYED, null, 10)),
                new Use(StoreCall.COUNT, kit -> topic(kit).count()),
                new Use(StoreCall.PAUSE, kit -> topic(kit).pause()),
                new Use(StoreCall.RESUME, kit -> topic(kit).resume()),
                new Use(StoreCall.REMOVE_TASKS, kit -> topic(kit).removeTasks()),
                new Use(StoreCall.REQUEUE_TOPIC, kit -> topic(kit).requeueDeadLetters()),
                new Use(StoreCall.PURGE_TOPIC, kit -> topic(kit).purgeDeadLetters()),
                new Use(StoreCall.REGISTER, kit -> kit.register().registerGroup("g")),
                new Use(StoreCall.REGISTER, kit -> kit.register().registerTopic("g", "t")),
                new Use(StoreCall.UNREGISTER, kit -> kit.register().cancelGroup("g")),
                new Use(StoreCall.UNREGISTER, kit -> kit.register().cancelTopic("g", "t")),
                new Use(StoreCall.READ_REGISTER, kit -> kit.register().topics()),
                new Use(StoreCall.READ_REGISTER, kit -> kit.register().isTopicRegistered("g", "t")));
    }

    @ParameterizedTest
    @MethodSource("uses")
    void callShouldFailWhenItsKindIsTo(Use use) {
        kit.nextStoreCall(use.call()).fails();
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> use.does().of(kit))
                .withMessageContaining(use.call().toString());
        use.does().of(kit);
    }

    @ParameterizedTest
    @MethodSource("uses")
    void callShouldFailWhenTheNextOneIsToUnlessTheEngineMakesItUnasked(Use use) {
        kit.nextStoreCall().fails();
        if (UNASKED.contains(use.call())) {
            use.does().of(kit);
        } else {
            assertThatExceptionOfType(TaskStoreUnavailableException.class)
                    .isThrownBy(() -> use.does().of(kit));
        }
    }

    @Test
    void pauseWhoseReplyIsLostShouldHold() {
        on((payload, task) -> log(payload));
        kit.nextStoreCall().losesReply();
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> topic(kit).pause());
        add(task("a"));
        kit.runDue();
        assertThat(log).isEmpty();
    }

    @Test
    void pullShouldFailAndLeaveTheTask() {
        add(task("a"));
        kit.nextStoreCall().fails();
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(this::pull)
                .withMessageContaining("RESERVE");
        assertThat(kit).hasTask("g", "t").withState(TaskState.READY);
        assertThat(pull()).hasSize(1);
    }

    @Test
    void pullWhoseReplyIsLostShouldHoldTheTaskUntilTheNextPullTakesItBack() {
        add(task("a"));
        kit.nextStoreCall().losesReply();
        assertThatExceptionOfType(TaskStoreUnavailableException.class).isThrownBy(this::pull);
        assertThat(kit).hasTask("g", "t").withState(TaskState.RESERVED);
        assertThat(pull()).singleElement().returns(1, PulledTask::attempt);
    }

    @Test
    void pullAfterAClearShouldNotTakeBackWhatOneBeforeLost() {
        add(task("a"));
        kit.nextStoreCall(StoreCall.RESERVE).losesReply();
        assertThatExceptionOfType(TaskStoreUnavailableException.class).isThrownBy(this::pull);
        kit.clear();
        add(task("b"));
        kit.nextStoreCall(StoreCall.RECLAIM).fails();
        assertThat(pull()).hasSize(1);
    }

    @Test
    void pullWhoseReplyIsLostBeforeACrashShouldHoldTheTaskForItsLease() {
        add(task("a"));
        kit.nextStoreCall(StoreCall.RESERVE).losesReply();
        assertThatExceptionOfType(TaskStoreUnavailableException.class).isThrownBy(this::pull);
        kit.crash();
        assertThat(pull()).isEmpty();
        kit.advance(PullOptions.DEFAULT.ttr());
        assertThat(pull()).singleElement().returns(2, PulledTask::attempt);
    }

    @Test
    void failureToComeShouldWaitForACallThatIsAboutATask() {
        on((payload, task) -> log(payload));
        kit.nextStoreCall().fails();
        kit.advance(Duration.ofHours(1));
        assertThatExceptionOfType(TaskStoreUnavailableException.class).isThrownBy(() -> add(task("a")));
    }

    @Test
    void engineThatCannotRegisterShouldStartTheNextTime() {
        on((payload, task) -> log(payload));
        add(task("a"));
        kit.nextStoreCall(StoreCall.REGISTER).fails();
        assertThatExceptionOfType(TaskStoreUnavailableException.class).isThrownBy(kit::runDue);
        kit.runDue();
        assertThat(log).containsExactly("a@0.0s");
        assertThat(kit.register().topics()).isEqualTo(Map.of("g", Set.of("t")));
    }

    @Test
    void engineShouldFollowTheRegisterLaterWhenItCannotBeRead() {
        on((payload, task) -> log(payload));
        kit.runDue();
        kit.register().cancelTopic("g", "t");
        kit.nextStoreCall(StoreCall.READ_REGISTER).fails();
        kit.runDue();
        add(task("a"));
        kit.advance(Duration.ofHours(1));
        assertThat(log).isEmpty();
    }

    private List<PulledTask> pull() {
        kit.register().registerTopic("g", "t");
        try {
            return kit.puller().reserve("g", "t", PullOptions.DEFAULT, Duration.ZERO);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts a test", e);
        }
    }
}
