package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Dead letters that are not to be kept are removed by one of the instances. */
class RetentionIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Backend backend = engines.closing(TestEngines.backend(server));

    private void bury(String topic, int from, int to) {
        TaskStore store = backend.tasks();
        byte[] detail = ("\"" + topic + "\",null]").getBytes(StandardCharsets.UTF_8);
        for (int i = from; i < to; i += 500) {
            store.add(
                    engines.group(),
                    IntStream.range(i, Math.min(i + 500, to))
                            .mapToObj(id -> TestTasks.task(topic, topic + String.format("%05d", id), id, false, detail))
                            .toList());
        }
        TopicName name = new TopicName(engines.group(), topic);
        AtomicInteger left = new AtomicInteger(to - from);
        await().until(() -> {
            store.push(engines.group(), "test", List.of(), ExpectedTime.NONE);
            List<Outcome.Dead> burials = store.reserve(name, "test", Duration.ofSeconds(30), 500).tasks().stream()
                    .map(task -> new Outcome.Dead(task.delivery(), "{}"))
                    .toList();
            store.acknowledge(engines.group(), burials);
            return left.addAndGet(-burials.size()) == 0;
        });
        store.resign(engines.group(), "test");
    }

    private long dead(String topic) {
        return backend.topics().count(engines.group(), List.of(topic)).get(0).dead();
    }

    private Consumer<DelayQueueEngineBuilder> keeping(DeadLetterRetention retention) {
        return engines.consuming(new Ledger(), 1)
                .andThen(builder -> builder.topic(engines.group(), "other").deadLetterRetention(retention));
    }

    @Test
    void onlyTheNewestAreKeptOfEachTopicSoonAfterTheStart() {
        bury(TestEngines.TOPIC, 0, 1_700);
        bury("other", 0, 30);
        bury("few", 0, 5);
        engines.start(
                keeping(new DeadLetterRetention(null, 20)).andThen(builder -> builder.topic(engines.group(), "few")));
        await().untilAsserted(() -> assertThat(List.of(dead(TestEngines.TOPIC), dead("other"), dead("few")))
                .containsExactly(20L, 20L, 5L));
        TopicName topic = new TopicName(engines.group(), TestEngines.TOPIC);
        assertThat(backend.topics().list(topic, TaskState.DEAD, null, 100, true).tasks())
                .extracting(task -> task.id())
                .containsExactlyElementsOf(IntStream.range(1_680, 1_700)
                        .mapToObj(id -> "t" + String.format("%05d", id))
                        .toList());
        new GroupAudit(server.client(), engines.group()).check();
    }

    @Test
    void theElectedInstanceDoesItAndTheOtherWhenThatIsGone() {
        DeadLetterRetention retention = new DeadLetterRetention(null, 10);
        List<AtomicInteger> calls = List.of(new AtomicInteger(), new AtomicInteger());
        List<DelayQueueEngine> both = calls.stream()
                .map(count -> engines.start(counting(count), keeping(retention)))
                .toList();
        await().until(() -> calls.get(0).get() + calls.get(1).get() == 2);
        await().during(Duration.ofSeconds(3))
                .until(() -> calls.get(0).get() + calls.get(1).get() == 2);
        int elected = calls.get(0).get() == 2 ? 0 : 1;
        assertThat(calls.get(1 - elected)).hasValue(0);
        bury("other", 0, 30);
        both.get(elected).stop();
        await().until(() -> dead("other") == 10);
        assertThat(calls.get(1 - elected)).hasValue(2);
        assertThat(calls.get(elected)).hasValue(2);
    }

    @Test
    void whoKeepsAllDoesNotAsk() {
        AtomicInteger calls = new AtomicInteger();
        engines.start(counting(calls), keeping(DeadLetterRetention.ALL));
        bury("other", 0, 30);
        await().during(Duration.ofSeconds(3)).until(() -> calls.get() == 0 && dead("other") == 30);
    }

    /** A store that counts who trims. */
    private Backend counting(AtomicInteger calls) {
        Backend real = engines.backend();
        return TestPorts.with(
                real,
                DeadLetterStore.class,
                TestPorts.counting(DeadLetterStore.class, real.deadLetters(), "trim", calls));
    }
}
