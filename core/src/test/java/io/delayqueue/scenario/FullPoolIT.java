package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.StoreClock;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;

/** Eight groups share two connections, and another client takes both for a while. */
@Tag(Chaos.TAG)
class FullPoolIT {

    private static final int ROUNDS = Chaos.scaled(1, 4);

    private static final int CONNECTIONS = 2;

    private static final int GROUPS = 8;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger(StoreClock.of(server));

    private final Random random = Chaos.random(getClass());

    private final List<String> groups =
            Stream.generate(() -> "g" + UUID.randomUUID()).limit(GROUPS).toList();

    private final RedisClient commands = RedisClient.builder()
            .hostAndPort(server.hostAndPort())
            .poolConfig(small())
            .build();

    private static ConnectionPoolConfig small() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(CONNECTIONS);
        pool.setMaxWait(Duration.ofMillis(200));
        return pool;
    }

    private static ConnectionPoolConfig unbounded() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(-1);
        return pool;
    }

    @Test
    void addsSucceedOrThrowAndNothingIsLostEarlyOrDoubled() {
        DelayQueueEngine engine = engines.start(backend(), consuming());
        List<Load> loads =
                groups.stream().map(group -> load(engine.service(), group)).toList();
        for (int round = 0; round < ROUNDS; round++) {
            loads.forEach(load -> load.awaitMore(20));
            List<Connection> taken =
                    Stream.generate(this::take).limit(CONNECTIONS).toList();
            List<Integer> failed = loads.stream().map(Load::unconfirmed).toList();
            for (int i = 0; i < GROUPS; i++) {
                Load load = loads.get(i);
                int before = failed.get(i);
                await().until(() -> load.unconfirmed() > before);
            }
            await().during(Duration.ofMillis(random.nextInt(500))).until(() -> true);
            int before = ledger.size();
            taken.forEach(Connection::close);
            loads.forEach(load -> load.awaitMore(20));
            await().until(() -> ledger.size() > before + 20 * GROUPS);
        }
        loads.forEach(Load::close);
        await().until(() -> ledger.lost().isEmpty());
        assertThat(loads).allMatch(load -> load.unconfirmed() >= ROUNDS);
        ledger.conclude("full pool", ROUNDS, 0);
    }

    /** The engine is quick to take what is free, too. */
    private Connection take() {
        return await().ignoreExceptionsInstanceOf(JedisException.class)
                .until(() -> commands.getPool().getResource(), Objects::nonNull);
    }

    private RedisBackend backend() {
        RedisClient blocking = RedisClient.builder()
                .hostAndPort(server.hostAndPort())
                .poolConfig(unbounded())
                .build();
        return new RedisBackend(new RedisConnections(commands, blocking, server.address(), Duration.ofMillis(500)));
    }

    private Consumer<DelayQueueEngineBuilder> consuming() {
        return builder -> groups.forEach(
                group -> builder.callback(TestEngines.topicCallback(group, ledger, TopicOptions.DEFAULT)));
    }

    private Load load(DelayQueueService service, String group) {
        Duration longerThanAnyRepetition = Duration.ofSeconds(1);
        return new Load(
                service,
                () -> Task.of(group, TestEngines.TOPIC)
                        .delay(longerThanAnyRepetition)
                        .build(),
                ledger);
    }
}
