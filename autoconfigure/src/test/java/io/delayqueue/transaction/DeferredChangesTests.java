package io.delayqueue.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueException;
import io.delayqueue.DelayQueueService;
import io.delayqueue.IfExists;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.RemoveResult;
import io.delayqueue.Repeat;
import io.delayqueue.RescheduleResult;
import io.delayqueue.Task;
import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicOperations;
import io.delayqueue.scenario.LogLines;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;
import reactor.core.publisher.Mono;

/** Removals and reschedules in transactions, and adds among them. */
@ExtendWith(OutputCaptureExtension.class)
class DeferredChangesTests extends TransactionFixture {

    private static final RemoveResult REMOVED_LATER = new RemoveResult(RemoveResult.Outcome.AFTER_COMMIT, null);

    private static final Duration HOUR = Duration.ofHours(1);

    /** Calls of the queue in their order. */
    private final List<String> calls = new ArrayList<>();

    @BeforeEach
    void record() {
        willAnswer(call -> {
                    Collection<Task> tasks = call.getArgument(0);
                    return called("add", tasks.stream().map(Task::id).toList(), List.of());
                })
                .given(queue)
                .addTasks(any());
        willAnswer(call -> called("remove", call.getArgument(0), call.getArgument(1), List.of()))
                .given(queue)
                .removeTasks(any(), any());
        willAnswer(call -> called("reschedule", call.getArgument(1), call.getArgument(2), null))
                .given(queue)
                .rescheduleTask(any(), any(), any(Duration.class));
        willAnswer(call -> called("reschedule", call.getArgument(1), call.getArgument(2), null))
                .given(queue)
                .rescheduleTask(any(), any(), any(Instant.class));
    }

    /** Records a call; returns the last of its words as the result. */
    private @Nullable Object called(@Nullable Object... words) {
        List<String> said = Arrays.stream(words)
                .limit(words.length - 1L)
                .map(String::valueOf)
                .toList();
        calls.add(String.join(" ", said));
        return words[words.length - 1];
    }

    private void remove(String id) {
        assertThat(service.removeTask("orders", id)).isEqualTo(REMOVED_LATER);
    }

    private void reschedule(String id) {
        assertThat(service.rescheduleTask("orders", id, HOUR).outcome())
                .isEqualTo(RescheduleResult.Outcome.AFTER_COMMIT);
    }

    @Test
    void commitShouldMakeTheChangesInTheOrderOfTheCalls() {
        transaction.executeWithoutResult(status -> {
            remove("a");
            add("a");
            add("b");
            assertThat(service.removeTasks("orders", List.of("c", "d", "c")))
                    .containsExactly(REMOVED_LATER, REMOVED_LATER);
            remove("e");
            assertThat(service.removeTask("other", "e")).isEqualTo(REMOVED_LATER);
            reschedule("b");
            service.rescheduleTask("orders", "b", DUE);
            assertThat(service.runTaskNow("orders", "b").outcome()).isEqualTo(RescheduleResult.Outcome.AFTER_COMMIT);
            service.addTaskAsync(task("f"));
            assertThat(calls).isEmpty();
        });
        assertThat(calls)
                .containsExactly(
                        "remove orders [a]",
                        "add [a, b]",
                        "remove orders [c, d, e]",
                        "remove other [e]",
                        "reschedule b PT1H",
                        "reschedule b " + DUE,
                        "reschedule b PT0S",
                        "add [f]");
    }

    @Test
    void rollbackShouldChangeNothing() {
        transaction.executeWithoutResult(status -> {
            remove("a");
            reschedule("b");
            service.runTaskNow("orders", "b");
            status.setRollbackOnly();
        });
        assertThat(calls).isEmpty();
    }

    @Test
    void rollbackToASavepointShouldDropTheChangesSince() {
        TransactionTemplate nested = with(TransactionDefinition.PROPAGATION_NESTED);
        transaction.executeWithoutResult(outer -> {
            remove("a");
            nested.executeWithoutResult(status -> {
                reschedule("b");
                remove("b");
                status.setRollbackOnly();
            });
            nested.executeWithoutResult(status -> reschedule("c"));
        });
        assertThat(calls).containsExactly("remove orders [a]", "reschedule c PT1H");
    }

    @Test
    void transactionOfItsOwnShouldMakeItsChangesAtItsOwnCommit() {
        TransactionTemplate own = with(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        transaction.executeWithoutResult(outer -> {
            remove("a");
            own.executeWithoutResult(status -> reschedule("b"));
            own.executeWithoutResult(status -> {
                remove("c");
                status.setRollbackOnly();
            });
            assertThat(calls).containsExactly("reschedule b PT1H");
            outer.setRollbackOnly();
        });
        assertThat(calls).containsExactly("reschedule b PT1H");
    }

    @Test
    void transactionOfAnotherKindShouldMakeTheChangesAfterItsCommit() {
        TransactionTemplate other = new TransactionTemplate(new OtherTransactions());
        other.executeWithoutResult(status -> {
            add("a");
            remove("b");
            assertThat(calls).isEmpty();
        });
        other.executeWithoutResult(status -> {
            remove("c");
            status.setRollbackOnly();
        });
        assertThat(calls).containsExactly("add [a]", "remove orders [b]");
    }

    /** Transactions of something else than a database. */
    private static final class OtherTransactions extends AbstractPlatformTransactionManager {

        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }

    /** It is not bound to a thread. */
    @Test
    void reactiveTransactionShouldMakeTheChangesAtOnce() {
        TransactionalOperator reactive = TransactionalOperator.create(new ReactiveTransactions());
        Mono<List<String>> changed = Mono.fromCallable(() -> {
            service.addTasks(List.of(task("a")));
            return List.copyOf(calls);
        });
        assertThat(changed.as(reactive::transactional).block()).containsExactly("begun", "add [a]");
    }

    private final class ReactiveTransactions extends AbstractReactiveTransactionManager {

        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction(TransactionSynchronizationManager transactions) {
            return new Object();
        }

        @Override
        protected Mono<Void> doBegin(
                TransactionSynchronizationManager transactions, Object transaction, TransactionDefinition definition) {
            return Mono.fromRunnable(() -> calls.add("begun"));
        }

        @Override
        protected Mono<Void> doCommit(
                TransactionSynchronizationManager transactions, GenericReactiveTransaction status) {
            return Mono.fromRunnable(() -> calls.add("committed"));
        }

        @Override
        protected Mono<Void> doRollback(
                TransactionSynchronizationManager transactions, GenericReactiveTransaction status) {
            return Mono.empty();
        }
    }

    @Test
    void resultOfARescheduleShouldEstimateTheDueTime() {
        transaction.executeWithoutResult(status -> {
            Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            assertThat(service.rescheduleTask("orders", "a", HOUR).dueAt())
                    .isBetween(before.plus(HOUR), Instant.now().plus(HOUR).plusMillis(1));
            assertThat(service.runTaskNow("orders", "a").dueAt())
                    .isBetween(before, Instant.now().plusMillis(1));
            assertThat(service.rescheduleTask("orders", "a", DUE.plusNanos(1)).dueAt())
                    .isEqualTo(DUE.plusMillis(1));
        });
    }

    static Stream<Consumer<DelayQueueService>> badCalls() {
        Duration negative = Duration.ofMillis(-1);
        return Stream.of(
                service -> service.removeTask("", "a"),
                service -> service.removeTask("g", ""),
                service -> service.removeTasks("g", List.of("a", "")),
                service -> service.rescheduleTask("g", "", HOUR),
                service -> service.rescheduleTask("g", "a", negative),
                service -> service.rescheduleTask("", "a", DUE),
                service -> service.rescheduleTask("g", "a", Instant.MAX),
                service -> service.runTaskNow("g", ""));
    }

    @ParameterizedTest
    @MethodSource("badCalls")
    void badInputShouldBeRefusedAtTheCallAndTheOtherChangesBeMade(Consumer<DelayQueueService> call) {
        transaction.executeWithoutResult(status -> {
            remove("a");
            assertThatExceptionOfType(InvalidTaskException.class).isThrownBy(() -> call.accept(service));
        });
        assertThat(calls).containsExactly("remove orders [a]");
    }

    @Test
    void addThatMayFailForATakenIdShouldBeRefusedInATransactionOnly() {
        Task strict =
                Task.of("orders", "cancel").id("a").ifExists(IfExists.FAIL).build();
        service.addTasks(List.of(strict));
        transaction.executeWithoutResult(status -> {
            assertRefused(() -> service.addTask(strict));
            assertRefused(() -> service.addTasks(List.of(task("b"), strict)));
            assertThat(service.addTaskAsync(strict))
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(InvalidTaskException.class);
        });
        assertThat(calls).containsExactly("add [a]");
    }

    private static void assertRefused(Runnable add) {
        assertThatExceptionOfType(InvalidTaskException.class)
                .isThrownBy(add::run)
                .satisfies(failure -> assertThat(failure.field()).isEqualTo("ifExists"));
    }

    static Stream<RuntimeException> failuresOfOneCall() {
        return Stream.of(
                new InvalidTaskException("id belongs to another topic"),
                new TaskNotReplicatedException("1 of 2 replicas", 1, 2, null));
    }

    @ParameterizedTest
    @MethodSource("failuresOfOneCall")
    void changesBehindARefusedAddShouldBeMade(RuntimeException refusal, CapturedOutput output) {
        willThrow(refusal).given(queue).addTasks(any());
        List<CompletableFuture<AddResult>> futures = new ArrayList<>();
        assertThatExceptionOfType(refusal.getClass())
                .isThrownBy(() -> transaction.executeWithoutResult(status -> {
                    remove("a21");
                    futures.add(service.addTaskAsync(task("b22")));
                    remove("c23");
                }))
                .isSameAs(refusal);
        assertThat(calls).containsExactly("remove orders [a21]", "remove orders [c23]");
        assertThat(futures.get(0))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCause(refusal);
        assertThat(output).contains("some or all of its changes were not made: [orders/cancel b22]");
    }

    @Test
    void changesBehindAnOutageShouldNotBeMadeAndBeNamed(CapturedOutput output) {
        TaskStoreUnavailableException outage = new TaskStoreUnavailableException("Redis is away", null);
        willThrow(outage).given(queue).removeTasks(eq("orders"), any());
        List<CompletableFuture<AddResult>> futures = new ArrayList<>();
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> transaction.executeWithoutResult(status -> {
                    futures.add(service.addTaskAsync(task("a31")));
                    remove("b32");
                    futures.add(service.addTaskAsync(task("c33")));
                    reschedule("d34");
                }))
                .isSameAs(outage);
        assertThat(calls).containsExactly("add [a31]");
        assertThat(futures.get(0)).isCompleted();
        assertThat(futures.get(1))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isExactlyInstanceOf(DelayQueueException.class)
                .withCause(outage);
        assertThat(output).contains("[removal of orders b32, orders/cancel c33, reschedule of orders d34]");
    }

    @Test
    void callsAfterTheCommitShouldTakeEffectAtOnce() {
        transaction.executeWithoutResult(status -> {
            remove("a");
            onCommit(afterCommit(() -> service.removeTask("orders", "b")));
        });
        verify(queue).removeTask("orders", "b");
        assertThat(calls).containsExactly("remove orders [a]");
    }

    /** Calls of each method that changes something and cannot wait, and of some that change nothing. */
    private void callAtOnce() {
        service.changeRepeat("orders", "a", null, Repeat.fixedRate(HOUR));
        service.pauseRepeat("orders", "a");
        service.resumeRepeat("orders", "a");
        service.requeueDeadLetter("orders", "a");
        service.requeueDeadLetter("orders", "a", "payload");
        service.findTask("orders", "a");
        TopicOperations topic = service.topic("orders", "cancel");
        topic.name();
        topic.count();
        topic.list(TaskState.DEAD, null, 1);
        topic.pause();
        topic.removeTasks();
        topic.purgeSelected(List.of("a"));
    }

    @Test
    void callThatCannotWaitShouldWarnOnceInATransactionOnly() {
        TopicOperations topic = mock();
        given(queue.topic("orders", "cancel")).willReturn(topic);
        try (LogLines log = new LogLines(TransactionalDelayQueueService.class)) {
            callAtOnce();
            transaction.executeWithoutResult(status -> {
                remove("a");
                onCommit(afterCommit(this::callAtOnce));
            });
            assertThat(log.with("")).isEmpty();
            transaction.executeWithoutResult(status -> callAtOnce());
            transaction.executeWithoutResult(status -> callAtOnce());
            assertThat(log.with("WARN"))
                    .extracting(line -> line.substring(0, line.indexOf(" in a transaction")))
                    .containsExactly(
                            "WARN changeRepeat",
                            "WARN pauseRepeat",
                            "WARN resumeRepeat",
                            "WARN requeueDeadLetter",
                            "WARN topic(...).pause",
                            "WARN topic(...).removeTasks",
                            "WARN topic(...).purgeSelected");
        }
        verify(topic, times(4)).purgeSelected(List.of("a"));
    }

    @Test
    void failureOfATopicShouldReachTheCaller() {
        TaskStoreUnavailableException outage = new TaskStoreUnavailableException("Redis is away", null);
        TopicOperations topic = mock();
        given(queue.topic("orders", "cancel")).willReturn(topic);
        willThrow(outage).given(topic).pause();
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> service.topic("orders", "cancel").pause())
                .isSameAs(outage);
    }

    @Test
    void journalOfItsOwnShouldReceiveTheChanges() {
        List<TaskChange> kept = new ArrayList<>();
        List<Consumer<@Nullable Throwable>> ends = new ArrayList<>();
        ChangeJournal journal = () -> (changes, ended) -> {
            kept.addAll(changes);
            ends.add(ended);
        };
        DelayQueueService journaled = new TransactionalDelayQueueService(queue, engine::freeze, journal);
        journaled.removeTask("orders", "a");
        journaled.runTaskNow("orders", "b");
        journaled.rescheduleTask("orders", "c", DUE);
        CompletableFuture<AddResult> added = journaled.addTaskAsync(task("d"));
        assertThat(kept.subList(0, 3))
                .containsExactly(
                        new TaskChange.Remove("orders", "a"),
                        new TaskChange.Reschedule("orders", "b", Duration.ZERO, null),
                        new TaskChange.Reschedule("orders", "c", null, DUE));
        assertThat(kept.get(3).id()).isEqualTo("d");
        assertThat(added).isNotDone();
        ends.get(3).accept(null);
        assertThat(added).isCompletedWithValueMatching(result -> result.outcome() == AddResult.Outcome.AFTER_COMMIT);
        assertThat(calls).isEmpty();
    }
}
