package io.delayqueue.demo.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.demo.delivery.DeliveryLog;
import io.delayqueue.demo.delivery.DeliveryLogs;
import io.delayqueue.demo.delivery.Tally;
import io.delayqueue.demo.order.Order.State;
import io.delayqueue.test.DelayQueueExtension;
import io.delayqueue.test.DelayQueueTestKit;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Orders within thirty days, without an application context. */
class OrderTimesWithoutSpringTests {

    private static final Duration TIME_TO_PAY = Duration.ofDays(30);

    @RegisterExtension
    private final DelayQueueExtension queue = new DelayQueueExtension();

    private Shop shop;
    private Order placed;

    @BeforeEach
    void openShop(DelayQueueTestKit kit) {
        OrderNumbers numbers = new OrderNumbers(new StringRedisTemplate()) {
            @Override
            long next() {
                return 42;
            }
        };
        Tally tally = new Tally();
        OrderTasks tasks = new OrderTasks(kit.service(), tally);
        shop = new Shop(new OrderBook(), numbers, tasks, event -> {}, kit.clock());
        DeliveryLog log = DeliveryLogs.create(tally);
        kit.on("orders", "cancel-unpaid", CancelOrder.class, new CancelUnpaid(shop, log, kit.clock()));
        kit.on("orders", "remind", RemindCustomer.class, new Reminders(shop, log, kit.clock())::remind);
        placed = shop.place("Coffee beans", kit.now().plus(TIME_TO_PAY));
    }

    @Test
    void orderShouldBeCancelledWhenItIsNotPaid(DelayQueueTestKit kit) {
        kit.advance(TIME_TO_PAY);

        assertThat(order().state()).isEqualTo(State.CANCELLED);
        assertThat(order().closedAt()).isEqualTo(placed.times().payBy());
        assertThat(kit).finished(2).hasNoTasks();
    }

    @Test
    void orderThatIsPaidInTimeShouldNotBeCancelled(DelayQueueTestKit kit) {
        kit.advance(TIME_TO_PAY.minusMillis(1));
        shop.pay(42);

        kit.advance(TIME_TO_PAY);

        assertThat(order().state()).isEqualTo(State.PAID);
        assertThat(kit).finished(2).hasNoTasks();
    }

    @Test
    void reminderShouldBeRepeatedUntilItGoesWell(DelayQueueTestKit kit) {
        kit.nextCallback("orders", "remind").fails(2, new IllegalStateException("No answer"));
        kit.advanceTo(placed.times().remindAt());
        assertThat(kit).hasTask("orders", "remind").withAttempts(1).dueIn(Duration.ofSeconds(1));

        kit.advance(Duration.ofSeconds(3));
        assertThat(order().remindedAt()).isEqualTo(placed.times().remindAt().plusSeconds(3));
        assertThat(kit).failed(2).finished(1);
    }

    private Order order() {
        return shop.order(42).orElseThrow();
    }
}
