package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.store.Backend;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** A Redis that loses registrations while instances that need them run. */
class LostRegistrationIT {

    private static final String SUMMARY = "MONITOR:SUMMARY";

    /** An instance reads the register every ten seconds. */
    private static final Duration LOOK = Duration.ofSeconds(20);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer().disturbed();

    private final RedisServer server = engines.server();

    private final LogLines log = engines.closing(LogLines.of("io.delayqueue.internal", Level.WARN));

    private final String group = engines.group();

    private final Queue<String> delivered = new ConcurrentLinkedQueue<>();

    private Consumer<DelayQueueEngineBuilder> callbacks(String... topics) {
        TaskCallback<Object> callback = (payload, context) -> delivered.add(context.id());
        return builder -> {
            for (String topic : topics) {
                builder.callback(group, topic, Object.class, callback);
            }
        };
    }

    private DelayQueueEngine consume(String... topics) {
        return engines.start(callbacks(topics));
    }

    private DelayQueueEngine idle(Backend backend) {
        return engines.build(backend, builder -> {});
    }

    private void assertDelivers(DelayQueueEngine engine, String topic, String id) {
        engine.service().addTask(Task.of(group, topic).id(id).build());
        await().atMost(LOOK).until(() -> delivered.contains(id));
    }

    /** Has every instance read the registry now, so often that each has done it at least once when it returns. */
    private void letAllLook() {
        DelayQueueEngine other = idle(engines.backend());
        long before = readsOfTheRegistry(server);
        await().until(() -> {
            other.register().registerGroup("a" + System.nanoTime());
            return readsOfTheRegistry(server) >= before + 6;
        });
    }

    private static long readsOfTheRegistry(RedisServer register) {
        return Commands.count(register, "hgetall");
    }

    @Test
    void topicRegisteredAfterTheSnapshotShouldBeConsumedAgainWithOneWarning() {
        consume("t");
        try (Jedis jedis = server.connect()) {
            jedis.save();
        }
        DelayQueueEngine newer = consume("t", "cancel");
        assertDelivers(newer, "cancel", "before");
        server.kill();
        server.restart();
        assertDelivers(newer, "cancel", "after");
        letAllLook();
        // Only what was missing is registered again.
        assertThat(log.with("registered again")).singleElement().asString().contains(group + "/cancel");
    }

    @Test
    void removedSummaryShouldBeRegisteredAgainByInstancesThatRun() {
        DelayQueueEngine one = consume("a", "b");
        DelayQueueEngine other = consume("b", "c");
        server.client().del(SUMMARY);
        letAllLook();
        await().atMost(LOOK)
                .untilAsserted(
                        () -> assertThat(one.register().topics().get(group)).containsExactly("a", "b", "c"));
        assertDelivers(one, "a", "1");
        assertDelivers(one, "b", "2");
        assertDelivers(other, "c", "3");
    }

    @Test
    void removedSummaryShouldBeRegisteredAgainWithinTenSecondsWithoutAMessage() {
        consume("a");
        TestEngines.awaitSubscriptions(server, 1);
        AtomicLong seen = new AtomicLong();
        await().during(Duration.ofMillis(500)).until(() -> seen.getAndSet(readsOfTheRegistry(server)) == seen.get());
        server.client().del(SUMMARY);
        await().atMost(Duration.ofSeconds(11)).until(() -> server.client().exists(SUMMARY));
    }

    @Test
    void promotedReplicaThatLacksARegistrationShouldGetItAgain() {
        RedisServer replica = engines.closing(RedisServer.start());
        TcpProxy address = engines.closing(TcpProxy.to(server));
        consume("t");
        try (Jedis jedis = new Jedis(replica.hostAndPort())) {
            jedis.replicaof(server.host(), server.port());
            await().until(() -> "t".equals(replica.client().hget(SUMMARY, group)));
            jedis.replicaofNoOne();
        }
        DelayQueueEngine engine =
                engines.start(RedisBackend.connect(address.host(), address.port()), callbacks("t", "cancel"));
        assertDelivers(engine, "cancel", "before");
        address.redirect(replica);
        server.kill();
        assertDelivers(engine, "cancel", "after");
    }

    @Test
    void topicThatOnlyAnInstanceForAllTopicsConsumesShouldBeRegisteredAgain() {
        DelayQueueEngine engine = engines.start(builder -> builder.allowCallbacks(List.of("io.delayqueue.scenario.*")));
        idle(engines.backend()).register().registerTopic(group, "t");
        await().until(() -> !engine.status().groups().isEmpty());
        server.client().del(SUMMARY);
        letAllLook();
        await().atMost(LOOK).until(() -> "t".equals(server.client().hget(SUMMARY, group)));
    }

    @Test
    void groupDeclaredWithoutTopicsShouldBeRegisteredAgain() {
        engines.start(builder -> builder.group(group));
        server.client().del(SUMMARY);
        letAllLook();
        await().atMost(LOOK).until(() -> "".equals(server.client().hget(SUMMARY, group)));
    }

    @Test
    void removedTopicShouldStayRemovedThoughTheRestOfTheRegisterIsLost() {
        consume("t", "cancel");
        idle(engines.backend()).register().cancelTopic(group, "cancel");
        letAllLook();
        assertThat(server.client().hget(SUMMARY, group)).isEqualTo("t");
        server.client().del(SUMMARY);
        letAllLook();
        await().atMost(LOOK).until(() -> "t".equals(server.client().hget(SUMMARY, group)));
        letAllLook();
        assertThat(server.client().hget(SUMMARY, group)).isEqualTo("t");
    }

    @Test
    void removedTopicShouldBeProtectedAgainOnceItIsRegisteredOnPurpose() {
        DelayQueueEngine engine = consume("t", "cancel");
        DelayQueueEngine operator = idle(engines.backend());
        operator.register().cancelGroup(group);
        letAllLook();
        assertThat(server.client().hget(SUMMARY, group)).isNull();
        operator.register().registerTopic(group, "cancel");
        assertDelivers(engine, "cancel", "1");
        server.client().del(SUMMARY);
        letAllLook();
        await().atMost(LOOK).until(() -> "cancel".equals(server.client().hget(SUMMARY, group)));
        assertDelivers(engine, "cancel", "2");
    }

    @Test
    void registrationWhoseReplyIsLostShouldBeReportedAllTheSame() {
        TcpProxy address = engines.closing(TcpProxy.to(server));
        engines.start(RedisBackend.connect(address.host(), address.port()), callbacks("t"));
        address.dropReplyTo("\r\n" + group + "\r\n");
        server.client().del(SUMMARY);
        await().atMost(LOOK).until(() -> !log.with("registered again").isEmpty());
        assertThat(server.client().hget(SUMMARY, group)).isEqualTo("t");
    }
}
