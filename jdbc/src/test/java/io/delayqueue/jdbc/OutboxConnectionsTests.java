package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.TransactionalDelayQueueAutoConfiguration;
import io.delayqueue.jdbc.RecordingDataSource.Executed;
import io.delayqueue.test.autoconfigure.InMemoryStoreAutoConfiguration;
import io.delayqueue.testing.Closing;
import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The transactions of the threads of this module, on a pool whose transactions are serializable. */
class OutboxConnectionsTests {

    @RegisterExtension
    final Closing closing = new Closing();

    private final TestDatabase database = closing.closing(TestServers.h2());

    private final HikariDataSource pool = closing.closing(database.pool(4));

    private final RecordingDataSource recording = new RecordingDataSource(pool);

    private List<Executed> of(String thread) {
        return recording.executed.stream()
                .filter(statement -> statement.thread().startsWith(thread))
                .toList();
    }

    @Test
    void threadsShouldReadWhatIsCommittedAndWaitForALimitedTime() {
        pool.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        InMemoryStoreAutoConfiguration.class,
                        DelayQueueAutoConfiguration.class,
                        TransactionalDelayQueueAutoConfiguration.class,
                        DelayQueueJdbcAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class))
                .withBean("dataSource", DataSource.class, () -> recording)
                .withPropertyValues("delayqueue.store=memory", "delayqueue.transactions.enabled=true")
                .run(context -> {
                    context.getBean(OnceGuard.class);
                    // Now the worker may apply rows.
                    await().until(() -> of("delayqueue-outbox-sweep").stream()
                            .anyMatch(statement -> statement.sql().contains("max(seq)")));
                    DelayQueueService service = context.getBean(DelayQueueService.class);
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                            .executeWithoutResult(status -> service.addTask(
                                    Task.of("orders", "ship").id("a").build()));
                    await().until(() -> !of("delayqueue-outbox-default").isEmpty()
                            && !of("delayqueue-outbox-sweep").isEmpty()
                            && !of("delayqueue-once").isEmpty());
                });
        assertThat(of(Thread.currentThread().getName()))
                .filteredOn(statement -> statement.sql().startsWith("insert"))
                .isNotEmpty()
                .allMatch(statement -> statement.isolation() == Connection.TRANSACTION_SERIALIZABLE);
        assertThat(of("delayqueue-"))
                .allMatch(statement -> statement.isolation() == Connection.TRANSACTION_READ_COMMITTED)
                .allMatch(statement -> !statement.autoCommit())
                .allMatch(statement -> statement.timeoutSeconds() > 0 && statement.timeoutSeconds() <= 30);
    }
}
