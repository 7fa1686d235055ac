package io.delayqueue.scenario;

import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.Outcome.Disturbance;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/**
 * Redis keeps snapshots only, is killed, and comes back with the last of them: tasks are back that have run, delivery numbers are
 * back that were given, and a topic that was registered since is not registered.
 */
@Tag(Chaos.TAG)
class ForgottenWritesIT {

    private static final int ROUNDS = Chaos.scaled(2, 12);

    private static final Duration LEASE = Duration.ofSeconds(2);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger();

    private final Random random = Chaos.random(ForgottenWritesIT.class);

    /** Confirmed, and in no snapshot yet. */
    private final Queue<AddResult> unsaved = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    @AfterEach
    void close() {
        closed = true;
    }

    @Test
    void everyTaskOfTheSnapshotRunsAndEveryTopicGoesOn() {
        DelayQueueEngine engine = consume("t0");
        consume("t0");
        Thread load = new Thread(() -> add(engine), "load");
        load.start();
        int bound = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            awaitRuns(200);
            Instant saved = save();
            // Its registration is what Redis forgets.
            consume("t" + round);
            awaitRuns(200);
            kill();
            bound += runsSince(saved.minus(LEASE));
            server.restart();
            addAndAwait(engine, "t" + round);
        }
        closed = true;
        await().until(() -> !load.isAlive());
        save();
        await().until(() -> ledger.lost().isEmpty());
        await().untilAsserted(() -> new GroupAudit(server.client(), engines.group()).checkNothingLeft());
        ledger.conclude("Redis forgets its last writes", Disturbance.KILL, ROUNDS, bound);
    }

    private DelayQueueEngine consume(String topic) {
        return engines.start(TestEngines.settings(LEASE, Duration.ofSeconds(5))
                .andThen(builder -> builder.callback(engines.callback(
                        topic, this::run, TopicOptions.builder().concurrency(4).build()))));
    }

    private void run(Object payload, TaskContext context) {
        ledger.call(payload, context);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }

    private void add(DelayQueueEngine engine) {
        while (!closed) {
            Task task = Task.of(engines.group(), "t0")
                    .delay(Duration.ofMillis(random.nextInt(2_000)))
                    .build();
            try {
                synchronized (unsaved) {
                    unsaved.add(engine.service().addTask(task));
                }
            } catch (TaskStoreUnavailableException e) {
                // Redis is down: not confirmed, so it need not run.
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** The snapshot contains all that was confirmed before it began. */
    private Instant save() {
        List<AddResult> confirmed = new ArrayList<>();
        for (AddResult next = unsaved.poll(); next != null; next = unsaved.poll()) {
            confirmed.add(next);
        }
        Instant before = Instant.now();
        try (Jedis jedis = server.connect()) {
            jedis.save();
        }
        confirmed.forEach(ledger::added);
        return before;
    }

    /** Between two adds: what was confirmed since the last snapshot is gone with the server. */
    private void kill() {
        synchronized (unsaved) {
            server.kill();
            unsaved.clear();
        }
    }

    private int runsSince(Instant time) {
        return (int)
                ledger.runs().stream().filter(run -> !run.at().isBefore(time)).count();
    }

    private void addAndAwait(DelayQueueEngine engine, String topic) {
        String id = engines.add(engine, Task.of(engines.group(), topic)).id();
        await().until(() -> !ledger.runsOf(id).isEmpty());
    }

    private void awaitRuns(int more) {
        int before = ledger.size();
        await().until(() -> ledger.size() >= before + more);
    }
}
