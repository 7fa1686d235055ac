package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Another program has written the key of a topic's dead letters, so that Redis refuses each burial of that topic. */
class RefusedOutcomesIT {

    private static final int REFUSED = 700;

    private static final int OTHERS = 50;

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final AtomicInteger failed = new AtomicInteger();

    @Test
    void otherTopicsOutcomesShouldGoOn() {
        server.client().set(engines.key("DEAD:bad"), "another program's");
        LogLines log = LogLines.of("io.delayqueue.internal", Level.ERROR);
        DelayQueueEngine engine = engines.start(builder -> builder.callback(new TopicCallback(
                        new TopicName(engines.group(), "bad"),
                        Object.class,
                        (payload, context) -> {
                            failed.incrementAndGet();
                            throw new IllegalStateException("for the test");
                        },
                        TopicOptions.builder().concurrency(8).maxAttempts(1).build(),
                        "test"))
                .callback(engines.group(), "good", Object.class, (payload, context) -> {}));
        engine.service().addTasks(tasks("bad", REFUSED));
        await().until(() -> failed.get() == REFUSED);
        await().untilAsserted(() -> assertThat(log.with("The store refuses outcomes"))
                .singleElement()
                .asString()
                .contains(engines.key("DEAD:bad")));
        log.close();
        engine.service().addTasks(tasks("good", OTHERS));
        await().until(() -> engine.service().countTasks(engines.group()).stream()
                .filter(counts -> counts.topic().topic().equals("good"))
                .allMatch(counts -> counts.total() == 0));
        assertThat(engine.status().groups().get(0).topics())
                .filteredOn(topic -> topic.name().topic().equals("bad"))
                .allSatisfy(topic -> assertThat(topic.unacknowledged()).isEqualTo(REFUSED));
    }

    private List<Task> tasks(String topic, int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> Task.of(engines.group(), topic).build())
                .toList();
    }
}
