package com.example.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

@SpringBootTest
@AutoConfigureDelayQueueTest
class OrdersTests {

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    Orders orders;

    @Autowired
    Router router;

    @MockitoBean
    Bank bank;

    @Test
    void orderThatIsNotPaidShouldBeCancelledWhicheverGroupItIsIn() {
        for (int order = 1; order <= 100; order++) {
            orders.place("" + order, "ada", Duration.ofMinutes(30));
        }
        assertThat(orders.waiting()).isEqualTo(100);
        assertThat(orders.find("7")).isPresent();
        assertThat(orders.pay("7")).isTrue();
        assertThat(orders.pay("7")).isFalse();
        assertThat(orders.find("7")).isEmpty();

        kit.advance(Duration.ofMinutes(30));

        for (int order = 1; order <= 100; order++) {
            if (order != 7) {
                verify(bank).refund("" + order);
            }
        }
        verifyNoMoreInteractions(bank);
        assertThat(kit).hasNoTasks();
    }
}
