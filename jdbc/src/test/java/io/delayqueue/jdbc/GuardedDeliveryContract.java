package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineSettings;
import io.delayqueue.memory.InMemoryBackend;
import io.delayqueue.store.Backend;
import io.delayqueue.testing.Closing;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Tasks that engines deliver again while their work is still being done, with a guard and without. */
abstract class GuardedDeliveryContract {

    private static final TopicName TOPIC = new TopicName("orders", "ship");

    /** The least that there can be. */
    private static final Duration LEASE = Duration.ofSeconds(1);

    @RegisterExtension
    final Closing closing = new Closing();

    private final InMemoryBackend store = new InMemoryBackend(Clock.systemUTC());

    /** The way of the stale instance to the store. */
    private final FaultyStore stale = new FaultyStore(store);

    /** The attempts of the instance that is not stale. */
    private final Queue<Integer> attempts = new ConcurrentLinkedQueue<>();

    private final CountDownLatch working = new CountDownLatch(1);

    private final CountDownLatch lateCommit = new CountDownLatch(1);

    private final CountDownLatch done = new CountDownLatch(1);

    private final Totals<OnceGuard.Result> totals = new Totals<>();

    private TestDatabase database;

    private JdbcTemplate jdbc;

    private TransactionTemplate transaction;

    private OnceGuard guard;

    /** Creates an empty database. */
    abstract TestDatabase create();

    @BeforeEach
    void open() {
        database = closing.closing(create());
        HikariDataSource dataSource = closing.closing(database.pool(4));
        database.createTables(dataSource);
        jdbc = new JdbcTemplate(dataSource);
        jdbc.execute("create table effects (id varchar(20))");
        transaction = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        OnceTable table = new OnceTable(database.of(dataSource), "default", "delayqueue.once-guard.data-source");
        guard = new OnceGuard(table, transaction, totals);
    }

    /** Starts an instance that runs one task at a time, each once if it fails. */
    private DelayQueueEngine start(Backend backend, TaskCallback<Object> callback) {
        TopicOptions once = TopicOptions.builder().concurrency(1).maxAttempts(1).build();
        DelayQueueEngine engine = closing.closing(DelayQueueEngine.builder(backend)
                .settings(new EngineSettings(LEASE, Duration.ofMillis(100), 1 << 20, TopicOptions.DEFAULT))
                .callback(new TopicCallback(TOPIC, Object.class, callback, once, "test"))
                .build());
        engine.start();
        return engine;
    }

    private static Task task(Instant due) {
        return Task.of(TOPIC.group(), TOPIC.topic()).id("a").at(due).build();
    }

    private void effect() {
        jdbc.update("insert into effects (id) values ('a')");
    }

    private Integer effects() {
        return jdbc.queryForObject("select count(*) from effects", Integer.class);
    }

    /** An instance loses the store while it works. Another one gets the task when the lease has ended, and only then the first commits. */
    private void commitLate(BiConsumer<TaskContext, Runnable> once) {
        CountDownLatch commit = closing.gate();
        DelayQueueEngine first = start(stale.backend(), (payload, context) -> {
            once.accept(context, () -> {
                effect();
                working.countDown();
                waitFor(commit);
            });
            lateCommit.countDown();
        });
        first.service().addTask(task(Instant.EPOCH));
        waitFor(working);
        stale.setAway(true);
        start(store, (payload, context) -> {
            attempts.add(context.attempt());
            once.accept(context, this::effect);
            done.countDown();
        });
        await().until(() -> done.getCount() == 0 || !attempts.isEmpty() && database.hasWaits(jdbc));
        commit.countDown();
        waitFor(lateCommit);
        waitFor(done);
        stale.setAway(false);
        assertThat(attempts).containsOnly(2);
    }

    @Test
    void lateCommitOfAStaleInstanceShouldBeTheOnlyEffect() {
        commitLate((context, work) -> guard.run(context, work));
        assertThat(effects()).isEqualTo(1);
        assertThat(totals.of(OnceGuard.Result.DONE)).isEqualTo(1);
        assertThat(totals.of(OnceGuard.Result.SKIPPED)).isEqualTo(1);
    }

    @Test
    void lateCommitOfAStaleInstanceShouldBeASecondEffectWithoutAGuard() {
        commitLate((context, work) -> transaction.executeWithoutResult(status -> work.run()));
        assertThat(effects()).isEqualTo(2);
    }

    /** The only attempt would be over. */
    @Test
    void waitThatIsTooLongShouldCountNoAttempt() {
        Instant due = Instant.EPOCH;
        DelayQueueEngine engine = start(store, (payload, context) -> {
            attempts.add(context.attempt());
            transaction.executeWithoutResult(status -> {
                jdbc.execute(database.shortWaits());
                guard.run(context, this::effect);
            });
            done.countDown();
        });
        transaction.executeWithoutResult(status -> {
            guard.run(OnceGuardContract.task("a", due), this::effect);
            engine.service().addTask(task(due));
            await().until(() -> attempts.size() >= 2);
        });
        waitFor(done);
        assertThat(attempts).containsOnly(1);
        assertThat(totals.of(OnceGuard.Result.BUSY)).isPositive();
        assertThat(effects()).isEqualTo(1);
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
