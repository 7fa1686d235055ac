package com.example.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.when;

import io.delayqueue.TaskState;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

@SpringBootTest
@AutoConfigureDelayQueueTest
class SupportTests {

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    Orders orders;

    @Autowired
    Support support;

    @MockitoBean
    Bank bank;

    @Test
    void supportShouldSeeWhatWaitsThenWhyItIsRetriedThenWhatRan() {
        when(bank.refund(any()))
                .thenThrow(new IllegalStateException("the bank is away"))
                .thenReturn("r-1");
        orders.place("42", "ada", Duration.ofMinutes(30));

        assertThat(support.order("42").ended()).isEmpty();
        assertThat(support.order("42").waiting()).singleElement().satisfies(task -> {
            assertThat(task.state()).isEqualTo(TaskState.DELAYED);
            assertThat(task.attempts()).isZero();
        });

        kit.advance(Duration.ofMinutes(30));
        assertThat(support.order("42").waiting()).singleElement().satisfies(task -> {
            assertThat(task.attempts()).isEqualTo(1);
            assertThat(task.error()).isEqualTo("the bank is away");
        });

        kit.advance(Duration.ofMinutes(1));
        assertThat(support.order("42").waiting()).isEmpty();
        assertThat(support.order("42").ended()).singleElement().satisfies(task -> {
            assertThat(task.outcome()).isEqualTo(RecordedOutcome.FINISHED);
            assertThat(task.attempts()).isEqualTo(2);
            assertThat(task.result()).isEqualTo("{\"refund\":\"r-1\"}");
        });
        assertThat(support.order("43").ended()).isEmpty();
    }
}
