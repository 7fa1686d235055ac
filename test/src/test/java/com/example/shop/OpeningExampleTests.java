package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** The example at the beginning of the README works. */
@SpringJUnitConfig(OpeningExample.class)
@AutoConfigureDelayQueueTest
@ExtendWith(OutputCaptureExtension.class)
class OpeningExampleTests {

    @Test
    void orderShouldBeCancelledAfterThirtyDays(
            @Autowired DelayQueueTestKit kit, @Autowired OpeningExample orders, CapturedOutput output) {
        orders.place(42);

        kit.advance(Duration.ofDays(30).minusMillis(1));
        assertThat(output.getOut()).doesNotContain("Cancelling");

        kit.advance(Duration.ofMillis(1));
        assertThat(output.getOut()).contains("Cancelling unpaid order 42");
    }
}
