package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.testing.MarkedText;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

/** Outbox of docs/transactions.md, with a database and a Redis. */
class OutboxIT {

    private final ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.NONE)
            .registerShutdownHook(false)
            .properties(
                    "spring.main.banner-mode=off",
                    "spring.data.redis.host=" + RedisServer.shared().host(),
                    "spring.data.redis.port=" + RedisServer.shared().port(),
                    "delayqueue.namespace=outbox-" + UUID.randomUUID(),
                    "delayqueue.transactions.enabled=true")
            .run();

    private final Outbox outbox = context.getBean(Outbox.class);

    private final JdbcClient database = context.getBean(JdbcClient.class);

    private final DelayQueueService queue = context.getBean(DelayQueueService.class);

    @AfterEach
    void close() {
        context.close();
    }

    private List<String> rows() {
        return database.sql("select id from task_outbox").query(String.class).list();
    }

    @Test
    void rowShouldBecomeATaskWithItsIdAndTime() {
        outbox.place(new Order(42));
        String id = rows().get(0);
        assertThat(queue.findTask("orders", id)).isEmpty();
        outbox.addTasks();
        TaskInfo task = queue.findTask("orders", id).orElseThrow();
        assertThat(task.state()).isEqualTo(TaskState.DELAYED);
        assertThat(task.payload()).isEqualTo("{\"number\":42}");
        assertThat(task.dueAt())
                .isBetween(
                        Instant.now().plus(Duration.ofMinutes(25)),
                        Instant.now().plus(Duration.ofMinutes(30)));
        assertThat(rows()).isEmpty();
    }

    @Test
    void rowThatWasNotDeletedShouldMakeNoSecondTask() {
        outbox.place(new Order(42));
        String id = rows().get(0);
        outbox.addTasks();
        database.sql("insert into task_outbox values (?, 42, now())").param(id).update();
        outbox.addTasks();
        assertThat(queue.countTasks("orders")).singleElement().satisfies(counts -> assertThat(counts.total())
                .isEqualTo(1));
        assertThat(rows()).isEmpty();
    }

    @Test
    void rowOfAFinishedTaskShouldMakeNoSecondTask() throws InterruptedException {
        outbox.place(new Order(42));
        String id = rows().get(0);
        outbox.addTasks();
        queue.rescheduleTask("orders", id, Duration.ZERO);
        context.getBean(ServiceRegister.class).registerTopic("orders", "cancel-unpaid");
        context.getBean(TaskPuller.class)
                .reserve("orders", "cancel-unpaid", PullOptions.upTo(1), Duration.ofMinutes(1))
                .get(0)
                .finish();
        database.sql("insert into task_outbox values (?, 42, now())").param(id).update();
        outbox.addTasks();
        assertThat(queue.findTask("orders", id)).isEmpty();
        assertThat(rows()).isEmpty();
    }

    @Test
    void rollbackShouldLeaveNoRow() {
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            outbox.place(new Order(42));
            status.setRollbackOnly();
        });
        assertThat(rows()).isEmpty();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableTransactionManagement(proxyTargetClass = true)
    @Import(Outbox.class)
    static class Application {

        @Bean
        OrderRepository orders() {
            return order -> {};
        }

        @Bean
        DataSource dataSource() {
            return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        }

        @Bean
        JdbcClient client(DataSource dataSource) throws IOException {
            JdbcClient client = JdbcClient.create(dataSource);
            client.sql(MarkedText.read(Path.of("..", "docs", "transactions.md")).block("sql"))
                    .update();
            return client;
        }

        @Bean
        DataSourceTransactionManager transactionManager(DataSource dataSource) {
            return new DataSourceTransactionManager(dataSource);
        }
    }
}
