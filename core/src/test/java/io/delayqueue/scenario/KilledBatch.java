package io.delayqueue.scenario;

import io.delayqueue.BatchCallback;
import io.delayqueue.TopicName;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.OtherJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import redis.clients.jedis.RedisClient;

/** The main class of a JVM that begins two batches of ten tasks and never ends them. It writes the ids of each to Redis. */
final class KilledBatch {

    private KilledBatch() {}

    public static void main(String[] arguments) throws IOException {
        String host = arguments[0];
        int port = Integer.parseInt(arguments[1]);
        RedisClient redis = RedisClient.create(host, port);
        BatchCallback<Object> callback = (tasks, context) -> {
            redis.rpush(
                    arguments[3],
                    tasks.stream().map(task -> task.context().id()).collect(Collectors.joining(",")));
            new CountDownLatch(1).await();
        };
        RedisConnections connections =
                new RedisConnections(redis, RedisClient.create(host, port), host, Duration.ofSeconds(2));
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(new RedisBackend(connections))
                .callback(new TopicCallback(
                        new TopicName(arguments[2], TestEngines.TOPIC),
                        Object.class,
                        callback,
                        TopicOptions.builder()
                                .concurrency(2)
                                .batch(new BatchOptions(10, 1, null))
                                .build(),
                        "test"));
        TestEngines.settings(Duration.ofSeconds(3), Duration.ofSeconds(1)).accept(builder);
        builder.build().start();
        OtherJvm.endWithInput();
    }
}
