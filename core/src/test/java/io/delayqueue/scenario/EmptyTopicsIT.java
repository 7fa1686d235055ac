package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Topics that come and go, such as one for each customer. */
class EmptyTopicsIT {

    private static final int TOPICS = 500;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    @Test
    void topicsThatWereUsedAndRemovedShouldLeaveNothingInRedis() {
        Backend backend = engines.backend();
        DelayQueueEngine service = engines.build(backend, builder -> {});
        ServiceRegister register = service.register();
        List<String> topics =
                IntStream.range(0, TOPICS).mapToObj(i -> "customer-" + i).toList();
        for (String topic : topics) {
            service.service()
                    .addTask(Task.of(engines.group(), topic)
                            .id(topic)
                            .key("order-1")
                            .build());
        }
        backend.tasks().push(engines.group(), "test", List.of(), ExpectedTime.NONE);
        backend.tasks().resign(engines.group(), "test");
        assertThat(server.client().keys(engines.key("SIGNAL:*"))).isNotEmpty();
        for (String topic : topics) {
            service.service().removeTask(engines.group(), topic);
            register.registerTopic(engines.group(), topic);
            register.cancelTopic(engines.group(), topic);
        }
        DelayQueueEngine engine = engines.start(engines.consuming((payload, context) -> {}, 1));
        engine.service().addTask(engines.task(Duration.ofHours(1)));
        await().untilAsserted(() -> assertThat(server.client().keys(engines.key("*")))
                .noneMatch(key -> key.contains("SIGNAL:") || key.endsWith(":RULES")));
        assertThat(server.client().zrange(engines.key("TOPICS"), 0, -1)).containsExactly("t");
    }
}
