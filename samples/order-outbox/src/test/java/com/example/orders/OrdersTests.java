package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import io.delayqueue.test.faults.StoreCall;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
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
    ParcelRepository parcels;

    @Autowired
    TransactionTemplate transaction;

    @BeforeEach
    void deleteParcels() {
        parcels.deleteAll();
    }

    @Test
    void rollbackShouldLeaveNothing() {
        transaction.executeWithoutResult(status -> {
            orders.pay(orders.place());
            status.setRollbackOnly();
        });
        kit.sweepOutbox();

        assertThat(kit).hasNoTasks();
    }

    @Test
    void commitShouldMakeAllChanges() {
        long order = orders.place();
        assertThat(kit)
                .hasTask("orders", "cancel-unpaid")
                .withPayload(new CancelUnpaid(order))
                .dueIn(Duration.ofMinutes(30));

        orders.pay(order);
        assertThat(kit)
                .hasNoTask("orders", "cancel-unpaid")
                .hasTask("orders", "ship")
                .withPayload(new Ship(order));
    }

    @Test
    void unpaidOrderShouldBeCancelledAfterTheTimeout() {
        long order = orders.place();

        kit.advance(Duration.ofMinutes(30));

        assertThat(orders.state(order)).isEqualTo("CANCELLED");
        assertThat(kit).hasNoTasks();
    }

    /** The process dies after the commit. Its rows are all that is left of the payment. */
    @Test
    void sweepShouldMakeTheChangesOfAProcessThatDiedAfterTheCommit() {
        long order = orders.place();
        kit.nextStoreCall(StoreCall.APPLY).fails();
        orders.pay(order);
        assertThat(kit).hasTasks("orders", "cancel-unpaid", 1).hasNoTask("orders", "ship");

        kit.sweepOutbox();

        assertThat(kit).hasNoTask("orders", "cancel-unpaid").hasTasks("orders", "ship", 1);
    }

    /** The process dies after the changes, before it deletes its rows. Meanwhile the order is shipped. */
    @Test
    void sweepShouldNotMakeChangesAgain() {
        long order = orders.place();
        kit.loseNextApply();
        orders.pay(order);
        kit.runDue();

        kit.sweepOutbox();
        kit.runDue();

        assertThat(kit).delivered("orders", "ship", 1).hasNoTasks();
    }

    /** The process dies after the callback, before the task is finished. */
    @Test
    void orderShouldBeShippedOnceThoughItsTaskIsDeliveredTwice() {
        orders.pay(orders.place());

        kit.nextCallback("orders", "ship").crashesAfter();
        kit.runDue();
        kit.advance(Duration.ofSeconds(30)); // the lease

        assertThat(kit).delivered("orders", "ship", 2).hasNoTasks();
        assertThat(parcels.count()).isEqualTo(1);
    }
}
