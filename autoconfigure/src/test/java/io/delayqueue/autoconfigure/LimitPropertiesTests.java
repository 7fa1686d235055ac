package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.verify;

import io.delayqueue.annotation.DelayQueueLimit;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.limit.Limit;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.store.LimitStore.Declaration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Limits of {@code delayqueue.limits} beside those of annotations. */
class LimitPropertiesTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
            .withBean(FakeBackend.class)
            .withBean(Listener.class);

    @AutoClose
    private final LogLines log = new LogLines(Queues.class);

    @Test
    void propertyShouldReplaceTheAnnotationOfTheSameLimitAndNoOther() {
        runner.withPropertyValues("delayqueue.limits.orders.stripe.rate=5/s").run(context -> {
            ArgumentCaptor<Declaration> declared = ArgumentCaptor.forClass(Declaration.class);
            verify(context.getBean(FakeBackend.class).limits).declare(eq("orders"), declared.capture(), any());
            assertThat(declared.getValue().limits())
                    .containsExactlyInAnyOrder(
                            Limit.of("orders", "stripe").rate(5, TimeUnit.SECONDS),
                            Limit.of("orders", "smtp").concurrency(2));
        });
        assertThat(log.with(""))
                .containsExactly(
                        "INFO The limit orders/stripe is that of delayqueue.limits, which replaces @DelayQueueLimit");
    }

    @DelayQueueLimit(group = "orders", name = "stripe", concurrency = "8")
    @DelayQueueLimit(group = "orders", name = "smtp", concurrency = "2")
    static class Listener {

        @DelayQueueListener(group = "orders", topic = "charge", limits = "stripe, smtp")
        void charge() {}
    }
}
