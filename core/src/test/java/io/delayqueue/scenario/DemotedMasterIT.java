package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** A planned failover: the replica is promoted, the address leads to it, and the old master stays up with its connections. */
class DemotedMasterIT {

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer first = engines.server();

    private final RedisServer second = engines.closing(RedisServer.start());

    private final TcpProxy address = engines.closing(TcpProxy.to(first));

    @Test
    void connectionsToADemotedMasterShouldBeReplaced() {
        replicate(second, first);
        await().until(() -> second.client().info("replication").contains("master_link_status:up"));
        Queue<String> ran = new ConcurrentLinkedQueue<>();
        DelayQueueEngine engine = engines.start(
                RedisBackend.connect(address.host(), address.port()),
                engines.consuming((payload, context) -> ran.add(context.id()), 4));
        engine.service().addTask(engines.builder().id("before").build());
        await().until(() -> ran.contains("before"));
        promote(second);
        address.redirect(second);
        replicate(first, second);
        engine.service().addTask(engines.builder().id("after").build());
        await().atMost(Duration.ofSeconds(20)).until(() -> ran.contains("after"));
        assertThat(first.client().info("replication")).contains("role:slave");
    }

    private static void replicate(RedisServer replica, RedisServer master) {
        try (Jedis jedis = new Jedis(replica.hostAndPort())) {
            jedis.replicaof(master.host(), master.port());
        }
    }

    private static void promote(RedisServer replica) {
        try (Jedis jedis = new Jedis(replica.hostAndPort())) {
            jedis.replicaofNoOne();
        }
    }
}
