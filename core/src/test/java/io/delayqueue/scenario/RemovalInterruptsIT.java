package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.IfExists;
import io.delayqueue.TaskContext;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.UnifiedJedis;

/** The removal of a task whose callback runs. */
@Tag(Chaos.TAG)
class RemovalInterruptsIT {

    private static final Duration LEASE = Duration.ofSeconds(1);

    @RegisterExtension
    private final TestEngines engines = TestEngines.on(RedisServer.builder()
            .config("user mute on >p ~* +@all resetchannels")
            .start());

    private final RedisServer server = engines.server();

    private final LogLines log = engines.closing(new LogLines(TaskEventLog.class));

    private final Semaphore gate = new Semaphore(0);

    private final Map<String, TaskContext> running = new ConcurrentHashMap<>();

    private final Queue<String> ended = new ConcurrentLinkedQueue<>();

    private DelayQueueEngine engine;

    @AfterEach
    void close() {
        gate.release(100);
    }

    private void start(int concurrency) {
        engine = engines.startSubscribed(engines.consuming(this::call, concurrency));
    }

    private void call(Object payload, TaskContext context) throws InterruptedException {
        running.put(context.id(), context);
        try {
            if (context.id().startsWith("removes")) {
                remove(payload);
            }
            if (context.id().startsWith("deaf")) {
                gate.acquireUninterruptibly();
            } else if (!context.id().startsWith("quick")) {
                gate.acquire();
            }
            ended.add(context.id() + " returned");
        } catch (InterruptedException e) {
            ended.add(context.id() + " interrupted");
            throw e;
        } finally {
            running.remove(context.id());
        }
    }

    private void remove(Object payload) {
        if (payload.equals("topic")) {
            assertThat(engines.topic(service()).removeTasks()).isPositive();
        } else {
            assertThat(service().removeTask(engines.group(), (String) payload).task())
                    .isNotNull();
        }
    }

    private DelayQueueService service() {
        return engine.service();
    }

    private void run(String id, String payload) {
        service().addTask(engines.builder().id(id).payload(payload).build());
        await().until(() -> running.containsKey(id));
    }

    private TopicStatus topic() {
        return engine.status().groups().get(0).topics().get(0);
    }

    /** Messages arrive in their order: one that is sent now is behind all others. */
    private void awaitMessages() {
        run("last", "");
        assertThat(service().removeTask(engines.group(), "last").task()).isNotNull();
        await().until(() -> ended.contains("last interrupted"));
    }

    @Test
    void removalShouldInterruptTheCallbackAndFreeItsSlot() {
        start(1);
        run("hangs", "");
        service().addTask(engines.builder().id("quick").build());
        assertThat(service().removeTask(engines.group(), "hangs").task()).isNotNull();
        await().untilAsserted(() -> assertThat(ended).containsExactly("hangs interrupted", "quick returned"));
        await().until(() -> topic().running() == 0);
        await().until(() -> engines.topic(service()).count().total() == 0);
        assertThat(log.with("")).isEmpty();
    }

    @Test
    void replacementShouldRunBesideTheCallbackThatSeesIt() {
        start(2);
        run("hangs", "");
        TaskContext replaced = running.get("hangs");
        service()
                .addTask(
                        engines.builder().id("hangs").ifExists(IfExists.REPLACE).build());
        await().until(() -> running.get("hangs") != replaced);
        await().until(replaced::isCancelled);
        gate.release(2);
        await().until(() -> engines.topic(engine).count().total() == 0);
        assertThat(ended).containsExactly("hangs returned", "hangs returned");
        assertThat(log.with("")).isEmpty();
    }

    @Test
    void removalByAnotherEngineShouldInterruptToo() {
        start(1);
        DelayQueueEngine other = engines.build();
        run("hangs", "");
        assertThat(engines.topic(other).removeTasks()).isEqualTo(1);
        await().untilAsserted(() -> assertThat(ended).containsExactly("hangs interrupted"));
    }

    @Test
    void callbackThatIgnoresTheRemovalShouldBeReplaced() {
        start(1);
        run("deaf", "");
        service().addTask(engines.builder().id("quick").build());
        assertThat(service().removeTask(engines.group(), "deaf").task()).isNotNull();
        await().untilAsserted(() -> assertThat(ended).containsExactly("quick returned"));
        assertThat(topic().ignoringInterruption()).isEqualTo(1);
        await().untilAsserted(() -> assertThat(log.with("ignores interruption")).hasSize(1));
        gate.release();
        await().until(() -> topic().ignoringInterruption() == 0);
        await().until(() -> engines.topic(service()).count().total() == 0);
    }

    @Test
    void callbackThatEmptiesItsTopicShouldGoOnAndTheOthersShouldNot() {
        start(3);
        run("hangs", "");
        run("removes", "topic");
        await().untilAsserted(() -> assertThat(ended).containsExactly("hangs interrupted"));
        awaitMessages();
        assertThat(ended).containsExactly("hangs interrupted", "last interrupted");
        gate.release();
        await().untilAsserted(() ->
                assertThat(ended).containsExactly("hangs interrupted", "last interrupted", "removes returned"));
    }

    /** Without channels no message arrives. */
    @Test
    void callbackShouldGoOnIfTheMessageOfTheRemovalIsLost() {
        engine = engines.start(
                new RedisBackend(new RedisConnections(mute(), mute(), server.address(), Duration.ofSeconds(2))),
                engines.consuming(this::call, 2).andThen(TestEngines.settings(LEASE, LEASE)));
        run("hangs", "");
        assertThat(service().removeTask(engines.group(), "hangs").task()).isNotNull();
        assertGoesOn("hangs");
    }

    @Test
    void callbackShouldGoOnIfTheStoreHasLostItsTask() {
        engine = engines.start(engines.consuming(this::call, 2).andThen(TestEngines.settings(LEASE, LEASE)));
        run("hangs", "");
        server.client().flushAll();
        assertGoesOn("hangs");
    }

    private void assertGoesOn(String id) {
        await().until(() -> running.get(id).isCancelled());
        await().during(LEASE.multipliedBy(2)).until(ended::isEmpty);
        gate.release();
        await().untilAsserted(() -> assertThat(ended).containsExactly(id + " returned"));
    }

    private UnifiedJedis mute() {
        return server.client(DefaultJedisClientConfig.builder().user("mute").password("p"));
    }
}
