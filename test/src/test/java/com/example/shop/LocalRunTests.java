package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts {@link TestShopApplication} with a context that can be closed. */
@ExtendWith(OutputCaptureExtension.class)
class LocalRunTests {

    @Test
    void applicationShouldRunWithoutRedisAndSayThatNothingIsDurable(CapturedOutput output) {
        SpringApplication.Running running =
                SpringApplication.from(ShopApplication::main).run("--delayqueue.store=memory", "--server.port=0");
        try (ConfigurableApplicationContext context = running.getApplicationContext()) {
            assertThat(output).containsPattern("WARN .*lost when it ends");
            Orders orders = context.getBean(Orders.class);
            orders.place(1);
            context.getBean(DelayQueueService.class).rescheduleTask("orders", "cancel-1", Duration.ofMillis(10));
            await().untilAsserted(() -> assertThat(orders.cancelledAt(1)).isNotNull());
        }
    }
}
