package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisSentinelClient;

/** An engine on a master under sentinels, which dies. */
class SentinelDeliveryIT {

    private static final int TASKS = 300;

    private final RedisSentinels sentinels = RedisSentinels.start();

    private final TestEngines engines = new TestEngines();

    private final List<String> groups = List.of(engines.group(), "g" + UUID.randomUUID(), "g" + UUID.randomUUID());

    private final Ledger ledger = new Ledger();

    @AfterEach
    void close() {
        engines.close();
        sentinels.close();
    }

    private RedisBackend backend() {
        return new RedisBackend(
                new RedisConnections(client(), client(), sentinels.sentinels().toString(), Duration.ofSeconds(2)));
    }

    private RedisSentinelClient client() {
        ConnectionPoolConfig unbounded = new ConnectionPoolConfig();
        unbounded.setMaxTotal(-1);
        return RedisSentinelClient.builder()
                .masterName(sentinels.masterName())
                .sentinels(sentinels.sentinels())
                .poolConfig(unbounded)
                .build();
    }

    @Test
    void deliveryGoesOnAfterAFailover() {
        Consumer<DelayQueueEngineBuilder> consuming = builder -> groups.forEach(
                group -> builder.callback(TestEngines.topicCallback(group, ledger, TopicOptions.DEFAULT)));
        DelayQueueEngine engine = engines.start(backend(), consuming);
        addAndAwait(engine);
        ledger.assertEachRanOnce();

        // What the replica had not heard of may be lost, so this has a ledger of its own. Its tasks run in the other's.
        Ledger unsure = new Ledger();
        try (Load load = new Load(engine.service(), () -> engines.task(Duration.ofMillis(50)), unsure)) {
            load.awaitMore(100);
            RedisServer dead = sentinels.killMaster();
            await().atMost(Duration.ofSeconds(60)).until(() -> sentinels.currentMaster() != dead);
            load.awaitMore(100);
            int before = ledger.size();
            await().until(() -> ledger.size() > before + 100);
        }
        addAndAwait(engine);
        assertThat(ledger.early()).isEmpty();
        for (String group : groups) {
            await().untilAsserted(() -> new GroupAudit(sentinels.client(), group).check());
        }
    }

    private void addAndAwait(DelayQueueEngine engine) {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            tasks.add(Task.of(groups.get(i % groups.size()), TestEngines.TOPIC)
                    .delay(Duration.ofMillis(i))
                    .build());
        }
        engine.service().addTasks(tasks).forEach(result -> ledger.added(result.id()));
        await().until(() -> ledger.lost().isEmpty());
    }
}
