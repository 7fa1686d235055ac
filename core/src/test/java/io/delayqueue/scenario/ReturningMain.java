package io.delayqueue.scenario;

import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.OtherJvm;
import java.io.IOException;
import java.time.Duration;
import redis.clients.jedis.RedisClient;

/** The main class of a JVM that starts an engine, adds a task, and returns from its main method. */
final class ReturningMain {

    /** What the engine does besides adding. */
    enum Work {
        NOTHING,
        PUSHES,
        CONSUMES_NOT,
        CONSUMES
    }

    private ReturningMain() {}

    /**
     * Starts one.
     *
     * @param list the list that receives the ids of the tasks that are called after the main thread has ended
     */
    static Process start(String host, int port, String group, Work work, String list) throws IOException {
        return OtherJvm.start(ReturningMain.class, host, port, group, work, list);
    }

    public static void main(String[] arguments) {
        String group = arguments[2];
        RedisBackend backend = RedisBackend.connect(arguments[0], Integer.parseInt(arguments[1]));
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(backend);
        Thread main = Thread.currentThread();
        switch (Work.valueOf(arguments[3])) {
            case NOTHING -> {}
            case PUSHES -> builder.topic(group, TestEngines.TOPIC);
            case CONSUMES_NOT ->
                builder.callback(group, TestEngines.TOPIC, Object.class, (payload, context) -> {})
                        .consume(false);
            case CONSUMES ->
                builder.callback(group, TestEngines.TOPIC, Object.class, (payload, context) -> {
                    main.join();
                    try (RedisClient redis = RedisClient.create(arguments[0], Integer.parseInt(arguments[1]))) {
                        redis.rpush(arguments[4], context.id());
                    }
                });
        }
        DelayQueueEngine engine = builder.build();
        engine.start();
        engine.service()
                .addTask(Task.of(group, TestEngines.TOPIC)
                        .id("added")
                        .delay(Duration.ofMillis(100))
                        .build());
    }
}
