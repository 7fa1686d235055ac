package io.delayqueue.scenario;

import io.delayqueue.TaskContext;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.OtherJvm;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;

/**
 * The main class of a JVM that consumes a topic until it is killed. It writes the start and the end of each callback to
 * Redis. Some callbacks never end, one of them without a thread, so that a kill always meets callbacks in the middle.
 */
final class KillableConsumer {

    static final int CONCURRENCY = 8;

    static final int HANGING = 3;

    /** Quick ones first, so that tasks are prefetched. */
    private static final int QUICK = 60;

    private final RedisClient redis;

    private final String list;

    private final AtomicInteger calls = new AtomicInteger();

    private KillableConsumer(RedisClient redis, String list) {
        this.redis = redis;
        this.list = list;
    }

    /**
     * Starts one.
     *
     * @param list the list that takes its lines, "event id attempt due at"; its connections have the same name
     */
    static Process start(String host, int port, String group, Duration lease, String list) throws IOException {
        return OtherJvm.start(KillableConsumer.class, host, port, group, lease.toMillis(), list);
    }

    public static void main(String[] arguments) throws IOException {
        String host = arguments[0];
        int port = Integer.parseInt(arguments[1]);
        String group = arguments[2];
        Duration lease = Duration.ofMillis(Long.parseLong(arguments[3]));
        RedisClient redis = client(host, port, arguments[4]);
        KillableConsumer consumer = new KillableConsumer(redis, arguments[4]);
        RedisConnections connections =
                new RedisConnections(redis, client(host, port, arguments[4]), host, Duration.ofSeconds(2));
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(new RedisBackend(connections))
                .callback(TestEngines.topicCallback(
                        group,
                        (payload, context) -> consumer.call(context),
                        TopicOptions.builder()
                                .concurrency(CONCURRENCY)
                                .maxAttempts(ConsumerKilledIT.MAX_ATTEMPTS)
                                .build()));
        HistoryCheck.keeping(List.of(group)).accept(builder);
        TestEngines.settings(lease, Duration.ofSeconds(1)).accept(builder);
        builder.build().start();
        OtherJvm.endWithInput();
    }

    private static RedisClient client(String host, int port, String name) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(-1);
        return RedisClient.builder()
                .hostAndPort(host, port)
                .clientConfig(
                        DefaultJedisClientConfig.builder().clientName(name).build())
                .poolConfig(pool)
                .build();
    }

    private void call(TaskContext context) {
        write("start", context);
        int call = calls.incrementAndGet();
        if (call > QUICK && call <= QUICK + HANGING) {
            write("hang", context);
            if (call == QUICK + HANGING) {
                context.completeWith(new CompletableFuture<>());
                return;
            }
            while (true) {
                LockSupport.park();
            }
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        write("end", context);
    }

    private void write(String event, TaskContext context) {
        List<Object> words = List.of(event, context.id(), context.attempt(), context.dueAt(), Instant.now());
        redis.rpush(list, String.join(" ", words.stream().map(Object::toString).toList()));
    }
}
