package io.delayqueue.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.AddResult.Outcome;
import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.RemoveResult;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionTemplate;

/** Application with a database whose rows and tasks are added in one transaction. */
class TransactionsIT {

    private static final String GROUP = "g" + UUID.randomUUID();

    private final TcpProxy network = TcpProxy.to(RedisServer.shared());

    private final ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.NONE)
            .registerShutdownHook(false)
            .properties(
                    "spring.main.banner-mode=off",
                    "spring.data.redis.host=" + network.host(),
                    "spring.data.redis.port=" + network.port(),
                    "spring.data.redis.timeout=500ms",
                    "delayqueue.transactions.enabled=true")
            .run();

    private final Orders orders = context.getBean(Orders.class);

    @AfterEach
    void close() {
        network.refuse(false);
        context.close();
        network.close();
    }

    private Optional<TaskInfo> task(String id) {
        return context.getBean(DelayQueueService.class).findTask(GROUP, id);
    }

    private long rows() {
        return context.getBean(JdbcClient.class)
                .sql("select count(*) from orders")
                .query(Long.class)
                .single();
    }

    @Test
    void rowAndTaskAreThereAfterTheCommit() {
        orders.place("a", false);
        assertThat(rows()).isEqualTo(1);
        assertThat(task("a")).map(TaskInfo::payload).contains("\"order a\"");
    }

    @Test
    void neitherIsThereAfterARollback() {
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> orders.place("b", true));
        assertThat(rows()).isZero();
        assertThat(task("b")).isEmpty();
        assertThat(task("after-b")).isEmpty();
    }

    @Test
    void aCronThatHasNoTimeIsRefusedAtTheCallAndTheOthersAreAdded() {
        DelayQueueService service = context.getBean(DelayQueueService.class);
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            service.addTask(Orders.task("e"));
            assertThatExceptionOfType(InvalidTaskException.class)
                    .isThrownBy(() -> service.addTask(Task.of(GROUP, "cancel")
                            .id("never")
                            .repeat(Repeat.cron("0 0 0 30 2 *", ZoneOffset.UTC))
                            .build()))
                    .withMessageContaining("must have a time in the future");
        });
        assertThat(task("e")).isPresent();
    }

    @Test
    void removalAndRescheduleShouldTakeEffectWithTheCommitOnly() {
        DelayQueueService service = context.getBean(DelayQueueService.class);
        service.addTasks(List.of(Orders.task("f"), Orders.task("g")));
        Instant due = task("g").orElseThrow().dueAt();
        TransactionTemplate transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        for (boolean rollback : List.of(true, false)) {
            transaction.executeWithoutResult(status -> {
                assertThat(service.removeTask(GROUP, "f").outcome()).isEqualTo(RemoveResult.Outcome.AFTER_COMMIT);
                service.addTask(
                        Task.of(GROUP, "cancel").id("f").payload("again").build());
                service.rescheduleTask(GROUP, "g", Duration.ofHours(2));
                assertThat(task("f")).map(TaskInfo::payload).contains("\"order f\"");
                if (rollback) {
                    status.setRollbackOnly();
                }
            });
            assertThat(task("f")).map(TaskInfo::payload).contains(rollback ? "\"order f\"" : "\"again\"");
            assertThat(task("g").orElseThrow().dueAt().isAfter(due)).isEqualTo(!rollback);
        }
    }

    @Test
    void anEventListenerAfterTheCommitAddsToo() {
        orders.place("c", false);
        assertThat(task("before-c")).isPresent();
        assertThat(task("after-c")).isPresent();
    }

    @Test
    void outageAfterTheCommitShouldReachTheCallerAndTheRowStay() {
        network.refuse(true);
        network.cutAll();
        assertThatExceptionOfType(TaskStoreUnavailableException.class).isThrownBy(() -> orders.place("d", false));
        assertThat(rows()).isEqualTo(1);
        network.refuse(false);
        assertThat(task("d")).isEmpty();
    }

    static class Orders {

        private final JdbcClient database;

        private final DelayQueueService queue;

        private final ApplicationEventPublisher events;

        Orders(JdbcClient database, DelayQueueService queue, ApplicationEventPublisher events) {
            this.database = database;
            this.queue = queue;
            this.events = events;
        }

        @Transactional
        public void place(String id, boolean fail) {
            assertThat(queue.addTask(task(id)).outcome()).isEqualTo(Outcome.AFTER_COMMIT);
            events.publishEvent(id);
            database.sql("insert into orders values (?)").param(id).update();
            if (fail) {
                throw new IllegalStateException("no");
            }
        }

        private static Task task(String id) {
            return Task.of(GROUP, "cancel")
                    .id(id)
                    .payload("order " + id)
                    .delay(Duration.ofHours(1))
                    .build();
        }

        @TransactionalEventListener(phase = TransactionPhase.BEFORE_COMMIT)
        public void before(String id) {
            assertThat(queue.addTask(task("before-" + id)).outcome()).isEqualTo(Outcome.AFTER_COMMIT);
        }

        @TransactionalEventListener
        public void after(String id) {
            assertThat(queue.addTask(task("after-" + id)).outcome()).isEqualTo(Outcome.ADDED);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableTransactionManagement(proxyTargetClass = true)
    @Import(Orders.class)
    static class Application {

        @Bean
        DataSource database() {
            return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        }

        @Bean
        JdbcClient client(DataSource database) {
            JdbcClient client = JdbcClient.create(database);
            client.sql("create table orders (id varchar)").update();
            return client;
        }

        @Bean
        DataSourceTransactionManager transactionManager(DataSource database) {
            return new DataSourceTransactionManager(database);
        }
    }
}
