package io.delayqueue.engine;

import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import io.delayqueue.testing.RedisServer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/** The engines of one test. They share a group that no other test has. */
public final class TestEngines implements AutoCloseable {

    public static final String TOPIC = "t";

    private final String group = "g" + UUID.randomUUID();

    private final List<DelayQueueEngine> engines = new CopyOnWriteArrayList<>();

    public String group() {
        return group;
    }

    public static Backend backend(RedisServer server) {
        return RedisBackend.connect(server.host(), server.port());
    }

    /** A store that gives a call up after 200 ms. */
    public static Backend impatientBackend(RedisServer server) {
        RedisClient commands = RedisClient.create(server.host(), server.port());
        RedisClient blocking = RedisClient.create(server.host(), server.port());
        return new RedisBackend(new RedisConnections(commands, blocking, server.address(), Duration.ofMillis(200)));
    }

    /** Waits until so many engines hear what the others say. */
    public static void awaitSubscriptions(RedisServer server, long engines) {
        String channel = "MONITOR:CHANGED:0";
        await().until(() -> {
            try (Jedis jedis = new Jedis(server.hostAndPort())) {
                return jedis.pubsubNumSub(channel).get(channel) == engines;
            }
        });
    }

    /** Has an engine check its store at an interval. */
    public static Consumer<DelayQueueEngineBuilder> storeCheckInterval(Duration interval) {
        return builder -> builder.storeCheckInterval(interval);
    }

    /** Gives an engine a clock for deadlines. */
    public static Consumer<DelayQueueEngineBuilder> clock(Clock clock) {
        return builder -> builder.clock(clock);
    }

    /** An engine that is not started: it can add. */
    public DelayQueueEngine build(Backend backend, Consumer<DelayQueueEngineBuilder> options) {
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(backend);
        options.accept(builder);
        DelayQueueEngine engine = builder.build();
        engines.add(engine);
        return engine;
    }

    public DelayQueueEngine start(Backend backend, Consumer<DelayQueueEngineBuilder> options) {
        DelayQueueEngine engine = build(backend, options);
        engine.start();
        return engine;
    }

    /** Runs the topic's tasks, so many at once. */
    public Consumer<DelayQueueEngineBuilder> consuming(TaskCallback<?> callback, int concurrency) {
        return consuming(callback, new TopicOptions(concurrency, null, null, null));
    }

    public Consumer<DelayQueueEngineBuilder> consuming(TaskCallback<?> callback, TopicOptions options) {
        return builder -> builder.callback(topicCallback(group, callback, options));
    }

    public static TopicCallback topicCallback(String group, TaskCallback<?> callback, TopicOptions options) {
        return new TopicCallback(new TopicName(group, TOPIC), Object.class, callback, options, "test");
    }

    public static Consumer<DelayQueueEngineBuilder> settings(Duration lease, Duration shutdownTimeout) {
        return builder ->
                builder.settings(new EngineSettings(lease, shutdownTimeout, 1 << 20, EngineSettings.DEFAULT.topics()));
    }

    /** A task of the topic. */
    public Task task(Duration delay) {
        return builder().delay(delay).build();
    }

    public TaskBuilder builder() {
        return Task.of(group, TOPIC);
    }

    @Override
    public void close() {
        engines.forEach(DelayQueueEngine::close);
    }
}
