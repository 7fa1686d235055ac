package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.redis.GroupSnapshot;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.redis.ScriptDigests;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.RedisClient;

/** Redis loses an outcome that it has acknowledged, and the instance loses the reply of a reservation in the same outage. */
class LostOutcomeIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final TcpProxy proxy = engines.closing(TcpProxy.to(server));

    private final LogLines log = engines.closing(new LogLines(TaskEventLog.class));

    private final Ledger ledger = new Ledger();

    /** The group while its first task runs. */
    private final AtomicReference<GroupSnapshot> whileItRuns = new AtomicReference<>();

    private void call(Object payload, TaskContext context) {
        if (whileItRuns.get() == null) {
            whileItRuns.set(new GroupSnapshot(server.client(), engines.group()));
        }
        ledger.call(payload, context);
    }

    private DelayQueueEngine startWithoutRepetitions() {
        RedisClient commands = RedisClient.create(proxy.host(), proxy.port());
        RedisClient blocking = RedisClient.create(proxy.host(), proxy.port());
        return engines.start(
                new RedisBackend(new RedisConnections(commands, blocking, proxy.address(), Duration.ZERO)),
                engines.consuming(this::call, 4).andThen(TestEngines.settings(Duration.ofSeconds(2), Duration.ZERO)));
    }

    /** Runs a task until the store has its outcome. */
    private Task run(DelayQueueEngine engine) {
        Task task = engines.task(Duration.ZERO);
        engine.service().addTask(task);
        await().until(() -> whileItRuns.get() != null);
        awaitNothingLeft();
        return task;
    }

    private void awaitNothingLeft() {
        await().untilAsserted(() -> new GroupAudit(server.client(), engines.group()).checkNothingLeft());
    }

    private void loseOutcomeAndNextReservation() {
        whileItRuns.get().restore();
        proxy.dropReplyTo(ScriptDigests.load(server.client(), "reserve"));
    }

    @Test
    void taskWhoseOutcomeIsLostShouldRunAgainAsAnotherAttemptAtTheEndOfItsLease() {
        server.client().set(engines.key("OTHERS"), "signals say who takes what");
        DelayQueueEngine engine = startWithoutRepetitions();
        Task finished = run(engine);
        loseOutcomeAndNextReservation();
        Task next = engines.task(Duration.ZERO);
        engine.service().addTask(next);

        await().until(() -> ledger.runsOf(finished.id()).size() == 2);
        awaitNothingLeft();
        assertThat(ledger.runsOf(finished.id())).extracting(Ledger.Run::attempt).containsExactly(1, 2);
        assertThat(ledger.runsOf(next.id()))
                .as("its lease is given back at once, unstarted")
                .extracting(Ledger.Run::attempt)
                .containsExactly(1);
        assertThat(log.with("became ready again")).hasSize(1);
    }

    @Test
    void laterSessionOfTheSameEngineShouldNotGiveItBackSooner() {
        server.client().set(engines.key("OTHERS"), "signals say who takes what");
        DelayQueueEngine engine = startWithoutRepetitions();
        Task finished = run(engine);
        engine.stop();
        loseOutcomeAndNextReservation();
        engine.start();

        await().until(() -> ledger.runsOf(finished.id()).size() == 2);
        awaitNothingLeft();
        assertThat(ledger.runsOf(finished.id())).extracting(Ledger.Run::attempt).containsExactly(1, 2);
        assertThat(log.with("became ready again")).hasSize(1);
    }
}
