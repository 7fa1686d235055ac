package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.redis.ScriptDigests;
import io.delayqueue.store.Backend;
import io.delayqueue.store.PushAndReserveResult;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.RedisClient;

/**
 * Redis does what it was asked to, but the answer never comes. The lease is so long that waiting for its end is no way out.
 */
class LostRepliesIT {

    private static final Duration LEASE = Duration.ofMinutes(5);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final TcpProxy proxy = engines.closing(TcpProxy.to(server));

    private final LogLines log = engines.closing(new LogLines(TaskEventLog.class));

    private final Ledger ledger = new Ledger();

    private final CountDownLatch block = engines.gate();

    private DelayQueueEngine engine;

    private void start(Backend backend) {
        engine = engines.start(
                backend,
                engines.consuming(
                                (payload, context) -> {
                                    ledger.call(payload, context);
                                    if ("retry".equals(payload) && context.attempt() == 1) {
                                        throw new RetryTaskException(Duration.ofMillis(10), "once more");
                                    } else if ("bury".equals(payload)) {
                                        throw new RejectTaskException("no");
                                    } else if ("release".equals(payload)) {
                                        block.await();
                                    }
                                },
                                4)
                        .andThen(TestEngines.settings(LEASE, Duration.ZERO)));
    }

    private void start() {
        start(RedisBackend.connect(proxy.host(), proxy.port()));
    }

    private void loseReplyTo(String script) {
        proxy.dropReplyTo(ScriptDigests.load(server.client(), script));
    }

    private Task add(Task task) {
        engine.service().addTask(task);
        ledger.added(task.id());
        return task;
    }

    private TaskInfo find(Task task) {
        return engines.find(engine, task.id()).orElse(null);
    }

    private void awaitEachRanOnce() {
        await().until(() -> ledger.lost().isEmpty());
        await().untilAsserted(() -> new GroupAudit(server.client(), engines.group()).checkNothingLeft());
        ledger.assertEachRanOnce();
        assertThat(log.with("came too late")).isEmpty();
    }

    private void loseReplyToReserve() {
        server.client().set(engines.key("OTHERS"), "signals say who takes what");
        add(engines.task(Duration.ZERO));
        awaitEachRanOnce();
        deliverTwice("reserve", () -> engines.task(Duration.ofMillis(20)));
        awaitEachRanOnce();
    }

    private void loseReplyToPushAndReserve() {
        engine.service().addTask(engines.task(Duration.ofHours(1)));
        deliverTwice("push_and_reserve", () -> Task.of(engines.group(), TestEngines.TOPIC)
                .payload("p")
                .at(Instant.EPOCH)
                .build());
        ledger.assertEachRanOnce();
        assertThat(log.with("came too late")).isEmpty();
    }

    /** Loses the reply that brings a task. A call that finds none may come first and lose its reply: then with another task. */
    private void deliverTwice(String script, Supplier<Task> task) {
        await().until(() -> {
            long before = deliveries();
            loseReplyTo(script);
            add(task.get());
            await().until(() -> ledger.lost().isEmpty());
            return deliveries() == before + 2;
        });
    }

    private long deliveries() {
        String last = server.client().get(engines.key("SEQUENCE"));
        return last == null ? 0 : Long.parseLong(last.substring(last.indexOf(':') + 1));
    }

    @Test
    void tasksOfALostReserveAreTakenBackAtOnce() {
        start();
        loseReplyToReserve();
    }

    @Test
    void tasksOfALostReserveThatIsNotRepeatedAreTakenBackAtOnce() {
        startWithoutRepetitions();
        loseReplyToReserve();
    }

    @Test
    void tasksOfALostPushShouldBeTakenBackAtOnce() {
        start();
        loseReplyToPushAndReserve();
    }

    @Test
    void tasksOfALostPushThatIsNotRepeatedShouldBeTakenBackAtOnce() {
        startWithoutRepetitions();
        loseReplyToPushAndReserve();
    }

    /** Each reply that carries the task is lost: the stop meets one that never arrived, whenever it comes. */
    @Test
    void tasksOfAReserveThatIsLostJustBeforeTheStopAreGivenBackByIt() {
        AtomicInteger lost = new AtomicInteger();
        start(losingReservations(RedisBackend.connect(proxy.host(), proxy.port()), lost));
        Task task = engines.task(Duration.ZERO);
        engine.service().addTask(task);
        await().until(() -> lost.get() > 0);
        engine.stop();
        assertThat(find(task).state()).isEqualTo(TaskState.READY);
        assertThat(find(task).attempts()).isZero();
        assertThat(ledger.runs()).isEmpty();
    }

    private static Backend losingReservations(Backend backend, AtomicInteger lost) {
        TaskStore store = backend.tasks();
        return TestPorts.with(backend, TaskStore.class, TestPorts.answering(TaskStore.class, (method, arguments) -> {
            Object result = method.invoke(store, arguments);
            Reservation given = result instanceof PushAndReserveResult pushed ? pushed.reservation() : null;
            given = result instanceof Reservation reservation ? reservation : given;
            if (given != null && !given.tasks().isEmpty()) {
                lost.incrementAndGet();
                throw new TaskStoreUnavailableException("lost", null);
            }
            return result;
        }));
    }

    private void startWithoutRepetitions() {
        RedisClient commands = RedisClient.create(proxy.host(), proxy.port());
        RedisClient blocking = RedisClient.create(proxy.host(), proxy.port());
        start(new RedisBackend(new RedisConnections(commands, blocking, proxy.address(), Duration.ZERO)));
    }

    @Test
    void lostAddMakesOneTask() {
        start();
        loseReplyTo("add");
        Task task = engines.task(Duration.ofSeconds(2));
        AddResult result = engine.service().addTask(task);
        ledger.added(task.id());
        assertThat(result.outcome()).as("the repetition found its own work").isEqualTo(AddResult.Outcome.ADDED);
        awaitEachRanOnce();
    }

    @ParameterizedTest
    @ValueSource(strings = {"push", "finish"})
    void lostReplyDoesNotDisturbDelivery(String script) {
        start();
        loseReplyTo(script);
        add(engines.task(Duration.ofMillis(50)));
        awaitEachRanOnce();
    }

    @Test
    void lostRetryRetriesOnce() {
        start();
        loseReplyTo("retry");
        Task task = add(engines.builder().payload("retry").build());
        await().until(() -> find(task) == null);
        assertThat(ledger.runs()).extracting(Ledger.Run::attempt).containsExactly(1, 2);
        assertThat(log.with("came too late")).isEmpty();
    }

    @Test
    void lostBuryKeepsTheDeadLetter() {
        start();
        loseReplyTo("bury");
        Task task = add(engines.builder().payload("bury").build());
        await().until(() -> find(task).state() == TaskState.DEAD);
        ledger.assertEachRanOnce();
        assertThat(log.with("came too late")).isEmpty();
        new GroupAudit(server.client(), engines.group()).check();
    }

    @Test
    void lostReleaseGivesBack() {
        start();
        Task task = add(engines.builder().payload("release").build());
        await().until(() -> ledger.size() == 1);
        loseReplyTo("release");
        engine.stop();
        assertThat(find(task).state()).isEqualTo(TaskState.READY);
        assertThat(find(task).attempts()).isEqualTo(1);
        assertThat(log.with("came too late")).isEmpty();
        new GroupAudit(server.client(), engines.group()).check();
    }
}
