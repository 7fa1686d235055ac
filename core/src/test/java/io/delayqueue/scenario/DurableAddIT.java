package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.Task;
import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.Durability;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.RedisSentinelClient;

/** Adds under sentinels that the replica has to confirm. */
class DurableAddIT {

    /** So large that what a frozen replica has not read does not fit into the buffers between it and its master. */
    private static final String PAYLOAD = "x".repeat(50_000);

    private static final int BATCH = 20;

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisSentinels sentinels = engines.closing(RedisSentinels.start());

    private final DelayQueueEngine engine = engine(Duration.ofMillis(300));

    private final Queue<String> confirmed = new ConcurrentLinkedQueue<>();

    private final AtomicInteger unconfirmed = new AtomicInteger();

    private volatile boolean closed;

    @AfterEach
    void close() {
        closed = true;
    }

    private DelayQueueEngine engine(Duration timeout) {
        return engines.build(
                new RedisBackend(
                        new RedisConnections(
                                client(), client(), sentinels.sentinels().toString(), Duration.ofSeconds(2)),
                        new Durability(1, timeout)),
                builder -> {});
    }

    private RedisSentinelClient client() {
        return RedisSentinelClient.builder()
                .masterName(sentinels.masterName())
                .sentinels(sentinels.sentinels())
                .build();
    }

    private void addUntilClosed() {
        while (!closed) {
            List<Task> tasks = Stream.generate(() -> engines.builder()
                            .payload(PAYLOAD)
                            .delay(Duration.ofHours(1))
                            .build())
                    .limit(BATCH)
                    .toList();
            try {
                engine.service().addTasks(tasks).forEach(result -> confirmed.add(result.id()));
            } catch (TaskStoreUnavailableException e) {
                unconfirmed.addAndGet(BATCH);
            }
        }
    }

    private void awaitMoreConfirmed() {
        int before = confirmed.size();
        await().until(() -> confirmed.size() > before + 10 * BATCH);
    }

    private List<String> lost() {
        return confirmed.stream()
                .filter(id -> engines.find(engine, id).isEmpty())
                .toList();
    }

    @Test
    void noConfirmedTaskIsLostByAFailover() {
        RedisServer master = sentinels.currentMaster();
        RedisServer replica = sentinels.servers().stream()
                .filter(server -> server != master)
                .findFirst()
                .orElseThrow();
        CompletableFuture<Void> load = CompletableFuture.runAsync(this::addUntilClosed, OwnThread::start);
        awaitMoreConfirmed();

        replica.freeze();
        int before = unconfirmed.get();
        await().until(() -> unconfirmed.get() > before + 20 * BATCH);
        master.kill();
        replica.thaw();
        await().until(() -> sentinels.currentMaster() == replica);
        // The dead master stays away: it keeps nothing on disk, and were it taken for the master again, all would be
        // lost.
        closed = true;
        load.join();
        List<String> lost =
                await().ignoreExceptionsInstanceOf(TaskStoreException.class).until(this::lost, list -> true);
        assertThat(lost).isEmpty();
    }

    @Test
    void anAddThatNoReplicaConfirmsSaysSoEachTime() {
        Task task = engines.task(Duration.ofHours(1));
        DelayQueueEngine patient = engine(Duration.ofSeconds(30));
        assertThat(patient.service().addTask(task).outcome()).isEqualTo(AddResult.Outcome.ADDED);
        sentinels.servers().stream()
                .filter(server -> server != sentinels.currentMaster())
                .forEach(RedisServer::stop);

        Task other = engines.task(Duration.ofHours(1));
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(TaskNotReplicatedException.class)
                    .isThrownBy(() -> engine.service().addTask(other))
                    .withMessageContaining("may be delivered, but 0 of 1 replicas confirmed");
            assertThat(engine.service().addTaskAsync(other))
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withCauseInstanceOf(TaskNotReplicatedException.class);
        }
        assertThat(engines.find(engine, other.id())).isPresent();
    }
}
