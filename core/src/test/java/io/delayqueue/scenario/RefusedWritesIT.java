package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;

/** Redis answers and refuses: an outage with one line at its beginning, in Redis's words, and one at its end. */
class RefusedWritesIT {

    private static final String USER = "queue";

    /** A reason to refuse, how it begins and how it ends. */
    enum Refusal {
        MISCONF(
                jedis -> {
                    jedis.configSet("save", "3600 1");
                    jedis.bgsave();
                    await().until(() -> jedis.info("persistence").contains("rdb_last_bgsave_status:err"));
                },
                jedis -> jedis.configSet("save", "")),
        NOREPLICAS(
                jedis -> jedis.configSet("min-replicas-to-write", "1"),
                jedis -> jedis.configSet("min-replicas-to-write", "0")),
        READONLY(jedis -> jedis.replicaof("127.0.0.1", 1), Jedis::replicaofNoOne),
        WRONGPASS(
                jedis -> {
                    jedis.aclSetUser(USER, "resetpass", ">another");
                    jedis.sendCommand(() -> "CLIENT".getBytes(), "KILL", "USER", USER);
                },
                jedis -> jedis.aclSetUser(USER, ">right")),
        OOM(jedis -> jedis.configSet("maxmemory", "1"), jedis -> jedis.configSet("maxmemory", "0"));

        private final Consumer<Jedis> begin;

        private final Consumer<Jedis> end;

        Refusal(Consumer<Jedis> begin, Consumer<Jedis> end) {
            this.begin = begin;
            this.end = end;
        }
    }

    private final Path folder;

    @RegisterExtension
    private final TestEngines engines;

    private final RedisServer server;

    private final Jedis admin;

    private final Set<String> delivered = ConcurrentHashMap.newKeySet();

    /** The snapshots of the server fail, because their folder is gone. */
    RefusedWritesIT(@TempDir Path temporary) throws IOException {
        this.folder = Files.createDirectory(temporary.resolve("snapshots"));
        this.server = RedisServer.builder().config("dir " + folder).start();
        this.engines = TestEngines.on(server);
        this.admin = engines.closing(server.connect());
        Files.delete(folder);
        admin.aclSetUser(USER, "on", ">right", "allkeys", "allchannels", "allcommands");
    }

    private Backend backend() {
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .user(USER)
                .password("right")
                .hostAndPortMapper(RedisConnections::inTime);
        return new RedisBackend(new RedisConnections(
                server.client(config),
                server.client(config.blockingSocketTimeoutMillis(10_000)),
                server.address(),
                Duration.ofSeconds(2)));
    }

    @ParameterizedTest
    @EnumSource
    void refusalShouldBeOneOutageInTheWordsOfRedis(Refusal refusal) {
        DelayQueueEngine engine =
                engines.start(backend(), engines.consuming((payload, context) -> delivered.add(context.id()), 1));
        Task before = engines.task(Duration.ofMillis(1));
        engine.service().addTask(before);
        await().until(() -> delivered.contains(before.id()));
        try (LogLines lines = LogLines.of("io.delayqueue", Level.INFO)) {
            refusal.begin.accept(admin);
            await().until(() -> engine.status().refusal() != null);
            assertThat(engine.status().refusal()).contains("refuses commands: " + refusal);
            Task during = engines.task(Duration.ofMillis(1));
            // A call on a connection that was closed may have had its effect, so it fails otherwise, once a connection.
            await().untilAsserted(() -> assertThatExceptionOfType(TaskStoreRefusalException.class)
                    .isThrownBy(() -> engine.service().addTask(during))
                    .withMessageContaining("refuses commands: " + refusal));
            refusal.end.accept(admin);
            await().until(() -> engine.status().refusal() == null);
            assertThat(engine.status().outage()).isNull();
            engine.service().addTask(during);
            await().until(() -> delivered.contains(during.id()));
            assertThat(lines.with(""))
                    .filteredOn(line -> !line.startsWith("DEBUG") && !line.contains("delayqueue.redis-checks"))
                    .satisfiesExactly(
                            line -> assertThat(line)
                                    .startsWith("WARN The store at")
                                    .contains(refusal.name()),
                            line -> assertThat(line).startsWith("INFO The store at"));
        }
    }

    @Test
    void engineShouldNotStartOnAServerThatItHasUsedAndThatIsAReplicaNow() {
        engines.start(backend(), engines.consuming((payload, context) -> {}, 1)).close();
        Refusal.READONLY.begin.accept(admin);
        DelayQueueEngine again = engines.build(backend(), engines.consuming((payload, context) -> {}, 1));
        assertThatExceptionOfType(TaskStoreRefusalException.class)
                .isThrownBy(again::start)
                .withMessageContaining("READONLY");
    }

    /** The tasks in it free memory. */
    @Test
    void engineShouldStartOnAFullServerThatItHasUsed() {
        DelayQueueEngine first = engines.start(backend(), engines.consuming((payload, context) -> {}, 1));
        first.stop();
        Task waiting = engines.task(Duration.ZERO);
        first.service().addTask(waiting);
        Refusal.OOM.begin.accept(admin);
        engines.start(backend(), engines.consuming((payload, context) -> delivered.add(context.id()), 1));
        await().untilAsserted(() -> assertThat(delivered).isEqualTo(Set.copyOf(List.of(waiting.id()))));
    }
}
