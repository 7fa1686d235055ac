package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.test.DelayQueueExtension;
import io.delayqueue.test.DelayQueueTestKit;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RefundTests {

    private final CompletableFuture<String> refund = new CompletableFuture<>();

    @RegisterExtension
    final DelayQueueExtension queue = DelayQueueExtension.configure(engine ->
            engine.callback("orders", "cancel", String.class, (order, context) -> context.completeWith(refund)));

    @Test
    void orderShouldBeCancelledWhenTheBankHasPaid(DelayQueueTestKit kit) {
        kit.service().addTask(Task.of("orders", "cancel").payload("42").build());

        kit.advance(Duration.ofMinutes(10));
        assertThat(kit).hasTasks(1);

        refund.complete("paid");
        kit.runDue();
        assertThat(kit).hasNoTasks();
    }
}
