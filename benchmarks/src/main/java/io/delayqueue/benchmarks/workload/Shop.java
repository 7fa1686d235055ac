package io.delayqueue.benchmarks.workload;

import com.zaxxer.hikari.HikariDataSource;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.jdbc.ApplicationOutbox;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application whose PostgreSQL and Redis, started for it, have on the disk what they have confirmed. */
final class Shop implements AutoCloseable {

    private static final int CONNECTIONS = 16;

    /** 80 bytes as JSON, as the payloads of other workloads. */
    private static final String PAYLOAD = "p".repeat(78);

    private final EmbeddedPostgres database;

    private final RedisServer redis;

    private final HikariDataSource dataSource = new HikariDataSource();

    private final JdbcTemplate jdbc = new JdbcTemplate(dataSource);

    private final DelayQueueEngine engine;

    private final ApplicationOutbox outbox;

    private final TransactionTemplate plain = new TransactionTemplate(new DataSourceTransactionManager(dataSource));

    private final TransactionTemplate recorded;

    /** How a transaction adds its task. */
    enum Way {
        BARE("transactional, bare"),
        AFTER_COMMIT("transactional, add after the commit"),
        OUTBOX("transactional, outbox");

        final String row;

        Way(String row) {
            this.row = row;
        }
    }

    /**
     * Starts the servers.
     *
     * @throws IOException if PostgreSQL does not start here
     */
    Shop() throws IOException {
        // By default the artifact writes nothing through.
        database = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        redis = RedisServer.builder().appendOnly().start();
        dataSource.setJdbcUrl(database.getJdbcUrl("postgres", "postgres"));
        dataSource.setMaximumPoolSize(CONNECTIONS);
        jdbc.execute("create table orders (id uuid primary key)");
        engine = DelayQueueEngine.builder(RedisBackend.connect(redis.host(), redis.port()))
                .build();
        DataSourceTransactionManager manager = new DataSourceTransactionManager(dataSource);
        recorded = new TransactionTemplate(manager);
        outbox = new ApplicationOutbox(engine, dataSource, manager);
    }

    ApplicationOutbox outbox() {
        return outbox;
    }

    /** {@return a transaction that inserts an order, and adds a task in this way} */
    Runnable ordering(Way way) {
        DelayQueueService inMemory = new TransactionalDelayQueueService(engine.service(), engine::freeze);
        return switch (way) {
            case BARE -> () -> plain.executeWithoutResult(status -> insertOrder());
            case AFTER_COMMIT ->
                () -> plain.executeWithoutResult(status -> {
                    insertOrder();
                    inMemory.addTask(task());
                });
            case OUTBOX ->
                () -> recorded.executeWithoutResult(status -> {
                    insertOrder();
                    outbox.service().addTask(task());
                });
        };
    }

    private void insertOrder() {
        jdbc.update("insert into orders (id) values (?)", UUID.randomUUID());
    }

    private static Task task() {
        return Task.of("orders", "cancel")
                .payload(PAYLOAD)
                .delay(Duration.ofHours(1))
                .build();
    }

    /** Records the adds of tasks in one transaction. */
    void record(int tasks) {
        List<Task> all = IntStream.range(0, tasks).mapToObj(i -> task()).toList();
        recorded.executeWithoutResult(status -> outbox.service().addTasks(all));
    }

    /**
     * Checks that all recorded changes have been applied.
     *
     * @throws IllegalStateException if rows are left
     */
    void requireEmptyOutbox() {
        Long rows = jdbc.queryForObject("select count(*) from DELAYQUEUE_OUTBOX", Long.class);
        if (rows == null || rows > 0) {
            throw new IllegalStateException(rows + " rows were left");
        }
    }

    @Override
    public void close() throws IOException {
        outbox.close();
        engine.close();
        dataSource.close();
        redis.close();
        database.close();
    }
}
