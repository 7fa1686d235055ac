package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Signals;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** Threads that are interrupted while they wait for a task, and engines that stop, at moments that Redis cannot be brought to at will. */
class PullInterruptsIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private DelayQueueEngine start(Signals signals) {
        return engines.start(
                TestPorts.with(engines.backend(), Signals.class, signals),
                builder -> builder.topic(engines.group(), TestEngines.TOPIC));
    }

    /** Waits for as long as it is not interrupted. */
    private static final class Endless implements Signals {

        private final CompletableFuture<Thread> waiting = new CompletableFuture<>();

        private final Semaphore interrupts = new Semaphore(0);

        @Override
        public TopicName await(List<TopicName> topics, String instance, Duration atMost) {
            waiting.complete(Thread.currentThread());
            interrupts.acquireUninterruptibly();
            return null;
        }

        @Override
        public void interruptWait(String group, String instance) {
            interrupts.release();
        }
    }

    @Test
    void wakeShouldEndTheWaitOfAThreadThatIsInterrupted() {
        Endless signals = new Endless();
        DelayQueueEngine engine = start(signals);
        CompletableFuture<Boolean> interrupted = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        engine.puller()
                                .reserve(engines.group(), TestEngines.TOPIC, PullOptions.DEFAULT, Duration.ofDays(1));
                        return false;
                    } catch (InterruptedException e) {
                        return true;
                    }
                },
                OwnThread::start);
        Thread thread = signals.waiting.join();
        engine.puller().wake(Thread.currentThread());
        assertThat(signals.interrupts.availablePermits()).isZero();
        thread.interrupt();
        engine.puller().wake(thread);
        Awaitility.await().until(interrupted::isDone);
        assertThat(interrupted.join()).isTrue();
        engine.puller().wake(thread);
        assertThat(signals.interrupts.availablePermits())
                .as("it waits no longer")
                .isZero();
    }

    /** Its signal is taken, so no other consumer would know of the task. */
    @Test
    void taskWhoseSignalAnInterruptedThreadTookShouldBeReturned() throws InterruptedException {
        DelayQueueEngine engine = start(new Interrupting(true));
        assertThat(reserve(engine)).singleElement().satisfies(task -> assertThat(task.id())
                .isEqualTo("a"));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void threadThatIsInterruptedWithoutATaskShouldThrow() {
        DelayQueueEngine engine = start(new Interrupting(false));
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> reserve(engine));
        assertThat(Thread.interrupted()).isFalse();
    }

    /** Its signal is taken too. */
    @Test
    void taskWhoseSignalWasTakenWhileTheEngineStoppedShouldBeReturned() throws InterruptedException {
        Stopping signals = new Stopping();
        DelayQueueEngine engine = start(signals);
        signals.engine = engine;
        assertThat(reserve(engine)).singleElement().satisfies(task -> assertThat(task.id())
                .isEqualTo("a"));
        assertThat(engine.isRunning()).isFalse();
    }

    /** The pool of an application is bounded, and has no time limit for the wait for a connection. */
    @Test
    void threadThatIsInterruptedWhileItWaitsForAConnectionShouldReturnAndStayInterrupted() throws Exception {
        ConnectionPoolConfig one = new ConnectionPoolConfig();
        one.setMaxTotal(1);
        RedisServer server = engines.server();
        RedisClient commands = RedisClient.builder()
                .hostAndPort(server.hostAndPort())
                .poolConfig(one)
                .build();
        RedisClient blocking = RedisClient.create(server.hostAndPort());
        DelayQueueEngine engine = engines.start(
                new RedisBackend(new RedisConnections(commands, blocking, server.address(), Duration.ofSeconds(2))),
                builder -> {});
        FutureTask<Boolean> call = new FutureTask<>(() -> {
            assertThatThrownBy(() -> reserve(engine)).isInstanceOf(TaskStoreUnavailableException.class);
            return Thread.currentThread().isInterrupted();
        });
        Connection taken = commands.getPool().getResource();
        try {
            Thread thread = new Thread(call, "puller");
            thread.setDaemon(true);
            thread.start();
            Awaitility.await().until(() -> thread.getState() == Thread.State.WAITING);
            thread.interrupt();
            assertThat(call.get(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            taken.close();
        }
    }

    private List<PulledTask> reserve(DelayQueueEngine engine) throws InterruptedException {
        return engine.puller().reserve(engines.group(), TestEngines.TOPIC, PullOptions.DEFAULT, Duration.ofDays(1));
    }

    private void makeReady() {
        DelayQueueEngine other = engines.start(builder -> {});
        other.service().addTask(engines.builder().id("a").build());
        Awaitility.await().until(() -> engines.find(other, "a")
                .map(TaskInfo::state)
                .filter(TaskState.READY::equals)
                .isPresent());
    }

    /** Takes a signal while the engine stops. */
    private final class Stopping implements Signals {

        private DelayQueueEngine engine;

        @Override
        public TopicName await(List<TopicName> topics, String instance, Duration atMost) {
            makeReady();
            engine.stop();
            return topics.get(0);
        }

        @Override
        public void interruptWait(String group, String instance) {
            // It does not wait.
        }
    }

    /** Takes a signal for a thread that is interrupted meanwhile. */
    private final class Interrupting implements Signals {

        private final boolean withTask;

        Interrupting(boolean withTask) {
            this.withTask = withTask;
        }

        @Override
        public TopicName await(List<TopicName> topics, String instance, Duration atMost) {
            if (withTask) {
                makeReady();
            }
            Thread.currentThread().interrupt();
            return topics.get(0);
        }

        @Override
        public void interruptWait(String group, String instance) {
            // It does not wait.
        }
    }
}
