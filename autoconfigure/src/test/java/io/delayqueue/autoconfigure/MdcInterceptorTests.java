package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Diagnostic context of the running task. */
class MdcInterceptorTests {

    private static final Map<String, String> TASK = Map.of(
            "delayqueue.queue", "billing",
            "delayqueue.group", "orders",
            "delayqueue.topic", "cancel",
            "delayqueue.task", "order-42",
            "delayqueue.attempt", "3");

    private final Map<String, String> during = new HashMap<>();

    @BeforeEach
    void prepare() {
        MDC.clear();
    }

    private void remember() {
        during.putAll(MDC.getCopyOfContextMap());
    }

    @AfterEach
    void clear() {
        MDC.clear();
    }

    @Test
    void taskShouldBeThereWhileTheCallbackRunsAndGoneAfterwards() throws Exception {
        TestInvocation.run(new MdcInterceptor("billing"), this::remember);
        assertThat(during).isEqualTo(TASK);
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
    }

    @Test
    void whatWasThereShouldBeBackAfterwards() throws Exception {
        MDC.put("request", "7");
        MDC.put("delayqueue.task", "outer");
        TestInvocation.run(new MdcInterceptor("billing"), this::remember);
        assertThat(during).containsAllEntriesOf(TASK).containsEntry("request", "7");
        assertThat(MDC.getCopyOfContextMap())
                .containsOnly(Map.entry("request", "7"), Map.entry("delayqueue.task", "outer"));
    }

    @Test
    void taskShouldBeGoneAfterAFailureToo() throws Exception {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> TestInvocation.run(new MdcInterceptor("billing"), () -> {
                    throw new IOException("no luck");
                }));
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
    }

    @Test
    void taskShouldBeThereAgainAtTheEndOfAnAsynchronousCallback() throws Exception {
        TestInvocation invocation = new TestInvocation(() -> {});
        new MdcInterceptor("billing").intercept(invocation);
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
        invocation.end(this::remember);
        assertThat(during).isEqualTo(TASK);
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
    }
}
