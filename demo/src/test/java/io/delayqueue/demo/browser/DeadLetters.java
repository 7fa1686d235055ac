package io.delayqueue.demo.browser;

import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.redis.RedisBackend;
import java.util.List;
import java.util.function.UnaryOperator;

/** Creates dead letters, by a temporary application. */
final class DeadLetters {

    private DeadLetters() {}

    /** Adds tasks of one topic, and rejects them with this message. */
    static void make(TopicName topic, List<Task> tasks, String message) {
        make(topic, tasks, message, UnaryOperator.identity());
    }

    /** Does the same, by an application with further options. */
    static void make(
            TopicName topic, List<Task> tasks, String message, UnaryOperator<DelayQueueEngineBuilder> options) {
        try (DelayQueueEngine engine = options.apply(
                        DelayQueueEngine.builder(RedisBackend.connect(OwnRedis.SERVER.host(), OwnRedis.SERVER.port()))
                                .callback(topic.group(), topic.topic(), Object.class, (payload, context) -> {
                                    throw new RejectTaskException(message);
                                }))
                .build()) {
            engine.start();
            DelayQueueService service = engine.service();
            service.addTasks(tasks);
            await().until(() ->
                    service.topic(topic.group(), topic.topic()).count().dead() == tasks.size());
        }
    }
}
