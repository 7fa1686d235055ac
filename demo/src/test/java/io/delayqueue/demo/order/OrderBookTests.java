package io.delayqueue.demo.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.demo.order.Order.State;
import io.delayqueue.demo.order.Order.Times;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OrderBookTests {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final OrderBook book = new OrderBook();

    @Test
    void changeIfOpenShouldChangeAnOpenOrderOnce() {
        book.add(order(1));

        assertThat(book.changeIfOpen(1, order -> order.closed(State.PAID, NOW))
                        .orElseThrow()
                        .state())
                .isEqualTo(State.OPEN);
        assertThat(book.changeIfOpen(1, order -> order.closed(State.CANCELLED, NOW))
                        .orElseThrow()
                        .state())
                .isEqualTo(State.PAID);
        assertThat(book.find(1).orElseThrow().state()).isEqualTo(State.PAID);
    }

    @Test
    void changeIfOpenShouldBeEmptyForAnOrderItDoesNotHave() {
        assertThat(book.changeIfOpen(1, order -> order.reminded(NOW))).isEmpty();
    }

    @Test
    void addShouldForgetTheOldestClosedOrderWhenThereAreTooMany() {
        for (long number = 1; number <= 1000; number++) {
            book.add(order(number));
        }
        book.changeIfOpen(2, order -> order.closed(State.PAID, NOW));
        book.changeIfOpen(3, order -> order.closed(State.PAID, NOW));

        book.add(order(1001));

        assertThat(book.all()).hasSize(1000);
        assertThat(book.find(1)).isPresent();
        assertThat(book.find(2)).isEmpty();
        assertThat(book.find(3)).isPresent();
    }

    private static Order order(long number) {
        return Order.placed(number, "Tea", Times.of(NOW, NOW.plusSeconds(9)));
    }
}
