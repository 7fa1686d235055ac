package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Tests of an application with an outbox, whose time a test moves. */
@SpringBootTest(
        classes = KitOutboxTests.Application.class,
        properties = {
            "spring.datasource.url=jdbc:h2:mem:kit;DB_CLOSE_DELAY=-1",
            "spring.datasource.hikari.connection-timeout=2000",
            "delayqueue.transactions.enabled=true"
        },
        webEnvironment = WebEnvironment.NONE)
@AutoConfigureDelayQueueTest
class KitOutboxTests {

    private static final Duration DELAY = Duration.ofDays(1);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Orders orders(OnceGuard guard) {
            return new Orders(guard, new ArrayList<>());
        }
    }

    record Orders(OnceGuard guard, List<String> cancelled) {

        @DelayQueueListener(group = "orders", topic = "cancel")
        void cancel(String order, TaskContext context) {
            guard.run(context, () -> cancelled.add(order));
        }
    }

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    DelayQueueService service;

    @Autowired
    Orders orders;

    @Autowired
    JdbcTemplate jdbc;

    private final TransactionTemplate transaction;

    KitOutboxTests(@Autowired PlatformTransactionManager manager) {
        transaction = new TransactionTemplate(manager);
    }

    @BeforeEach
    void forget() {
        orders.cancelled().clear();
    }

    private void add(String id) {
        service.addTask(
                Task.of("orders", "cancel").id(id).payload(id).delay(DELAY).build());
    }

    private void commit(String id) {
        transaction.executeWithoutResult(status -> {
            add(id);
            assertThat(kit.tasks()).extracting(TaskInfo::id).doesNotContain(id);
        });
    }

    /** Commits a change that is refused, because a task of another topic has the id. */
    private void commitRefused(String id) {
        kit.service().addTask(Task.of("orders", "ship").id(id).payload(id).build());
        transaction.executeWithoutResult(status -> add(id));
    }

    private Integer rows() {
        return jdbc.queryForObject("select count(*) from DELAYQUEUE_OUTBOX", Integer.class);
    }

    @Test
    void changesShouldBeMadeAtTheCommit() {
        commit("a");
        assertThat(kit).hasTask("orders", "cancel").dueIn(DELAY);
        assertThat(rows()).isZero();
    }

    @Test
    void changesShouldBeMadeWhateverTimeHasPassed() {
        commit("a");
        kit.advance(Duration.ofHours(10));
        commit("b");
        assertThat(kit.tasks()).hasSize(2);
        kit.advance(DELAY);
        assertThat(orders.cancelled()).containsExactly("a", "b");
    }

    @Test
    void changeWhoseReplyIsLostShouldBeMadeOnce() {
        kit.loseNextApply();
        commit("a");
        assertThat(rows()).isEqualTo(1);
        kit.advance(DELAY);
        assertThat(orders.cancelled()).containsExactly("a");
        kit.sweepOutbox();
        assertThat(rows()).isZero();
        assertThat(kit).hasNoTasks();
    }

    @Test
    void changeThatDoesNotReachTheStoreShouldBeMadeByTheSweepAndKeepItsDueTime() {
        kit.nextStoreCall().fails();
        commit("a");
        assertThat(kit).hasNoTasks();
        kit.advance(Duration.ofHours(1));
        kit.sweepOutbox();
        assertThat(kit).hasTask("orders", "cancel").dueIn(DELAY.minusHours(1));
    }

    @Test
    void laterCommitsShouldBeAppliedAfterALostReply() {
        kit.loseNextApply();
        commit("a");
        commit("b");
        assertThat(kit.tasks()).hasSize(2);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void rollbackShouldLeaveNothing() {
        transaction.executeWithoutResult(status -> {
            add("a");
            status.setRollbackOnly();
        });
        kit.sweepOutbox();
        assertThat(kit).hasNoTasks();
        assertThat(rows()).isZero();
    }

    /** The sweep has a connection of its own, and so commits nothing of the test's transaction. */
    @Test
    @Transactional
    void sweepInATransactionShouldSeeAndCommitNothingOfIt() {
        add("a");
        kit.sweepOutbox();
        assertThat(kit).hasNoTasks();
    }

    @Test
    void clearShouldEmptyTheOutboxWhateverTimeHasPassed() {
        kit.advance(Duration.ofHours(1));
        kit.loseNextApply();
        commit("a");
        commitRefused("b");
        assertThat(rows()).isEqualTo(2);
        kit.clear();
        assertThat(rows()).isZero();
        assertThat(kit).hasNoTasks();
    }

    @Test
    void clearShouldForgetWorkThatWasDone() {
        commit("a");
        kit.advance(DELAY);
        kit.clear();
        commit("a");
        kit.advance(DELAY);
        assertThat(orders.cancelled()).containsExactly("a", "a");
    }

    @Test
    void outboxShouldHaveNoThreads() {
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.matches("delayqueue-(outbox|once)-.*"));
    }
}
