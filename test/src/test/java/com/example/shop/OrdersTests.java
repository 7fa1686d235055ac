package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

@SpringBootTest
@AutoConfigureDelayQueueTest
class OrdersTests {

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    Orders orders;

    @Test
    void unpaidOrderShouldBeCancelledAfterThirtyDays() {
        Instant end = kit.now().plus(Duration.ofDays(30));
        orders.place(1);
        assertThat(kit)
                .hasTask("orders", "cancel-unpaid")
                .withPayload(new CancelOrder(1))
                .dueIn(Duration.ofDays(30));

        kit.advance(Duration.ofDays(30));

        assertThat(orders.cancelledAt(1)).isEqualTo(end);
        assertThat(kit).delivered(1).hasNoTasks();
    }

    @Test
    void paidOrderShouldNotBeCancelled() {
        orders.place(2);
        kit.advance(Duration.ofDays(29));
        orders.pay(2);

        kit.advance(Duration.ofDays(100));

        assertThat(orders.cancelledAt(2)).isNull();
        assertThat(kit).delivered(0).hasNoTasks();
    }

    @Test
    void orderShouldBeCancelledAfterTwoFailures() {
        kit.nextCallback("orders", "cancel-unpaid").fails(2, new IllegalStateException("The database is away"));
        Instant end = kit.now().plus(Duration.ofDays(30));
        orders.place(3);

        kit.advanceTo(end);
        assertThat(kit)
                .hasTask("orders", "cancel-unpaid")
                .withAttempts(1)
                .withError("The database is away")
                .dueIn(Duration.ofSeconds(1));

        kit.advance(Duration.ofSeconds(3)); // the back-off: 1 s, then 2 s
        assertThat(orders.cancelledAt(3)).isEqualTo(end.plusSeconds(3));
        assertThat(kit).failed(2).finished(1).hasNoTasks();
    }

    @TestConfiguration
    static class Time {

        @Bean
        @Primary
        Clock kitClock(DelayQueueTestKit kit) {
            return kit.clock();
        }
    }
}
