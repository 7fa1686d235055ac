package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.transaction.TestTransaction;
import org.springframework.transaction.annotation.Transactional;

/** Tests that run in a transaction, which is rolled back unless they commit it. */
@SpringBootTest(
        classes = KitOutboxTests.Application.class,
        properties = "spring.datasource.url=jdbc:h2:mem:transactional-test",
        webEnvironment = WebEnvironment.NONE)
@AutoConfigureDelayQueueTest
@Transactional
class TransactionalTestTests {

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    DelayQueueService service;

    private void add() {
        service.addTask(Task.of("orders", "cancel").id("a").payload("a").build());
        assertThat(kit).hasNoTasks();
    }

    @Test
    void testThatCommitsShouldMakeItsChanges() {
        add();
        TestTransaction.flagForCommit();
        TestTransaction.end();
        assertThat(kit).hasTasks("orders", "cancel", 1);
    }

    @Test
    void testThatIsRolledBackShouldChangeNothing() {
        add();
        TestTransaction.end();
        kit.sweepOutbox();
        assertThat(kit).hasNoTasks();
    }
}
