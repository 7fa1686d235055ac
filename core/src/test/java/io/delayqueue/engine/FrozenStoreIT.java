package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.DelayQueueService;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A Redis that takes every call and answers none. */
class FrozenStoreIT {

    /** The time-out of {@link TestEngines#backend}. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final RedisServer server = RedisServer.start();

    private final TestEngines engines = new TestEngines();

    private final DelayQueueService service =
            engines.build(TestEngines.backend(server), builder -> {}).service();

    @AfterEach
    void close() {
        server.thaw();
        engines.close();
        server.close();
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
}
