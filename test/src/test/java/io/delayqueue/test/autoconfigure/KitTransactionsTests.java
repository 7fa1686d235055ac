package io.delayqueue.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.test.DelayQueueTestKit;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.test.context.transaction.BeforeTransaction;
import org.springframework.test.context.transaction.TestTransaction;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Tests of an application that adds tasks after the commit, and whose listeners have their own transactions. */
@SpringBootTest(
        classes = KitTransactionsTests.Application.class,
        properties = "delayqueue.transactions.enabled=true",
        webEnvironment = WebEnvironment.NONE)
@AutoConfigureDelayQueueTest
class KitTransactionsTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableTransactionManagement
    static class Application {

        @Bean
        DataSource dataSource() {
            return new EmbeddedDatabaseBuilder()
                    .setType(EmbeddedDatabaseType.H2)
                    .generateUniqueName(true)
                    .build();
        }

        @Bean
        JdbcTransactionManager transactionManager(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        JdbcTemplate jdbc(DataSource dataSource) {
            JdbcTemplate jdbc = new JdbcTemplate(dataSource);
            jdbc.execute("create table orders (number int primary key, state varchar(10))");
            return jdbc;
        }

        @Bean
        Orders orders(JdbcTemplate jdbc, DelayQueueService service) {
            return new Orders(jdbc, service);
        }
    }

    static class Orders {

        private final JdbcTemplate jdbc;

        private final DelayQueueService service;

        Orders(JdbcTemplate jdbc, DelayQueueService service) {
            this.jdbc = jdbc;
            this.service = service;
        }

        @Transactional
        public void place(int number) {
            jdbc.update("insert into orders values (?, 'placed')", number);
            add(number);
        }

        void add(int number) {
            service.addTask(Task.of("orders", "cancel")
                    .payload(number)
                    .delay(Duration.ofDays(1))
                    .build());
        }

        @Transactional
        @DelayQueueListener(group = "orders", topic = "cancel")
        public void cancel(int number) {
            jdbc.update("update orders set state = 'cancelled' where number = ?", number);
        }
    }

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    Orders orders;

    @Autowired
    JdbcTemplate jdbc;

    @Test
    void taskShouldBeThereAfterTheCommitAndItsListenerCommit(@Autowired PlatformTransactionManager manager) {
        new TransactionTemplate(manager).executeWithoutResult(transaction -> {
            orders.place(1);
            assertThat(kit.queue().tasks()).isEmpty();
        });
        assertThat(kit.queue().tasks()).hasSize(1);
        kit.advance(Duration.ofDays(1));
        assertThat(state(1)).isEqualTo("cancelled");
        jdbc.update("delete from orders");
    }

    @Test
    void removalShouldWaitForTheCommit(
            @Autowired PlatformTransactionManager manager, @Autowired DelayQueueService service) {
        orders.add(4);
        String id = kit.queue().tasks().get(0).id();
        new TransactionTemplate(manager).executeWithoutResult(transaction -> {
            service.removeTask("orders", id);
            assertThat(kit.queue().tasks()).hasSize(1);
        });
        assertThat(kit.queue().tasks()).isEmpty();
    }

    /** The test's transaction is rolled back at its end, as usual in Spring. */
    @Test
    @Transactional
    void taskOfTheTestsTransactionShouldWaitForItsEnd() {
        orders.place(2);
        assertThat(kit.queue().tasks()).hasSize(1);
        TestTransaction.end();
        assertThat(kit.queue().tasks()).hasSize(1);
        assertThat(jdbc.queryForObject("select count(*) from orders", Integer.class))
                .isZero();
    }

    @Test
    @Transactional
    void listenerShouldTakePartInTheTestsTransaction() {
        jdbc.update("insert into orders values (3, 'placed')");
        assertThat(kit.queue().tasks()).hasSize(1);
        kit.advance(Duration.ofDays(1));
        assertThat(state(3)).isEqualTo("cancelled");
    }

    /** Runs outside of the transaction, and after the clearing. */
    @BeforeTransaction
    void beforeTheTransaction() {
        orders.add(3);
    }

    private String state(int number) {
        return jdbc.queryForObject("select state from orders where number = ?", String.class, number);
    }
}
