package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.FailedAttempt;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.redis.ScriptDigests;
import io.delayqueue.store.Backend;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.RedisClient;

/** Several pullers at once, and what goes wrong between them and the store. */
class PullFailuresIT {

    private static final int TASKS = 2_000;

    private static final int THREADS = 4;

    /** So long that waiting for its end is no way out. */
    private static final Duration LONG_TTR = Duration.ofMinutes(5);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final TcpProxy proxy = engines.closing(TcpProxy.to(server));

    private final DelayQueueEngine aside = engines.build();

    private DelayQueueEngine start() {
        return engines.start(builder -> {});
    }

    private Pulls through(Backend backend) {
        return Pulls.from(engines.start(backend, builder -> {}), engines);
    }

    private List<String> add(int number) {
        List<Task> tasks = engines.tasks(number, Duration.ZERO);
        aside.service().addTasks(tasks);
        return tasks.stream().map(Task::id).toList();
    }

    @Test
    void manyThreadsOfTwoEnginesGetEachTaskOnce() {
        ConcurrentLinkedQueue<String> finished = new ConcurrentLinkedQueue<>();
        List<String> added = new ArrayList<>();
        CountDownLatch all = new CountDownLatch(TASKS);
        List<CompletableFuture<Void>> loops = new ArrayList<>();
        for (DelayQueueEngine engine : List.of(start(), start())) {
            Pulls pulls = Pulls.from(engine, engines);
            for (int i = 0; i < THREADS; i++) {
                int limit = 1 + i * 7;
                loops.add(CompletableFuture.runAsync(
                        () -> {
                            while (all.getCount() > 0) {
                                for (PulledTask task : pulls.reserve(PullOptions.upTo(limit), Duration.ofMillis(200))) {
                                    assertThat(task.attempt()).isEqualTo(1);
                                    task.finish();
                                    finished.add(task.id());
                                    all.countDown();
                                }
                            }
                        },
                        OwnThread::start));
            }
        }
        for (int i = 0; i < 4; i++) {
            added.addAll(add(TASKS / 4));
        }
        CompletableFuture.allOf(loops.toArray(CompletableFuture[]::new)).join();
        assertThat(finished).containsExactlyInAnyOrderElementsOf(added);
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }

    @Test
    void tasksOfAJvmThatIsKilledAreAllGivenToAnother() throws IOException {
        List<String> added = add(50);
        Process process = engines.killing(
                KillablePuller.start(server.host(), server.port(), engines.group(), Duration.ofSeconds(3), "held"));
        await().until(() -> server.client().llen("held") == 50);
        process.destroyForcibly().onExit().join();
        Pulls pulls = Pulls.from(start(), engines);
        List<String> again = new ArrayList<>();
        while (again.size() < added.size()) {
            for (PulledTask task : pulls.reserve(PullOptions.upTo(20), Pulls.LONG)) {
                assertThat(task.attempt()).isEqualTo(2);
                assertLostBy(process, task.id());
                task.finish();
                again.add(task.id());
            }
        }
        assertThat(again).containsExactlyInAnyOrderElementsOf(added);
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }

    @Test
    void tasksOfALostReplyAreNotStuckAndThoseThatAreHeldStayHeld() {
        Pulls pulls = through(RedisBackend.connect(proxy.host(), proxy.port()));
        add(1);
        PulledTask held = pulls.next(LONG_TTR);
        String id = add(1).get(0);
        awaitReady(id);
        proxy.dropReplyTo(ScriptDigests.load(server.client(), "reserve"));
        PulledTask task = pulls.next(LONG_TTR);
        assertThat(task.id()).isEqualTo(id);
        assertThat(task.attempt()).as("the one that was lost does not count").isEqualTo(1);
        assertThat(server.client().get(engines.key("SEQUENCE"))).endsWith(":3");
        task.finish();
        held.finish();
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }

    @Test
    void tasksOfALostReplyThatArriveInPartAreNotStuck() {
        Pulls pulls = through(RedisBackend.connect(proxy.host(), proxy.port()));
        pulls.look();
        List<String> added = add(5);
        added.forEach(this::awaitReady);
        proxy.dropReplyTo(ScriptDigests.load(server.client(), "reserve"));
        List<PulledTask> arrived = pulls.reserve(PullOptions.upTo(3).ttr(LONG_TTR), Pulls.LONG);
        List<PulledTask> rest = pulls.reserve(PullOptions.upTo(5).ttr(LONG_TTR), Pulls.LONG);
        List<PulledTask> all = new ArrayList<>(arrived);
        all.addAll(rest);
        assertThat(all).extracting(PulledTask::id).containsExactlyInAnyOrderElementsOf(added);
        assertThat(all).extracting(PulledTask::attempt).containsOnly(1);
        all.forEach(PulledTask::finish);
    }

    @Test
    void tasksOfACallThatFailedAreGivenBackByTheNext() {
        RedisClient commands = RedisClient.create(proxy.host(), proxy.port());
        RedisClient blocking = RedisClient.create(proxy.host(), proxy.port());
        Pulls pulls =
                through(new RedisBackend(new RedisConnections(commands, blocking, proxy.address(), Duration.ZERO)));
        pulls.look();
        String id = add(1).get(0);
        awaitReady(id);
        proxy.dropReplyTo(ScriptDigests.load(server.client(), "reserve"));
        assertThatThrownBy(pulls::look).isInstanceOf(TaskStoreUnavailableException.class);
        assertThat(state(id)).isEqualTo(TaskState.RESERVED);
        PulledTask task = pulls.next(LONG_TTR);
        assertThat(task.id()).isEqualTo(id);
        assertThat(task.attempt()).isEqualTo(1);
        task.finish();
    }

    @Test
    void aLostReplyToAFinishFinishesAndAWaitOutlivesABrokenConnection() {
        Pulls pulls = through(RedisBackend.connect(proxy.host(), proxy.port()));
        add(1);
        PulledTask task = pulls.next(LONG_TTR);
        proxy.dropReplyTo(ScriptDigests.load(server.client(), "finish"));
        task.finish();
        assertThat(task.leaseLeft()).isZero();
        CompletableFuture<PulledTask> waited = pulls.await();
        await().until(() -> server.client().info("clients").contains("blocked_clients:1"));
        proxy.cutAll();
        List<String> ids = add(1);
        await().until(waited::isDone);
        assertThat(ids).containsExactly(waited.join().id());
        waited.join().finish();
    }

    @Test
    void aStopEndsWaitsAtOnce() {
        DelayQueueEngine engine = start();
        Pulls pulls = Pulls.from(engine, engines);
        CompletableFuture<List<PulledTask>> waited =
                CompletableFuture.supplyAsync(() -> pulls.reserve(PullOptions.DEFAULT, Pulls.LONG), OwnThread::start);
        await().until(() -> server.client().info("clients").contains("blocked_clients:1"));
        engine.stop();
        assertThat(server.client().info("clients")).contains("blocked_clients:0");
        assertThat(waited.join()).isEmpty();
    }

    private void assertLostBy(Process process, String id) {
        TaskInfo found = engines.find(aside, id).orElseThrow();
        assertThat(found.lastError()).isNull();
        assertThat(found.failedAttempts()).singleElement().satisfies(lost -> {
            assertThat(lost.outcome()).isEqualTo(FailedAttempt.Outcome.LEASE_EXPIRED);
            assertThat(lost.attempt()).isEqualTo(1);
            assertThat(lost.instance()).startsWith(process.pid() + "-");
            assertThat(lost.at()).isAfter(found.dueAt());
        });
    }

    private TaskState state(String id) {
        return engines.find(aside, id).orElseThrow().state();
    }

    private void awaitReady(String id) {
        await().until(() -> state(id) == TaskState.READY);
    }
}
