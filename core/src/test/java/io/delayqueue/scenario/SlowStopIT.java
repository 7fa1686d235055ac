package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/** A stop that waits for a long callback. */
class SlowStopIT {

    private final String group = "g" + UUID.randomUUID();

    private final RedisServer redis = RedisServer.shared();

    private final CountDownLatch running = new CountDownLatch(1);

    private final CountDownLatch goOn = new CountDownLatch(1);

    private final CountDownLatch stopped = new CountDownLatch(1);

    /** It has no group left to wake; kept, it would fall silent, and be taken for an outage. */
    @Test
    void subscriptionShouldEndBeforeTheCallbackDoes() throws InterruptedException {
        try (DelayQueueEngine engine = DelayQueueEngine.builder(RedisBackend.connect(redis.host(), redis.port()))
                .callback(group, "t", Object.class, (payload, context) -> {
                    running.countDown();
                    goOn.await();
                })
                .build()) {
            engine.start();
            engine.service().addTask(Task.of(group, "t").build());
            assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
            await().until(() -> subscribers() == 1);
            engine.stopAsync(stopped::countDown);
            await().until(() -> subscribers() == 0);
            assertThat(stopped.getCount()).isEqualTo(1);
            goOn.countDown();
            assertThat(stopped.await(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            goOn.countDown();
        }
    }

    private long subscribers() {
        Object reply = redis.client()
                .executeCommand(
                        new CommandArguments(Command.PUBSUB).add("NUMSUB").add("{" + group + "}:WAKE:0"));
        return (Long) ((List<?>) reply).get(1);
    }
}
