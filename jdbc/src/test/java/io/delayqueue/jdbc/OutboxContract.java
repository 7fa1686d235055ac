package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueException;
import io.delayqueue.IfExists;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.RemoveResult;
import io.delayqueue.RescheduleResult;
import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.jdbc.OutboxApplier.Figure;
import io.delayqueue.memory.InMemoryBackend;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.store.Change;
import io.delayqueue.store.NewTask;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.transaction.OutboxOperations;
import io.delayqueue.transaction.OutboxOperations.Depth;
import io.delayqueue.transaction.OutboxOperations.Refused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.springframework.core.PriorityOrdered;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What an outbox holds on each database. */
abstract class OutboxContract extends OutboxFixture {

    @Test
    void committedChangesShouldBeRowsAndThenTasks() {
        commit(() -> {
            insertOrder("a");
            assertThat(service.addTask(task("a")).outcome()).isEqualTo(AddResult.Outcome.AFTER_COMMIT);
            assertThat(find("a")).isEmpty();
        });
        assertThat(rows()).isEqualTo(1);
        assertThat(find("a")).isEmpty();

        outbox.sweep();
        assertThat(find("a")).map(TaskInfo::payload).contains("\"a\"");
        assertThat(rows()).isZero();
        assertThat(store.confirmed).hasSize(1);
    }

    @Test
    void tagsShouldTravelWithTheChange() {
        Tag tag = new Tag("order", "\u00e442=:");
        commit(() -> {
            service.addTask(Task.of(GROUP, TOPIC)
                    .id("a")
                    .key("k")
                    .tag(tag.name(), tag.value())
                    .build());
            assertThat(service.tagged(GROUP, tag).remove()).isZero();
            assertThat(service.tagged(GROUP, tag).inStates(TaskState.DELAYED).count())
                    .isZero();
        });
        outbox.sweep();
        assertThat(find("a").orElseThrow().tags()).containsExactly(tag);
        assertThat(find("a").orElseThrow().key()).isEqualTo("k");
        assertThat(service.tagged(GROUP, tag).list(null, 10).tasks())
                .extracting(TaskInfo::id)
                .containsExactly("a");
    }

    @Test
    void rolledBackChangesShouldLeaveNothing() {
        CompletableFuture<AddResult> added = new CompletableFuture<>();
        transaction.executeWithoutResult(status -> {
            insertOrder("a");
            service.addTaskAsync(task("a")).whenComplete((result, failure) -> added.completeExceptionally(failure));
            status.setRollbackOnly();
        });
        assertThat(added).isCompletedExceptionally();
        assertThat(rows()).isZero();
        assertThat(orders()).isZero();
    }

    @Test
    void changesOfOtherThreadsShouldNotBelongToTheTransaction() {
        transaction.executeWithoutResult(status -> {
            add("own");
            CompletableFuture.runAsync(() -> add("other"), OwnThread::start).join();
            status.setRollbackOnly();
        });
        assertThat(find("own")).isEmpty();
        assertThat(find("other")).isPresent();
    }

    @Test
    void futureOfAnAddShouldEndWithTheCommit() {
        List<CompletableFuture<AddResult>> futures = new ArrayList<>();
        commit(() -> {
            futures.add(service.addTaskAsync(task("a")));
            assertThat(futures.get(0)).isNotDone();
        });
        assertThat(futures.get(0))
                .isCompletedWithValueMatching(result -> result.outcome() == AddResult.Outcome.AFTER_COMMIT);
    }

    @Test
    void severalTasksOfOneCallShouldHaveNamesOfTheirOwn() {
        commit(() -> service.addTasks(List.of(task("a"), task("b"), task("c"))));
        outbox.sweep();
        assertThat(List.of(find("a"), find("b"), find("c"))).allMatch(Optional::isPresent);
        commit(() -> {
            service.removeTasks(GROUP, List.of("a", "b"));
            add("d");
        });
        outbox.sweep();
        assertThat(List.of(find("a"), find("b"))).allMatch(Optional::isEmpty);
        assertThat(List.of(find("c"), find("d"))).allMatch(Optional::isPresent);
        assertThat(store.confirmed).hasSize(6);
        assertThat(store.results).hasSize(6).containsOnly(Change.Result.MADE);
    }

    @Test
    void changesOfATaskShouldBeMadeInTheirOrder() {
        commit(() -> add("a"));
        commit(() -> {
            assertThat(service.removeTask(GROUP, "a").outcome()).isEqualTo(RemoveResult.Outcome.AFTER_COMMIT);
            add("a");
            assertThat(service.rescheduleTask(GROUP, "a", Duration.ofHours(2)).outcome())
                    .isEqualTo(RescheduleResult.Outcome.AFTER_COMMIT);
        });
        commit(() -> add("b"));
        commit(() -> service.removeTask(GROUP, "b"));
        outbox.sweep();
        assertThat(find("a").orElseThrow().dueAt()).isAfter(NOW.plus(Duration.ofMinutes(119)));
        assertThat(find("b")).isEmpty();
        assertThat(rows()).isZero();
    }

    @Test
    void changeWhoseReplyIsLostShouldNotBeMadeAgainAfterTheTaskHasGone() {
        commit(() -> add("a"));
        store.loseNextReply();
        outbox.sweep();
        assertThat(rows()).isEqualTo(1);
        engine.service().removeTask(GROUP, "a");

        outbox.sweep();
        assertThat(find("a")).isEmpty();
        assertThat(store.results).containsExactly(Change.Result.MADE, Change.Result.REPEATED);
        assertThat(rows()).isZero();
        assertThat(totals.of(Figure.REPEATED)).isEqualTo(1);
        assertThat(totals.of(Figure.SWEEP)).isZero();
    }

    @Test
    void changeThatIsSentLateShouldNotBeMade() {
        commit(() -> add("a"));
        store.beforeNext(() -> clock.pass(Duration.ofMinutes(1)));
        outbox.sweep();
        assertThat(find("a")).isEmpty();
        assertThat(rows()).isEqualTo(1);
        assertThat(totals.of(Figure.LATE)).isEqualTo(1);
        assertThat(totals.of(Figure.SWEEP)).isZero();

        outbox.sweep();
        assertThat(find("a")).isPresent();
        assertThat(rows()).isZero();
        assertThat(totals.of(Figure.SWEEP)).isEqualTo(1);
    }

    /** The hung instance has read the row, another has applied and deleted it, and the task has gone. */
    @Test
    void rowsThatAnotherInstanceHasAppliedMeanwhileShouldNotBeAppliedAgain() {
        commit(() -> add("a"));
        Outbox other = outbox(store, Duration.ofHours(1));
        store.beforeNext(() -> {
            other.sweep();
            engine.service().removeTask(GROUP, "a");
        });
        outbox.sweep();
        assertThat(find("a")).isEmpty();
        assertThat(store.results).containsExactly(Change.Result.MADE, Change.Result.REPEATED);
    }

    @Test
    void rollbackToASavepointShouldDropTheChangesSince() {
        commit(() -> {
            add("a");
            TransactionTemplate nested = new TransactionTemplate(manager);
            nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
            nested.executeWithoutResult(status -> {
                add("b");
                status.setRollbackOnly();
            });
            nested.executeWithoutResult(status -> add("c"));
            assertThat(rowsHere()).isZero();
        });
        outbox.sweep();
        assertThat(find("a")).isPresent();
        assertThat(find("b")).isEmpty();
        assertThat(find("c")).isPresent();
    }

    /** The rows that the thread's own transaction sees. */
    private long rowsHere() {
        Long count = jdbc.queryForObject("select count(*) from DELAYQUEUE_OUTBOX", Long.class);
        return count == null ? 0 : count;
    }

    @Test
    void innerTransactionShouldHaveChangesOfItsOwn() {
        transaction.executeWithoutResult(status -> {
            add("a");
            TransactionTemplate inner = new TransactionTemplate(manager);
            inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            inner.executeWithoutResult(own -> add("b"));
            status.setRollbackOnly();
        });
        outbox.sweep();
        assertThat(find("a")).isEmpty();
        assertThat(find("b")).isPresent();
    }

    @Test
    void firstChangeRightBeforeTheCommitShouldBeRecorded() {
        commit(() -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                add("a");
            }
        }));
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void changeAfterTheCommitShouldBeMadeAtOnce() {
        commit(() -> {
            add("a");
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    assertThat(service.addTask(task("b")).outcome()).isEqualTo(AddResult.Outcome.ADDED);
                }
            });
        });
        assertThat(find("b")).isPresent();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void changeBehindTheWritingShouldRollTheTransactionBack() {
        manager.addListener(new TransactionExecutionListener() {
            @Override
            public void beforeCommit(TransactionExecution execution) {
                add("late");
            }
        });
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> commit(() -> {
                    insertOrder("a");
                    add("a");
                }));
        assertThat(orders()).isZero();
        assertThat(rows()).isZero();
    }

    /** Spring would take it for an exception of the commit, and would not roll back. */
    @Test
    void transactionExceptionOfTheWritingShouldRollTheTransactionBack() {
        manager.setTransactionExecutionListeners(List.of(new OutboxListener(outbox, () -> {
            throw new TransactionTimedOutException("timed out");
        })));
        assertThatExceptionOfType(DelayQueueException.class)
                .isThrownBy(() -> commit(() -> {
                    insertOrder("a");
                    add("a");
                }));
        assertThat(orders()).isZero();
        assertThat(rows()).isZero();
    }

    @Test
    void changesThatTheFlushMakesShouldBeWrittenToo() {
        List<String> more = new ArrayList<>(List.of("b", "c"));
        manager.setTransactionExecutionListeners(List.of(new OutboxListener(outbox, () -> {
            if (!more.isEmpty()) {
                add(more.remove(0));
            }
        })));
        commit(() -> add("a"));
        outbox.sweep();
        assertThat(List.of(find("a"), find("b"), find("c"))).allMatch(task -> task.isPresent());
    }

    @Test
    void readOnlyTransactionShouldRefuseChanges() {
        transaction.setReadOnly(true);
        assertThatThrownBy(() -> commit(() -> add("a")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A read-only transaction cannot record changes of tasks");
    }

    @Test
    void modeThatIsKnownAfterTheCommitOnlyShouldBeRefusedAtTheCall() {
        assertThatExceptionOfType(InvalidTaskException.class)
                .isThrownBy(() -> commit(() -> service.addTask(
                        Task.of(GROUP, TOPIC).id("a").ifExists(IfExists.FAIL).build())));
        assertThat(rows()).isZero();
    }

    @Test
    void delayShouldCountFromTheWritingOfTheRow() {
        commit(() -> service.addTask(
                Task.of(GROUP, TOPIC).id("a").delay(Duration.ofMinutes(30)).build()));
        update(
                "update DELAYQUEUE_OUTBOX set created_ms = created_ms - ?",
                Duration.ofMinutes(10).toMillis());
        outbox.sweep();
        assertThat(find("a").orElseThrow().dueAt())
                .isAfter(NOW.plus(Duration.ofMinutes(15)))
                .isBeforeOrEqualTo(NOW.plus(Duration.ofMinutes(20)));
        assertThat(totals.of(Figure.DELAY_MILLIS))
                .isBetween(
                        Duration.ofMinutes(10).toMillis(),
                        Duration.ofMinutes(15).toMillis());
    }

    @Test
    void idsThatDifferInCaseShouldBeTwoTasks() {
        commit(() -> {
            add("a");
            add("A");
        });
        outbox.sweep();
        assertThat(find("a")).isPresent();
        assertThat(find("A")).isPresent();
    }

    @Test
    void idOfAnotherTopicShouldBeRefusedAndHoldNothingUp() {
        engine.service().addTask(Task.of(GROUP, "other").id("a").build());
        commit(() -> add("a"));
        commit(() -> {
            service.rescheduleTask(GROUP, "a", Duration.ofDays(1));
            add("b");
        });
        try (LogLines log = new LogLines(OutboxApplier.class)) {
            outbox.sweep();
            assertThat(log.with("a task of the topic other has the id"))
                    .hasSize(1)
                    .allMatch(line -> line.startsWith("ERROR") && line.contains("delayqueueoutbox"));
        }
        assertThat(listRefused()).extracting(Refused::reason).containsExactly("a task of the topic other has the id");
        assertThat(refused()).isEqualTo(1);
        assertThat(rows()).isEqualTo(1);
        assertThat(outbox.table().listGroups()).isEmpty();
        assertThat(find("a").orElseThrow().dueAt()).isAfter(NOW.plus(Duration.ofHours(23)));
        assertThat(find("b")).isPresent();
    }

    @Test
    void refusedChangeShouldBeMadeAfterADecisionToRetry() {
        engine.service().addTask(Task.of(GROUP, "other").id("a").build());
        commit(() -> add("a"));
        outbox.sweep();
        assertThat(outbox.table().depth()).isEqualTo(new Depth(0, 1, Duration.ZERO));
        Refused refused = listRefused().get(0);
        assertThat(List.of(refused.group(), refused.id(), String.valueOf(refused.topic())))
                .containsExactly(GROUP, "a", TOPIC);

        engine.service().removeTask(GROUP, "a");
        assertThat(outbox.table().retry(List.of(refused.name()))).isOne();
        assertThat(outbox.table().retry(List.of(refused.name()))).isZero();
        assertThat(outbox.table().depth().rows()).isEqualTo(1);
        outbox.sweep();
        assertThat(find("a").orElseThrow().topic().topic()).isEqualTo(TOPIC);
        assertThat(rows()).isZero();
    }

    @Test
    void refusedChangeShouldGoAfterADecisionToDiscard() {
        engine.service().addTask(Task.of(GROUP, "other").id("a").build());
        commit(() -> add("a"));
        outbox.sweep();
        commit(() -> add("b"));
        String waiting = load("b").get(0).name();
        assertThat(outbox.table().discard(List.of(waiting))).isZero();
        String refused = listRefused().get(0).name();
        assertThat(outbox.table().discard(List.of(refused))).isOne();
        assertThat(listRefused()).isEmpty();
        assertThat(rows()).isEqualTo(1);
    }

    private List<Refused> listRefused() {
        return outbox.table().refused(0, 100).changes();
    }

    @Test
    void decisionsOfTwoInstancesAtOnceShouldTakeEffectOnce() throws Exception {
        commit(() -> IntStream.range(0, 200).forEach(i -> add("t" + i)));
        update("update DELAYQUEUE_OUTBOX set refused = 'no'");
        List<String> names = outbox.table().refused(0, 500).changes().stream()
                .map(Refused::name)
                .toList();
        List<String> reversed = new ArrayList<>(names);
        Collections.reverse(reversed);
        OutboxOperations other = outbox(store, Duration.ofHours(1)).table();
        FutureTask<Integer> retried = new FutureTask<>(() -> other.retry(reversed));
        OwnThread.start(retried);
        int discarded = outbox.table().discard(names);
        assertThat(retried.get() + discarded).isEqualTo(200);
        assertThat(rows()).isEqualTo(200 - discarded);
        assertThat(refused()).isZero();
        assertThat(outbox.table().retry(names) + other.discard(names)).isZero();
    }

    @Test
    void refusedChangesShouldBeListedInPagesAmongManyThatWait() {
        insert(12_000);
        String refuse = "update DELAYQUEUE_OUTBOX set refused = ?, queue = ? where name = ?";
        for (String name : List.of("name-0", "name-1", "name-7000", "name-11999")) {
            update(refuse, "no", "default", name);
        }
        update(refuse, "no", "other", "name-2");
        List<List<String>> pages = new ArrayList<>();
        Long cursor = 0L;
        while (cursor != null) {
            OutboxOperations.Page page = outbox.table().refused(cursor, 2);
            pages.add(page.changes().stream().map(Refused::name).toList());
            cursor = page.cursor();
        }
        assertThat(pages).containsExactly(List.of("name-0", "name-1"), List.of("name-7000", "name-11999"));
        assertThat(outbox.table().refused(0, 4).cursor()).isNull();
        assertThat(outbox.table().refused(0, 3).changes()).hasSize(3);
        assertThat(outbox.table().discard(List.of("name-2")))
                .as("of another queue")
                .isZero();
        assertThat(outbox.table().depth().refused()).isEqualTo(4);
    }

    @Test
    void ageShouldBeThatOfTheOldestChangeThatWaits() {
        assertThat(outbox.table().depth()).isEqualTo(new Depth(0, 0, Duration.ZERO));
        commit(() -> add("a"));
        update(
                "update DELAYQUEUE_OUTBOX set created_ms = created_ms - ?",
                Duration.ofMinutes(10).toMillis());
        commit(() -> add("b"));
        assertThat(outbox.table().depth().rows()).isEqualTo(2);
        assertThat(outbox.table().depth().oldest()).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(15));
    }

    @Test
    void unreadableRowShouldBeRefused() {
        commit(() -> add("a"));
        update("update DELAYQUEUE_OUTBOX set how = 'nonsense'");
        commit(() -> service.removeTask(GROUP, "c"));
        update("update DELAYQUEUE_OUTBOX set kind = '?' where task_id = 'c'");
        outbox.sweep();
        assertThat(refused()).isEqualTo(2);
    }

    @Test
    void rowOfALaterFormatShouldWaitAndHoldUpItsTaskOnly() {
        commit(() -> add("a"));
        update("update DELAYQUEUE_OUTBOX set format = 9, kind = '?'");
        commit(() -> service.removeTask(GROUP, "a"));
        commit(() -> add("b"));
        outbox.sweep();
        assertThat(rows()).isEqualTo(2);
        assertThat(refused()).isZero();
        assertThat(find("b")).isPresent();
    }

    @Test
    void changeThatTheStoreRefusesShouldHoldUpItsTaskOnly() {
        store.poisoned.add("a");
        commit(() -> {
            add("a");
            service.removeTask(GROUP, "a");
            add("b");
        });
        outbox.sweep();
        assertThat(find("b")).isPresent();
        assertThat(rows()).isEqualTo(2);
        assertThat(outbox.table().listPoisoned()).containsExactly(GROUP + "/a");

        store.poisoned.clear();
        outbox.sweep();
        assertThat(rows()).as("before the next try").isEqualTo(2);
        update("update DELAYQUEUE_OUTBOX set retry_ms = 0 where retry_ms is not null");
        outbox.sweep();
        assertThat(rows()).isZero();
        assertThat(find("a")).isEmpty();
    }

    @Test
    void deletionShouldSpareARowThatHasTheSameNumber() {
        commit(() -> add("a"));
        List<OutboxRow> read = load("a");
        update("update DELAYQUEUE_OUTBOX set name = 'another-0', task_id = 'b'");
        outbox.table().delete(read);
        assertThat(rows()).isEqualTo(1);
    }

    private List<OutboxRow> load(String id) {
        return outbox.table().load(GROUP, List.of(id), 1).rows();
    }

    @Test
    void storeThatIsAwayShouldDelayChangesAndNoCommit() {
        outbox.sweep();
        store.setAway(true);
        outbox.start();
        closing.closing(outbox::stop);
        commit(() -> add("a"));
        outbox.sweep();
        assertThat(rows()).isEqualTo(1);

        store.setAway(false);
        outbox.sweep();
        assertThat(find("a")).isPresent();
        assertThat(rows()).isZero();
    }

    @Test
    void workerShouldApplyChangesWithoutASweep() {
        outbox.sweep();
        outbox.start();
        closing.closing(outbox::stop);
        // No sweep begins meanwhile.
        synchronized (outbox) {
            commit(() -> add("a"));
            await().until(() -> rows() == 0);
        }
        assertThat(find("a")).isPresent();
        assertThat(totals.of(Figure.DIRECT)).isEqualTo(1);
        assertThat(totals.of(Figure.SWEEP)).isZero();
    }

    @Test
    void outboxShouldStartAgain() {
        outbox.sweep();
        outbox.start();
        outbox.stop();
        outbox.start();
        closing.closing(outbox::stop);
        commit(() -> add("a"));
        await().until(() -> rows() == 0);
    }

    @Test
    void manyThreadsShouldShareFewConnections() throws Exception {
        outbox.sweep();
        outbox.start();
        closing.closing(outbox::stop);
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String id = "t" + i;
            threads.add(CompletableFuture.runAsync(
                    () -> commit(() -> {
                        insertOrder(id);
                        add(id);
                    }),
                    OwnThread::start));
        }
        CompletableFuture.allOf(threads.toArray(new CompletableFuture<?>[0])).get();
        await().untilAsserted(() -> {
            outbox.sweep();
            assertThat(rows()).isZero();
        });
        assertThat(orders()).isEqualTo(50);
        for (int i = 0; i < 50; i++) {
            assertThat(find("t" + i)).isPresent();
        }
    }

    @Test
    void transactionOfAnotherDataSourceShouldKeepItsChangesInMemory() {
        DataSourceTransactionManager other =
                new DataSourceTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID()));
        new TransactionTemplate(other).executeWithoutResult(status -> {
            assertThat(service.addTask(task("a")).outcome()).isEqualTo(AddResult.Outcome.AFTER_COMMIT);
            assertThat(find("a")).isEmpty();
        });
        assertThat(find("a")).isPresent();
        assertThat(rows()).isZero();
    }

    @Test
    void onlyChangesShouldWarnOfATransactionOfAnotherDataSource() {
        DataSourceTransactionManager other =
                new DataSourceTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID()));
        try (LogLines log = new LogLines(OutboxJournal.class)) {
            new TransactionTemplate(other).executeWithoutResult(status -> service.pauseRepeat(GROUP, "a"));
            assertThat(log.with("")).isEmpty();
            new TransactionTemplate(other).executeWithoutResult(status -> {
                add("a");
                add("b");
            });
            assertThat(log.with("")).hasSize(1);
        }
    }

    /** The store of another instance, which has other data. */
    private FaultyStore another(String address) {
        FaultyStore another = new FaultyStore(new InMemoryBackend(clock));
        another.setIdentity("another/0");
        another.setAddress(address);
        return another;
    }

    @Test
    void storeThatHasMovedShouldBeKnownAtItsNewAddress() {
        outbox.sweep();
        store.setAddress("there");
        outbox(store, Duration.ofHours(1)).sweep();
        store.setIdentity("emptied/0");
        commit(() -> add("a"));
        outbox(store, Duration.ofHours(1)).sweep();
        assertThat(find("a")).isPresent();
    }

    @Test
    void instanceWithAnotherDatabaseOfTheServerShouldApplyNothing() {
        outbox.sweep();
        commit(() -> add("a"));
        FaultyStore another = another("here");
        another.setIdentity("another/1");
        Outbox wrong = outbox(another, Duration.ofHours(1));
        wrong.sweep();
        assertThat(another.calls).isEmpty();
        assertThat(wrong.refusal()).contains("here/0", "here/1");
        outbox.sweep();
        assertThat(rows()).isZero();
    }

    @Test
    void innerTransactionOfAnotherManagerShouldRecordNothingOfTheOuterOne() {
        DataSourceTransactionManager other =
                new DataSourceTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID()));
        commit(() -> {
            add("a");
            new TransactionTemplate(other).executeWithoutResult(inner -> {
                add("b");
                assertThat(find("b")).isEmpty();
            });
            assertThat(find("b")).isPresent();
            assertThat(rowsHere()).isZero();
            add("c");
        });
        assertThat(rows()).isEqualTo(2);
        outbox.sweep();
        assertThat(find("a")).isPresent();
        assertThat(find("c")).isPresent();
    }

    @Test
    void instanceWithAnotherStoreShouldApplyNothing() {
        outbox.sweep();
        commit(() -> add("a"));
        FaultyStore another = another("there");
        outbox(another, Duration.ofHours(1)).sweep();
        assertThat(another.calls).isEmpty();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void instanceWithAnotherStoreShouldRecordNothingOnceItKnows() {
        outbox(another("there"), Duration.ofHours(1)).sweep();
        commit(() -> add("before"));
        try (LogLines log = new LogLines(Outbox.class)) {
            outbox.sweep();
            outbox.sweep();
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> commit(() -> add("a")))
                    .withMessageContainingAll("there", "here", "DELAYQUEUE_OUTBOX_STORE")
                    .satisfies(refusal -> assertThat(log.with("")).containsExactly("ERROR " + refusal.getMessage()));
        }
        assertThat(rows()).isEqualTo(1);

        update("delete from DELAYQUEUE_OUTBOX_STORE");
        outbox.sweep();
        commit(() -> add("a"));
        outbox.sweep();
        assertThat(find("before")).isPresent();
        assertThat(find("a")).isPresent();
    }

    @Test
    void storeThatHasLostItsDataShouldReceiveTheRows() {
        outbox.sweep();
        commit(() -> add("a"));
        FaultyStore emptied = another("here");
        try (LogLines log = new LogLines(OutboxTable.class)) {
            outbox(emptied, Duration.ofHours(1)).sweep();
            outbox(emptied, Duration.ofHours(1)).sweep();
            assertThat(log.with("DELAYQUEUE_OUTBOX_STORE")).hasSize(1).allMatch(line -> line.startsWith("WARN"));
        }
        assertThat(emptied.results).containsExactly(Change.Result.MADE);
        assertThat(rows()).isZero();
    }

    /** Its number is lower than that of a row which has been applied. */
    @Test
    void rowThatBecomesVisibleLateShouldBeApplied() {
        commit(() -> {
            outbox.table().insert(List.of(OutboxRow.of(GROUP, new Change.Remove("early-0", "a"))));
            CompletableFuture.runAsync(
                            () -> {
                                commit(() -> add("b"));
                                outbox.sweep();
                            },
                            OwnThread::start)
                    .join();
            assertThat(find("b")).isPresent();
        });
        assertThat(rows()).isEqualTo(1);
        outbox.sweep();
        assertThat(rows()).isZero();
    }

    @Test
    void passShouldApplyMoreRowsThanOnePage() {
        commit(() -> {
            for (int i = 0; i < 2 * OutboxTable.BATCH + 1; i++) {
                add("t" + i);
            }
        });
        outbox.sweep();
        assertThat(rows()).isZero();
        assertThat(find("t" + 2 * OutboxTable.BATCH)).isPresent();
    }

    @Test
    void passShouldEndAtAStopBehindItsPage() {
        commit(() -> {
            for (int i = 0; i < OutboxTable.BATCH + 1; i++) {
                add("t" + i);
            }
        });
        store.beforeNext(outbox::stop);
        outbox.sweep();
        assertThat(rows()).isEqualTo(1);

        outbox.start();
        closing.closing(outbox::stop);
        await().until(() -> rows() == 0);
    }

    /** On a cluster the node of one group can be away. */
    @Test
    void outageOfOneGroupShouldDelayNoOther() {
        commit(() -> {
            add("a");
            service.addTask(Task.of("bills", TOPIC).id("b").build());
        });
        store.groupsAway.add(GROUP);
        outbox.sweep();
        assertThat(engine.service().findTask("bills", "b")).isPresent();
        assertThat(rows()).isEqualTo(1);

        store.groupsAway.clear();
        outbox.sweep();
        assertThat(find("a")).isPresent();
    }

    @Test
    void outageOfOneGroupWithManyRowsShouldDelayNoOther() {
        commit(() -> {
            for (int i = 0; i <= 2 * OutboxTable.BATCH; i++) {
                add("t" + i);
            }
            service.addTask(Task.of("bills", TOPIC).id("b").build());
        });
        store.groupsAway.add(GROUP);
        outbox.sweep();
        assertThat(engine.service().findTask("bills", "b")).isPresent();
        assertThat(outbox.table().listGroups()).containsExactly(GROUP);
        assertThat(rows()).isEqualTo(2 * OutboxTable.BATCH + 1);
    }

    @Test
    void outageOfOneGroupShouldKeepTheWorkerFromThatGroupOnly() {
        outbox.start();
        closing.closing(outbox::stop);
        // No other sweep begins meanwhile.
        synchronized (outbox) {
            commit(() -> outbox.table().insert(List.of(OutboxRow.of(GROUP, new Change.Remove("one-0", "a")))));
            store.groupsAway.add(GROUP);
            outbox.sweep();
            store.groupsAway.clear();
            commit(() -> {
                add("b");
                service.addTask(Task.of("bills", TOPIC).id("c").build());
            });
            await().until(() -> rows() == 2);
            assertThat(engine.service().findTask("bills", "c")).isPresent();
            assertThat(find("b")).isEmpty();
            assertThat(totals.of(Figure.DIRECT)).isEqualTo(1);
        }
    }

    /** The row of another transaction has a number between those of one transaction. */
    @Test
    void rowsOfATransactionShouldStayTogetherIfTheStoreMakesTheFirstOnly() {
        commit(() -> add("a"));
        outbox.sweep();
        commit(() -> outbox.table()
                .insert(List.of(
                        OutboxRow.of(GROUP, new Change.Remove("one-0", "a")),
                        OutboxRow.of(GROUP, new Change.Reschedule("two-0", "a", 7_200_000, true)),
                        OutboxRow.of(GROUP, new Change.Add("one-1", written("a"))))));
        store.delayAfter(1);
        outbox.sweep();
        assertThat(find("a")).isEmpty();

        store.delayAfter(Integer.MAX_VALUE);
        outbox.sweep();
        assertThat(find("a").orElseThrow().dueAt()).isAfter(NOW.plus(Duration.ofMinutes(119)));
        assertThat(rows()).isZero();
    }

    /** Otherwise each call would repeat the same changes, and be late at the same one. */
    @Test
    void rowsOfWholeTransactionsShouldGoIfTheCallIsLateBehindThem() {
        List<OutboxRow> rows = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            rows.add(OutboxRow.of(GROUP, new Change.Remove("one-" + i, "a")));
            rows.add(OutboxRow.of(GROUP, new Change.Remove("two-" + i, "a")));
        }
        commit(() -> outbox.table().insert(rows));
        store.delayAfter(4);
        outbox.sweep();
        assertThat(rows()).isEqualTo(3);
        assertThat(store.confirmed).containsExactlyInAnyOrder("one-0", "one-1", "one-2");
        assertThat(totals.of(Figure.SWEEP)).isEqualTo(3);
        assertThat(totals.of(Figure.LATE)).isEqualTo(1);

        outbox.sweep();
        assertThat(rows()).isZero();
        assertThat(totals.of(Figure.REPEATED)).isEqualTo(1);
    }

    private NewTask written(String id) {
        return engine.writeForLater(List.of(engine.freeze(task(id)))).get(0);
    }

    @Test
    void changesOfACommitWhoseReplyIsLostShouldBeApplied() {
        outbox.sweep();
        outbox.start();
        closing.closing(outbox::stop);
        DataSourceTransactionManager losing = new DataSourceTransactionManager(dataSource) {
            @Override
            protected void doCommit(DefaultTransactionStatus status) {
                super.doCommit(status);
                throw new TransactionSystemException("The reply is lost");
            }
        };
        losing.addListener(new OutboxListener(outbox, () -> {}));
        List<CompletableFuture<AddResult>> futures = new ArrayList<>();
        // No sweep begins meanwhile.
        synchronized (outbox) {
            assertThatExceptionOfType(TransactionSystemException.class).isThrownBy(() -> new TransactionTemplate(losing)
                    .executeWithoutResult(status -> futures.add(service.addTaskAsync(task("a")))));
            await().until(() -> find("a").isPresent());
        }
        assertThat(futures.get(0)).isCompletedExceptionally();
    }

    /** Spring calls no further afterCommit behind one that throws. */
    private static final class Throwing implements TransactionSynchronization, PriorityOrdered {

        @Override
        public int getOrder() {
            return 0;
        }

        @Override
        public void afterCommit() {
            throw new IllegalStateException("first");
        }
    }

    @Test
    void changesOfACommitBehindAnotherFailureShouldBeApplied() {
        outbox.sweep();
        outbox.start();
        closing.closing(outbox::stop);
        List<CompletableFuture<AddResult>> futures = new ArrayList<>();
        // No sweep begins meanwhile.
        synchronized (outbox) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> commit(() -> {
                        TransactionSynchronizationManager.registerSynchronization(new Throwing());
                        futures.add(service.addTaskAsync(task("a")));
                    }));
            await().until(() -> find("a").isPresent());
        }
        assertThat(futures.get(0))
                .isCompletedWithValueMatching(result -> result.id().equals("a"));
    }

    /** No other thread would sweep. */
    @Test
    void errorShouldNotEndTheSweeps() {
        commit(() -> add("a"));
        store.beforeNext(() -> {
            throw new StackOverflowError("once");
        });
        outbox.sweep();
        assertThat(rows()).isEqualTo(1);
        outbox.sweep();
        assertThat(rows()).isZero();
    }

    @Test
    void tasksWithVeryManyRowsShouldBeDivided() {
        int changes = OutboxTable.MAX_ROWS / 2 + 1;
        commit(() -> {
            for (int i = 0; i < changes; i++) {
                service.removeTask(GROUP, "a");
                service.removeTask(GROUP, "b");
            }
        });
        outbox.sweep();
        assertThat(rows()).isZero();
        assertThat(store.calls).extracting(List::size).containsExactly(changes, changes);
    }

    @Test
    void veryManyRowsOfOneTaskShouldBeDividedBetweenTransactions() {
        commit(() -> removeTimes(OutboxTable.MAX_ROWS - 1));
        commit(() -> removeTimes(2));
        outbox.sweep();
        assertThat(rows()).isZero();
        assertThat(store.calls).extracting(List::size).containsExactly(OutboxTable.MAX_ROWS - 1, 2);
    }

    @Test
    void transactionWithVeryManyRowsOfOneTaskShouldBeDivided() {
        commit(() -> removeTimes(OutboxTable.MAX_ROWS + 1));
        outbox.sweep();
        assertThat(rows()).isZero();
        assertThat(store.calls).extracting(List::size).containsExactly(OutboxTable.MAX_ROWS, 1);
    }

    private List<OutboxRow> load(long maxBytes) {
        return outbox.table().load(GROUP, List.of("a", "b", "c"), maxBytes).rows();
    }

    @Test
    void loadShouldEndBehindTheSizeThatItsPayloadsMayHave() {
        for (String id : List.of("a", "b", "c")) {
            commit(() -> {
                service.removeTask(GROUP, id);
                add(id);
            });
        }
        int size = written("a").detail().length;
        assertThat(load(1)).extracting(OutboxRow::id).containsExactly("a", "a");
        assertThat(load(size)).extracting(OutboxRow::id).containsExactly("a", "a");
        assertThat(load(size + 1)).extracting(OutboxRow::id).containsExactly("a", "a", "b", "b");
        assertThat(load(2 * size + 1)).hasSize(6);
        assertThat(outbox.table()
                        .load(GROUP, List.of("a", "b", "c"), 2 * size + 1)
                        .cut())
                .isEmpty();
        assertThat(outbox.table().load(GROUP, List.of("a", "b", "c"), size + 1).cut())
                .containsExactly(load("c").get(0).transaction());
    }

    private static Task large(String id) {
        return Task.of(GROUP, TOPIC)
                .id(id)
                .payload("x".repeat(1_000_000))
                .ifExists(IfExists.REPLACE)
                .build();
    }

    /** The size of the payloads in a call. */
    private static int size(List<Change> call) {
        return call.stream()
                .mapToInt(
                        change -> change instanceof Change.Add add ? add.task().detail().length : 0)
                .sum();
    }

    @Test
    void largeTasksShouldBeDivided() {
        commit(() -> {
            for (int i = 0; i < 12; i++) {
                service.addTask(large("t" + i));
            }
            add("small");
        });
        outbox.sweep();
        assertThat(rows()).isZero();
        assertThat(find("t11")).isPresent();
        assertThat(store.calls).hasSizeBetween(4, 6).allMatch(call -> size(call) < OutboxApplier.MAX_BYTES + 2_000_000);
    }

    /** The row of another transaction has a number between those of the first one. */
    @Test
    void largeChangesOfATransactionShouldStayTogether() {
        NewTask large = engine.writeForLater(List.of(engine.freeze(large("a")))).get(0);
        commit(() -> {
            List<OutboxRow> rows = new ArrayList<>();
            rows.add(OutboxRow.of(GROUP, new Change.Remove("one-0", "a")));
            rows.add(OutboxRow.of(GROUP, new Change.Add("two-0", large)));
            for (int i = 1; i <= 6; i++) {
                rows.add(OutboxRow.of(GROUP, new Change.Add("one-" + i, large)));
            }
            outbox.table().insert(rows);
        });
        outbox.sweep();
        assertThat(rows()).isZero();
        assertThat(store.calls.stream().flatMap(List::stream))
                .extracting(Change::name)
                .containsExactly("one-0", "one-1", "one-2", "one-3", "one-4", "one-5", "one-6", "two-0");
    }

    private void removeTimes(int times) {
        for (int i = 0; i < times; i++) {
            service.removeTask(GROUP, "a");
        }
    }

    /** Spring marks such a transaction, and lets its statements fail with an exception of its own. */
    @Test
    void timeThatIsOverBeforeTheWritingShouldRollTheTransactionBack() {
        transaction.setTimeout(60);
        assertThatExceptionOfType(DelayQueueException.class)
                .isThrownBy(() -> commit(() -> {
                    insertOrder("a");
                    add("a");
                    ConnectionHolder connection =
                            (ConnectionHolder) TransactionSynchronizationManager.getResource(dataSource);
                    assertThat(connection).isNotNull();
                    connection.setTimeoutInMillis(-1);
                }));
        assertThat(orders()).isZero();
        assertThat(rows()).isZero();
    }

    @Test
    void storeThatIsFullShouldBlameNoChange() {
        commit(() -> add("a"));
        store.beforeNext(() -> {
            throw new TaskStoreRefusalException("no memory", new IllegalStateException());
        });
        outbox.sweep();
        assertThat(count("DELAYQUEUE_OUTBOX where tries = 0")).isEqualTo(1);
        outbox.sweep();
        assertThat(rows()).isZero();
    }

    @Test
    void instancesThatSweepAtTheSameTimeShouldMakeEachChangeOnce() {
        int changes = 4 * OutboxTable.BATCH;
        commit(() -> {
            for (int i = 0; i < changes; i++) {
                add("t" + i);
            }
        });
        Outbox other = outbox(store, Duration.ofHours(1));
        await().until(() -> {
            CompletableFuture<Void> first = CompletableFuture.runAsync(outbox::sweep, OwnThread::start);
            CompletableFuture.runAsync(other::sweep, OwnThread::start).join();
            first.join();
            return rows() == 0;
        });
        assertThat(store.results.stream().filter(Change.Result.MADE::equals)).hasSize(changes);
        assertThat(store.results).isSubsetOf(Change.Result.MADE, Change.Result.REPEATED);
    }

    @Test
    void databaseThatCannotBeWrittenToShouldBeRefusedAtTheStart() {
        Assumptions.assumeTrue(
                database.dialect() == Dialect.POSTGRESQL, "only this server knows that a connection is read-only");
        HikariDataSource readOnly = closing.closing(database.pool(1));
        readOnly.setReadOnly(true);
        OutboxTable table = new OutboxTable(database.of(readOnly), database.dialect()::now, "default");
        assertThatExceptionOfType(InvalidDataSourceException.class)
                .isThrownBy(table::check)
                .withMessageContaining("'orders'");
    }

    @Test
    void timeShouldNotDependOnTheZoneOfTheSession() {
        Offset<Long> error = within(Duration.ofMinutes(10).toMillis());
        assertThat(timeIn("+07:00")).isCloseTo(System.currentTimeMillis(), error);
        assertThat(timeIn("-07:00")).isCloseTo(System.currentTimeMillis(), error);
    }

    private Long timeIn(String zone) {
        String set =
                switch (database.dialect()) {
                    case POSTGRESQL -> "set time zone interval '%s' hour to minute";
                    case MYSQL, MARIADB -> "set time_zone = '%s'";
                    case H2 -> "set time zone '%s'";
                };
        return transaction.execute(status -> {
            jdbc.execute(set.formatted(zone));
            return jdbc.queryForObject("select " + database.dialect().now(), Long.class);
        });
    }

    @Test
    void changeThatTooFewReplicasHaveShouldStay() {
        commit(() -> add("a"));
        store.failNextReply(new TaskNotReplicatedException("too few replicas", 0, 1, null));
        outbox.sweep();
        assertThat(find("a")).isPresent();
        assertThat(count("DELAYQUEUE_OUTBOX where tries = 0")).isEqualTo(1);
        assertThat(store.confirmed).isEmpty();

        outbox.sweep();
        assertThat(rows()).isZero();
        assertThat(store.results).containsExactly(Change.Result.MADE, Change.Result.REPEATED);
    }
}
