package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.group.Groups;
import io.delayqueue.pull.NotPullableException;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.StaleTaskException;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pulls beside an engine's other work, and pulls of damaged tasks. */
class PullingEngineIT {

    private static final List<String> ALLOWED = List.of("io.delayqueue.scenario.*");

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger();

    private DelayQueueEngine start(Consumer<DelayQueueEngineBuilder> options) {
        return engines.start(options);
    }

    private TaskInfo find(DelayQueueEngine engine, String id) {
        return engines.find(engine, id).orElseThrow();
    }

    /** Waits until an instance waits for a signal of the test's topic: it has reserved and found nothing. */
    private CompletableFuture<List<PulledTask>> waiting(Pulls pulls) {
        AtomicReference<Thread> thread = new AtomicReference<>();
        CompletableFuture<List<PulledTask>> result = CompletableFuture.supplyAsync(
                () -> {
                    thread.set(Thread.currentThread());
                    return pulls.reserve(PullOptions.DEFAULT, Pulls.LONG);
                },
                OwnThread::start);
        await().until(() -> thread.get() != null
                && List.of(thread.get().getStackTrace()).stream()
                        .anyMatch(frame -> frame.getMethodName().equals("blpop")));
        return result;
    }

    @Test
    void thereIsNothingToPullFromUnlessTheEngineRuns() {
        DelayQueueEngine engine = engines.build();
        Pulls pulls = Pulls.from(engine, engines);
        assertThat(pulls.puller().isRunning()).isFalse();
        assertThatThrownBy(pulls::look)
                .isExactlyInstanceOf(DelayQueueException.class)
                .hasMessageStartingWith("Tasks can be pulled only while the engine is running");
        engine.start();
        assertThat(pulls.puller().isRunning()).isTrue();
        engines.add(engine, engines.builder().id("a"));
        PulledTask task = pulls.next();
        engine.stop();
        assertThat(pulls.puller().isRunning()).isFalse();
        assertThatThrownBy(pulls::look).isExactlyInstanceOf(DelayQueueException.class);
        task.touch();
        task.release();
        engine.start();
        PulledTask again = pulls.next();
        engine.close();
        assertThatThrownBy(pulls::look).hasMessage("The engine of this service is closed");
        assertThatThrownBy(again::finish)
                .isExactlyInstanceOf(DelayQueueException.class)
                .hasMessage("The engine of this service is closed");
    }

    @Test
    void aTopicWithACallbackIsNotPulledFromTheSameEngine() {
        DelayQueueEngine engine = start(engines.consuming(ledger, 1));
        assertThatThrownBy(Pulls.from(engine, engines)::look)
                .isExactlyInstanceOf(NotPullableException.class)
                .hasMessageContaining("has a callback in this engine");
        DelayQueueEngine other = start(builder -> {});
        Pulls.from(other, engines).look();
        other.stop();
        assertThatThrownBy(() -> other.extensions()
                        .addCallback(TestEngines.topicCallback(engines.group(), ledger, TopicOptions.DEFAULT)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is pulled from this engine");
    }

    @Test
    void anotherTopicOfTheGroupIsConsumedByTheSameEngine() {
        DelayQueueEngine engine =
                start(builder -> builder.callback(engines.group(), "other", Object.class, ledger::call));
        Pulls pulls = Pulls.from(engine, engines);
        CompletableFuture<List<PulledTask>> waited = waiting(pulls);
        Task consumed = Task.of(engines.group(), "other").build();
        engine.service().addTask(consumed);
        await().until(() -> ledger.runsOf(consumed.id()).size() == 1);
        assertThat(waited).isNotDone();
        engines.add(engine, engines.builder().id("a"));
        waited.join().get(0).finish();
        assertThat(ledger.size()).isEqualTo(1);
        await().untilAsserted(() -> new GroupAudit(server.client(), engines.group()).checkNothingLeft());
    }

    @Test
    void anEngineThatConsumesEveryTopicLeavesThePulledOnesToThePuller() {
        DelayQueueEngine engine =
                start(builder -> builder.group(engines.group()).allowCallbacks(ALLOWED));
        Pulls pulls = Pulls.from(engine, engines);
        try (LogLines log = new LogLines(Groups.class)) {
            for (int i = 0; i < 20; i++) {
                engines.add(engine, engines.builder().id("a" + i));
                PulledTask task = pulls.next();
                assertThat(task.attempt()).isEqualTo(1);
                assertThat(server.client().hget(engines.key("DELIVERIES"), task.id()))
                        .contains(engine.instance() + "-p");
                task.finish();
            }
            assertThat(log.with(engines.group() + "/t is left alone")).isEmpty();
        }
    }

    @Test
    void tasksThatNobodyCouldWorkOnDieAndTheOthersAreGiven() {
        DelayQueueEngine engine = start(builder -> builder.allowCallbacks(ALLOWED));
        Pulls pulls = Pulls.from(engine, engines);
        assertThat(pulls.look()).isEmpty();
        // Until it has followed, it consumes the topic as any other.
        await().until(() -> engine.status().groups().stream()
                .anyMatch(one ->
                        one.group().equals(engines.group()) && one.topics().isEmpty()));
        DelayQueueService service = engine.service();
        for (String id : List.of("a", "b", "d")) {
            service.addTask(engines.builder().id(id).build());
        }
        service.addTask(engines.builder()
                .id("c")
                .callback(TwoInstancesIT.Note.class, "x")
                .build());
        String details = engines.key("DETAIL");
        server.client().hset(details, "a", "[1,\"t\",");
        server.client().hset(details, "b", "no JSON at all");
        PulledTask task = pulls.next();
        assertThat(task.id()).isEqualTo("d");
        task.finish();
        assertThat(pulls.look()).isEmpty();
        assertThat(server.client().zcard(engines.key("DEAD:t"))).isEqualTo(3);
        assertThat(find(engine, "c").lastError().message()).contains("The task carries the callback");
        assertThat(server.client().hget(engines.key("ERRORS"), "a")).contains("The task's JSON cannot be read");
    }

    @Test
    void aTaskIsLeasedForItsOwnTimeToRun() {
        DelayQueueEngine engine = start(builder -> {});
        // Of one millisecond those come first whose ids do.
        engines.add(engine, engines.builder().id("a-long").ttr(Duration.ofMinutes(10)));
        engines.add(engine, engines.builder().id("b-short").ttr(Duration.ofSeconds(1)));
        engines.add(engine, engines.builder().id("c-without"));
        await().until(() -> engine.service().countTasks(engines.group()).get(0).ready() == 3);
        Pulls pulls = Pulls.from(engine, engines);
        List<PulledTask> tasks = pulls.reserve(PullOptions.upTo(10).ttr(Duration.ofMinutes(1)), Pulls.LONG);
        assertThat(tasks)
                .extracting(PulledTask::ttr)
                .containsExactly(Duration.ofMinutes(10), Duration.ofSeconds(1), Duration.ofMinutes(1));
        assertLeasedFor(find(engine, "a-long"), Duration.ofMinutes(10));
        assertThat(tasks.get(0).leaseLeft()).isGreaterThan(Duration.ofMinutes(5));
        assertLeasedFor(find(engine, "c-without"), Duration.ofMinutes(1));
        assertThat(pulls.next().id()).as("the one whose lease ends").isEqualTo("b-short");
        assertThatThrownBy(tasks.get(1)::finish).isInstanceOf(StaleTaskException.class);
        tasks.get(2).touch();
        assertLeasedFor(find(engine, "c-without"), Duration.ofMinutes(1));
        tasks.get(0).finish();
        tasks.get(2).finish();
    }

    private static void assertLeasedFor(TaskInfo task, Duration ttr) {
        assertThat(task.state()).isEqualTo(TaskState.RESERVED);
        assertThat(task.stateUntil())
                .isBetween(Instant.now().plus(ttr.dividedBy(2)), Instant.now().plus(ttr));
    }

    @Test
    void aTopicThatWasTakenOffTheRegisterIsRefusedUntilItIsRegisteredAgain() {
        DelayQueueEngine engine = start(builder -> {});
        Pulls pulls = Pulls.from(engine, engines);
        engines.add(engine, engines.builder().id("a"));
        pulls.look();
        engine.register().cancelTopic(engines.group(), TestEngines.TOPIC);
        assertThatThrownBy(pulls::look)
                .isExactlyInstanceOf(NotPullableException.class)
                .hasMessageContaining("is not registered");
        assertThat(engine.register().isTopicRegistered(engines.group(), TestEngines.TOPIC))
                .isFalse();
        engine.register().registerTopic(engines.group(), TestEngines.TOPIC);
        pulls.look();
    }
}
