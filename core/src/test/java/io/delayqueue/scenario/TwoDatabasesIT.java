package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.RetryTaskException;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskState;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;

/** Two applications whose groups have the same name, each in a database of its own of one server. */
@Tag(Chaos.TAG)
class TwoDatabasesIT {

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    /** By database: the first attempt that runs. */
    private final Map<Integer, TaskContext> running = new ConcurrentHashMap<>();

    private final Map<Integer, TaskContext> repeated = new ConcurrentHashMap<>();

    /** Opened to let the first attempts fail. */
    private final CountDownLatch gate = engines.gate();

    private DelayQueueEngine start(int database) {
        return engines.start(
                new RedisBackend(new RedisConnections(
                        client(database), client(database), server.address(), Duration.ofSeconds(2), database)),
                engines.consuming((payload, context) -> call(database, context), 1));
    }

    private RedisClient client(int database) {
        return server.client(DefaultJedisClientConfig.builder().database(database));
    }

    private void call(int database, TaskContext context) throws InterruptedException {
        if (context.attempt() > 1) {
            repeated.put(database, context);
            return;
        }
        running.put(database, context);
        assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
        throw new RetryTaskException(Duration.ZERO, "the bank is away");
    }

    @Test
    void removalInOneShouldNotEndATaskOfTheOther() {
        DelayQueueEngine staging = start(0);
        DelayQueueEngine production = start(1);
        TestEngines.awaitSubscriptions(server, 1);
        for (DelayQueueEngine engine : new DelayQueueEngine[] {staging, production}) {
            engine.service().addTask(engines.builder().id("order-42").build());
        }
        await().until(() -> running.size() == 2);
        staging.service().removeTask(engines.group(), "order-42");
        await().until(() -> running.get(0).isCancelled());
        assertThat(running.get(1).isCancelled()).isFalse();
        gate.countDown();
        await().untilAsserted(() -> assertThat(repeated).containsOnlyKeys(1));
        await().until(() ->
                engines.find(production, "order-42").stream().noneMatch(task -> task.state() != TaskState.DEAD));
    }
}
