package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A Redis that takes every call and answers none. */
class FrozenStoreIT {

    /** The time-out of {@link TestEngines#backend}. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final int ADDS = 10_000;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer().disturbed();

    private final RedisServer server = engines.server();

    private final DelayQueueService service = engines.build().service();

    @AfterEach
    void close() {
        server.thaw();
    }

    @Test
    void loneAddShouldNotWaitForASecondTimeout() {
        service.addTask(engines.task(Duration.ofHours(1)));
        server.freeze();
        long began = System.nanoTime();
        assertThatThrownBy(() -> service.addTask(engines.task(Duration.ofHours(1))))
                .isInstanceOf(TaskStoreUnavailableException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(TIMEOUT.multipliedBy(2));
    }

    @Test
    void addsBehindAFrozenStoreShouldFailWithinAFewCalls() {
        AtomicInteger calls = new AtomicInteger();
        DelayQueueService counted =
                engines.build(counting(calls), builder -> {}).service();
        counted.addTask(engines.task(Duration.ofHours(1)));
        calls.set(0);
        server.freeze();
        List<CompletableFuture<AddResult>> adds = IntStream.range(0, ADDS)
                .mapToObj(i -> counted.addTaskAsync(engines.task(Duration.ofHours(1))))
                .toList();
        assertThatThrownBy(() -> counted.addTask(engines.task(Duration.ofHours(1))))
                .isInstanceOf(TaskStoreUnavailableException.class);
        await().until(() -> adds.stream().allMatch(CompletableFuture::isDone));
        assertThat(adds).allSatisfy(add -> assertThatThrownBy(add::join)
                .hasCauseInstanceOf(TaskStoreUnavailableException.class));
        // Those that were there before the first, those that came during it, and one for who came last.
        assertThat(calls).hasValueLessThanOrEqualTo(3);
    }

    private Backend counting(AtomicInteger calls) {
        Backend backend = engines.backend();
        return TestPorts.with(
                backend, TaskStore.class, TestPorts.counting(TaskStore.class, backend.tasks(), "add", calls));
    }
}
