package io.delayqueue.internal.add;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.AddQueueFullException;
import io.delayqueue.AddQueueLimits;
import io.delayqueue.AddResult;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreException;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.internal.codec.TaskWriter;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.heartbeat.WorkCounters;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.Backend;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class TaskAdderTests {

    private final Semaphore calls = new Semaphore(0);

    private final Semaphore arrived = new Semaphore(0);

    private volatile boolean refusing;

    /** Maximum number of tasks that a call adds: the store refuses the rest. */
    private volatile int most = Integer.MAX_VALUE;

    private final AtomicInteger timesRead = new AtomicInteger();

    /** Only adding works; each call waits until it is let through. */
    private final TaskStore store = TestPorts.answering(TaskStore.class, (method, arguments) -> {
        arrived.release();
        calls.acquire();
        if (refusing) {
            refusing = false;
            throw new TaskStoreException("memory is full", null);
        }
        if (method.getName().equals("time")) {
            timesRead.incrementAndGet();
            return 0L;
        }
        return ((List<?>) arguments[1])
                .stream()
                        .limit(most)
                        .map(task -> new AddStatus(AddStatus.Kind.ADDED, ((NewTask) task).time()))
                        .toList();
    });

    private final Backend backend =
            TestPorts.answering(Backend.class, (method, arguments) -> switch (method.getName()) {
                case "tasks" -> store;
                case "callTimeout" -> Duration.ZERO;
                default -> false;
            });

    @AutoClose("shutdownNow")
    private final ThreadPoolExecutor executor = (ThreadPoolExecutor) Executors.newCachedThreadPool();

    private TaskAdder adder(AddQueueLimits limits) {
        return new TaskAdder(
                backend,
                new TaskWriter(JsonMapper.shared(), new AllowedCallbacks(List.of()), 1_000, topic -> null),
                new Repeats((expression, zone, after) -> after.plusSeconds(1)),
                executor,
                EngineTime.passing(Clock.systemUTC()),
                limits,
                List.of(),
                new Observers(new WorkCounters()));
    }

    private static Task task() {
        return Task.of("g", "t").payload("p").build();
    }

    @Test
    void failureStageThatAddsAgainShouldNotHoldUpAllAdds() throws Exception {
        TaskAdder adder = adder(AddQueueLimits.DEFAULT);
        refusing = true;
        CompletableFuture<AddResult> again = adder.addAsync(task()).exceptionally(failure -> adder.add(task()));
        arrived.acquire();
        // While it waits only one call is made at once.
        CompletableFuture<AddResult> waiting = adder.addAsync(task());
        calls.release(3);
        assertThat(again.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(AddResult.Outcome.ADDED);
        assertThat(waiting.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(AddResult.Outcome.ADDED);
    }

    @Test
    void tasksThatACallHasNotAddedShouldBeAddedByAnother() {
        most = 2;
        calls.release(3);
        List<Task> tasks = List.of(task(), task(), task(), task(), task());
        assertThat(adder(AddQueueLimits.DEFAULT).addAll(tasks))
                .extracting(AddResult::id)
                .isEqualTo(tasks.stream().map(Task::id).toList());
    }

    private static Task cron() {
        return Task.of("g", "t")
                .repeat(Repeat.cron("0 * * * * *", ZoneOffset.UTC))
                .build();
    }

    @Test
    void addsWithACronExpressionShouldBeBoundedBeforeTheTimeIsAskedFor() throws Exception {
        TaskAdder adder = adder(new AddQueueLimits(2, 1_000, Duration.ZERO));
        CompletableFuture<AddResult> first = adder.addAsync(cron());
        CompletableFuture<AddResult> second = adder.addAsync(cron());
        CompletableFuture<AddResult> third = adder.addAsync(cron());
        assertThatThrownBy(() -> third.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(AddQueueFullException.class);
        assertThat(executor.getLargestPoolSize())
                .as("threads that wait for the store")
                .isLessThanOrEqualTo(2);
        calls.release(10);
        assertThat(first.get(10, TimeUnit.SECONDS).dueAt()).isEqualTo(Instant.ofEpochSecond(1));
        assertThat(second.get(10, TimeUnit.SECONDS).dueAt()).isEqualTo(Instant.ofEpochSecond(1));
    }

    /** The store is at 1970. */
    @Test
    void timeForLatestStartsShouldBeReadOnceForAllTasksOfAGroup() throws Exception {
        TaskAdder adder = adder(AddQueueLimits.DEFAULT);
        calls.release(10);
        Instant last = Instant.ofEpochSecond(100);
        Task possible =
                Task.of("g", "t").delay(Duration.ofSeconds(1)).notAfter(last).build();
        Task late =
                Task.of("g", "t").delay(Duration.ofSeconds(101)).notAfter(last).build();
        assertThat(adder.addAll(List.of(possible, possible))).hasSize(2);
        assertThatThrownBy(() -> adder.addAll(List.of(possible, late)))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessage("notAfter must not be before the due time: the task may not begin after"
                        + " 1970-01-01T00:01:40Z, but is due in 101s by the store's time");
        assertThatThrownBy(() -> adder.addAsync(late).get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(InvalidTaskException.class);
        assertThat(adder.addAsync(possible).get(10, TimeUnit.SECONDS).outcome()).isEqualTo(AddResult.Outcome.ADDED);
        assertThat(timesRead).hasValue(1);
        assertThat(adder.writeForLater(List.of(late), 0))
                .as("rows of an outbox")
                .hasSize(1);
    }

    @Test
    void roomOfAnAddThatGetsNoTimeShouldBeFree() throws Exception {
        TaskAdder adder = adder(new AddQueueLimits(1, 1_000, Duration.ZERO));
        calls.release(10);
        refusing = true;
        CompletableFuture<AddResult> refused = adder.addAsync(cron());
        assertThatThrownBy(() -> refused.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(TaskStoreException.class);
        assertThat(adder.addAsync(cron()).get(10, TimeUnit.SECONDS).outcome()).isEqualTo(AddResult.Outcome.ADDED);
    }
}
