package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.TransactionalDelayQueueAutoConfiguration;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The Redis that the rows of a queue are for, in applications that start again. */
class RecordedRedisIT {

    @RegisterExtension
    final Closing closing = new Closing();

    private final RedisServer redis = closing.closing(RedisServer.start());

    private final TestDatabase database = closing.closing(TestServers.h2());

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataRedisAutoConfiguration.class,
                    DelayQueueAutoConfiguration.class,
                    TransactionalDelayQueueAutoConfiguration.class,
                    DelayQueueJdbcAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class))
            .withPropertyValues(
                    "spring.data.redis.url=redis://" + redis.address(),
                    "spring.data.redis.timeout=500ms",
                    "spring.datasource.url=" + database.url(),
                    "spring.datasource.username=" + database.user(),
                    "delayqueue.transactions.enabled=true",
                    "delayqueue.transactions.outbox.sweep-after=1s");

    private static void add(ApplicationContext context, String id) {
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                .executeWithoutResult(status -> context.getBean(DelayQueueService.class)
                        .addTask(Task.of("orders", "cancel")
                                .id(id)
                                .delay(Duration.ofHours(1))
                                .build()));
    }

    private static void awaitTask(ApplicationContext context, String id) {
        await().until(() ->
                context.getBean(DelayQueueService.class).findTask("orders", id).isPresent());
    }

    private static Outbox outbox(ApplicationContext context) {
        return context.getBean(JdbcQueues.class).outboxes().get(0);
    }

    @Test
    void rowsShouldBeAppliedToARedisThatHasBeenEmptied() {
        application.run(context -> {
            add(context, "before");
            awaitTask(context, "before");
            redis.stop();
            add(context, "meanwhile");
        });
        redis.restart();
        redis.client().flushAll();
        application.run(context -> {
            awaitTask(context, "meanwhile");
            await().until(() -> outbox(context).table().depth().rows() == 0);
        });
    }

    @Test
    void instanceWithAnotherDatabaseShouldBeRefused() {
        application.run(context -> {
            add(context, "a");
            awaitTask(context, "a");
            application
                    .withPropertyValues("spring.data.redis.url=redis://" + redis.address() + "/1")
                    .run(wrong -> {
                        await().until(() -> outbox(wrong).refusal() != null);
                        assertThat(outbox(wrong).refusal()).contains(redis.address() + "/0", redis.address() + "/1");
                    });
        });
        application.run(context -> {
            add(context, "b");
            awaitTask(context, "b");
        });
    }
}
