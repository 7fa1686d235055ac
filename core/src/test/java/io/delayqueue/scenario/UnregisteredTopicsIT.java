package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.registry.UnregisteredTopics;
import io.delayqueue.store.Backend;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** Tasks of topics that no application has registered; a server of its own, since the registry is one for all groups. */
class UnregisteredTopicsIT {

    private static final String RECORDS = "{MONITOR:SUMMARY}:UNREGISTERED";

    private static final TopicName MISTAKEN = new TopicName("orders", "cancel-unpayed");

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private static Task task(TopicName topic) {
        return Task.of(topic.group(), topic.topic()).delay(Duration.ofHours(1)).build();
    }

    private DelayQueueEngine addMistaken() {
        DelayQueueEngine engine = engines.build();
        engine.service().addTask(task(MISTAKEN));
        awaitRecord(engine, MISTAKEN);
        return engine;
    }

    private static void awaitRecord(DelayQueueEngine engine, TopicName topic) {
        await().until(() -> engine.status().unregistered().contains(topic));
    }

    @Test
    void firstAddShouldWarnOnceAndNameTheNearestRegisteredTopic() {
        engines.build().register().registerTopic("orders", "cancel-unpaid");
        engines.build().register().registerTopic("mails", "receipt");
        DelayQueueEngine engine = engines.build();
        try (LogLines log = new LogLines(UnregisteredTopics.class)) {
            engine.service().addTask(task(MISTAKEN));
            awaitRecord(engine, MISTAKEN);
            engine.service().addTasks(List.of(task(MISTAKEN), task(MISTAKEN)));
            TopicName alone = new TopicName("unheard-of", "something");
            engine.service().addTask(task(alone));
            awaitRecord(engine, alone);
            await().until(() -> log.with("unheard-of").size() == 1);
            assertThat(log.with("cancel-unpayed"))
                    .singleElement()
                    .isEqualTo(
                            "WARN A task was added to orders/cancel-unpayed, which is not registered: it waits until an"
                                    + " application registers and consumes this topic. The registered topic with the most similar"
                                    + " name is orders/cancel-unpaid. Logged once for each topic");
            assertThat(log.with("unheard-of")).singleElement().asString().doesNotContain("similar");
        }
        assertThat(engine.inspector().unregisteredTopics()).contains(MISTAKEN);
    }

    @Test
    void topicsOfThisApplicationAndRegisteredOnesShouldNotWarn() {
        DelayQueueEngine consumer = engines.start(engines.consuming((payload, context) -> {}, 1));
        DelayQueueEngine producer = engines.build();
        try (LogLines log = new LogLines(UnregisteredTopics.class)) {
            consumer.service().addTask(engines.task(Duration.ofHours(1)));
            producer.service().addTask(engines.task(Duration.ofHours(1)));
            producer.service().addTask(task(MISTAKEN));
            await().until(() -> !log.with("cancel-unpayed").isEmpty());
            assertThat(log.with("A task was added")).singleElement().asString().contains("cancel-unpayed");
        }
        assertThat(producer.inspector().unregisteredTopics()).containsExactly(MISTAKEN);
    }

    /** As that of an application with {@code delayqueue.start=manual}. */
    @Test
    void addToATopicOfAnEngineThatIsNotStartedShouldBeRecordedWithoutAWarning() {
        DelayQueueEngine engine = engines.build(engines.consuming((payload, context) -> {}, 1));
        TopicName own = new TopicName(engines.group(), TestEngines.TOPIC);
        try (LogLines log = new LogLines(UnregisteredTopics.class)) {
            engine.service().addTask(engines.task(Duration.ofHours(1)));
            await().until(() -> engine.inspector().unregisteredTopics().contains(own));
            engine.service().addTask(task(MISTAKEN));
            await().until(() -> !log.with("cancel-unpayed").isEmpty());
            assertThat(log.with("A task was added")).hasSize(1);
        }
        assertThat(engine.status().unregistered()).containsExactly(MISTAKEN);
    }

    @Test
    void addsShouldCostNoFurtherCallsThanThoseOfTheFirst() {
        DelayQueueEngine engine = engines.build();
        // The scripts may be new to the server.
        engine.service().addTask(task(new TopicName("orders", "other")));
        await().until(() -> Commands.count(server, "zremrangebyrank") == 1);
        try (Jedis jedis = server.connect()) {
            jedis.configResetStat();
        }
        engine.service().addTask(task(MISTAKEN));
        awaitRecord(engine, MISTAKEN);
        IntStream.range(0, 99).forEach(i -> engine.service().addTask(task(MISTAKEN)));
        Map<String, Integer> counts = Commands.counts(server);
        assertThat(counts.get("evalsha")).isEqualTo(101);
        assertThat(counts.get("hgetall")).isEqualTo(1);
        assertThat(counts.get("zremrangebyrank")).isEqualTo(1);
    }

    @Test
    void tasksOfAnUnknownGroupShouldBeCountedUntilAConsumerComes() {
        DelayQueueEngine producer = engines.build();
        TopicName topic = new TopicName(engines.group(), TestEngines.TOPIC);
        producer.service().addTask(engines.task(Duration.ofHours(1)));
        awaitRecord(producer, topic);
        Duration patience = Duration.ofSeconds(5);
        assertThat(producer.countTasks(patience).get(engines.group()))
                .singleElement()
                .satisfies(counts -> assertThat(counts.delayed()).isEqualTo(1));
        assertThat(producer.countTasks(List.of("none"), patience)).isEmpty();
        DelayQueueEngine consumer = engines.start(engines.consuming((payload, context) -> {}, 1));
        assertThat(consumer.inspector().unregisteredTopics()).isEmpty();
        assertThat(consumer.status().unregistered()).isEmpty();
        assertThat(consumer.countTasks(patience)).containsOnlyKeys(engines.group());
    }

    @Test
    void topicsWithoutTasksAndRegisteredOnesShouldBeForgotten() {
        DelayQueueEngine engine = engines.build();
        engine.register().registerTopic("orders", "registered");
        engine.service().addTask(task(MISTAKEN));
        awaitRecord(engine, MISTAKEN);
        server.client().zadd(RECORDS, 1, "orders:empty");
        server.client().zadd(RECORDS, 1, "orders:registered");
        server.client().zadd(RECORDS, 1, "no name");
        assertThat(engine.inspector().unregisteredTopics()).hasSize(3);
        UnregisteredTopics topics = topics(new AtomicLong());
        topics.cleanSoon();
        assertThat(topics.found()).containsExactly(MISTAKEN);
        assertThat(engine.inspector().unregisteredTopics()).containsExactly(MISTAKEN);
    }

    @Test
    void topicThatIsRegisteredAMomentLaterShouldNotStayFlagged() {
        DelayQueueEngine watcher = engines.start(options -> {});
        DelayQueueEngine producer = engines.build();
        producer.service().addTask(task(MISTAKEN));
        watcher.service().addTask(task(MISTAKEN));
        awaitRecord(producer, MISTAKEN);
        awaitRecord(watcher, MISTAKEN);
        engines.build().register().registerTopic(MISTAKEN.group(), MISTAKEN.topic());
        assertThat(producer.inspector().unregisteredTopics()).isEmpty();
        await().until(() -> watcher.status().unregistered().isEmpty());
    }

    @Test
    void unregisteredTopicWithTasksShouldBeFoundByEveryEngine() {
        DelayQueueEngine engine = engines.start(engines.consuming((payload, context) -> {}, 1));
        engine.service().addTask(engines.task(Duration.ofHours(1)));
        engine.register().cancelGroup(engines.group());
        assertThat(engines.build().inspector().unregisteredTopics())
                .containsExactly(new TopicName(engines.group(), TestEngines.TOPIC));
    }

    /** A removal on purpose holds until a start: the topic does not register itself. */
    @Test
    void addOfAnInstanceWhoseTopicWasUnregisteredElsewhereShouldBeRecordedAndWarn() {
        DelayQueueEngine engine = engines.start(engines.consuming((payload, context) -> {}, 1));
        TopicName topic = new TopicName(engines.group(), TestEngines.TOPIC);
        engines.build().register().cancelTopic(topic.group(), topic.topic());
        server.client().del(RECORDS);
        try (LogLines log = new LogLines(UnregisteredTopics.class)) {
            await().until(() -> {
                engine.service().addTask(engines.task(Duration.ofHours(1)));
                return engine.status().unregistered().contains(topic);
            });
            await().until(() -> !log.with("A task was added").isEmpty());
            assertThat(log.with("A task was added to " + topic + ", which is not registered"))
                    .hasSize(1);
        }
        assertThat(records()).containsExactly(topic.group() + ":" + topic.topic());
    }

    @Test
    void topicShouldBeCheckedAtItsFirstAddAndOnceAMinuteAfterFurtherOnes() {
        DelayQueueEngine engine = addMistaken();
        AtomicLong now = new AtomicLong();
        UnregisteredTopics topics = topics(now);
        topics.added(MISTAKEN, 1);
        server.client().del(RECORDS);
        now.set(MINUTE - 1);
        topics.added(MISTAKEN, 1);
        assertThat(records()).isEmpty();
        now.set(MINUTE);
        topics.added(new TopicName("other", "t"), 1);
        assertThat(records()).as("those with tasks").containsExactly("orders:cancel-unpayed");
        engine.register().registerTopic(MISTAKEN.group(), MISTAKEN.topic());
        assertThat(topics.found()).contains(MISTAKEN);
        now.set(2 * MINUTE);
        topics.added(MISTAKEN, 1);
        assertThat(topics.found()).doesNotContain(MISTAKEN);
    }

    /** A job calls it once a minute while an engine runs. */
    @Test
    void topicShouldBeCheckedWithoutAFurtherAddIfItWasAddedToSinceTheLastCheck() {
        addMistaken();
        UnregisteredTopics topics = topics(new AtomicLong());
        topics.added(MISTAKEN, 1);
        topics.added(MISTAKEN, 1);
        server.client().del(RECORDS);
        topics.cleanSoon();
        assertThat(records()).containsExactly("orders:cancel-unpayed");
        server.client().del(RECORDS);
        topics.cleanSoon();
        assertThat(records()).isEmpty();
        assertThat(topics.found()).isEmpty();
    }

    @Test
    void checkThatFailedShouldBeRepeatedByAnAddAMinuteLater() {
        AtomicLong now = new AtomicLong();
        UnregisteredTopics topics = topics(now);
        addMistaken();
        server.client().del(RECORDS);
        server.client().set(RECORDS, "of another type");
        topics.added(MISTAKEN, 1);
        assertThat(topics.found()).isEmpty();
        server.client().del(RECORDS);
        now.set(MINUTE);
        try (LogLines log = new LogLines(UnregisteredTopics.class)) {
            topics.added(MISTAKEN, 1);
            assertThat(log.with("A task was added to orders/cancel-unpayed")).hasSize(1);
        }
        assertThat(records()).containsExactly("orders:cancel-unpayed");
    }

    @Test
    void groupWithABrokenKeyShouldNotKeepTheRecordsOfOthers() {
        UnregisteredTopics topics = topics(new AtomicLong());
        server.client().set("{broken}:RULES", "of another type");
        server.client().zadd(RECORDS, 1, "broken:t");
        server.client().zadd(RECORDS, 1, "orders:empty");
        topics.cleanSoon();
        assertThat(records()).containsExactly("broken:t");
    }

    /** The caller is the thread that follows the registry and sends the heartbeats of the subscription. */
    @Test
    void cleaningShouldNotDelayItsCallerNorFailThere() {
        List<Runnable> checks = new ArrayList<>();
        UnregisteredTopics topics =
                new UnregisteredTopics(engines.backend(), topic -> false, topic -> false, checks::add, () -> 0);
        server.client().zadd(RECORDS, 1, "orders:empty");
        topics.cleanSoon();
        topics.cleanSoon();
        assertThat(records()).containsExactly("orders:empty");
        assertThat(checks).hasSize(1);
        checks.remove(0).run();
        assertThat(records()).isEmpty();
        server.client().set(RECORDS, "of another type");
        topics.cleanSoon();
        checks.remove(0).run();
        server.client().del(RECORDS);
    }

    @Test
    void checksWarningsAndRecordsShouldBeBounded() {
        List<Runnable> checks = new ArrayList<>();
        UnregisteredTopics topics =
                new UnregisteredTopics(engines.backend(), topic -> false, topic -> false, checks::add, () -> 0);
        try (LogLines log = new LogLines(UnregisteredTopics.class)) {
            IntStream.range(0, 10_000).forEach(i -> topics.added(new TopicName("g", "t" + i), 1));
            checks.forEach(Runnable::run);
            assertThat(log.with("A task was added to g/")).hasSize(100);
            assertThat(topics.found()).hasSize(1_000);
            assertThat(log.with("100 unregistered topics were logged; further ones are not"))
                    .hasSize(1);
        }
        assertThat(records()).hasSize(1_000);
    }

    @Test
    void topicWhoseTaskIsAddedBetweenItsCountAndTheRemovalOfItsRecordShouldStayRecorded() {
        DelayQueueEngine engine = engines.build();
        server.client().zadd(RECORDS, 1, "orders:cancel-unpayed");
        RegistryStore real = engines.backend().registry();
        RegistryStore registry = TestPorts.answering(RegistryStore.class, (method, arguments) -> {
            if (method.getName().equals("forgetUnregistered")) {
                engine.service().addTask(task(MISTAKEN));
                awaitRecord(engine, MISTAKEN);
            }
            return method.invoke(real, arguments);
        });
        Backend backend = TestPorts.with(engines.backend(), RegistryStore.class, registry);
        UnregisteredTopics topics =
                new UnregisteredTopics(backend, topic -> false, topic -> false, Runnable::run, () -> 0);
        topics.cleanSoon();
        assertThat(records()).containsExactly("orders:cancel-unpayed");
        assertThat(topics.found()).containsExactly(MISTAKEN);
    }

    private UnregisteredTopics topics(AtomicLong now) {
        return new UnregisteredTopics(engines.backend(), topic -> false, topic -> false, Runnable::run, now::get);
    }

    private List<String> records() {
        return server.client().zrange(RECORDS, 0, -1);
    }
}
