package io.delayqueue.demo.browser;

import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import java.util.List;

/** Creates dead letters, by a temporary application. */
final class DeadLetters {

    private DeadLetters() {}

    /** Adds tasks of one topic, and rejects them with this message. */
    static void make(TopicName topic, List<Task> tasks, String message) {
        try (DelayQueueEngine engine = DelayQueueEngine.builder(
                        RedisBackend.connect(OwnRedis.SERVER.host(), OwnRedis.SERVER.port()))
                .callback(topic.group(), topic.topic(), Object.class, (payload, context) -> {
                    throw new RejectTaskException(message);
                })
                .build()) {
            engine.start();
            DelayQueueService service = engine.service();
            service.addTasks(tasks);
            await().until(() ->
                    service.topic(topic.group(), topic.topic()).count().dead() == tasks.size());
        }
    }
}
