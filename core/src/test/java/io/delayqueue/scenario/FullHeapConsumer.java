package io.delayqueue.scenario;

import io.delayqueue.TaskContext;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.FullHeap;
import io.delayqueue.testing.OtherJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** The main class of a JVM that consumes a topic, and whose heap is full for some time once it has run a task. */
final class FullHeapConsumer {

    /** The list of the tasks that begin. */
    static final String BEGUN = "begun";

    /** Exists once there is memory again. */
    static final String FREED = "freed";

    /** The milliseconds since the last sign of the thread that has given none for longest. */
    static final String SILENCE = "silence";

    /** A task with this id runs until this key exists. */
    static final String SLOW = "slow";

    private static final int ROUNDS = 3;

    private static final Duration FULL = Duration.ofMillis(1_500);

    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(50);

    private final RedisClient redis;

    private FullHeapConsumer(RedisClient redis) {
        this.redis = redis;
    }

    static Process start(String host, int port, String group, Duration lease) throws IOException {
        return OtherJvm.start(
                List.of("-XX:+UseSerialGC", "-Xmx24m"), FullHeapConsumer.class, host, port, group, lease.toMillis());
    }

    public static void main(String[] arguments) throws IOException {
        String host = arguments[0];
        int port = Integer.parseInt(arguments[1]);
        // A pool may lose connections that are returned while there is no memory.
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(-1);
        RedisClient redis =
                RedisClient.builder().hostAndPort(host, port).poolConfig(pool).build();
        FullHeapConsumer consumer = new FullHeapConsumer(redis);
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(RedisBackend.connect(host, port))
                .callback(TestEngines.topicCallback(
                        arguments[2],
                        (payload, context) -> consumer.call(context),
                        TopicOptions.builder()
                                .concurrency(4)
                                .maxAttempts(1_000)
                                .retryPolicy(failed -> Duration.ofMillis(100))
                                .build()));
        TestEngines.settings(Duration.ofMillis(Long.parseLong(arguments[3])), Duration.ofSeconds(1))
                .accept(builder);
        DelayQueueEngine engine = builder.build();
        engine.start();
        Thread main = new Thread(() -> consumer.fillAndWatch(engine));
        main.setDaemon(true);
        main.start();
        OtherJvm.endWithInput();
    }

    private void call(TaskContext context) {
        redis.rpush(BEGUN, context.id());
        while (context.id().equals(SLOW) && !redis.exists(SLOW)) {
            LockSupport.parkNanos(TICK);
        }
    }

    private void fillAndWatch(DelayQueueEngine engine) {
        while (redis.llen(BEGUN) == 0) {
            LockSupport.parkNanos(TICK);
        }
        for (int round = 0; round < ROUNDS; round++) {
            FullHeap.keep(FULL);
            LockSupport.parkNanos(FULL.toNanos() / 3);
        }
        redis.set(FREED, "");
        while (true) {
            redis.set(SILENCE, Long.toString(silence(engine.status())));
            LockSupport.parkNanos(TICK);
        }
    }

    private static long silence(EngineStatus status) {
        Stream<Duration> ofGroups = status.groups().stream()
                .flatMap(group -> Stream.of(group.sincePush(), group.sinceReserve(), group.sinceAcknowledge()));
        return Stream.concat(ofGroups, status.jobs().values().stream())
                .mapToLong(Duration::toMillis)
                .max()
                .orElse(Long.MAX_VALUE);
    }
}
