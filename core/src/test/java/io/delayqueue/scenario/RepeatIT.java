package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.CronSchedule;
import io.delayqueue.IfExists;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RepeatResult;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.TaskStore;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks that run again and again. */
class RepeatIT {

    /** Understands "every" and a number of milliseconds: the multiples of it. */
    private static final CronSchedule MULTIPLES = (expression, zone, after) -> {
        if (!expression.startsWith("every ")) {
            throw new IllegalArgumentException("it must begin with 'every'");
        }
        long millis = Long.parseLong(expression.substring(6));
        return Instant.ofEpochMilli((after.toEpochMilli() / millis + 1) * millis);
    };

    private static final Duration PERIOD = Duration.ofMillis(100);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Queue<Run> runs = new ConcurrentLinkedQueue<>();

    private final CountDownLatch gate = engines.gate();

    private DelayQueueEngine engine;

    private record Run(@Nullable Object payload, int attempt, Instant dueAt, Instant began, Instant ended) {}

    /** Body of a callback. */
    private interface Work {
        void run(TaskContext context) throws Exception;
    }

    private DelayQueueEngine start(Work work) {
        return start(work, builder -> {});
    }

    private DelayQueueEngine start(Work work, Consumer<DelayQueueEngineBuilder> more) {
        engine = engines.startSubscribed(engines.consuming(
                        (payload, context) -> {
                            Instant began = Instant.now();
                            try {
                                work.run(context);
                            } finally {
                                runs.add(new Run(payload, context.attempt(), context.dueAt(), began, Instant.now()));
                            }
                        },
                        TopicOptions.builder()
                                .concurrency(4)
                                .maxAttempts(3)
                                .retryPolicy(attempts -> Duration.ofMillis(20))
                                .build())
                .andThen(more));
        return engine;
    }

    private AddResult add(Repeat repeat) {
        return engines.add(engine, engines.builder().id("a").repeat(repeat));
    }

    private List<Run> awaitRuns(int number) {
        await().until(() -> runs.size() >= number);
        return List.copyOf(runs);
    }

    private Optional<TaskInfo> find() {
        return engines.find(engine, "a");
    }

    private static void assertMultiplesApart(List<Instant> dues, Duration period) {
        for (int i = 1; i < dues.size(); i++) {
            Duration apart = Duration.between(dues.get(i - 1), dues.get(i));
            assertThat(apart).isPositive();
            assertThat(apart.toMillis() % period.toMillis())
                    .as("beyond whole periods")
                    .isZero();
        }
    }

    private static void pass(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aFixedRateDoesNotDrift() {
        start(context -> LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(60_000_000)));
        AddResult added = add(Repeat.fixedRate(PERIOD));
        List<Run> all = awaitRuns(10);
        assertThat(all.get(0).dueAt()).isEqualTo(added.dueAt());
        assertMultiplesApart(all.stream().map(Run::dueAt).toList(), PERIOD);
        assertThat(all).noneMatch(run -> run.began().isBefore(run.dueAt()));
        assertThat(all).extracting(Run::attempt).containsOnly(1);
    }

    @Test
    void cronWithATimeOfItsOwnBeginsThen() {
        start(context -> {}, builder -> builder.cronSchedule(MULTIPLES));
        Instant before = Instant.now();
        engine.service()
                .addTask(engines.builder()
                        .id("a")
                        .at(Instant.ofEpochMilli(7))
                        .repeat(Repeat.cron("every 150", ZoneOffset.UTC))
                        .build());
        List<Run> all = awaitRuns(3);
        assertThat(all.get(0).dueAt()).isEqualTo(Instant.ofEpochMilli(7));
        List<Instant> next = all.stream().skip(1).map(Run::dueAt).toList();
        assertThat(next).allMatch(due -> due.isAfter(before)).allMatch(due -> due.toEpochMilli() % 150 == 0);
        assertMultiplesApart(next, Duration.ofMillis(150));
    }

    @Test
    void taskWithoutAComputableNextTimeShouldDieBeforeItRuns() {
        engine = engines.build(builder -> builder.cronSchedule(MULTIPLES));
        add(Repeat.cron("every 150", ZoneOffset.UTC));
        start(context -> {});
        await().until(() -> find().orElseThrow().state() == TaskState.DEAD);
        assertThat(find().orElseThrow().lastError().message()).contains("no cron schedule");
        assertThat(runs).isEmpty();
    }

    @Test
    void aCronWithoutATimeToComeEndsLikeATaskThatRunsOnce() {
        start(context -> {}, builder -> builder.cronSchedule((expression, zone, after) -> null));
        engines.add(engine, engines.builder().id("a").delay(Duration.ZERO).repeat(Repeat.cron("once", ZoneOffset.UTC)));
        awaitRuns(1);
        await().until(() -> find().isEmpty());
        assertThat(runs).hasSize(1);
    }

    @Test
    void aRunWhoseAttemptsAreSpentGoesOnAndKeepsTheErrorUntilOneSucceeds() {
        start(context -> {
            if (context.dueAt().equals(firstDue(context))) {
                throw new IllegalStateException("failure " + context.attempt());
            }
            pass(gate);
        });
        add(Repeat.fixedRate(PERIOD));
        List<Run> failed = awaitRuns(3);
        assertThat(failed).extracting(Run::attempt).containsExactly(1, 2, 3);
        assertThat(failed).extracting(Run::dueAt).containsOnly(failed.get(0).dueAt());
        await().until(() -> find().orElseThrow().state() == TaskState.RESERVED
                && find().orElseThrow().dueAt().isAfter(failed.get(0).dueAt()));
        assertThat(find().orElseThrow().lastError().message()).isEqualTo("failure 3");
        assertThat(find().orElseThrow().lastError().attempt()).isEqualTo(3);
        assertThat(find().orElseThrow().attempts()).isEqualTo(1);
        gate.countDown();
        await().until(() -> find().orElseThrow().lastError() == null);
        Run next = awaitRuns(4).get(3);
        assertThat(next.attempt()).isEqualTo(1);
        assertMultiplesApart(List.of(failed.get(0).dueAt(), next.dueAt()), PERIOD);
    }

    private final Queue<Instant> dues = new ConcurrentLinkedQueue<>();

    private Instant firstDue(TaskContext context) {
        dues.add(context.dueAt());
        return dues.element();
    }

    @Test
    void aDeadLetterThatIsRequeuedRepeatsAgain() {
        start(context -> {
            if (gate.getCount() > 0) {
                throw new RejectTaskException("enough");
            }
        });
        add(Repeat.fixedRate(PERIOD));
        await().until(() -> find().orElseThrow().state() == TaskState.DEAD);
        gate.countDown();
        assertThat(engine.service().requeueDeadLetter(engines.group(), "a")).isTrue();
        assertMultiplesApart(awaitRuns(4).stream().skip(1).map(Run::dueAt).toList(), PERIOD);
    }

    @Test
    void occurrenceThatWaitsForAThreadShouldNotBeginAfterAPause() {
        CountDownLatch left = new CountDownLatch(1);
        start(
                context -> {},
                builder -> builder.callbackExecutor(work -> OwnThread.start(() -> {
                    try {
                        pass(gate);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    work.run();
                    left.countDown();
                })));
        add(Repeat.fixedRate(Duration.ofHours(1)));
        await().pollInterval(Duration.ofMillis(1))
                .until(() -> find().orElseThrow().state() == TaskState.RESERVED);
        assertThat(engine.service().pauseRepeat(engines.group(), "a").outcome())
                .isEqualTo(RepeatResult.Outcome.CHANGED);
        await().until(() -> find().orElseThrow().state() == TaskState.DELAYED);
        gate.countDown();
        await().until(() -> left.getCount() == 0);
        TaskInfo held = find().orElseThrow();
        assertThat(held.state()).isEqualTo(TaskState.DELAYED);
        assertThat(held.stateUntil()).isNull();
        assertThat(held.attempts()).isZero();
        assertThat(runs).isEmpty();
        engine.service().rescheduleTask(engines.group(), "a", Duration.ZERO);
        assertThat(awaitRuns(1).get(0).attempt()).as("on request").isEqualTo(1);
    }

    @Test
    void pausedOccurrenceWhoseLeaseHasEndedShouldGoOnWhenItIsResumed() {
        engine = engines.build();
        Instant due = add(Repeat.fixedRate(Duration.ofHours(1))).dueAt();
        TaskStore store = engines.backend().tasks();
        TopicName topic = new TopicName(engines.group(), TestEngines.TOPIC);
        await().until(() ->
                !store.reserve(topic, "i", Duration.ofMillis(300), 1).tasks().isEmpty());
        engine.service().pauseRepeat(engines.group(), "a");
        await().until(() -> {
            store.push(engines.group(), "i", List.of(), ExpectedTime.NONE);
            return find().orElseThrow().state() == TaskState.DELAYED;
        });
        assertThat(find().orElseThrow().stateUntil()).isNull();
        engine.service().resumeRepeat(engines.group(), "a");
        assertThat(find().orElseThrow().dueAt()).isEqualTo(due);
        assertThat(find().orElseThrow().stateUntil()).isEqualTo(due);
        store.resign(engines.group(), "i");
        start(context -> {});
        assertThat(awaitRuns(1).get(0).attempt()).isEqualTo(2);
    }

    @Test
    void aReplacementHasTheNewScheduleAndPayload() {
        start(context -> {});
        add(Repeat.fixedRate(PERIOD));
        awaitRuns(3);
        Duration other = Duration.ofMillis(70);
        AddResult replaced = engine.service()
                .addTask(engines.builder()
                        .id("a")
                        .payload("new")
                        .repeat(Repeat.fixedRate(other))
                        .ifExists(IfExists.REPLACE)
                        .build());
        assertThat(replaced.outcome()).isEqualTo(AddResult.Outcome.REPLACED);
        await().until(() ->
                runs.stream().filter(run -> "new".equals(run.payload())).count() >= 5);
        List<Run> after =
                runs.stream().filter(run -> "new".equals(run.payload())).toList();
        assertThat(after.get(0).dueAt()).isEqualTo(replaced.dueAt());
        assertMultiplesApart(after.stream().map(Run::dueAt).toList(), other);
        assertThat(runs).noneMatch(run -> run.payload() == null && run.dueAt().isAfter(replaced.dueAt()));
    }

    @Test
    void replacementOfADueCronShouldBeDueAtTheNextTimeOfTheExpression() {
        start(context -> {}, builder -> builder.cronSchedule(MULTIPLES));
        TopicOperations topic = engines.topic(engine);
        topic.pause();
        Repeat repeat = Repeat.cron("every 500", ZoneOffset.UTC);
        AddResult first = add(repeat);
        await().until(() -> find().orElseThrow().state() == TaskState.READY);
        Instant before = Instant.now();
        AddResult replaced =
                engines.add(engine, engines.builder().id("a").repeat(repeat).ifExists(IfExists.REPLACE));
        assertThat(replaced.outcome()).isEqualTo(AddResult.Outcome.REPLACED);
        assertThat(replaced.dueAt()).isAfter(before).isBefore(Instant.now().plusMillis(501));
        assertMultiplesApart(List.of(first.dueAt(), replaced.dueAt()), Duration.ofMillis(500));
        topic.resume();
        assertThat(awaitRuns(1).get(0).dueAt()).isEqualTo(replaced.dueAt());
    }

    /** The other JVM's callbacks hang after some quick ones; that is when it is killed. */
    @Test
    void aCrashDuringARunNeitherLosesNorDoublesTheRepetition() throws Exception {
        String list = "records-" + engines.group();
        Process process = engines.killing(
                KillableConsumer.start(server.host(), server.port(), engines.group(), Duration.ofSeconds(1), list));
        engine = engines.build();
        add(Repeat.fixedRate(Duration.ofMillis(20)));
        await().until(() -> server.client().lrange(list, 0, -1).stream().anyMatch(line -> line.startsWith("hang ")));
        process.destroyForcibly().onExit().join();
        String[] hung = server.client().lrange(list, -1, -1).get(0).split(" ");
        assertThat(hung[0]).isEqualTo("hang");
        start(context -> {});
        List<Run> all = awaitRuns(10);
        assertThat(all.get(0).dueAt()).isEqualTo(Instant.parse(hung[3]));
        assertThat(all.get(0).attempt()).isEqualTo(Integer.parseInt(hung[2]) + 1);
        assertThat(all.stream().skip(1)).extracting(Run::attempt).containsOnly(1);
        assertMultiplesApart(all.stream().map(Run::dueAt).toList(), Duration.ofMillis(20));
        engine.stop();
        new GroupAudit(server.client(), engines.group()).check();
        assertThat(engine.service().countTasks(engines.group()))
                .singleElement()
                .satisfies(counts -> assertThat(counts.total()).isEqualTo(1));
        server.client().del(list);
    }
}
