package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.OwnThread;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

/** What a guard holds on each database, at each level of isolation. */
abstract class OnceGuardContract {

    @RegisterExtension
    final Closing closing = new Closing();

    final TaskContext task = task("a", Instant.EPOCH);

    HikariDataSource dataSource;

    TestDatabase database;

    DataSourceTransactionManager manager;

    JdbcTemplate jdbc;

    OnceTable table;

    final Totals<OnceGuard.Result> totals = new Totals<>();

    OnceGuard guard;

    /** The levels of isolation of the caller's transaction. */
    enum Level {
        READ_COMMITTED(TransactionDefinition.ISOLATION_READ_COMMITTED),
        REPEATABLE_READ(TransactionDefinition.ISOLATION_REPEATABLE_READ),
        SERIALIZABLE(TransactionDefinition.ISOLATION_SERIALIZABLE);

        final int number;

        Level(int number) {
            this.number = number;
        }
    }

    /** Creates an empty database. */
    abstract TestDatabase create();

    @BeforeEach
    void open() {
        database = closing.closing(create());
        dataSource = closing.closing(database.pool(4));
        database.createTables(dataSource);
        jdbc = new JdbcTemplate(dataSource);
        jdbc.execute("create table effects (id varchar(20))");
        jdbc.execute("create table others (id varchar(20))");
        manager = new DataSourceTransactionManager(dataSource);
        table = new OnceTable(database.of(dataSource), "default", "delayqueue.once-guard.data-source");
        guard = new OnceGuard(table, new TransactionTemplate(manager), totals);
    }

    static TaskContext task(String id, Instant occurrence) {
        return answering(
                TaskContext.class,
                Map.of("group", "orders", "topic", "ship", "id", id, "occurrence", occurrence, "toString", id));
    }

    private static <T> T answering(Class<T> type, Map<String, Object> values) {
        return type.cast(Proxy.newProxyInstance(
                OnceGuardContract.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> values.get(method.getName())));
    }

    void effect() {
        jdbc.update("insert into effects (id) values ('x')");
    }

    long effects() {
        Long count = jdbc.queryForObject("select count(*) from effects", Long.class);
        return count == null ? 0 : count;
    }

    private TransactionTemplate at(Level level) {
        TransactionTemplate transaction = new TransactionTemplate(manager);
        transaction.setIsolationLevel(level.number);
        return transaction;
    }

    private static <T> T onOtherThread(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, OwnThread::start).join();
    }

    @Test
    void workShouldBeDoneOnce() {
        assertThat(guard.run(task, this::effect)).isTrue();
        assertThat(guard.run(task, this::effect)).isFalse();
        assertThat(effects()).isEqualTo(1);
        assertThat(totals.of(OnceGuard.Result.DONE)).isEqualTo(1);
        assertThat(totals.of(OnceGuard.Result.SKIPPED)).isEqualTo(1);
    }

    @Test
    void resultShouldBeReturnedOnce() {
        assertThat(guard.call(task, () -> "done")).contains("done");
        assertThat(guard.call(task, () -> "again")).isEmpty();
    }

    @Test
    void otherIdsTimesAndStepsShouldBeOtherWork() {
        assertThat(guard.run(task, this::effect)).isTrue();
        assertThat(guard.run(task("A", Instant.EPOCH), this::effect)).isTrue();
        assertThat(guard.run(task("a", Instant.EPOCH.plusMillis(1)), this::effect))
                .isTrue();
        assertThat(guard.run(task, "mail", this::effect)).isTrue();
        assertThat(guard.run(task, "Mail", this::effect)).isTrue();
        assertThat(guard.run(task, "mail", this::effect)).isFalse();
        assertThat(effects()).isEqualTo(5);
    }

    @Test
    void pulledTaskShouldBeTheSameWork() {
        PulledTask pulled =
                answering(PulledTask.class, Map.of("group", "orders", "id", "a", "occurrence", Instant.EPOCH));
        assertThat(guard.run(task, this::effect)).isTrue();
        assertThat(guard.run(pulled, this::effect)).isFalse();
        assertThat(guard.run(pulled, "mail", this::effect)).isTrue();
        assertThat(guard.call(task, "mail", () -> "again")).isEmpty();
        assertThat(guard.call(pulled, "letter", () -> "done")).contains("done");
    }

    @Test
    void workThatFailsShouldBeDoneAgain() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> guard.run(task, () -> {
                    effect();
                    throw new IllegalArgumentException("no");
                }));
        assertThat(effects()).isZero();
        assertThat(guard.run(task, this::effect)).isTrue();
    }

    @Test
    void workWithoutAResultShouldFail() {
        assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> guard.call(task, () -> null));
        assertThat(guard.run(task, this::effect)).isTrue();
    }

    @Test
    void transactionOfTheCallerShouldDecide() {
        at(Level.READ_COMMITTED).executeWithoutResult(status -> {
            assertThat(guard.run(task, this::effect)).isTrue();
            status.setRollbackOnly();
        });
        assertThat(effects()).isZero();
        assertThat(guard.run(task, this::effect)).isTrue();
    }

    @Test
    void failureThatTheCallerCatchesShouldStillRollBack() {
        assertThatExceptionOfType(UnexpectedRollbackException.class).isThrownBy(() -> at(Level.READ_COMMITTED)
                .executeWithoutResult(status -> assertThatExceptionOfType(IllegalArgumentException.class)
                        .isThrownBy(() -> guard.run(task, () -> {
                            throw new IllegalArgumentException("no");
                        }))));
        assertThat(guard.run(task, this::effect)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Level.class)
    void workThatWasDoneBeforeShouldBeSkipped(Level level) {
        guard.run(task, this::effect);
        at(level).executeWithoutResult(status -> {
            assertThat(guard.run(task, this::effect)).isFalse();
            // The transaction goes on.
            effect();
        });
        assertThat(effects()).isEqualTo(2);
    }

    /** The other transaction commits after the snapshot of this one: this one skips, or has to begin again, but never works. */
    @ParameterizedTest
    @EnumSource(Level.class)
    void workThatIsDoneAfterTheSnapshotShouldNotBeDoneAgain(Level level) {
        CompletableFuture<Boolean> skipped = new CompletableFuture<>();
        try {
            at(level).executeWithoutResult(status -> {
                // Makes the snapshot, and locks at most what the other transaction does not use.
                jdbc.queryForList("select id from others");
                onOtherThread(() -> guard.run(task, this::effect));
                skipped.complete(!guard.run(task, this::effect));
            });
            assertThat(skipped).isCompletedWithValue(true);
        } catch (OnceGuardConflictException e) {
            assertThat(mayConflict(level)).isTrue();
            assertThat(totals.of(OnceGuard.Result.CONFLICT)).isEqualTo(1);
        }
        assertThat(effects()).isEqualTo(1);
        assertThat(guard.run(task, this::effect)).isFalse();
    }

    /** Whether the database may refuse the row at this level instead of finding the key taken. */
    abstract boolean mayConflict(Level level);

    @ParameterizedTest
    @EnumSource(Level.class)
    void guardShouldBeginItsOwnTransactionAgain(Level level) {
        TransactionTemplate own = at(level);
        OnceGuard strict = new OnceGuard(table, own, totals);
        CountDownLatch inserted = new CountDownLatch(1);
        CountDownLatch go = closing.gate();
        CompletableFuture<Boolean> first = CompletableFuture.supplyAsync(
                () -> guard.run(task, () -> {
                    effect();
                    inserted.countDown();
                    await(go);
                }),
                OwnThread::start);
        await(inserted);
        CompletableFuture<Boolean> second =
                CompletableFuture.supplyAsync(() -> strict.run(task, this::effect), OwnThread::start);
        awaitLockWait();
        go.countDown();
        assertThat(first.join()).isTrue();
        assertThat(second.join()).isFalse();
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void workOfATransactionThatRollsBackShouldBeDoneByTheOneThatWaits() {
        CountDownLatch inserted = new CountDownLatch(1);
        CountDownLatch go = closing.gate();
        CompletableFuture<Void> first = CompletableFuture.runAsync(
                () -> at(Level.READ_COMMITTED).executeWithoutResult(status -> {
                    guard.run(task, this::effect);
                    status.setRollbackOnly();
                    inserted.countDown();
                    await(go);
                }),
                OwnThread::start);
        await(inserted);
        CompletableFuture<Boolean> second =
                CompletableFuture.supplyAsync(() -> guard.run(task, this::effect), OwnThread::start);
        awaitLockWait();
        go.countDown();
        first.join();
        assertThat(second.join()).isTrue();
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void waitThatIsTooLongShouldPostponeTheTask() {
        at(Level.READ_COMMITTED).executeWithoutResult(status -> {
            guard.run(task, this::effect);
            OnceGuardBusyException busy = onOtherThread(() -> {
                try {
                    at(Level.READ_COMMITTED).executeWithoutResult(other -> {
                        jdbc.execute(database.shortWaits());
                        guard.run(task, this::effect);
                    });
                    return null;
                } catch (OnceGuardBusyException e) {
                    return e;
                }
            });
            assertThat(busy).isNotNull();
            assertThat(busy.counts()).isFalse();
            assertThat(totals.of(OnceGuard.Result.BUSY)).isEqualTo(1);
        });
        assertThat(effects()).isEqualTo(1);
    }

    private void awaitLockWait() {
        Awaitility.await().until(() -> database.hasWaits(jdbc));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void transactionOfAnotherDataSourceShouldBeRefused() {
        DataSourceTransactionManager other =
                new DataSourceTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID()));
        assertThatThrownBy(() ->
                        new TransactionTemplate(other).executeWithoutResult(status -> guard.run(task, this::effect)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("'orders'", "delayqueue.once-guard.data-source");
        assertThat(effects()).isZero();
    }

    @Test
    void readOnlyTransactionShouldBeRefused() {
        TransactionTemplate readOnly = at(Level.READ_COMMITTED);
        readOnly.setReadOnly(true);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> readOnly.executeWithoutResult(status -> guard.run(task, this::effect)));
    }

    @Test
    void stepShouldHaveAName() {
        for (String step : new String[] {"", "-", "two words", "ä", "x".repeat(65)}) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> guard.run(task, step, this::effect))
                    .withMessageStartingWith("step must be");
        }
    }

    @Test
    void manyOldRowsShouldGoInSteps() {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 3_001; i++) {
            rows.add(new Object[] {"default", "orders", "a" + i, 0, "-", i / 3});
        }
        jdbc.batchUpdate(
                "insert into DELAYQUEUE_ONCE (queue, task_group, task_id, occurrence, step, done_ms) values (?, ?, ?, ?, ?, ?)",
                rows);
        assertThat(table.deleteOlderThan(Duration.ofDays(7)))
                .as("those of one millisecond go together")
                .isEqualTo(1_002);
        table.clean(Duration.ofDays(7));
        assertThat(jdbc.queryForObject("select count(*) from DELAYQUEUE_ONCE", Long.class))
                .isZero();
    }

    @Test
    void oldRowsShouldGo() {
        guard.run(task, this::effect);
        guard.run(task, "mail", this::effect);
        jdbc.update(
                "update DELAYQUEUE_ONCE set done_ms = done_ms - ? where step = 'mail'",
                Duration.ofDays(8).toMillis());
        assertThat(new OnceTable(database.of(dataSource), "other", "delayqueue.once-guard.data-source")
                        .deleteOlderThan(Duration.ofDays(7)))
                .as("rows of another queue, which can keep them longer")
                .isZero();
        assertThat(table.deleteOlderThan(Duration.ofDays(7))).isEqualTo(1);
        assertThat(guard.run(task, this::effect)).isFalse();
        assertThat(guard.run(task, "mail", this::effect)).isTrue();
    }

    /** A kit whose deliveries do the work, and then fail unless nothing was left to do. */
    private DelayQueueTestKit kit(List<Instant> occurrences) {
        return closing.closing(DelayQueueTestKit.builder()
                        // The work of four minutes has one planned hour, at whatever minute the test runs.
                        .startAt(Instant.parse("2030-01-01T10:00:00Z"))
                        .configure(engine -> engine.cronSchedule((cron, zone, after) ->
                                after.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS)))
                        .build())
                .on("orders", "ship", String.class, (payload, context) -> {
                    occurrences.add(context.occurrence());
                    if (guard.run(context, this::effect)) {
                        throw new IllegalStateException("after the commit");
                    }
                });
    }

    @Test
    void requeuedDeadLetterShouldBeTheSameWork() {
        List<Instant> occurrences = new ArrayList<>();
        DelayQueueTestKit kit = kit(occurrences);
        kit.service().addTask(Task.of("orders", "ship").id("a").maxAttempts(1).build());
        kit.runDue();
        kit.advance(Duration.ofHours(1));
        assertThat(kit.service().requeueDeadLetter("orders", "a")).isTrue();
        kit.runDue();
        assertThat(kit).hasNoTasks();
        assertThat(occurrences).hasSize(2);
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void repeatingTaskThatRunsNowShouldBeDoneOncePerPlannedTime() {
        List<Instant> occurrences = new ArrayList<>();
        DelayQueueTestKit kit = kit(occurrences);
        kit.service()
                .addTask(Task.of("orders", "ship")
                        .id("a")
                        .repeat(Repeat.cron("hourly", ZoneOffset.UTC))
                        .build());
        for (int run = 0; run < 2; run++) {
            kit.advance(Duration.ofMinutes(1));
            kit.service().runTaskNow("orders", "a");
            kit.runDue();
            assertThat(effects()).isEqualTo(run + 1);
            // The second attempt, at another time.
            kit.advance(Duration.ofMillis(1));
            kit.service().runTaskNow("orders", "a");
            kit.runDue();
        }
        assertThat(occurrences).hasSize(4);
        assertThat(effects()).isEqualTo(2).isEqualTo(Set.copyOf(occurrences).size());

        // The planned hour was not run before.
        kit.advance(Duration.ofHours(1));
        assertThat(effects()).isEqualTo(3).isEqualTo(Set.copyOf(occurrences).size());
    }
}
