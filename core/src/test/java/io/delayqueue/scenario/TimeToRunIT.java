package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Callbacks that take longer than they may. */
class TimeToRunIT {

    private static final Duration TTR = Duration.ofSeconds(1);

    /** A time that no pause of a busy machine takes up. */
    private static final Duration LONG = Duration.ofSeconds(3);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final LogLines log = engines.closing(new LogLines(TaskEventLog.class));

    private final Ledger ledger = new Ledger();

    private final CountDownLatch block = engines.gate();

    private DelayQueueEngine engine;

    /** A topic that runs one callback at a time, for as long as its task says. */
    private void start(TaskCallback<?> callback) {
        start(1, null, callback);
    }

    /** Two attempts a task, the second a minute after the first. Nothing a callback throws is retried. */
    private void start(int concurrency, @Nullable Duration ttr, TaskCallback<?> callback) {
        Duration minute = Duration.ofMinutes(1);
        engine = engines.start(engines.consuming(
                callback,
                TopicOptions.builder()
                        .concurrency(concurrency)
                        .ttr(ttr)
                        .maxAttempts(2)
                        .retryPolicy(ExponentialBackoff.fixed(minute))
                        .noRetryFor(Set.of(Throwable.class))
                        .build()));
    }

    private TaskInfo find(Task task) {
        return engines.find(engine, task.id()).orElse(null);
    }

    @Test
    void callbackIsInterruptedAndItsTaskTriedAgain() {
        AtomicReference<Instant> deadline = new AtomicReference<>();
        AtomicReference<Instant> interrupted = new AtomicReference<>();
        start((Object payload, TaskContext context) -> {
            ledger.call(payload, context);
            if ("slow".equals(payload)) {
                deadline.set(context.deadline());
                try {
                    block.await();
                } catch (InterruptedException e) {
                    interrupted.set(Instant.now());
                    throw e;
                }
            }
        });
        Task slow = engines.builder().payload("slow").ttr(TTR).build();
        Task next = engines.builder().payload("next").build();
        engine.service().addTask(slow);
        engine.service().addTask(next);
        awaitRetry(slow);
        assertThat(find(slow).lastError().attempt()).isEqualTo(1);
        assertThat(find(slow).lastError().stack())
                .contains("did not end within its time to run", "InterruptedException");
        assertThat(interrupted.get()).isAfterOrEqualTo(deadline.get());
        await().until(() -> find(next) == null);
        assertThat(ledger.runsOf(slow.id())).hasSize(1);
        assertThat(ledger.runsOf(next.id())).hasSize(1);
        new GroupAudit(server.client(), engines.group()).check();
    }

    /** Waits until a task has ended its first attempt: it is delayed before that too, for a moment. */
    private void awaitRetry(Task task) {
        await().until(() ->
                find(task).state() == TaskState.DELAYED && find(task).attempts() == 1);
    }

    /** Gets on for so long, in small steps. */
    private void work(Duration time, TaskContext context) throws InterruptedException {
        Instant end = Instant.now().plus(time);
        while (Instant.now().isBefore(end)) {
            context.touch();
            assertThat(block.await(20, TimeUnit.MILLISECONDS)).isFalse();
        }
    }

    @Test
    void callbackThatGetsOnIsNotInterrupted() {
        AtomicReference<Instant> first = new AtomicReference<>();
        AtomicReference<Instant> last = new AtomicReference<>();
        start((Object payload, TaskContext context) -> {
            ledger.call(payload, context);
            first.set(context.deadline());
            work(LONG.multipliedBy(2), context);
            last.set(context.deadline());
        });
        Task task = engines.builder().ttr(LONG).build();
        engine.service().addTask(task);
        await().until(() -> last.get() != null && find(task) == null);
        assertThat(ledger.runsOf(task.id())).hasSize(1);
        assertThat(last.get()).isAfter(first.get().plus(LONG));
    }

    @Test
    void threadThatIgnoresInterruptionIsGivenUp() {
        start((payload, context) -> {
            ledger.call(payload, context);
            while ("stubborn".equals(payload) && block.getCount() > 0) {
                try {
                    block.await();
                } catch (InterruptedException e) {
                    // ignored, which is the point
                }
            }
        });
        Task stubborn = engines.builder().payload("stubborn").ttr(TTR).build();
        Task next = engines.builder().payload("next").build();
        engine.service().addTask(stubborn);
        engine.service().addTask(next);
        await().until(() -> find(next) == null);
        assertThat(block.getCount()).as("the first callback still runs").isOne();
        await().until(() -> !log.with("ignores interruption").isEmpty());
        assertThat(log.with("ignores interruption"))
                .singleElement()
                .asString()
                .startsWith("ERROR")
                .contains(stubborn.topic().toString())
                .endsWith("; it was attempt 1 of " + stubborn.id());
        await().until(() -> find(stubborn).state() == TaskState.DELAYED);
        assertThat(find(stubborn).lastError().message()).contains("did not end within its time to run");

        // When it returns at last its outcome has no effect, and the topic still runs one at a time.
        block.countDown();
        Task last = engines.builder().payload("last").build();
        engine.service().addTask(last);
        await().until(() -> find(last) == null);
        assertThat(find(stubborn).state()).isEqualTo(TaskState.DELAYED);
        assertThat(ledger.doubled()).isEmpty();
        new GroupAudit(server.client(), engines.group()).check();
    }
}
