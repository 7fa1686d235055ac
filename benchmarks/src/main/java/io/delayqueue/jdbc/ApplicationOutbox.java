package io.delayqueue.jdbc;

import io.delayqueue.DelayQueueService;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.transaction.ChangeJournal;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.transaction.PlatformTransactionManager;

/** Provides the outbox of an application, whose classes are package-private, to the benchmarks. */
public final class ApplicationOutbox implements AutoCloseable {

    /** How old rows are that a sweep applies, as in an application that does not set it. */
    public static final Duration SWEEP_AFTER = Duration.ofSeconds(5);

    private final JdbcQueues queues;

    private final DelayQueueService service;

    /**
     * Creates the tables, and an outbox that applies nothing until {@link #start} or {@link #sweep}.
     *
     * @param manager the manager of the transactions that record changes
     */
    public ApplicationOutbox(DelayQueueEngine engine, DataSource dataSource, PlatformTransactionManager manager) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("dataSource", dataSource);
        beans.registerSingleton("transactionManager", manager);
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("benchmark", Map.of("delayqueue.transactions.enabled", "true")));
        DelayQueueJdbcProperties tables = new DelayQueueJdbcProperties(
                DatabaseInitializationMode.ALWAYS,
                "classpath:io/delayqueue/jdbc/schema-@@platform@@.sql",
                "DELAYQUEUE_");
        JdbcQueueProperties properties = new JdbcQueueProperties(
                new JdbcQueueProperties.Transactions(
                        new JdbcQueueProperties.Outbox(true, List.of(), SWEEP_AFTER, Duration.ofSeconds(1))),
                new JdbcQueueProperties.OnceGuardProperties(Duration.ofDays(7), null));
        TransactionManagers managers = new TransactionManagers(beans);
        queues = new JdbcQueues(
                new Databases(beans, tables), new NamedQueues(environment), properties, name -> engine, managers);
        ChangeJournal journal = queues.of(engine, ChangeJournal.inMemory(engine.service()));
        managers.afterSingletonsInstantiated();
        service = new TransactionalDelayQueueService(engine.service(), engine::freeze, journal);
    }

    /** {@return the service that records changes in transactions} */
    public DelayQueueService service() {
        return service;
    }

    /** Starts the threads that apply what is committed. */
    public void start() {
        queues.start();
    }

    /** Applies the rows that are old enough, on the calling thread. */
    public void sweep() {
        queues.sweep();
    }

    @Override
    public void close() {
        queues.stop();
    }
}
