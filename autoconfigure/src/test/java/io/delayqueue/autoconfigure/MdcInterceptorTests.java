package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskInvocation;
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

    private final TaskInvocation invocation = mock(TaskInvocation.class);

    private final Map<String, String> during = new HashMap<>();

    @BeforeEach
    void prepare() throws Exception {
        MDC.clear();
        TaskContext task = mock(TaskContext.class);
        given(task.group()).willReturn("orders");
        given(task.topic()).willReturn("cancel");
        given(task.id()).willReturn("order-42");
        given(task.attempt()).willReturn(3);
        given(invocation.context()).willReturn(task);
        willAnswer(call -> {
                    during.putAll(MDC.getCopyOfContextMap());
                    return null;
                })
                .given(invocation)
                .proceed();
    }

    @AfterEach
    void clear() {
        MDC.clear();
    }

    @Test
    void taskShouldBeThereWhileTheCallbackRunsAndGoneAfterwards() throws Exception {
        new MdcInterceptor("billing").intercept(invocation);
        assertThat(during).isEqualTo(TASK);
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
    }

    @Test
    void whatWasThereShouldBeBackAfterwards() throws Exception {
        MDC.put("request", "7");
        MDC.put("delayqueue.task", "outer");
        new MdcInterceptor("billing").intercept(invocation);
        assertThat(during).containsAllEntriesOf(TASK).containsEntry("request", "7");
        assertThat(MDC.getCopyOfContextMap())
                .containsOnly(Map.entry("request", "7"), Map.entry("delayqueue.task", "outer"));
    }

    @Test
    void taskShouldBeGoneAfterAFailureToo() throws Exception {
        willAnswer(call -> {
                    throw new IOException("no luck");
                })
                .given(invocation)
                .proceed();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> new MdcInterceptor("billing").intercept(invocation));
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
    }

    @Test
    void taskShouldBeThereAgainAtTheEndOfAnAsynchronousCallback() throws Exception {
        MdcInterceptor interceptor = new MdcInterceptor("billing");
        given(invocation.isPending()).willReturn(true, false);
        interceptor.intercept(invocation);
        verify(invocation).interceptEnd(interceptor);
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
        during.clear();
        interceptor.intercept(invocation);
        assertThat(during).isEqualTo(TASK);
        verify(invocation).interceptEnd(any());
    }
}
