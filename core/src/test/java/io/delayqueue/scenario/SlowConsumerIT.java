package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.StoreClock;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks come faster than they are run: the backlog grows in Redis and nowhere else, and no lease ends meanwhile. */
@Tag(Chaos.TAG)
class SlowConsumerIT {

    private static final Duration LONG = Duration.ofSeconds(Chaos.scaled(3, 120));

    /** Short, so that tasks which wait in the instance for longer would be noticed. */
    private static final Duration LEASE = Duration.ofSeconds(2);

    private static final int CONCURRENCY = 2;

    private static final int MAX_PREFETCHED = 256;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final LogLines log = engines.closing(new LogLines(TaskEventLog.class));

    private final Ledger ledger = new Ledger(StoreClock.of(server));

    private final AtomicInteger running = new AtomicInteger();

    private volatile long callbackMillis = 50;

    private void run(Object payload, TaskContext context) {
        assertThat(running.incrementAndGet()).isLessThanOrEqualTo(CONCURRENCY);
        ledger.call(payload, context);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(callbackMillis));
        running.decrementAndGet();
    }

    @Test
    void theBacklogGrowsAndNothingIsLostOrDoubled() {
        DelayQueueEngine engine = engines.start(
                engines.consuming(this::run, CONCURRENCY).andThen(TestEngines.settings(LEASE, Duration.ofSeconds(5))));
        int backlog;
        try (Load load = new Load(engine.service(), () -> engines.task(Duration.ZERO), ledger)) {
            await().atMost(LONG.plusMinutes(1))
                    .pollDelay(LONG)
                    .until(() -> ledger.additions() > 2 * ledger.size() + MAX_PREFETCHED);
            backlog = ledger.additions() - ledger.size();
            assertThat(load.unconfirmed()).isZero();
        }
        assertThat(reserved(engine))
                .as("tasks in the instance, of %s", backlog)
                .isLessThanOrEqualTo(CONCURRENCY + MAX_PREFETCHED);
        callbackMillis = 0;
        await().until(() -> ledger.lost().isEmpty());
        await().during(LEASE).atMost(LEASE.multipliedBy(5)).until(() -> ledger.size() == ledger.additions());
        assertThat(log.with("came too late")).isEmpty();
        assertThat(log.with("let the lease end")).isEmpty();
        ledger.assertEachRanOnce();
        ledger.conclude("consumer slower than its producer", 1, 0);
    }

    /** While they are counted some of them run, which are others then; those do not count. */
    private long reserved(DelayQueueEngine engine) {
        int before = ledger.size();
        List<String> ids = List.copyOf(ledger.lost());
        long reserved = ids.stream()
                .flatMap(id -> engines.find(engine, id).stream())
                .map(TaskInfo::state)
                .filter(TaskState.RESERVED::equals)
                .count();
        return reserved - (ledger.size() - before);
    }
}
