package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueException;
import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.store.Signals;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Engines that reserve nothing for a while. */
class DrainIT {

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final CountDownLatch release = new CountDownLatch(1);

    private final Queue<String> ran = new ConcurrentLinkedQueue<>();

    private Consumer<DelayQueueEngineBuilder> consuming(Queue<String> share) {
        return engines.consuming((payload, context) -> share.add(context.id()), 4);
    }

    private GroupStatus group(DelayQueueEngine engine) {
        return engine.status().groups().get(0);
    }

    private Set<String> add(DelayQueueEngine engine, int number) {
        return engine.service().addTasks(engines.tasks(number, Duration.ZERO)).stream()
                .map(result -> result.id())
                .collect(Collectors.toSet());
    }

    private String addOne(DelayQueueEngine engine) {
        return add(engine, 1).iterator().next();
    }

    /** Whether no instance waits for signals. */
    private boolean isNoneBlocked() {
        return server.client().info("clients").contains("blocked_clients:0");
    }

    @Test
    void drainedEngineShouldEndWhatRunsAndLeaveTheOthersToAnotherEngine() {
        DelayQueueEngine drained = engines.start(engines.consuming(
                (payload, context) -> {
                    release.await();
                    ran.add(context.id());
                },
                1));
        String running = addOne(drained);
        engines.awaitState(drained, running, TaskState.RESERVED);
        await().until(() -> TestEngines.status(drained).running() == 1);

        drained.drain();
        await().until(this::isNoneBlocked);
        Set<String> waiting = add(drained, 100);
        Queue<String> ranByOther = new ConcurrentLinkedQueue<>();
        DelayQueueEngine other = engines.start(consuming(ranByOther));
        await().untilAsserted(() -> assertThat(ranByOther).containsExactlyInAnyOrderElementsOf(waiting));

        assertThat(group(drained).draining()).isTrue();
        assertThat(group(other).draining()).isFalse();
        assertThat(engines.find(drained, running).orElseThrow().state()).isEqualTo(TaskState.RESERVED);
        release.countDown();
        await().until(() -> engines.find(drained, running).isEmpty());
        assertThat(ran).containsExactly(running);
    }

    @Test
    void drainedEngineShouldMakeDueTasksReadyAndRunThemOnceItIsUndrained() {
        DelayQueueEngine engine = engines.start(consuming(ran));
        await().until(() -> group(engine).pushing());
        engine.drain();

        Task later = engines.builder().delay(Duration.ofMillis(50)).build();
        engine.service().addTask(later);
        String due = addOne(engine);
        engines.awaitState(engine, due, TaskState.READY);
        await().until(() -> server.client().zcard(engines.key("CONSUMING:t")) == 2);
        assertThat(group(engine).pushing()).isTrue();
        assertThat(ran).isEmpty();
        assertThat(isNoneBlocked()).isTrue();

        engine.undrain();
        await().untilAsserted(() -> assertThat(ran).containsExactlyInAnyOrder(due, later.id()));
        assertThat(group(engine).draining()).isFalse();
    }

    @Test
    void drainOfOneGroupShouldNotConcernOthers() {
        DelayQueueEngine engine = engines.start(consuming(ran));
        engine.register().registerGroup("another");
        engine.drain("another");
        String first = addOne(engine);
        await().untilAsserted(() -> assertThat(ran).containsExactly(first));

        engine.drain(engines.group());
        String second = addOne(engine);
        engines.awaitState(engine, second, TaskState.READY);
        assertThat(group(engine).draining()).isTrue();
        assertThat(ran).containsExactly(first);
    }

    @Test
    void drainShouldLastUntilTheEngineIsStartedAgain() {
        DelayQueueEngine engine = engines.build(consuming(ran));
        engine.drain();
        try (LogLines log = new LogLines(DelayQueueEngine.class)) {
            engine.start();
            assertThat(log.with("delivers from"))
                    .singleElement()
                    .asString()
                    .endsWith("(t x4); drained, so that no task begins");
        }
        String id = addOne(engine);
        engines.awaitState(engine, id, TaskState.READY);

        engine.stop();
        engine.start();
        await().untilAsserted(() -> assertThat(ran).containsExactly(id));
    }

    @Test
    void readinessShouldEndItsOwnDrainOnly() {
        DelayQueueEngine engine = engines.start(consuming(ran));
        engine.setReady(false);
        String first = addOne(engine);
        engines.awaitState(engine, first, TaskState.READY);
        assertThat(group(engine).draining()).isTrue();
        engine.setReady(true);
        await().untilAsserted(() -> assertThat(ran).containsExactly(first));

        engine.drain(engines.group());
        engine.setReady(false);
        engine.setReady(true);
        assertThat(group(engine).draining()).isTrue();
        engine.undrain();
        assertThat(group(engine).draining()).isFalse();

        engine.setReady(false);
        engine.drain();
        engine.setReady(true);
        assertThat(group(engine).draining()).isTrue();
        String second = addOne(engine);
        engines.awaitState(engine, second, TaskState.READY);
        assertThat(ran).containsExactly(first);
    }

    @Test
    void drainedEngineShouldRefusePullsAndEndThoseThatWait() {
        DelayQueueEngine engine = engines.start(builder -> builder.topic(engines.group(), TestEngines.TOPIC));
        Pulls pulls = Pulls.from(engine, engines);
        addOne(engine);
        PulledTask pulled = pulls.next();
        CompletableFuture<List<PulledTask>> waiting =
                CompletableFuture.supplyAsync(() -> pulls.reserve(PullOptions.DEFAULT, Pulls.LONG), OwnThread::start);
        await().until(() -> !isNoneBlocked());

        engine.drain(engines.group());
        assertThat(waiting.join()).isEmpty();
        assertThatThrownBy(pulls::look)
                .isExactlyInstanceOf(DelayQueueException.class)
                .hasMessage(
                        "Tasks of " + engines.group() + " cannot be pulled from this instance, because it is drained");
        pulled.finish();
        assertThat(engines.find(engine, pulled.id())).isEmpty();

        engine.undrain();
        String next = addOne(engine);
        assertThat(pulls.next().id()).isEqualTo(next);
    }

    /** Waits for as long as it is not interrupted. */
    private static final class Endless implements Signals {

        private final AtomicInteger waiting = new AtomicInteger();

        private final Semaphore interrupts = new Semaphore(0);

        @Override
        public @Nullable TopicName await(List<TopicName> topics, String instance, Duration atMost) {
            waiting.incrementAndGet();
            interrupts.acquireUninterruptibly();
            waiting.decrementAndGet();
            return null;
        }

        @Override
        public void interruptWait(String group, String instance) {
            interrupts.release();
        }
    }

    /** A signal that a drained engine takes would be missed by the others. */
    @Test
    void drainShouldEndTheWaitForSignals() {
        Endless signals = new Endless();
        DelayQueueEngine engine =
                engines.start(TestPorts.with(engines.backend(), Signals.class, signals), consuming(ran));
        await().until(() -> signals.waiting.get() == 1);
        engine.drain();
        await().until(() -> signals.waiting.get() == 0);
    }

    @Test
    void heartbeatsShouldShowADrain() {
        DelayQueueEngine engine = engines.start(consuming(ran));
        await().until(() -> instances(engine).size() == 1);
        assertThat(instances(engine).get(0).draining()).isFalse();
        engine.drain();
        await().until(() -> instances(engine).get(0).draining());
    }

    private List<InstanceInfo> instances(DelayQueueEngine engine) {
        return engine.inspector().instances(engines.group());
    }
}
