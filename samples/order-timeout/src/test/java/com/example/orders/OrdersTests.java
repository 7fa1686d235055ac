package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.transaction.support.TransactionTemplate;

@SpringBootTest(properties = "orders.timeout=30m")
@AutoConfigureDelayQueueTest
class OrdersTests {

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    Orders orders;

    @Autowired
    TransactionTemplate transaction;

    @Test
    void unpaidOrderShouldBeCancelledAfterTheTimeout() {
        long order = orders.place("a lamp");

        kit.advance(Duration.ofMinutes(29));
        assertThat(orders.state(order)).isEqualTo("PLACED");

        kit.advance(Duration.ofMinutes(1));
        assertThat(orders.state(order)).isEqualTo("CANCELLED");
        assertThat(kit).hasNoTasks();
    }

    @Test
    void paidOrderShouldStayPaid() {
        long order = orders.place("a lamp");
        orders.pay(order);

        kit.advance(Duration.ofMinutes(30));

        assertThat(orders.state(order)).isEqualTo("PAID");
        assertThat(kit).delivered(1).hasNoTasks();
    }

    @Test
    void orderThatIsRolledBackShouldHaveNoTask() {
        transaction.executeWithoutResult(status -> {
            orders.place("a lamp");
            status.setRollbackOnly();
        });

        assertThat(kit).hasNoTasks();
    }

    @Test
    void taskShouldBeAddedByTheCommit() {
        long order = transaction.execute(status -> {
            long placed = orders.place("a lamp");
            assertThat(kit).hasNoTasks();
            return placed;
        });

        assertThat(kit)
                .hasTask("orders", "cancel-unpaid")
                .withPayload(new CancelUnpaid(order))
                .dueIn(Duration.ofMinutes(30));
    }
}
