package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.Outcome.Disturbance;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis is killed and started again while tasks are added and run; it has kept what it has confirmed. */
class RedisRestartIT {

    private static final int ROUNDS = Chaos.scaled(2, 12);

    private static final Duration LEASE = Duration.ofSeconds(6);

    private static final int HELD = 4;

    @RegisterExtension
    private final TestEngines engines =
            TestEngines.on(RedisServer.builder().appendOnly().start()).disturbed();

    private final RedisServer server = engines.server();

    private final List<String> groups = List.of(engines.group());

    private final LogLines outages = engines.closing(new LogLines(Outage.class));

    private final LogLines taskEvents = engines.closing(new LogLines(TaskEventLog.class));

    private final Ledger ledger = new Ledger();

    /** Slower than tasks come, so that workers find more to reserve. */
    private void run(Object payload, TaskContext context) {
        ledger.call(payload, context);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(4));
    }

    @Tag(Chaos.TAG)
    @Test
    void bothSidesRecoverAndNothingIsLost() {
        Consumer<DelayQueueEngineBuilder> recorded =
                engines.consuming(this::run, 4).andThen(HistoryCheck.keeping(groups));
        DelayQueueEngine adding = engines.start(recorded);
        engines.start(RedisBackend.connect("localhost", server.port()), recorded);
        addForTheNextSeconds(adding);
        // A repeated add finds the first one: it is not due before all repetitions are over.
        try (Load load = new Load(adding.service(), () -> task(Duration.ofSeconds(4)), ledger)) {
            for (int round = 1; round <= ROUNDS; round++) {
                awaitRuns(300);
                server.kill();
                awaitOutages(round, "cannot be reached");
                if (round == ROUNDS) {
                    await().until(() -> load.unconfirmed() > 0);
                }
                server.restart();
                awaitOutages(round, "answers again");
                load.awaitMore(100);
                awaitRuns(300);
            }
        }
        await().until(() -> ledger.lost().isEmpty());
        await().untilAsserted(() -> new GroupAudit(server.client(), engines.group()).checkNothingLeft());
        ledger.assertEachRanOnce();
        HistoryCheck.assertEachHasOneRecord(adding, groups, ledger);
        assertThat(outages.with("The store")).as("lines").hasSize(2 * 2 * ROUNDS);
        assertThat(taskEvents.with("came too late")).isEmpty();
        ledger.conclude("Redis killed", Disturbance.KILL, ROUNDS, 0);
    }

    /** The worker that meets the outage first is not the one that finds it over. */
    @Test
    void outageEndsThoughNoWorkerReservesAfterIt() {
        CountDownLatch killed = new CountDownLatch(1);
        DelayQueueEngine engine = engines.start(
                TestEngines.impatientBackend(server),
                engines.consuming(
                        (payload, context) -> {
                            ledger.call(payload, context);
                            killed.await();
                        },
                        1));
        List<Task> tasks = List.of(engines.task(Duration.ZERO), engines.task(Duration.ZERO));
        engine.service().addTasks(tasks).forEach(result -> ledger.added(result.id()));
        await().until(() -> ledger.size() == 1);
        server.kill();
        killed.countDown();
        await().untilAsserted(() ->
                assertThat(outages.with(server.port() + " cannot be reached")).hasSize(1));
        // Each call that fails has been repeated for as long as the worker's.
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(TaskStoreUnavailableException.class)
                    .isThrownBy(() -> engine.service().addTask(engines.task(Duration.ZERO)));
        }
        server.restart();
        await().until(() -> ledger.lost().isEmpty());
        await().untilAsserted(() ->
                assertThat(outages.with(server.port() + " answers again")).hasSize(1));
        ledger.assertEachRanOnce();
    }

    /** No lease could be renewed, and whichever instance pushes first, the others have not renewed theirs yet. */
    @Test
    void whatRunsShouldNotRunAgainAfterAnOutageThatIsLongerThanALease() {
        CountDownLatch release = new CountDownLatch(1);
        DelayQueueEngine engine = startHolding(release);
        startHolding(release);
        for (int i = 0; i < HELD; i++) {
            ledger.added(engine.service().addTask(engines.task(Duration.ZERO)));
        }
        await().until(() -> ledger.size() == HELD);
        long killed = System.nanoTime();
        server.kill();
        await().atMost(LEASE.multipliedBy(3))
                .until(() -> System.nanoTime() - killed
                        > LEASE.plus(LEASE.dividedBy(2)).toNanos());
        server.restart();
        await().atMost(LEASE.multipliedBy(3)).until(() -> leased() == HELD);
        release.countDown();
        await().untilAsserted(() -> new GroupAudit(server.client(), engines.group()).checkNothingLeft());
        ledger.assertEachRanOnce();
    }

    private DelayQueueEngine startHolding(CountDownLatch release) {
        return engines.start(engines.consuming(
                        (payload, context) -> {
                            ledger.call(payload, context);
                            release.await();
                        },
                        HELD)
                .andThen(TestEngines.settings(LEASE, Duration.ofSeconds(5))));
    }

    /** How many leases have not ended by the server's clock. */
    private long leased() {
        return (long) server.client()
                .eval(
                        "return redis.call('ZCOUNT', KEYS[1], redis.call('TIME')[1] .. '000', '+inf')",
                        List.of(engines.key("RESERVED:" + TestEngines.TOPIC)),
                        List.of());
    }

    private void addForTheNextSeconds(DelayQueueEngine engine) {
        List<Task> tasks = new ArrayList<>();
        for (int millis = 0; millis < 6_000; millis++) {
            tasks.add(task(Duration.ofMillis(millis)));
        }
        engine.service().addTasks(tasks).forEach(result -> ledger.added(result.id()));
    }

    private Task task(Duration delay) {
        return HistoryCheck.tagged(engines.builder().delay(delay));
    }

    private void awaitRuns(int more) {
        int before = ledger.size();
        await().until(() -> ledger.size() >= before + more);
    }

    /** In each engine, which know the server by different names, as many as there were rounds. */
    private void awaitOutages(int round, String text) {
        for (String host : List.of("127.0.0.1", "localhost")) {
            String line = "The store at " + host + ":" + server.port() + " " + text;
            await().untilAsserted(() -> assertThat(outages.with(line)).hasSize(round));
        }
    }
}
