package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskContext;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.consume.TopicWatch;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.RedisClient;

/** What an engine's own threads must survive: a log that throws, a log that blocks, and a heap that is full for some time. */
@SuppressWarnings("try") // a hook is there while its block runs
class EngineThreadsIT {

    private static final Duration LEASE = Duration.ofSeconds(3);

    /** Longer than an idle thread is silent, shorter than a dead one has been when this is asked. */
    private static final Duration SILENCE = Duration.ofSeconds(6);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer().disturbed();

    private final RedisServer server = engines.server();

    private final Queue<String> begun = new ConcurrentLinkedQueue<>();

    private final CountDownLatch open = engines.gate();

    private Consumer<DelayQueueEngineBuilder> consuming(boolean hanging) {
        return engines.consuming((payload, context) -> run(context, hanging), 1)
                .andThen(builder -> builder.blockedAfter(Duration.ofSeconds(1)))
                .andThen(TestEngines.settings(LEASE, Duration.ofSeconds(1)));
    }

    private void run(TaskContext context, boolean hanging) throws InterruptedException {
        begun.add(context.id());
        if (hanging) {
            open.await();
        }
    }

    private void add(DelayQueueEngine engine, String id) {
        engine.service().addTask(engines.builder().id(id).build());
    }

    private boolean isEmpty(DelayQueueEngine engine) {
        return engines.topic(engine).count().total() == 0;
    }

    @Test
    void outageWhoseLinesThrowShouldEndNoThread() {
        AtomicInteger refused = new AtomicInteger();
        DelayQueueEngine engine = engines.start(TestEngines.impatientBackend(server), consuming(false));
        try (HookedLog throwing = new HookedLog("io.delayqueue", event -> {
            refused.incrementAndGet();
            throw new IllegalStateException("disk full");
        })) {
            server.kill();
            Duration before = SILENCE;
            await().until(() -> engine.status().groups().get(0).sincePush().compareTo(before) > 0);
            assertThat(refused).hasPositiveValue();
            server.restart();
            await().until(() -> engine.status().outage() == null);
            add(engine, "after");
            await().until(() -> begun.contains("after"));
            await().until(() -> isEmpty(engine));
            await().until(() -> engine.status().jobs().values().stream().allMatch(this::isFresh)
                    && isFresh(engine.status().groups().get(0).sinceReserve())
                    && isFresh(engine.status().groups().get(0).sincePush()));
            assertThat(engine.status().jobs())
                    .containsOnlyKeys("lease-keeper", "wake-up-listener", "registry-watcher", "instance-heartbeats");
        }
    }

    private boolean isFresh(Duration age) {
        return age.compareTo(SILENCE) < 0;
    }

    /** The line that says that the topic is blocked is logged by the thread that sees to the leases. */
    @Test
    void lineThatBlocksShouldNotKeepLeasesFromBeingRenewed() {
        CountDownLatch writing = new CountDownLatch(1);
        try (HookedLog blocking = new HookedLog(TopicWatch.class.getName(), event -> {
            writing.countDown();
            awaitOpen();
        })) {
            DelayQueueEngine engine = engines.start(consuming(true));
            add(engine, "slow");
            await().until(() -> begun.size() == 1);
            engines.start(consuming(true));
            await().until(() -> writing.getCount() == 0);
            Duration leases = LEASE.multipliedBy(2);
            await().atMost(leases.multipliedBy(5)).during(leases).untilAsserted(() -> assertThat(begun)
                    .containsExactly("slow"));
            open.countDown();
            await().until(() -> isEmpty(engine));
            assertThat(begun).containsExactly("slow");
        }
    }

    private void awaitOpen() {
        try {
            assertThat(open.await(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void allThreadsShouldWorkAfterTheHeapWasFull() throws IOException {
        RedisClient redis = server.client();
        DelayQueueEngine other = engines.build(consuming(false));
        engines.killing(FullHeapConsumer.start(server.host(), server.port(), engines.group(), LEASE));
        add(other, "first");
        await().until(() -> redis.llen(FullHeapConsumer.BEGUN) > 0);
        other.service()
                .addTasks(IntStream.range(0, 40)
                        .mapToObj(i -> engines.builder()
                                .id("t" + i)
                                .delay(Duration.ofMillis(100 * i))
                                .build())
                        .toList());
        await("memory").until(() -> redis.exists(FullHeapConsumer.FREED));
        await("all that fell due without memory").until(() -> isEmpty(other));
        assertThat(redis.lrange(FullHeapConsumer.BEGUN, 0, -1))
                .containsAll(IntStream.range(0, 40).mapToObj(i -> "t" + i).toList());
        await("signs of all threads").until(() -> {
            String silence = redis.get(FullHeapConsumer.SILENCE);
            return silence != null && Long.parseLong(silence) < SILENCE.toMillis();
        });

        add(other, FullHeapConsumer.SLOW);
        await().until(() -> redis.lpos(FullHeapConsumer.BEGUN, FullHeapConsumer.SLOW) != null);
        other.start();
        Duration leases = LEASE.multipliedBy(2);
        await().atMost(leases.multipliedBy(5)).during(leases).until(begun::isEmpty);
        redis.set(FullHeapConsumer.SLOW, "");
        await().until(() -> isEmpty(other));
        assertThat(redis.lrange(FullHeapConsumer.BEGUN, 0, -1)).containsOnlyOnce(FullHeapConsumer.SLOW);
        assertThat(begun).isEmpty();
    }
}
