package io.delayqueue.demo.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;

import io.delayqueue.TaskStoreException;
import io.delayqueue.demo.order.Order.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShopTests {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final OrderNumbers numbers = mock();

    private final OrderTasks tasks = mock();

    private final List<Object> events = new ArrayList<>();

    private final Shop shop = new Shop(new OrderBook(), numbers, tasks, events::add, Clock.fixed(NOW, ZoneOffset.UTC));

    @BeforeEach
    void numbers() {
        given(numbers.next()).willReturn(42L);
    }

    @Test
    void placeShouldRemindWhenAThirdOfTheTimeIsLeft() {
        Order order = place();

        assertThat(Duration.between(NOW, order.times().remindAt())).hasSeconds(10);
        assertThat(Duration.between(NOW, order.times().payBy())).hasSeconds(15);
        assertThat(shop.orders()).containsExactly(order);
        assertThat(events).containsExactly(new OrderChanged(42));
    }

    @Test
    void placeShouldLeaveNothingWhenTheQueueDoesNotTakeTheTasks() {
        willThrow(new TaskStoreException("down", null)).given(tasks).schedule(any());

        assertThatExceptionOfType(TaskStoreException.class).isThrownBy(this::place);

        assertThat(shop.orders()).isEmpty();
        assertThat(events).isEmpty();
    }

    @Test
    void cancelShouldCancelAnUnpaidOrderOnce() {
        place();

        assertThat(shop.cancelUnlessPaid(42)).isEqualTo("cancelled");
        assertThat(shop.cancelUnlessPaid(42)).isEqualTo("cancelled before, nothing to do");
        assertThat(shop.order(42).orElseThrow().state()).isEqualTo(State.CANCELLED);
        assertThat(events).hasSize(2);
    }

    @Test
    void cancelAndRemindShouldLeaveAPaidOrder() {
        place();
        shop.pay(42);

        assertThat(shop.remindUnlessPaid(42)).isEqualTo("paid, nothing to do");
        assertThat(shop.cancelUnlessPaid(42)).isEqualTo("paid, nothing to do");

        assertThat(shop.order(42).orElseThrow()).satisfies(order -> {
            assertThat(order.state()).isEqualTo(State.PAID);
            assertThat(order.remindedAt()).isNull();
        });
    }

    @Test
    void remindShouldKeepTheOrderOpen() {
        place();

        assertThat(shop.remindUnlessPaid(42)).isEqualTo("reminded");

        assertThat(shop.order(42).orElseThrow()).satisfies(order -> {
            assertThat(order.state()).isEqualTo(State.OPEN);
            assertThat(order.remindedAt()).isEqualTo(NOW);
        });
    }

    @Test
    void tasksOfAnotherRunShouldFindNothingToDo() {
        assertThat(shop.remindUnlessPaid(7)).isEqualTo("order of another run, nothing to do");
        assertThat(shop.cancelUnlessPaid(7)).isEqualTo("order of another run, nothing to do");
    }

    @Test
    void payShouldBeRepeatable() {
        place();

        assertThat(shop.pay(42)).isEqualTo(shop.pay(42));
    }

    @Test
    void payShouldRefuseACancelledAndAnUnknownOrder() {
        place();
        shop.cancelUnlessPaid(42);

        assertThatExceptionOfType(OrderCancelledException.class).isThrownBy(() -> shop.pay(42));
        assertThatExceptionOfType(UnknownOrderException.class).isThrownBy(() -> shop.pay(43));
    }

    private Order place() {
        return shop.place("Tea", NOW.plusSeconds(15));
    }
}
