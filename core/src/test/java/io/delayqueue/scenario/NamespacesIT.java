package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskCounts;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** Three environments on one Redis, one of them without a namespace, with the same groups, topics and ids. */
class NamespacesIT {

    private static final String NONE = "";

    private static final List<String> ENVIRONMENTS = List.of(NONE, "staging", "production");

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Map<String, DelayQueueEngine> environments = new HashMap<>();

    /** Ids by environment. */
    private final Map<String, Set<String>> delivered = new ConcurrentHashMap<>();

    /** By environment: the attempt that runs. */
    private final Map<String, TaskContext> running = new ConcurrentHashMap<>();

    private final CountDownLatch gate = engines.gate();

    @BeforeEach
    void start() {
        ENVIRONMENTS.forEach(environment -> environments.put(environment, engines.start(builder -> {
            if (!environment.isEmpty()) {
                builder.namespace(environment);
            }
            engines.consuming((payload, context) -> call(environment, context), 2)
                    .accept(builder);
        })));
    }

    private void call(String environment, TaskContext context) throws InterruptedException {
        delivered
                .computeIfAbsent(environment, added -> ConcurrentHashMap.newKeySet())
                .add(context.id());
        if (context.id().equals("long")) {
            running.put(environment, context);
            assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private DelayQueueEngine staging() {
        return environments.get("staging");
    }

    private void add(String environment, String id, Duration delay) {
        environments
                .get(environment)
                .service()
                .addTask(engines.builder().id(id).delay(delay).build());
    }

    private <T> Map<String, T> inEach(Function<DelayQueueEngine, T> ask) {
        Map<String, T> answers = new HashMap<>();
        environments.forEach((environment, engine) -> answers.put(environment, ask.apply(engine)));
        return answers;
    }

    private TaskCounts counts(DelayQueueEngine engine) {
        return engines.topic(engine).count();
    }

    private static <T> Map<String, T> only(String environment, T there, T elsewhere) {
        Map<String, T> all = new HashMap<>();
        ENVIRONMENTS.forEach(each -> all.put(each, each.equals(environment) ? there : elsewhere));
        return all;
    }

    @Test
    void eachEnvironmentShouldReceiveItsOwnTasksOnly() {
        for (String environment : ENVIRONMENTS) {
            add(environment, "of-" + (environment.isEmpty() ? "none" : environment), Duration.ZERO);
        }
        await().untilAsserted(() -> assertThat(delivered)
                .isEqualTo(Map.of(
                        NONE,
                        Set.of("of-none"),
                        "staging",
                        Set.of("of-staging"),
                        "production",
                        Set.of("of-production"))));
    }

    @Test
    void tasksPausesAndCountsShouldBeThoseOfTheEnvironment() {
        add("staging", "order-42", Duration.ofHours(1));
        engines.topic(staging()).pause();
        assertThat(inEach(engine -> counts(engine).delayed())).isEqualTo(only("staging", 1L, 0L));
        assertThat(inEach(engine -> counts(engine).paused())).isEqualTo(only("staging", true, false));
        assertThat(inEach(engine -> engines.find(engine, "order-42").isPresent()))
                .isEqualTo(only("staging", true, false));
        add("production", "order-42", Duration.ofHours(2));
        assertThat(environments
                        .get("production")
                        .service()
                        .removeTask(engines.group(), "order-42")
                        .task())
                .isNotNull();
        assertThat(counts(staging()).delayed()).isEqualTo(1);
        assertThat(inEach(engine -> engine.inspector().audit(engines.group()).tasks()))
                .isEqualTo(only("staging", 1L, 0L));
    }

    @Test
    void registryAndInstancesShouldBeThoseOfTheEnvironment() {
        staging().register().registerTopic("trials", "first");
        assertThat(inEach(engine -> engine.register().isTopicRegistered("trials", "first")))
                .isEqualTo(only("staging", true, false));
        staging().register().cancelTopic(engines.group(), TestEngines.TOPIC);
        assertThat(inEach(engine -> engine.register().isTopicRegistered(engines.group(), TestEngines.TOPIC)))
                .isEqualTo(only("staging", false, true));
        environments.values().forEach(engine -> await().untilAsserted(
                        () -> assertThat(engine.inspector().instances(engines.group()))
                                .extracting(InstanceInfo::instance)
                                .containsExactly(engine.instance())));
    }

    @Test
    void removalShouldInterruptTheTaskOfTheEnvironmentOnly() {
        ENVIRONMENTS.forEach(environment -> add(environment, "long", Duration.ZERO));
        await().until(() -> running.size() == 3);
        staging().service().removeTask(engines.group(), "long");
        await().until(() -> running.get("staging").isCancelled());
        assertThat(running.get(NONE).isCancelled()).isFalse();
        assertThat(running.get("production").isCancelled()).isFalse();
    }

    @Test
    void allKeysAndChannelsShouldBeginWithTheNamespace() {
        environments.get(NONE).close();
        environments.get("production").close();
        server.client().flushAll();
        staging().register().registerTopic("trials", "first");
        staging().register().cancelTopic("trials", "first");
        add("staging", "later", Duration.ofHours(1));
        add("staging", "now", Duration.ZERO);
        await().until(() -> counts(staging()).delayed() == 1 && delivered.containsKey("staging"));
        await().until(() -> server.client().keys("*INSTANCES").size() == 1);
        assertThat(server.client().keys("*")).hasSizeGreaterThan(5).allMatch(key -> key.startsWith("{staging:"));
        try (Jedis jedis = server.connect()) {
            await().untilAsserted(() -> assertThat(jedis.pubsubChannels())
                    .contains("{staging:MONITOR:CHANGED}:0", "{staging:" + engines.group() + "}:WAKE:0")
                    .allMatch(channel -> channel.startsWith("{staging:")));
        }
    }

    @Test
    void statusShouldNameTheNamespace() {
        assertThat(staging().status().namespace()).isEqualTo("staging");
        assertThat(environments.get(NONE).status().namespace()).isNull();
    }
}
