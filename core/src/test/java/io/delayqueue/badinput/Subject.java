package io.delayqueue.badinput;

import io.delayqueue.AddResult;
import io.delayqueue.CronSchedule;
import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Tag;
import io.delayqueue.TaggedTasks;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.TaskLease;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.Outcome;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;

/**
 * Subject of bad input: an engine that does not run, so that nothing moves by itself, on a Redis with a task in each
 * state of {@code g/t}.
 */
final class Subject implements AutoCloseable {

    static final String GROUP = "g";

    private static final Duration LONG = Duration.ofHours(1);

    /** Knows two expressions. */
    private static final CronSchedule CRON = (expression, zone, after) -> switch (expression) {
        case "hourly" -> after.plus(LONG);
        case "never" -> null;
        default -> throw new IllegalArgumentException("an expression must be 'hourly' or 'never'");
    };

    private final RedisServer server;

    private final Backend backend;

    private final DelayQueueEngine engine;

    private final UnifiedJedis cannotWait;

    private final PulledTask pulled;

    private final DelayQueueEngine withoutCron;

    private final CompletableFuture<TaskContext> called = new CompletableFuture<>();

    Subject(RedisServer server) {
        this.server = server;
        this.backend = backend(server);
        this.cannotWait = new UnifiedJedis(new PooledConnectionProvider(server.hostAndPort()), RedisProtocol.RESP2) {};
        this.engine = DelayQueueEngine.builder(backend)
                .allowCallbacks(List.of(
                        Callbacks.Fine.class.getName(),
                        Callbacks.Abstract.class.getName(),
                        Callbacks.Hidden.class.getName()))
                .cronSchedule(CRON)
                .build();
        this.withoutCron = DelayQueueEngine.builder(backend(server)).build();
        // The engine records tasks of other topics on another thread, whenever it comes to that.
        List.of("pulled", "t", "paused").forEach(topic -> register().registerTopic(GROUP, topic));
        this.pulled = pull();
        prepare();
    }

    private static Backend backend(RedisServer server) {
        return RedisBackend.connect(server.host(), server.port());
    }

    /** The one moment in which an engine runs. */
    private PulledTask pull() {
        TaskCallback<Object> callback = (payload, context) -> called.complete(context);
        engine.extensions()
                .addCallback(new TopicCallback(
                        new TopicName(GROUP, "called"), Object.class, callback, TopicOptions.DEFAULT, "called"));
        engine.start();
        service().addTask(Task.of(GROUP, "called").build());
        called.join();
        PullOptions options = PullOptions.DEFAULT.ttr(LONG);
        try {
            // From the first pull on the engine, which allows callbacks, leaves the topic alone.
            puller().reserve(GROUP, "pulled", options, Duration.ZERO);
            service()
                    .addTask(Task.of(GROUP, "pulled")
                            .id("pulled")
                            .payload("text")
                            .build());
            return puller().reserve(GROUP, "pulled", options, Duration.ofSeconds(30))
                    .get(0);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            engine.stop();
        }
    }

    private void prepare() {
        TopicName topic = new TopicName(GROUP, "t");
        for (String id : List.of("dead", "reserved", "ready")) {
            AddResult added =
                    service().addTask(Task.of(GROUP, "t").id(id).payload(id).build());
            Awaitility.await()
                    .until(() -> backend.tasks().time(GROUP) > added.dueAt().toEpochMilli());
            backend.tasks().push(GROUP, "i", List.of(), ExpectedTime.NONE);
            if (!id.equals("ready")) {
                Delivery delivery = backend.tasks()
                        .reserve(topic, "i", LONG, 1)
                        .tasks()
                        .get(0)
                        .delivery();
                if (id.equals("dead")) {
                    backend.tasks().acknowledge(GROUP, List.of(new Outcome.Dead(delivery, "{\"message\":\"why\"}")));
                }
            }
        }
        backend.tasks().resign(GROUP, "i");
        service().addTask(Task.of(GROUP, "t").id("delayed").delay(LONG).build());
        service().addTask(Task.of(GROUP, "paused").id("other").delay(LONG).build());
        service().topic(GROUP, "paused").pause();
    }

    DelayQueueService service() {
        return engine.service();
    }

    DelayQueueService serviceWithoutCron() {
        return withoutCron.service();
    }

    ServiceRegister register() {
        return engine.register();
    }

    TopicOperations topic() {
        return service().topic(GROUP, "t");
    }

    TaggedTasks tagged() {
        return service().tagged(GROUP, new Tag("order", "42"));
    }

    TaskPuller puller() {
        return engine.puller();
    }

    /** A task in hand. */
    PulledTask pulled() {
        return pulled;
    }

    /** The same in the hands of who has pulled it, or of who has its receipt. */
    TaskLease lease(boolean byReceipt) {
        return byReceipt ? puller().lease(pulled.receipt()) : pulled;
    }

    /** The context of an attempt, which has ended. */
    TaskContext context() {
        return called.join();
    }

    DelayQueueEngine engine() {
        return engine;
    }

    DelayQueueEngineBuilder builder() {
        return DelayQueueEngine.builder(backend);
    }

    UnifiedJedis client() {
        return server.client();
    }

    /** Not one of the clients that can ask replicas. */
    UnifiedJedis cannotWait() {
        return cannotWait;
    }

    /** Adds without waiting, then waits; throws what the add failed with. */
    void addAsync(Task task) throws Throwable {
        try {
            service().addTaskAsync(task).join();
        } catch (CompletionException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() {
        cannotWait.close();
        engine.close();
        withoutCron.close();
    }
}
