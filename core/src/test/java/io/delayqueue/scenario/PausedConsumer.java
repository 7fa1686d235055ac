package io.delayqueue.scenario;

import io.delayqueue.TaskContext;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.OtherJvm;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import redis.clients.jedis.RedisClient;

/**
 * The main class of a JVM that consumes a topic and stops itself, by SIGSTOP, when each of its workers runs a task named "hold...". When it
 * goes on these end at once, so that its workers take what waits.
 */
final class PausedConsumer {

    static final int CONCURRENCY = 8;

    /** Takes the ids of the tasks that begin. */
    static final String BEGUN = "begun";

    /** No thread stands still for so long unless the JVM was stopped. */
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final RedisClient redis;

    /** Number of callbacks that hold now: a busy machine may make a task begin twice. */
    private final AtomicInteger holding = new AtomicInteger();

    private PausedConsumer(RedisClient redis) {
        this.redis = redis;
    }

    static Process start(RedisServer server, String group, Duration lease) throws IOException {
        return OtherJvm.start(PausedConsumer.class, server.host(), server.port(), group, lease.toMillis());
    }

    public static void main(String[] arguments) throws IOException {
        String host = arguments[0];
        int port = Integer.parseInt(arguments[1]);
        PausedConsumer consumer = new PausedConsumer(RedisClient.create(host, port));
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(RedisBackend.connect(host, port))
                .callback(TestEngines.topicCallback(
                        arguments[2],
                        (payload, context) -> consumer.call(context),
                        TopicOptions.builder().concurrency(CONCURRENCY).build()));
        TestEngines.settings(Duration.ofMillis(Long.parseLong(arguments[3])), Duration.ofSeconds(1))
                .accept(builder);
        builder.build().start();
        OtherJvm.endWithInput();
    }

    private void call(TaskContext context) throws IOException {
        redis.rpush(BEGUN, context.id());
        if (!context.id().startsWith("hold")) {
            return;
        }
        if (holding.incrementAndGet() == CONCURRENCY) {
            String self = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("env", "LC_ALL=C", "kill", "-STOP", self).start();
        }
        long last = System.nanoTime();
        for (long now = last; now - last < PAUSE; now = System.nanoTime()) {
            last = now;
            Thread.onSpinWait();
        }
        holding.decrementAndGet();
    }
}
