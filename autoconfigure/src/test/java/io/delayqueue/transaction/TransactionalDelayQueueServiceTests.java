package io.delayqueue.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.BDDMockito.willReturn;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import io.delayqueue.AddResult;
import io.delayqueue.AddResult.Outcome;
import io.delayqueue.DelayQueueException;
import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.store.Backend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Transactions of a real manager on a database in memory; the queue behind notes what it is given. */
@ExtendWith(OutputCaptureExtension.class)
class TransactionalDelayQueueServiceTests {

    private static final Instant DUE = Instant.parse("2030-01-01T00:00:00Z");

    private final DataSource source = new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID());

    private final DataSourceTransactionManager manager = new DataSourceTransactionManager(source);

    private final TransactionTemplate transaction = new TransactionTemplate(manager);

    private final DelayQueueEngine engine =
            DelayQueueEngine.builder(mock(Backend.class)).build();

    private final DelayQueueService queue = mock(DelayQueueService.class);

    private final DelayQueueService service = new TransactionalDelayQueueService(queue, engine::freeze);

    /** Calls of addTasks, each with the ids in order. */
    private final List<List<String>> added = new ArrayList<>();

    @BeforeEach
    void answer() {
        given(queue.addTasks(any())).willAnswer(call -> {
            Collection<Task> tasks = call.getArgument(0);
            added.add(tasks.stream().map(Task::id).toList());
            return tasks.stream()
                    .map(task -> new AddResult(task.id(), Outcome.ADDED, DUE))
                    .toList();
        });
        given(queue.addTask(any())).willAnswer(call -> {
            Task task = call.getArgument(0);
            added.add(List.of("at once", task.id()));
            return new AddResult(task.id(), Outcome.ADDED, DUE);
        });
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static Task task(String id) {
        return Task.of("orders", "cancel").id(id).payload(id).build();
    }

    private void add(String id) {
        assertThat(service.addTask(task(id)).outcome()).isEqualTo(Outcome.AFTER_COMMIT);
    }

    private void addAtOnce(String id) {
        assertThat(service.addTask(task(id)).outcome()).isEqualTo(Outcome.ADDED);
    }

    private static TransactionSynchronization afterCommit(Runnable what) {
        return new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                what.run();
            }
        };
    }

    private static void onCommit(TransactionSynchronization synchronization) {
        TransactionSynchronizationManager.registerSynchronization(synchronization);
    }

    private TransactionTemplate with(int propagation) {
        TransactionTemplate other = new TransactionTemplate(manager);
        other.setPropagationBehavior(propagation);
        return other;
    }

    @Test
    void aCommitAddsEverythingInOrderInOneCall() {
        transaction.executeWithoutResult(status -> {
            add("a");
            assertThat(service.addTasks(List.of(task("b"), task("c"))))
                    .extracting(AddResult::id)
                    .containsExactly("b", "c");
            service.addTaskAsync(task("d"));
            add("e");
            assertThat(added).isEmpty();
        });
        assertThat(added).containsExactly(List.of("a", "b", "c", "d", "e"));
    }

    @Test
    void aRollbackAddsNothing() {
        transaction.executeWithoutResult(status -> {
            add("a");
            status.setRollbackOnly();
        });
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> transaction.executeWithoutResult(status -> {
                    add("b");
                    throw new IllegalStateException("no");
                }));
        assertThat(added).isEmpty();
        addAtOnce("c");
    }

    @Test
    void theResultEstimatesWhenTheTaskIsDue() {
        transaction.executeWithoutResult(status -> {
            Instant before = Instant.now();
            Task delayed = Task.of("g", "t").delay(Duration.ofHours(1)).build();
            AddResult result = service.addTask(delayed);
            assertThat(result.id()).isEqualTo(delayed.id());
            assertThat(result.dueAt())
                    .isBetween(
                            before.plus(Duration.ofHours(1)),
                            Instant.now().plus(Duration.ofHours(1)).plusMillis(1));
            Task given = Task.of("g", "t").at(DUE.plusNanos(1)).build();
            assertThat(service.addTask(given).dueAt()).isEqualTo(DUE.plusMillis(1));
        });
    }

    @Test
    void outsideATransactionEverythingIsThePlainServices() {
        addAtOnce("a");
        service.addTasks(List.of(task("b")));
        CompletableFuture<AddResult> future = new CompletableFuture<>();
        Task task = task("c");
        given(queue.addTaskAsync(task)).willReturn(future);
        assertThat(service.addTaskAsync(task)).isSameAs(future);
        assertThat(added).containsExactly(List.of("at once", "a"), List.of("b"));
    }

    @Test
    void anEmptyTransactionIsNone() {
        with(TransactionDefinition.PROPAGATION_SUPPORTS).executeWithoutResult(status -> addAtOnce("a"));
        transaction.executeWithoutResult(outer -> {
            with(TransactionDefinition.PROPAGATION_NOT_SUPPORTED).executeWithoutResult(status -> addAtOnce("b"));
            outer.setRollbackOnly();
        });
        assertThat(added).containsExactly(List.of("at once", "a"), List.of("at once", "b"));
    }

    @Test
    void aReadOnlyTransactionAddsAfterItsCommitToo() {
        transaction.setReadOnly(true);
        transaction.executeWithoutResult(status -> add("a"));
        assertThat(added).containsExactly(List.of("a"));
    }

    @Test
    void aTransactionOfItsOwnHasTasksOfItsOwn() {
        TransactionTemplate own = with(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        transaction.executeWithoutResult(outer -> {
            add("a");
            own.executeWithoutResult(status -> add("b"));
            assertThat(added).containsExactly(List.of("b"));
            own.executeWithoutResult(status -> {
                add("c");
                status.setRollbackOnly();
            });
            add("d");
        });
        assertThat(added).containsExactly(List.of("b"), List.of("a", "d"));
    }

    @Test
    void theOuterRollbackDoesNotUndoATransactionOfItsOwn() {
        transaction.executeWithoutResult(outer -> {
            add("a");
            with(TransactionDefinition.PROPAGATION_REQUIRES_NEW).executeWithoutResult(status -> add("b"));
            outer.setRollbackOnly();
        });
        assertThat(added).containsExactly(List.of("b"));
    }

    @Test
    void aJoinedTransactionAddsWithTheOuterOne() {
        transaction.executeWithoutResult(outer -> {
            transaction.executeWithoutResult(inner -> add("a"));
            assertThat(added).isEmpty();
            add("b");
        });
        assertThat(added).containsExactly(List.of("a", "b"));
    }

    @Test
    void whatCameSinceASavepointIsDroppedWithIt() {
        TransactionTemplate nested = with(TransactionDefinition.PROPAGATION_NESTED);
        transaction.executeWithoutResult(outer -> {
            nested.executeWithoutResult(status -> {
                add("a");
                status.setRollbackOnly();
            });
            add("b");
            nested.executeWithoutResult(status -> add("c"));
            CompletableFuture<AddResult> dropped = new CompletableFuture<>();
            nested.executeWithoutResult(status -> {
                add("d");
                service.addTaskAsync(task("e"))
                        .whenComplete((result, failure) -> dropped.completeExceptionally(failure));
                status.setRollbackOnly();
            });
            assertThat(dropped)
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withMessageContaining("its transaction was rolled back to a savepoint");
            add("f");
        });
        assertThat(added).containsExactly(List.of("b", "c", "f"));
    }

    @Test
    void aFutureIsCompletedAfterTheCommit() {
        List<CompletableFuture<AddResult>> futures = new ArrayList<>();
        transaction.executeWithoutResult(status -> {
            futures.add(service.addTaskAsync(task("a")));
            assertThat(futures.get(0)).isNotDone();
        });
        assertThat(futures.get(0)).isCompletedWithValue(new AddResult("a", Outcome.ADDED, DUE));
    }

    @Test
    void aFutureFailsOnRollback() {
        List<CompletableFuture<AddResult>> futures = new ArrayList<>();
        transaction.executeWithoutResult(status -> {
            futures.add(service.addTaskAsync(task("a")));
            status.setRollbackOnly();
        });
        assertThat(futures.get(0))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(DelayQueueException.class)
                .withMessageContaining("The task was not added, because its transaction was rolled back");
    }

    @Test
    void thePayloadIsWrittenWhenTheTaskIsGiven() {
        List<String> payload = new ArrayList<>(List.of("then"));
        List<Object> given = new ArrayList<>();
        willAnswer(call -> {
                    Collection<Task> tasks = call.getArgument(0);
                    tasks.forEach(task -> given.add(task.payload()));
                    return List.of();
                })
                .given(queue)
                .addTasks(any());
        transaction.executeWithoutResult(status -> {
            service.addTask(Task.of("g", "t").payload(payload).build());
            payload.set(0, "later");
        });
        assertThat(JsonMapper.shared().writeValueAsString(given)).isEqualTo("[[\"then\"]]");
    }

    @Test
    void aTaskThatIsNotValidIsRefusedAtTheCallAndTheOthersStay() {
        Task invalid = Task.of("g", "t").payload("x".repeat(2 << 20)).build();
        transaction.executeWithoutResult(status -> {
            add("a");
            assertThatExceptionOfType(InvalidTaskException.class).isThrownBy(() -> service.addTask(invalid));
            assertThatExceptionOfType(InvalidTaskException.class)
                    .isThrownBy(() -> service.addTasks(List.of(task("b"), invalid)));
            assertThat(service.addTaskAsync(invalid))
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(InvalidTaskException.class);
            add("c");
        });
        assertThat(added).containsExactly(List.of("a", "c"));
    }

    @Test
    void aFailureAfterTheCommitReachesItsCallerAndIsLoggedWithTheIds(CapturedOutput output) {
        TaskStoreUnavailableException failure = new TaskStoreUnavailableException("Redis is away", null);
        willThrow(failure).given(queue).addTasks(any());
        List<CompletableFuture<AddResult>> futures = new ArrayList<>();
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> transaction.executeWithoutResult(status -> {
                    add("a17");
                    futures.add(service.addTaskAsync(task("b18")));
                }))
                .isSameAs(failure);
        verify(queue, times(1)).addTasks(any());
        assertThat(futures.get(0))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCause(failure);
        assertThat(output).contains("of its tasks some or all were not added: [orders/cancel a17, orders/cancel b18]");
        assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
    }

    @Test
    void whatIsAddedBeforeTheCommitIsIncluded() {
        transaction.executeWithoutResult(status -> onCommit(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                add("a");
            }

            @Override
            public void beforeCompletion() {
                add("b");
            }
        }));
        assertThat(added).containsExactly(List.of("a", "b"));
    }

    @Test
    void whatIsAddedAfterTheCommitGoesOutAtOnce() {
        transaction.executeWithoutResult(status -> {
            add("a");
            onCommit(afterCommit(() -> addAtOnce("b")));
            onCommit(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int completion) {
                    addAtOnce("c");
                }
            });
        });
        assertThat(added).containsExactly(List.of("a"), List.of("at once", "b"), List.of("at once", "c"));
    }

    @Test
    void whatIsAddedAfterTheCommitByAnEarlierSynchronizationIsIncluded() {
        transaction.executeWithoutResult(status -> {
            onCommit(afterCommit(() -> add("b")));
            add("a");
        });
        assertThat(added).containsExactly(List.of("a", "b"));
    }

    @Test
    void theFirstTaskOfAllMayComeAfterTheCommit() {
        transaction.executeWithoutResult(status -> onCommit(afterCommit(() -> {
            add("a");
            add("b");
        })));
        assertThat(added).containsExactly(List.of("a", "b"));
    }

    @Test
    void anotherSynchronizationsFailureAfterTheCommitLosesNothing() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> transaction.executeWithoutResult(status -> {
                    onCommit(afterCommit(() -> {
                        throw new IllegalStateException("no");
                    }));
                    add("a");
                }));
        assertThat(added).containsExactly(List.of("a"));
    }

    @Test
    void anUnknownEndAddsNothingAndSaysSo(CapturedOutput output) {
        TransactionTemplate broken = new TransactionTemplate(new DataSourceTransactionManager(source) {
            @Override
            protected void doCommit(DefaultTransactionStatus status) {
                throw new TransactionSystemException("The connection is gone");
            }
        });
        List<CompletableFuture<AddResult>> futures = new ArrayList<>();
        assertThatExceptionOfType(TransactionSystemException.class)
                .isThrownBy(
                        () -> broken.executeWithoutResult(status -> futures.add(service.addTaskAsync(task("a19")))));
        assertThat(added).isEmpty();
        assertThat(futures.get(0)).isCompletedExceptionally();
        assertThat(output).contains("not known whether a transaction was committed; not added: [orders/cancel a19]");
    }

    @Test
    void twoQueuesHaveTasksOfTheirOwn() {
        DelayQueueService otherQueue = mock(DelayQueueService.class);
        willReturn(List.of()).given(otherQueue).addTasks(any());
        DelayQueueService other = new TransactionalDelayQueueService(otherQueue, engine::freeze);
        transaction.executeWithoutResult(status -> {
            add("a");
            other.addTask(task("b"));
        });
        assertThat(added).containsExactly(List.of("a"));
        verify(otherQueue).addTasks(any());
    }

    @Test
    void lookingUpPassesThrough() {
        Optional<TaskInfo> found = Optional.empty();
        given(queue.findTask("g", "a")).willReturn(found);
        transaction.executeWithoutResult(
                status -> assertThat(service.findTask("g", "a")).isSameAs(found));
        verify(queue).findTask("g", "a");
        verify(queue, never()).addTasks(any());
    }
}
