package io.delayqueue.internal.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.internal.run.TestExecutions;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LeaseRenewalsTests {

    private long nanos;

    private final EngineTime time = new EngineTime(() -> nanos, Clock.systemUTC(), false);

    private LeaseRenewals renewals(Supplier<Object> renew) {
        TaskStore store = TestPorts.answering(TaskStore.class, (method, arguments) -> renew.get());
        return new LeaseRenewals(Drivers.context(
                new AtomicLong(),
                TestPorts.answering(Backend.class, (method, arguments) -> store),
                Drivers.threads(time, new Pools(Runnable::run, false, Runnable::run), new Outage("nowhere"))));
    }

    /** The store may have renewed it at once, and answered late. */
    @Test
    void leaseShouldLastFromTheSendingOfItsRenewal() {
        TaskExecution execution = TestExecutions.reserved(1, () -> nanos);
        LeaseRenewals renewals = renewals(() -> {
            nanos += Duration.ofSeconds(10).toNanos();
            return List.of();
        });
        nanos += Duration.ofSeconds(15).toNanos();
        renewals.make(List.of(execution), nanos);
        assertThat(Duration.ofNanos(execution.renewedAt())).isEqualTo(Duration.ofSeconds(15));
        nanos += Duration.ofSeconds(20).toNanos() - 1;
        assertThat(execution.isLeased()).isTrue();
        nanos++;
        assertThat(execution.isLeased()).isFalse();
    }
}
