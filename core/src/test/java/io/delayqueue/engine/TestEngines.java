package io.delayqueue.engine;

import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import io.delayqueue.redis.PatientRedis;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisServer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/**
 * The engines of one test, on one server unless they are given another store, and all else that the test has to close. They share a
 * group that no other test has.
 */
public final class TestEngines extends Closing {

    public static final String TOPIC = "t";

    private final String group = "g" + UUID.randomUUID();

    private final @Nullable RedisServer own;

    private boolean disturbed;

    /** Engines on the shared server. */
    public TestEngines() {
        this(null);
    }

    private TestEngines(@Nullable RedisServer own) {
        this.own = own;
    }

    /** Engines on a server that no other test uses. */
    public static TestEngines onOwnServer() {
        return on(RedisServer.start());
    }

    /** Engines on this server, which is closed after them. */
    public static TestEngines on(RedisServer server) {
        TestEngines engines = new TestEngines(server);
        engines.closing(server);
        return engines;
    }

    /** The same, whose stores have the time-outs of applications: for a server that is disturbed. */
    public TestEngines disturbed() {
        disturbed = true;
        return this;
    }

    public RedisServer server() {
        return own == null ? RedisServer.shared() : own;
    }

    public String group() {
        return group;
    }

    /**
     * A store on the server, which waits half a minute for an answer if that is not disturbed; who builds no engine on it closes
     * it.
     */
    public Backend backend() {
        return disturbed ? backend(server()) : patientBackend(server());
    }

    /** A store with the time-outs of applications. */
    public static Backend backend(RedisServer server) {
        return RedisBackend.connect(server.host(), server.port());
    }

    /** A store that waits half a minute for an answer, because many servers of tests share the processors. */
    public static Backend patientBackend(RedisServer server) {
        return PatientRedis.connect(server);
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
            try (Jedis jedis = server.connect()) {
                return jedis.pubsubNumSub(channel).get(channel) == engines;
            }
        });
    }

    /** Has an engine check its store at an interval. */
    public static Consumer<DelayQueueEngineBuilder> storeCheckInterval(Duration interval) {
        return builder -> builder.storeCheckInterval = interval;
    }

    /** Gives an engine a clock for deadlines. */
    public static Consumer<DelayQueueEngineBuilder> clock(Clock clock) {
        return builder -> builder.time = EngineTime.passing(clock);
    }

    /** An engine that is not started: it can add. */
    public DelayQueueEngine build() {
        return build(builder -> {});
    }

    public DelayQueueEngine build(Consumer<DelayQueueEngineBuilder> options) {
        return build(backend(), options);
    }

    public DelayQueueEngine build(Backend backend, Consumer<DelayQueueEngineBuilder> options) {
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(backend);
        options.accept(builder);
        return closing(builder.build());
    }

    public DelayQueueEngine start(Consumer<DelayQueueEngineBuilder> options) {
        return start(backend(), options);
    }

    public DelayQueueEngine start(Backend backend, Consumer<DelayQueueEngineBuilder> options) {
        DelayQueueEngine engine = build(backend, options);
        engine.start();
        return engine;
    }

    /** Starts an engine that consumes a topic of the group, and waits until messages of removals reach it. */
    public DelayQueueEngine startSubscribed(Consumer<DelayQueueEngineBuilder> options) {
        long before = subscribers();
        DelayQueueEngine engine = start(options);
        await().until(() -> subscribers() > before);
        return engine;
    }

    private long subscribers() {
        String channel = "{" + group + "}:WAKE:0";
        try (Jedis jedis = server().connect()) {
            return jedis.pubsubNumSub(channel).get(channel);
        }
    }

    /** Runs the topic's tasks, so many at once. */
    public Consumer<DelayQueueEngineBuilder> consuming(TaskCallback<?> callback, int concurrency) {
        return consuming(
                callback, TopicOptions.builder().concurrency(concurrency).build());
    }

    public Consumer<DelayQueueEngineBuilder> consuming(TaskCallback<?> callback, TopicOptions options) {
        return builder -> builder.callback(topicCallback(group, callback, options));
    }

    public static TopicCallback topicCallback(String group, TaskCallback<?> callback, TopicOptions options) {
        return new TopicCallback(new TopicName(group, TOPIC), Object.class, callback, options, "test");
    }

    /** Runs the tasks of another topic of the group. */
    public TopicCallback callback(String topic, TaskCallback<?> callback, TopicOptions options) {
        return new TopicCallback(new TopicName(group, topic), Object.class, callback, options, "test");
    }

    public static Consumer<DelayQueueEngineBuilder> settings(Duration lease, Duration shutdownTimeout) {
        return builder ->
                builder.settings(new EngineSettings(lease, shutdownTimeout, 1 << 20, EngineSettings.DEFAULT.topics()));
    }

    /** The name of a key of the group. */
    public String key(String name) {
        return "{" + group + "}:" + name;
    }

    public TopicOperations topic(DelayQueueEngine engine) {
        return topic(engine.service());
    }

    public TopicOperations topic(DelayQueueService service) {
        return service.topic(group, TOPIC);
    }

    public Optional<TaskInfo> find(DelayQueueEngine engine, String id) {
        return find(engine.service(), id);
    }

    public Optional<TaskInfo> find(DelayQueueService service, String id) {
        return service.findTask(group, id);
    }

    public void awaitState(DelayQueueEngine engine, String id, TaskState state) {
        await().until(() ->
                find(engine, id).map(TaskInfo::state).filter(state::equals).isPresent());
    }

    /** The status of the only topic that an engine consumes. */
    public static TopicStatus status(DelayQueueEngine engine) {
        return engine.status().groups().get(0).topics().get(0);
    }

    public AddResult add(DelayQueueEngine engine, TaskBuilder task) {
        return engine.service().addTask(task.build());
    }

    public List<Task> tasks(int number, Duration delay) {
        return Stream.generate(() -> task(delay)).limit(number).toList();
    }

    /** A task of the topic. */
    public Task task(Duration delay) {
        return builder().delay(delay).build();
    }

    public TaskBuilder builder() {
        return Task.of(group, TOPIC);
    }
}
