package io.delayqueue.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.Task;
import io.delayqueue.autoconfigure.TestInvocation;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class TaskTimersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final TaskTimers timers = new TaskTimers(registry, "q");

    private static void fail() throws IOException {
        throw new IOException("no luck");
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
        TestInvocation.run(timers, () -> {});
        TestInvocation.run(timers, () -> {});
        assertThat(output.getAll()).containsOnlyOnce("A timer has failed");
    }

    @Test
    void failureOfCallbackShouldBeTheOneThatIsThrown() throws Exception {
        breakTimers();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> TestInvocation.run(timers, TaskTimersTests::fail))
                .withMessage("no luck");
    }

    @Test
    void timerThatFailsShouldNotFailAdds() {
        breakTimers();
        assertThatCode(() -> timers.begin(List.of(Task.of("g", "t").build())).end(null))
                .doesNotThrowAnyException();
    }

    @Test
    void timerShouldTellWhatWasThrown() throws Exception {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> TestInvocation.run(timers, TaskTimersTests::fail));
        assertThat(registry.get(TaskTimers.EXECUTION)
                        .tags(
                                "queue",
                                "q",
                                "group",
                                "orders",
                                "topic",
                                "cancel",
                                "outcome",
                                "ERROR",
                                "error",
                                "IOException")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void asynchronousCallbackShouldBeTimedToItsEnd() throws Exception {
        TestInvocation invocation = new TestInvocation(() -> {});
        timers.intercept(invocation);
        assertThat(registry.getMeters()).isEmpty();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> invocation.end(TaskTimersTests::fail));
        assertThat(registry.get("delayqueue.execution")
                        .tag("error", "IOException")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.getMeters()).hasSize(1);
    }
}
