package io.delayqueue.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.limit.Limit;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.operations.WebInstance.Answer;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.RedisClient;

/** Health endpoint during failures of Redis, threads or tasks. */
class HealthIT {

    private static final Duration LONG = Duration.ofSeconds(60);

    @AutoClose
    private final RedisServer server = RedisServer.start();

    private static String status(WebInstance instance) {
        return health(instance).body().get("status").asString();
    }

    private static Answer health(WebInstance instance) {
        return instance.get("health/delayQueue");
    }

    @Test
    void queueThatWorksShouldBeUpAndShowItself() {
        try (WebInstance instance = WebInstance.start(server)) {
            Answer health = health(instance);
            assertThat(health.status()).isEqualTo(200);
            assertThat(health.body().get("status").asString()).isEqualTo("UP");
            assertThat(health.body().at("/details/address").asString()).isEqualTo(server.address());
            assertThat(health.body().at("/details/instance").asString())
                    .isEqualTo(instance.engine().instance());
            assertThat(health.body().at("/details/topics").asInt()).isEqualTo(2);
            assertThat(health.body().at("/details/worst/orders~1remind/dead").asInt())
                    .isZero();
        }
    }

    @Test
    void queuesInDifferentNamespacesShouldNotShowEachOther() {
        try (WebInstance staging = WebInstance.start(
                        server,
                        "delayqueue.namespace=staging",
                        "delayqueue.groups.trials=a,b",
                        "spring.jmx.enabled=false");
                WebInstance plain = WebInstance.start(server, "spring.jmx.enabled=false")) {
            staging.topic("remind").pause();
            staging.add("remind", "r1", "x");
            assertThat(health(staging).body().at("/details/namespace").asString())
                    .isEqualTo("staging");
            assertThat(health(plain).body().get("details").has("namespace")).isFalse();
            assertThat(health(staging)
                            .body()
                            .at("/details/worst/orders~1remind/ready")
                            .asLong())
                    .isEqualTo(1);
            assertThat(health(plain)
                            .body()
                            .at("/details/worst/orders~1remind/ready")
                            .asLong())
                    .isZero();
            assertThat(staging.get("delayqueue")
                            .body()
                            .at("/queues/0/namespace")
                            .asString())
                    .isEqualTo("staging");
            assertThat(plain.get("delayqueue/trials").status()).isEqualTo(404);
            assertThat(plain.get("delayqueue/orders/remind")
                            .body()
                            .get("paused")
                            .asBoolean())
                    .isFalse();
        }
    }

    /** Group that cannot be counted. */
    @Test
    void groupThatOnlyAnotherApplicationWorksForShouldNotMatter() {
        server.client().hset("MONITOR:SUMMARY", Map.of("foreign", "t"));
        server.client().set("{foreign}:RULES", "no set");
        try (WebInstance instance = WebInstance.start(server)) {
            assertThat(status(instance)).isEqualTo("UP");
            assertThat(instance.get("delayqueue/orders").status()).isEqualTo(200);
            assertThat(instance.get("delayqueue/orders/remind").status()).isEqualTo(200);
            assertThat(instance.get("delayqueue/foreign").status()).isEqualTo(503);
        }
    }

    @Test
    void redisThatHangsShouldBeDownUntilItAnswersAgain() {
        try (WebInstance instance = WebInstance.start(server)) {
            server.freeze();
            Answer health;
            try {
                health = health(instance);
            } finally {
                server.thaw();
            }
            assertThat(health.status()).isEqualTo(503);
            assertThat(health.body().get("status").asString()).isEqualTo("DOWN");
            assertThat(health.body().at("/details/error").asString()).contains(server.address());
            await().atMost(LONG).until(() -> status(instance).equals("UP"));
        }
    }

    /** Counting needs no memory, and neither does consuming. */
    @ParameterizedTest
    @CsvSource({"min-replicas-to-write, 1, 0, NOREPLICAS", "maxmemory, 1, 0, OOM"})
    void redisThatRefusesWritesShouldBeDownWithItsWords(String setting, String refusing, String well, String words) {
        try (WebInstance instance = WebInstance.start(server)) {
            assertThat(status(instance)).isEqualTo("UP");
            server.client().configSet(setting, refusing);
            await().until(() -> status(instance).equals("DOWN"));
            assertThat(health(instance).body().at("/details/error").asString())
                    .contains("Redis at " + server.address() + " refuses commands: " + words);
            server.client().configSet(setting, well);
            await().until(() -> status(instance).equals("UP"));
        }
    }

    @Test
    void engineThatStoppedBecauseOfTheDataLayoutShouldSayWhy() {
        try (WebInstance instance = WebInstance.start(server)) {
            server.client().set("{MONITOR:SUMMARY}:LAYOUT", "99");
            await().atMost(LONG).until(() -> status(instance).equals("OUT_OF_SERVICE"));
            await().atMost(LONG).until(() -> !instance.engine().isRunning());
            assertThat(health(instance).body().at("/details/reason").asString())
                    .startsWith("the engine does not run: The store at " + server.address() + " has data layout 99,")
                    .contains("start a version that reads layout 99");
        }
    }

    @Test
    void topicWhoseTasksAreTooLateShouldBeOutOfServiceUnlessItIsPaused() {
        try (WebInstance instance = WebInstance.start(server, "delayqueue.health.max-lateness=1s")) {
            for (int i = 0; i < 3; i++) {
                instance.add("slow", "s" + i, "x");
            }
            await().atMost(LONG).until(() -> status(instance).equals("OUT_OF_SERVICE"));
            assertThat(health(instance).body().at("/details/reason").asString())
                    .startsWith("orders/slow has a task that has been due for ")
                    .endsWith("which is more than PT1S");
            instance.topic("slow").pause();
            assertThat(status(instance)).isEqualTo("UP");
            instance.topic("slow").resume();
            await().atMost(LONG).until(() -> status(instance).equals("OUT_OF_SERVICE"));
            instance.callbacks().gate.release(3);
            await().atMost(LONG).until(() -> status(instance).equals("UP"));
        }
    }

    @Test
    void lateTopicWhoseLimitWaitsForATimeShouldNotBeOutOfService() {
        try (WebInstance instance = WebInstance.start(server, "delayqueue.health.max-lateness=1s")) {
            DelayQueueInspector inspector = instance.engine().inspector();
            Limit limit = Limit.of("orders", "slow");
            inspector.setLimit(limit.concurrency(1));
            for (int i = 0; i < 3; i++) {
                instance.add("slow", "s" + i, "x");
            }
            await().atMost(LONG).until(() -> status(instance).equals("OUT_OF_SERVICE"));
            inspector.holdLimit("orders", "slow", Instant.now().plus(Duration.ofHours(1)));
            assertThat(status(instance)).isEqualTo("UP");
            inspector.holdLimit("orders", "slow", Instant.EPOCH);
            assertThat(status(instance)).isEqualTo("OUT_OF_SERVICE");
            inspector.setLimit(limit.rate(1, TimeUnit.HOURS));
            instance.callbacks().gate.release(3);
            await().atMost(LONG)
                    .until(() -> instance.topic("slow").count().reserved() == 0
                            && instance.topic("slow").count().ready() == 1);
            assertThat(status(instance)).isEqualTo("UP");
            inspector.removeLimit("orders", "slow");
        }
    }

    /** Redis answers, but the connection on which the consumer waits is dead. */
    @Test
    void consumerThatHangsShouldBeOutOfServiceThoughRedisAnswers() {
        try (TcpProxy proxy = TcpProxy.to(server);
                WebInstance instance = WebInstance.start(
                        server,
                        beans -> beans.registerBean(RedisConnections.class, () -> connections(proxy)),
                        "delayqueue.health.stalled-after=5s")) {
            assertThat(status(instance)).isEqualTo("UP");
            proxy.blackHole(true);
            await().atMost(LONG).until(() -> status(instance).equals("OUT_OF_SERVICE"));
            assertThat(health(instance).body().at("/details/reason").asString())
                    .contains("the consumer of orders has made no progress for ");
            proxy.blackHole(false);
            await().atMost(LONG).until(() -> status(instance).equals("UP"));
        }
    }

    private RedisConnections connections(TcpProxy proxy) {
        return new RedisConnections(
                RedisClient.create(server.host(), server.port()),
                RedisClient.create(proxy.host(), proxy.port()),
                server.address(),
                Duration.ofSeconds(2));
    }
}
