package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.MachineWithAnotherClock;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.StoreClock;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An instance whose clock is ten minutes wrong, beside one whose clock is wrong the other way. */
@Tag(Chaos.TAG)
class WrongClockIT {

    private static final int TASKS = Chaos.scaled(300, 2_000);

    private static final Duration MIN_DELAY = Duration.ofSeconds(3);

    private static final Duration MAX_DELAY = Duration.ofSeconds(4);

    private static final Duration LEASE = Duration.ofSeconds(2);

    private static final Duration RETRY = Duration.ofMillis(500);

    private static final Duration TIME_TO_RUN = Duration.ofMinutes(1);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Clock storeClock = StoreClock.of(server);

    private final Ledger ledger = new Ledger(storeClock);

    private final Queue<Instant> deadlines = new ConcurrentLinkedQueue<>();

    private static Clock wrongBy(long minutes) {
        return Clock.offset(Clock.systemUTC(), Duration.ofMinutes(minutes));
    }

    private void run(Object payload, TaskContext context) {
        ledger.call(payload, context);
        deadlines.add(context.deadline());
        if ("retry".equals(payload) && context.attempt() == 1) {
            throw new RetryTaskException(RETRY, "once more");
        }
        if ("reject".equals(payload)) {
            throw new RejectTaskException("no");
        }
        if ("longer than the lease".equals(payload)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LEASE.toMillis() * 2));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-10, 10})
    void onlyTheStoresClockDecides(long minutes) {
        Clock clock = wrongBy(minutes);
        Consumer<DelayQueueEngineBuilder> consuming = engines.consuming(
                this::run,
                TopicOptions.builder().concurrency(1).ttr(TIME_TO_RUN).build());
        DelayQueueEngine engine = engines.start(consuming
                .andThen(TestEngines.settings(LEASE, Duration.ofSeconds(5)))
                .andThen(TestEngines.clock(clock)));
        DelayQueueEngine other = engines.build(TestEngines.clock(wrongBy(-minutes)));
        List<AddResult> results = new ArrayList<>();
        Instant began = storeClock.instant().truncatedTo(ChronoUnit.MILLIS);
        results.addAll(engine.service().addTasks(tasks(new MachineWithAnotherClock(clock))));
        results.addAll(other.service().addTasks(tasks(new MachineWithAnotherClock(wrongBy(-minutes)))));
        results.forEach(ledger::added);
        Instant allAdded = storeClock.instant();
        assertThat(results).extracting(AddResult::outcome).containsOnly(AddResult.Outcome.ADDED);

        await().until(() -> ledger.lost().isEmpty());
        assertThat(ledger.runs()).extracting(Ledger.Run::dueAt).allSatisfy(due -> assertThat(due)
                .isBetween(began.plus(MIN_DELAY), allAdded.plus(MAX_DELAY)));
        assertThat(deadlines).as("by the instance's clock").allSatisfy(deadline -> assertThat(deadline)
                .isCloseTo(clock.instant().plus(TIME_TO_RUN), within(1, ChronoUnit.MINUTES)));
        ledger.assertEachRanOnce();
        retriesAndLeasesFollowTheStoresClock(engine);
        errorsAreDatedByTheStoresClock(engine);
        ledger.conclude("clock wrong by " + minutes + " minutes", 1, 1);
    }

    /** Due by delays and by instants of the store's clock, over the next seconds. */
    private List<Task> tasks(MachineWithAnotherClock machine) {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            Duration delay = MIN_DELAY.plusMillis(5L * (i % 200));
            tasks.add(
                    i % 2 == 0
                            ? engines.builder()
                                    .id(machine.nextId())
                                    .delay(delay)
                                    .build()
                            : engines.builder()
                                    .id(machine.nextId())
                                    .at(storeClock.instant().plus(delay))
                                    .build());
        }
        return tasks;
    }

    private void retriesAndLeasesFollowTheStoresClock(DelayQueueEngine engine) {
        Task retried = engines.builder().payload("retry").build();
        ledger.added(engine.service().addTask(retried));
        await().until(() -> ledger.runsOf(retried.id()).size() == 2);
        List<Ledger.Run> runs = ledger.runsOf(retried.id());
        assertThat(runs.get(1).at())
                .as("a retry is not early either")
                .isAfterOrEqualTo(runs.get(0).at().plus(RETRY));

        Task slow = engines.builder().payload("longer than the lease").build();
        ledger.added(engine.service().addTask(slow));
        await().until(() -> ledger.runsOf(slow.id()).size() == 1);
        await().until(() -> find(engine, slow) == null);
        assertThat(ledger.runsOf(slow.id())).hasSize(1);
    }

    private void errorsAreDatedByTheStoresClock(DelayQueueEngine engine) {
        Task rejected = engines.builder().payload("reject").build();
        ledger.added(engine.service().addTask(rejected));
        await().until(() -> find(engine, rejected).state() == TaskState.DEAD);
        assertThat(find(engine, rejected).lastError().at())
                .isCloseTo(storeClock.instant(), within(1, ChronoUnit.MINUTES));
    }

    private TaskInfo find(DelayQueueEngine engine, Task task) {
        return engines.find(engine, task.id()).orElse(null);
    }
}
