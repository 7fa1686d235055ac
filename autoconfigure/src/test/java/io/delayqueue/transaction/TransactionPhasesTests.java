package io.delayqueue.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.willReturn;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import io.delayqueue.AddResult;
import io.delayqueue.AddResult.Outcome;
import io.delayqueue.DelayQueueException;
import io.delayqueue.DelayQueueService;
import io.delayqueue.TaskStoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Adds around the end of a transaction. See {@link DeferredChangesTests} for other changes. */
@ExtendWith(OutputCaptureExtension.class)
class TransactionPhasesTests extends TransactionFixture {

    @Test
    void aFutureIsCompletedAfterTheCommit() {
        List<CompletableFuture<AddResult>> futures = new ArrayList<>();
        transaction.executeWithoutResult(status -> {
            futures.add(service.addTaskAsync(task("a")));
            assertThat(futures.get(0)).isNotDone();
        });
        assertThat(futures.get(0))
                .isCompletedWithValueMatching(
                        result -> result.id().equals("a") && result.outcome() == Outcome.AFTER_COMMIT);
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
                .withMessageContaining("The change was not made, because its transaction was rolled back");
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
        assertThat(output).contains("some or all of its changes were not made: [orders/cancel a17, orders/cancel b18]");
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
        assertThat(output).contains("not known whether a transaction was committed; not made: [orders/cancel a19]");
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
}
