package io.delayqueue.demo.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.demo.order.Order.State;
import io.delayqueue.test.DelayQueueTestKit;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Orders within thirty days. */
@ShopTest
class OrderTimesTests {

    private static final Duration TIME_TO_PAY = Duration.ofDays(30);

    private static final Duration UNTIL_REMINDER = Duration.ofDays(20);

    @Autowired
    private DelayQueueTestKit kit;

    @Autowired
    private Shop shop;

    @BeforeEach
    void numbers(@Autowired OrderNumbers numbers) {
        given(numbers.next()).willReturn(42L);
    }

    @Test
    void placeShouldLeaveTwoTasks() {
        Order order = place();

        assertThat(kit)
                .hasTasks(2)
                .hasTask("orders", "remind")
                .withId("remind-42")
                .withPayload(new RemindCustomer(42))
                .dueIn(UNTIL_REMINDER)
                .and()
                .hasTask("orders", "cancel-unpaid")
                .withId("cancel-42")
                .withPayload(new CancelOrder(42))
                .dueAt(order.times().payBy());
    }

    @Test
    void orderShouldBeCancelledWhenItIsNotPaid() {
        Instant placed = place().times().placedAt();

        kit.advance(TIME_TO_PAY);

        assertThat(order().state()).isEqualTo(State.CANCELLED);
        assertThat(order().remindedAt()).isEqualTo(placed.plus(UNTIL_REMINDER));
        assertThat(order().closedAt()).isEqualTo(placed.plus(TIME_TO_PAY));
        assertThat(kit)
                .finished("orders", "remind", 1)
                .finished("orders", "cancel-unpaid", 1)
                .hasNoTasks();
    }

    @Test
    void orderShouldStayOpenUntilTheLastMillisecond() {
        place();

        kit.advance(TIME_TO_PAY.minusMillis(1));

        assertThat(order().state()).isEqualTo(State.OPEN);
        assertThat(kit).hasTask("orders", "cancel-unpaid").dueIn(Duration.ofMillis(1));
    }

    @Test
    void orderThatIsPaidInTimeShouldNotBeCancelled() {
        place();
        kit.advance(Duration.ofDays(10));
        shop.pay(42);

        kit.advance(Duration.ofDays(100));

        assertThat(order().state()).isEqualTo(State.PAID);
        assertThat(order().remindedAt()).isNull();
        assertThat(kit).delivered(2).finished(2).hasNoTasks();
        assertThat(kit.queue("mail")).finished("mails", "receipt", 1).hasNoTasks();
    }

    @Test
    void reminderShouldBeRepeatedUntilItGoesWell() {
        kit.nextCallback("orders", "remind").fails(2, new IllegalStateException("No answer"));
        Instant due = place().times().remindAt();

        kit.advanceTo(due);
        assertThat(order().remindedAt()).isNull();
        assertThat(kit)
                .hasTask("orders", "remind")
                .withAttempts(1)
                .withError("No answer")
                .dueIn(Duration.ofSeconds(1));

        kit.advance(Duration.ofSeconds(3));
        assertThat(order().remindedAt()).isEqualTo(due.plusSeconds(3));
        assertThat(kit)
                .failed("orders", "remind", 2)
                .finished("orders", "remind", 1)
                .hasNoTask("orders", "remind");
    }

    @Test
    void orderShouldBeCancelledAfterACrash() {
        kit.nextCallback("orders", "cancel-unpaid").crashes();
        place();

        kit.advance(TIME_TO_PAY);
        assertThat(order().state()).isEqualTo(State.OPEN);

        kit.advance(Duration.ofSeconds(30));
        assertThat(order().state()).isEqualTo(State.CANCELLED);
        assertThat(kit).hasNoTasks();
    }

    @Test
    void orderShouldNotBeTakenWithoutItsTasks() {
        kit.nextStoreCall().fails();

        assertThatExceptionOfType(TaskStoreUnavailableException.class).isThrownBy(this::place);

        assertThat(shop.order(42)).isEmpty();
        assertThat(kit).hasNoTasks();
    }

    private Order place() {
        return shop.place("Coffee beans", kit.now().plus(TIME_TO_PAY));
    }

    private Order order() {
        return shop.order(42).orElseThrow();
    }
}
