package io.delayqueue.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskInfo;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.store.Backend;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.assertions.TestDelivery;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestConstructor;

/** Application with its own listeners, in virtual time. */
@SpringBootTest(
        classes = Shop.class,
        properties = {"delayqueue.queues.billing.groups.invoices=send", "spring.data.redis.port=1"},
        webEnvironment = SpringBootTest.WebEnvironment.NONE)
@AutoConfigureDelayQueueTest(startAt = "2026-01-31T23:00:00Z")
@TestConstructor(autowireMode = TestConstructor.AutowireMode.ALL)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ShopTests {

    private static final Instant START = Instant.parse("2026-01-31T23:00:00Z");

    private final DelayQueueTestKit kit;

    private final Shop.Orders orders;

    private final Shop.Invoices invoices;

    private final Shop.Journal journal;

    ShopTests(DelayQueueTestKit kit, Shop.Orders orders, Shop.Invoices invoices, Shop.Journal journal) {
        this.kit = kit;
        this.orders = orders;
        this.invoices = invoices;
        this.journal = journal;
    }

    @BeforeEach
    void order() {
        journal.lines.clear();
        orders.place(1);
    }

    @Test
    void orderShouldBeCancelledWhenItsTimeHasComeAndNotBefore() {
        kit.advance(Shop.TIME_TO_PAY.minusMillis(1));
        assertThat(journal.lines).isEmpty();
        kit.advance(Duration.ofMillis(1));
        assertThat(journal.lines).containsExactly("cancel 1 attempt 1");
        assertThat(kit.now()).isEqualTo(START.plus(Shop.TIME_TO_PAY));
        assertThat(kit.queue().tasks()).isEmpty();
    }

    @Test
    void failuresShouldBeRetried() {
        journal.failures.add(new IllegalStateException("once"));
        journal.failures.add(new IllegalStateException("twice"));
        kit.advance(Shop.TIME_TO_PAY.plusHours(1));
        assertThat(journal.lines).containsExactly("cancel 1 attempt 1", "cancel 1 attempt 2", "cancel 1 attempt 3");
        assertThat(kit.queue().deliveries())
                .extracting(TestDelivery::outcome)
                .containsExactly(
                        TestDelivery.Outcome.RETRIED, TestDelivery.Outcome.RETRIED, TestDelivery.Outcome.FINISHED);
    }

    /** First of two tests: its tasks must not exist in the second. */
    @Test
    @Order(1)
    void taskShouldBeThereFromItsAddToItsTime() {
        orders.place(2);
        kit.advance(Duration.ofDays(7));
        assertThat(kit.queue().tasks()).extracting(TaskInfo::id).containsExactly("order-1", "order-2");
    }

    /** Tasks added before this test, without those of the application and the previous test. */
    @Test
    @Order(2)
    void testShouldBeginWithWhatItsOwnPreparationAdded() {
        assertThat(kit.now()).isEqualTo(START);
        assertThat(kit.queue().tasks()).singleElement().satisfies(task -> assertThat(task.id())
                .isEqualTo("order-1"));
        assertThat(kit.queue().deliveries()).isEmpty();
        kit.advance(Duration.ofDays(60));
        assertThat(journal.lines).containsExactly("cancel 1 attempt 1");
    }

    @Test
    void queuesShouldShareOneTimeAndKeepTheirTasksApart() {
        invoices.write("March", START.plus(Duration.ofDays(29)));
        assertThat(kit.queue("billing").tasks()).hasSize(1);
        assertThat(kit.queue().tasks()).hasSize(1);
        kit.advance(Duration.ofDays(31));
        assertThat(journal.lines).containsExactly("send March", "cancel 1 attempt 1");
        assertThat(kit.queue("billing").deliveries()).hasSize(1);
    }

    @Test
    void everyQueueShouldBeInMemory(@Autowired ApplicationContext context) {
        assertThat(context.getBeansOfType(DelayQueueEngine.class).values())
                .hasSize(2)
                .allSatisfy(engine -> assertThat(engine.status().address()).isEqualTo("memory"));
        assertThat(context.getBeansOfType(Backend.class)).hasSize(2);
    }

    @Nested
    class Later {

        @BeforeEach
        void later() {
            kit.advance(Duration.ofDays(1));
            orders.place(3);
        }

        @Test
        void nestedTestShouldBeginWithWhatBothPreparationsAdded() {
            assertThat(kit.now()).isEqualTo(START.plus(Duration.ofDays(1)));
            assertThat(kit.queue().tasks()).extracting(TaskInfo::id).containsExactly("order-1", "order-3");
        }

        @Test
        void nestedTestShouldNotFindWhatTheOneBeforeLeft() {
            assertThat(kit.queue().tasks()).hasSize(2);
            assertThat(kit.queue("billing").tasks()).isEmpty();
            invoices.write("April", kit.now());
        }
    }
}
