package io.delayqueue.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.monitor.StoreFinding;
import io.delayqueue.monitor.StoreFinding.Kind;
import io.delayqueue.redis.Durability;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.RedisServerBuilder;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.params.SetParams;

/** Findings of an engine about a Redis that evicts or forgets, and about one that keeps what it confirms. */
class StoreChecksIT {

    private static final Duration OFTEN = Duration.ofMillis(50);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final LogLines log = engines.closing(LogLines.of("io.delayqueue", Level.DEBUG));

    private RedisServer server;

    /** How often this test has asked the server for what a check asks for. */
    private long asked;

    private void server(RedisServerBuilder builder) {
        server = engines.closing(builder.start());
    }

    private DelayQueueEngine start(Consumer<DelayQueueEngineBuilder> options) {
        return engines.start(
                TestEngines.backend(server),
                engines.consuming((payload, context) -> {}, 1)
                        .andThen(TestEngines.storeCheckInterval(OFTEN))
                        .andThen(options));
    }

    private static Set<Kind> kinds(DelayQueueEngine engine) {
        EnumSet<Kind> kinds = EnumSet.noneOf(Kind.class);
        engine.status().findings().stream().map(StoreFinding::kind).forEach(kinds::add);
        return kinds;
    }

    private List<String> warnings(String text) {
        return log.with(text).stream().filter(line -> line.startsWith("WARN")).toList();
    }

    /** Waits until a check has begun and ended since. */
    private void awaitChecks() {
        long checks = checks();
        await().until(() -> checks() >= checks + 3);
    }

    private long checks() {
        return number("commandstats", "cmdstat_info:calls=") - asked;
    }

    private long number(String section, String start) {
        asked++;
        return server.client()
                .info(section)
                .lines()
                .filter(line -> line.startsWith(start))
                .mapToLong(line -> Long.parseLong(line.substring(start.length()).replaceAll(",.*", "")))
                .sum();
    }

    @Test
    void serverThatEvictsShouldBeWarnedOfAtTheStartAndOnceItHasEvicted() {
        server(RedisServer.builder().appendOnly().config("maxmemory 3mb").config("maxmemory-policy allkeys-lru"));
        DelayQueueEngine engine = start(builder -> {});
        await().untilAsserted(() -> assertThat(warnings("maxmemory-policy allkeys-lru"))
                .singleElement()
                .asString()
                .startsWith("WARN Redis at " + server.address())
                .contains("all tasks of a group", "Set maxmemory-policy noeviction")
                .contains("delayqueue.redis-checks.ignore=eviction-policy"));
        assertThat(kinds(engine)).containsExactly(Kind.EVICTION_POLICY);
        evict();
        await().untilAsserted(() ->
                assertThat(warnings("since its start to free memory")).isNotEmpty());
        evict();
        awaitChecks();
        assertThat(kinds(engine)).containsExactly(Kind.EVICTION_POLICY, Kind.EVICTIONS);
        assertThat(warnings("maxmemory-policy allkeys-lru")).hasSize(1);
        assertThat(warnings("since its start to free memory")).hasSize(1);
    }

    private void evict() {
        long before = evicted();
        byte[] value = new byte[100_000];
        for (int i = 0; evicted() == before; i++) {
            assertThat(i).as("keys until one was evicted").isLessThan(1_000);
            server.client().set(("cache" + i).getBytes(UTF_8), value);
        }
    }

    private long evicted() {
        return number("stats", "evicted_keys:");
    }

    @Test
    void historiesShouldBeWarnedOfIfTheyMayTakeMoreThanAQuarterOfTheMemory() {
        server(RedisServer.builder().appendOnly().config("maxmemory 17mb"));
        HistoryRule small = HistoryRule.of(Duration.ofDays(1), HistoryRule.MIN_SIZE);
        DelayQueueEngine engine = start(builder ->
                builder.topic("a", "t").history(new TopicName("a", "t"), small).topic("b", "t"));
        awaitChecks();
        assertThat(kinds(engine)).isEmpty();
        start(builder -> builder.topic("b", "t").history(new TopicName("b", "t"), small.payload(true)));
        awaitChecks();
        assertThat(kinds(engine)).isEmpty();
        server.client().configSet("maxmemory", "" + (15 << 20));
        await().untilAsserted(() -> assertThat(warnings("histories may take 4 MB together"))
                .anySatisfy(line -> assertThat(line).contains("maxmemory of 15 MB", "ignore=history-size")));
    }

    @Test
    void findingShouldBeWarnedOfAgainOnlyAfterItWasGone() {
        server(RedisServer.builder().appendOnly());
        DelayQueueEngine engine = start(builder -> {});
        for (int time = 1; time <= 2; time++) {
            server.client().configSet("maxmemory-policy", "volatile-ttl");
            int times = time;
            await().untilAsserted(() ->
                    assertThat(warnings("Tasks do not expire and stay")).hasSize(times));
            awaitChecks();
            server.client().configSet("maxmemory-policy", "noeviction");
            await().until(() -> kinds(engine).isEmpty());
        }
        assertThat(warnings("Tasks do not expire and stay")).hasSize(2);
    }

    @Test
    void evictionsOfKeysThatExpireShouldNotBeWarnedOf() {
        server(RedisServer.builder().appendOnly().config("maxmemory 3mb").config("maxmemory-policy volatile-lru"));
        DelayQueueEngine engine = start(builder -> {});
        await().until(() -> !kinds(engine).isEmpty());
        for (int i = 0; evicted() == 0; i++) {
            assertThat(i).as("keys until one was evicted").isLessThan(1_000);
            server.client()
                    .set(
                            ("cache" + i).getBytes(UTF_8),
                            new byte[100_000],
                            SetParams.setParams().ex(1_000));
        }
        awaitChecks();
        assertThat(kinds(engine)).containsExactly(Kind.EVICTION_POLICY);
        assertThat(warnings("")).hasSize(1);
    }

    @Test
    void serverThatForgetsShouldBeWarnedOf() {
        server(RedisServer.builder());
        DelayQueueEngine engine = start(builder -> {});
        await().untilAsserted(() -> assertThat(warnings("all tasks are lost when it restarts. Set appendonly yes"))
                .hasSize(1));
        assertThat(kinds(engine)).containsExactly(Kind.NO_PERSISTENCE);
        server.client().configSet("save", "900 1 300 10");
        await().untilAsserted(() -> assertThat(warnings("last snapshot, which may be 900 s old. Set appendonly yes"))
                .hasSize(1));
        assertThat(kinds(engine)).containsExactly(Kind.SNAPSHOTS_ONLY);
    }

    @Test
    void replicasThatAreMissingShouldBeWarnedOf() {
        server(RedisServer.builder().appendOnly());
        RedisBackend durable = new RedisBackend(
                connections(DefaultJedisClientConfig.builder()), new Durability(1, Duration.ofSeconds(1)));
        DelayQueueEngine engine = engines.start(durable, TestEngines.storeCheckInterval(OFTEN));
        await().untilAsserted(
                        () -> assertThat(warnings("has 0 of the 1 replicas")).hasSize(1));
        assertThat(kinds(engine)).containsExactly(Kind.MISSING_REPLICAS);
        try (RedisServer replica = RedisServer.builder()
                .config("replicaof " + server.host() + " " + server.port())
                .start()) {
            await().until(() -> kinds(engine).isEmpty());
            replica.stop();
        }
        await().untilAsserted(
                        () -> assertThat(warnings("has 0 of the 1 replicas")).hasSize(2));
    }

    private DefaultJedisClientConfig.Builder user(String name) {
        return DefaultJedisClientConfig.builder().user(name).password("p");
    }

    private RedisConnections connections(DefaultJedisClientConfig.Builder config) {
        return new RedisConnections(
                server.client(config), server.client(config), server.address(), Duration.ofSeconds(2));
    }

    @Test
    void serverThatKeepsTasksShouldLeaveNoLine() {
        server(RedisServer.builder().appendOnly().config("maxmemory 100mb").config("maxmemory-policy noeviction"));
        DelayQueueEngine engine = start(builder -> {});
        awaitChecks();
        assertThat(kinds(engine)).isEmpty();
        assertThat(warnings("")).isEmpty();
    }

    @Test
    void ignoredRisksShouldLeaveNoLine() {
        server(RedisServer.builder().config("maxmemory-policy allkeys-random"));
        DelayQueueEngine engine =
                start(builder -> builder.ignoreStoreFindings(Set.of(Kind.NO_PERSISTENCE, Kind.EVICTION_POLICY)));
        awaitChecks();
        assertThat(kinds(engine)).isEmpty();
        assertThat(warnings("")).isEmpty();
    }

    @Test
    void serverThatDoesNotPermitToAskShouldLeaveNoWarning() {
        server(RedisServer.builder()
                .config("maxmemory-policy allkeys-lru")
                .config("user mute on >p ~* &* +@all -info")
                .config("user dull on >p ~* &* +@all -config"));
        engines.start(new RedisBackend(connections(user("mute"))), TestEngines.storeCheckInterval(OFTEN));
        DelayQueueEngine dull =
                engines.start(new RedisBackend(connections(user("dull"))), TestEngines.storeCheckInterval(OFTEN));
        await().until(() -> !kinds(dull).isEmpty());
        await().until(() -> !log.with("does not permit INFO").isEmpty()
                && !log.with("does not permit CONFIG GET").isEmpty());
        awaitChecks();
        assertThat(kinds(dull)).containsExactly(Kind.EVICTION_POLICY);
        assertThat(log.with("does not permit")).allMatch(line -> line.startsWith("DEBUG"));
        assertThat(warnings("")).hasSize(1);
    }
}
