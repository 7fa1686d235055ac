package io.delayqueue.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.jdbc.OutboxApplier.Figure;
import io.delayqueue.memory.InMemoryBackend;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Change;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.SetClock;
import io.delayqueue.transaction.ChangeJournal;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** An outbox on a real database, and a store in memory. Nothing is applied until a test sweeps or starts the outbox. */
abstract class OutboxFixture {

    static final String GROUP = "orders";

    static final String TOPIC = "cancel";

    static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    @RegisterExtension
    final Closing closing = new Closing();

    final SetClock clock = new SetClock(NOW);

    final FaultyStore store = new FaultyStore(createBackend());

    final DelayQueueEngine engine = DelayQueueEngine.builder(store.backend()).build();

    HikariDataSource dataSource;

    DataSourceTransactionManager manager;

    TransactionTemplate transaction;

    JdbcTemplate jdbc;

    TestDatabase database;

    Outbox outbox;

    Totals<Figure> totals;

    DelayQueueService service;

    /** Creates an empty database. */
    abstract TestDatabase create();

    /** Creates the store; is called before the subclass is initialized. */
    Backend createBackend() {
        return new InMemoryBackend(clock);
    }

    /** The age from which on the sweep applies rows. */
    Duration minAge() {
        return Duration.ZERO;
    }

    /** The number of connections. */
    int poolSize() {
        return 4;
    }

    @BeforeEach
    void open() {
        database = closing.closing(create());
        dataSource = closing.closing(database.pool(poolSize()));
        customize(dataSource);
        database.createTables(dataSource);
        closing.closing(engine);
        jdbc = new JdbcTemplate(dataSource);
        new TransactionTemplate(new DataSourceTransactionManager(dataSource))
                .executeWithoutResult(status -> jdbc.execute("create table orders (id varchar(20) primary key)"));
        manager = new DataSourceTransactionManager(dataSource);
        transaction = new TransactionTemplate(manager);
        outbox = outbox(store, Duration.ofHours(1));
        totals = outbox.totals();
        manager.addListener(new OutboxListener(outbox, () -> {}));
        DelayQueueService plain = engine.service();
        service = new TransactionalDelayQueueService(
                plain,
                engine::freeze,
                new OutboxJournal(
                        List.of(outbox), engine::writeForLater, ChangeJournal.inMemory(plain), "kept in memory"));
    }

    /** Changes the pool before it is used. */
    void customize(HikariDataSource pool) {}

    /** The monotonic time of the machine. */
    long here() {
        return System.nanoTime() / 1_000_000;
    }

    /** Another outbox on the same rows, as that of another instance. */
    Outbox outbox(FaultyStore of, Duration sweepInterval) {
        return outbox(of, sweepInterval, new DelegatingDataSource(dataSource));
    }

    /** An outbox whose own transactions use a data source. */
    Outbox outbox(FaultyStore of, Duration sweepInterval, DataSource own) {
        return new Outbox(
                "default",
                new OutboxTable(database.of(dataSource, own), database.dialect()::now, "default"),
                of.backend(),
                this::here,
                minAge(),
                sweepInterval,
                true);
    }

    static Task task(String id) {
        return Task.of(GROUP, TOPIC).id(id).payload(id).build();
    }

    void commit(Runnable work) {
        transaction.executeWithoutResult(status -> work.run());
    }

    void add(String id) {
        service.addTask(task(id));
    }

    Optional<TaskInfo> find(String id) {
        return engine.service().findTask(GROUP, id);
    }

    void insertOrder(String id) {
        jdbc.update("insert into orders (id) values (?)", id);
    }

    long orders() {
        return count("orders");
    }

    long rows() {
        return count("DELAYQUEUE_OUTBOX");
    }

    long refused() {
        return count("DELAYQUEUE_OUTBOX where refused is not null");
    }

    long count(String from) {
        Long count = new TransactionTemplate(new DataSourceTransactionManager(dataSource))
                .execute(status -> jdbc.queryForObject("select count(*) from " + from, Long.class));
        return count == null ? 0 : count;
    }

    /** Writes rows {@code name-0} and so on, each of a task of its own. */
    void insert(int number) {
        commit(() -> outbox.table()
                .insert(IntStream.range(0, number)
                        .mapToObj(i -> OutboxRow.of(GROUP, new Change.Remove("name-" + i, "t" + i)))
                        .toList()));
    }

    /** Changes rows as time or an operator would. */
    void update(String sql, Object... arguments) {
        new TransactionTemplate(new DataSourceTransactionManager(dataSource))
                .executeWithoutResult(status -> jdbc.update(sql, arguments));
    }
}
