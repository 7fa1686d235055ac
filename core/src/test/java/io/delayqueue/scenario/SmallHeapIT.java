package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicOperations;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.store.Backend;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A JVM whose memory holds fewer large tasks than it would take of small ones. */
@Tag(Chaos.TAG)
class SmallHeapIT {

    private static final int QUICK = 3_000;

    private static final int LARGE = Chaos.scaled(100, 300);

    private static final String MEGABYTE = "x".repeat(1_000_000);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    @Test
    void manyLargeTasksAfterQuickOnesShouldRunToTheEnd() throws IOException {
        Backend backend = engines.backend();
        DelayQueueEngine adding = engines.build(backend, builder -> {});
        TopicOperations topic = engines.topic(adding);
        adding.service().addTasks(engines.tasks(QUICK, Duration.ZERO));
        for (int i = 0; i < LARGE; i++) {
            engines.add(adding, engines.builder().payload(MEGABYTE).delay(Duration.ofMillis(1)));
        }
        // A push brings few tasks at a time; these wait to be reserved.
        await().until(() -> {
            backend.tasks().push(engines.group(), "adding", List.of(), ExpectedTime.NONE);
            return topic.count().ready() == QUICK + LARGE;
        });
        backend.tasks().resign(engines.group(), "adding");
        engines.killing(SmallHeapConsumer.start(server.host(), server.port(), engines.group()));
        await().atMost(Duration.ofMinutes(4))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() ->
                        assertThat(topic.count()).extracting(TaskCounts::total).isEqualTo(0L));
        new GroupAudit(server.client(), engines.group()).check();
    }
}
