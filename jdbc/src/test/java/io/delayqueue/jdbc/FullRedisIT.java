package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.store.Backend;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A Redis that has no memory for more tasks. */
class FullRedisIT extends OutboxFixture {

    private RedisServer redis;

    @Override
    Backend createBackend() {
        redis = closing.closing(RedisServer.start());
        return RedisBackend.connect(redis.host(), redis.port());
    }

    @Override
    TestDatabase create() {
        return TestServers.h2();
    }

    @Test
    void changesShouldWaitWithoutBlameUntilThereIsMemory() {
        commit(() -> {
            add("a");
            add("b");
        });
        redis.client().configSet("maxmemory", "1");
        outbox.sweep();
        commit(() -> service.addTask(
                Task.of("bills", TOPIC).id("c").delay(Duration.ofHours(1)).build()));
        outbox.sweep();
        assertThat(count("DELAYQUEUE_OUTBOX where tries = 0 and refused is null"))
                .isEqualTo(3);

        redis.client().configSet("maxmemory", "0");
        outbox.sweep();
        assertThat(rows()).isZero();
        assertThat(find("a")).isPresent();
        assertThat(find("b")).isPresent();
        assertThat(engine.service().findTask("bills", "c")).isPresent();
    }
}
