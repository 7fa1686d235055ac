package io.delayqueue.internal.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.internal.drive.DrainedGroups;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.ThreadDriver;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.heartbeat.WorkCounters;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.internal.run.TestExecutions;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TaskStore;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LeaseRenewalsTests {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private long nanos;

    private final EngineTime time = new EngineTime(() -> nanos, Clock.systemUTC(), false);

    private LeaseRenewals renewals(Supplier<Object> renew) {
        TaskStore store = fake(TaskStore.class, renew);
        return new LeaseRenewals(new GroupContext(
                "g",
                "i",
                new AtomicLong(),
                LEASE,
                fake(Backend.class, () -> store),
                new ThreadDriver(
                        time,
                        new Pools(Runnable::run, false, Runnable::run),
                        new Outage("nowhere"),
                        Threads.log(),
                        true),
                new Observers(new WorkCounters()),
                new DrainedGroups()));
    }

    private static <T> T fake(Class<T> type, Supplier<?> answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> answer.get()));
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
