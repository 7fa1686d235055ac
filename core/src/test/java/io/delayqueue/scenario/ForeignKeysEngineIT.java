package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.delayqueue.Priority;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.RedisClient;

/** A key of one topic that another program has written, beside a topic of the same group and engine. */
class ForeignKeysEngineIT {

    private static final String OTHER = "other";

    private static final Duration AT_MOST = Duration.ofSeconds(30);

    private final RedisClient redis = RedisServer.shared().client();

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final LogLines lines = engines.closing(LogLines.of("io.delayqueue.redis.ForeignKeys", Level.INFO));

    private final Set<String> ran = ConcurrentHashMap.newKeySet();

    private DelayQueueEngine start() {
        TopicName other = new TopicName(engines.group(), OTHER);
        return engines.start(engines.consuming((payload, context) -> ran.add(context.id()), 2)
                .andThen(builder -> builder.callback(new TopicCallback(
                        other,
                        Object.class,
                        (payload, context) -> ran.add(context.id()),
                        TopicOptions.builder().concurrency(2).build(),
                        "test"))));
    }

    private String foreign(String name) {
        String key = engines.key("") + name;
        redis.set(key, "of another program");
        return key;
    }

    private void otherTopicGoesOn(DelayQueueEngine engine) {
        List<String> ids = List.of("b1", "b2", "b3");
        for (String id : ids) {
            engine.service().addTask(Task.of(engines.group(), OTHER).id(id).build());
        }
        await().atMost(AT_MOST).untilAsserted(() -> assertThat(ran).containsAll(ids));
    }

    @ParameterizedTest
    @EnumSource(Priority.class)
    void foreignSetOfReadyTasksStopsItsTasksLoudlyAndNoOtherTopic(Priority priority) {
        DelayQueueEngine engine = start();
        String key = foreign("CONSUMING:t" + (priority == Priority.NORMAL ? "" : ":" + priority));
        engine.service().addTask(engines.builder().id("a").priority(priority).build());
        otherTopicGoesOn(engine);
        await().atMost(AT_MOST).untilAsserted(() -> assertThat(lines.with(key)).hasSize(1));
        assertThat(lines.with(key).get(0)).startsWith("WARN").contains(engines.group() + "/t");
        assertThat(ran).doesNotContain("a");
        await().untilAsserted(() ->
                assertThat(engine.status().groups().get(0).foreignKeys()).containsExactly(key));

        redis.del(key);
        await().atMost(AT_MOST).untilAsserted(() -> assertThat(ran).contains("a"));
        await().untilAsserted(() ->
                assertThat(engine.status().groups().get(0).foreignKeys()).isEmpty());
        assertThat(lines.with(key)).hasSize(1);
    }

    @Test
    void foreignSignalOfAnIdleTopicStopsNoOtherInstance() {
        DelayQueueEngine engine = start();
        DelayQueueEngine second = start();
        foreign("SIGNAL:t");
        otherTopicGoesOn(engine);
        second.service().addTask(engines.builder().id("a").build());
        await().atMost(AT_MOST).untilAsserted(() -> assertThat(ran).contains("a"));
    }
}
