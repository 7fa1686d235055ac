package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ForecastListenerIT {

    private static final Duration INTERVAL = Duration.ofMillis(20);

    private static final List<Duration> WINDOWS = List.of(Duration.ofHours(1));

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Map<String, List<TopicForecast>> last = new ConcurrentHashMap<>();

    private final AtomicInteger calls = new AtomicInteger();

    private void counted(String group, List<TopicForecast> topics) {
        last.put(group, topics);
        calls.incrementAndGet();
    }

    private DelayQueueEngine start(Consumer<DelayQueueEngineBuilder> options) {
        DelayQueueEngine engine = engines.build(TestEngines.impatientBackend(server), options);
        engine.extensions().addForecastListener(INTERVAL, WINDOWS, this::counted);
        engine.start();
        return engine;
    }

    private List<String> topics() {
        return last.getOrDefault(engines.group(), List.of()).stream()
                .map(topic ->
                        topic.counts().topic().topic() + " " + topic.counts().total())
                .toList();
    }

    private void awaitTopics(String... topics) {
        await().untilAsserted(() -> assertThat(topics()).containsExactly(topics));
    }

    @Test
    void listenerShouldHearOfRegisteredTopicsAndOfOthersThatHaveTasks() {
        DelayQueueEngine engine = start(engines.consuming((payload, context) -> {}, 1));
        awaitTopics("t 0");
        ServiceRegister register = engine.register();
        register.registerTopic(engines.group(), "b");
        awaitTopics("b 0", "t 0");
        engines.add(
                engine, Task.of(engines.group(), "a").delay(Duration.ofHours(1)).id("a"));
        awaitTopics("a 1", "b 0", "t 0");
        register.cancelTopic(engines.group(), "b");
        awaitTopics("a 1", "t 0");
        engine.service().topic(engines.group(), "b").pause();
        engines.add(
                engine, Task.of(engines.group(), "b").delay(Duration.ofHours(1)).id("b"));
        engine.service().removeTask(engines.group(), "b");
        engine.service().removeTask(engines.group(), "a");
        awaitTopics("b 0", "t 0");
        engine.service().topic(engines.group(), "b").resume();
        awaitTopics("t 0");
    }

    @Test
    void oneInstanceShouldCountAGroupAndAnotherWhenItIsGone() {
        DelayQueueEngine first = start(engines.consuming((payload, context) -> {}, 1));
        awaitTopics("t 0");
        List<Integer> others = new CopyOnWriteArrayList<>();
        DelayQueueEngine second = engines.build(engines.consuming((payload, context) -> {}, 1));
        second.extensions().addForecastListener(INTERVAL, WINDOWS, (group, topics) -> others.add(topics.size()));
        second.start();
        await().until(() -> others.size() > 10);
        assertThat(others).containsOnly(0);
        awaitTopics("t 0");
        first.stop();
        await().until(() -> others.contains(1));
    }

    @Test
    void groupThatIsNoLongerConsumedShouldBeReportedOnceAsEmpty() {
        DelayQueueEngine engine =
                start(engines.consuming((payload, context) -> {}, 1).andThen(builder -> builder.topic("others", "x")));
        awaitTopics("t 0");
        await().until(() -> last.containsKey("others"));
        engine.register().cancelGroup(engines.group());
        awaitTopics();
        last.remove(engines.group());
        int before = calls.get();
        await().until(() -> calls.get() > before + 3);
        assertThat(last).containsOnlyKeys("others");
    }

    @Test
    void listenerThatFailsShouldHearOfTheNextCount() {
        DelayQueueEngine engine = engines.build(engines.consuming((payload, context) -> {}, 1));
        engine.extensions().addForecastListener(INTERVAL, WINDOWS, (group, topics) -> {
            calls.incrementAndGet();
            throw new IllegalStateException("meant to be");
        });
        engine.start();
        await().until(() -> calls.get() > 3);
        assertThat(engine.status().outage()).isNull();
    }

    @Test
    void nothingShouldBeCountedBeforeTheStartAndAfterTheStop() {
        DelayQueueEngine engine = start(engines.consuming((payload, context) -> {}, 1));
        awaitTopics("t 0");
        assertThatIllegalStateException()
                .isThrownBy(() -> engine.extensions().addForecastListener(INTERVAL, WINDOWS, this::counted))
                .withMessageContaining("before the engine starts");
        engine.stop();
        int before = calls.get();
        await().during(Duration.ofMillis(300)).until(() -> calls.get() == before);
        engine.start();
        await().until(() -> calls.get() > before);
    }
}
