package io.delayqueue.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.ArgumentCaptor;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class TaskTimersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final TaskTimers timers = new TaskTimers(registry, "q");

    private final TaskInvocation invocation = mock(TaskInvocation.class);

    TaskTimersTests() {
        TaskContext context = mock(TaskContext.class);
        given(context.group()).willReturn("g");
        given(context.topic()).willReturn("t");
        given(invocation.context()).willReturn(context);
    }

    private void breakTimers() {
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                throw new AssertionError("broken filter");
            }
        });
    }

    @Test
    void timerThatFailsShouldNotFailCallbacksThatWorked(CapturedOutput output) throws Exception {
        breakTimers();
        timers.intercept(invocation);
        timers.intercept(invocation);
        assertThat(output.getAll()).containsOnlyOnce("A timer has failed");
    }

    @Test
    void failureOfCallbackShouldBeTheOneThatIsThrown() throws Exception {
        breakTimers();
        willThrow(new IOException("no luck")).given(invocation).proceed();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> timers.intercept(invocation))
                .withMessage("no luck");
        verify(invocation).proceed();
    }

    @Test
    void timerThatFailsShouldNotFailAdds() {
        breakTimers();
        assertThatCode(() -> timers.begin(List.of(Task.of("g", "t").build())).end(null))
                .doesNotThrowAnyException();
    }

    @Test
    void timerShouldTellWhatWasThrown() throws Exception {
        willThrow(new IOException("no luck")).given(invocation).proceed();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> timers.intercept(invocation));
        assertThat(registry.get(TaskTimers.EXECUTION)
                        .tags("queue", "q", "group", "g", "topic", "t", "outcome", "ERROR", "error", "IOException")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void asynchronousCallbackShouldBeTimedToItsEnd() throws Exception {
        given(invocation.isPending()).willReturn(true);
        timers.intercept(invocation);
        assertThat(registry.getMeters()).isEmpty();
        ArgumentCaptor<TaskInterceptor> end = ArgumentCaptor.forClass(TaskInterceptor.class);
        verify(invocation).interceptEnd(end.capture());
        TaskInvocation ending = mock(TaskInvocation.class);
        TaskContext task = invocation.context();
        given(ending.context()).willReturn(task);
        willThrow(new IOException("no luck")).given(ending).proceed();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> end.getValue().intercept(ending));
        assertThat(registry.get("delayqueue.execution")
                        .tag("error", "IOException")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.getMeters()).hasSize(1);
    }
}
