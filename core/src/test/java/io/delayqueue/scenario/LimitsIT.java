package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.monitor.TaskWait.Reason;
import io.delayqueue.pull.PullOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits as applications declare them, over several instances, and as operators see and change them. */
class LimitsIT {

    private static final TopicOptions LIMITED = TopicOptions.builder()
            .concurrency(4)
            .limits(new TopicLimits(null, null, Set.of("stripe")))
            .build();

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final CountDownLatch gate = engines.gate();

    private final AtomicInteger running = new AtomicInteger();

    private final AtomicInteger done = new AtomicInteger();

    private final LongAccumulator most = new LongAccumulator(Math::max, 0);

    private final DelayQueueEngine operator = engines.build();

    private void call(Object payload, TaskContext context) throws InterruptedException {
        most.accumulate(running.incrementAndGet());
        gate.await();
        running.decrementAndGet();
        done.incrementAndGet();
    }

    private Limit stripe(int concurrency) {
        return Limit.of(engines.group(), "stripe").concurrency(concurrency);
    }

    private Consumer<DelayQueueEngineBuilder> declaring(int concurrency) {
        return engines.consuming(this::call, LIMITED).andThen(builder -> builder.limit(stripe(concurrency)));
    }

    private List<LimitInfo> limits() {
        return operator.inspector().limits(engines.group());
    }

    private LimitInfo stripe() {
        assertThat(limits()).hasSize(1);
        return limits().get(0);
    }

    private void addReady(int number) {
        operator.service().addTasks(engines.tasks(number, Duration.ZERO));
    }

    private TaskWait why(String topic) {
        return operator.inspector()
                .whyWaiting(new TopicName(engines.group(), topic))
                .orElseThrow();
    }

    @Test
    void concurrencyShouldHoldOverInstancesAndTopics() {
        for (int i = 0; i < 2; i++) {
            engines.start(
                    declaring(3).andThen(builder -> builder.callback(engines.callback("u", this::call, LIMITED))));
        }
        addReady(20);
        IntStream.range(0, 20).forEach(i -> operator.service()
                .addTask(Task.of(engines.group(), "u").build()));
        await().until(() -> running.get() == 3 && stripe().waiting() == 37);
        assertThat(stripe().running()).isEqualTo(3);
        assertThat(stripe().topics()).containsExactly(TestEngines.TOPIC, "u");
        assertThat(why("u")).satisfies(wait -> {
            assertThat(wait.reason()).isEqualTo(Reason.LIMIT);
            assertThat(wait.limit()).isNotNull().returns(3L, LimitInfo::running).returns(stripe(3), LimitInfo::limit);
            assertThat(wait.until()).isNull();
        });
        gate.countDown();
        await().until(() -> done.get() == 40);
        assertThat(most.get()).isEqualTo(3);
        await().until(() -> stripe().running() == 0);
    }

    @Test
    void operatorsChangeShouldOutlastStartsUntilTheDeclarationChanges() {
        DelayQueueEngine first = engines.start(declaring(8));
        assertThat(stripe()).returns(stripe(8), LimitInfo::limit).returns(false, LimitInfo::changed);
        operator.inspector().setLimit(stripe(2));
        DelayQueueEngine second = engines.start(declaring(8));
        assertThat(stripe())
                .returns(stripe(2), LimitInfo::limit)
                .returns(stripe(8), LimitInfo::declared)
                .returns(true, LimitInfo::changed);
        assertThat(operator.inspector().resetLimit(engines.group(), "stripe")).isTrue();
        assertThat(stripe().limit()).isEqualTo(stripe(8));
        operator.inspector().setLimit(stripe(2));
        first.stop();
        second.stop();
        engines.start(declaring(9));
        assertThat(stripe()).returns(stripe(9), LimitInfo::limit).returns(stripe(9), LimitInfo::declared);
    }

    /** So that versions which restart in turn do not undo what an operator has set, nor one another's limits. */
    @Test
    void declarationOfANewVersionShouldWaitForTheEndOfTheOldOne() {
        DelayQueueEngine old = engines.start(declaring(8));
        await().until(() -> !operator.inspector().instances(engines.group()).isEmpty());
        DelayQueueEngine next = engines.start(declaring(9));
        assertThat(stripe().limit()).isEqualTo(stripe(8));
        old.stop();
        // Each reading of the registry tries again.
        next.register().registerTopic(engines.group(), "v");
        await().until(() -> stripe().limit().equals(stripe(9)));
    }

    @Test
    void lostRulesShouldBeWrittenAgain() {
        DelayQueueEngine engine = engines.start(declaring(3));
        engines.server().client().del(engines.key("RULES"));
        engine.register().registerTopic(engines.group(), "v");
        await().until(() -> limits().size() == 1);
        assertThat(stripe())
                .returns(stripe(3), LimitInfo::limit)
                .returns(List.of(TestEngines.TOPIC), LimitInfo::topics);
    }

    @Test
    void limitsThatTheCodeNoLongerHasShouldLimitNothing() {
        DelayQueueEngine old = engines.start(engines.consuming(
                this::call,
                TopicOptions.builder()
                        .concurrency(4)
                        .limits(new TopicLimits(1, null, Set.of()))
                        .build()));
        assertThat(limits()).extracting(info -> info.limit().name()).containsExactly(TestEngines.TOPIC);
        old.stop();
        engines.start(engines.consuming(this::call, 4));
        assertThat(limits()).isEmpty();
        addReady(4);
        await().until(() -> running.get() == 4);
    }

    @Test
    void seventeenthTopicOfALimitShouldStopTheStart() {
        engines.start(builder -> {
            builder.limit(stripe(3));
            IntStream.range(0, Limit.MAX_TOPICS)
                    .forEach(i -> builder.callback(engines.callback("t" + i, this::call, LIMITED)));
        });
        DelayQueueEngine other = engines.build(declaring(3));
        assertThatExceptionOfType(InvalidSettingException.class).isThrownBy(other::start);
        assertThat(other.isRunning()).isFalse();
        assertThat(stripe().topics()).hasSize(Limit.MAX_TOPICS).doesNotContain(TestEngines.TOPIC);
    }

    @Test
    void heldLimitShouldLetNothingBegin() {
        engines.start(declaring(3));
        Instant until = operator.inspector()
                .storeTime(engines.group())
                .plusSeconds(3_600)
                .truncatedTo(ChronoUnit.MILLIS);
        assertThat(operator.inspector().holdLimit(engines.group(), "stripe", until))
                .isTrue();
        assertThat(operator.inspector().holdLimit(engines.group(), "other", until))
                .isFalse();
        addReady(2);
        await().until(() -> stripe().waiting() == 2);
        assertThat(why(TestEngines.TOPIC))
                .returns(Reason.LIMIT, TaskWait::reason)
                .returns(until, TaskWait::until);
        assertThat(running).hasValue(0);
        assertThat(operator.inspector().holdLimit(engines.group(), "stripe", Instant.EPOCH))
                .isTrue();
        await().until(() -> running.get() == 2);
    }

    @Test
    void reasonShouldBeTheLimitThatEndsLast() {
        TopicOptions both = TopicOptions.builder()
                .concurrency(4)
                .limits(new TopicLimits(null, null, Set.of("first", "stripe")))
                .build();
        engines.start(engines.consuming(this::call, both).andThen(builder -> builder.limit(stripe(1))
                .limit(Limit.of(engines.group(), "first").concurrency(1))));
        Instant until = operator.inspector()
                .storeTime(engines.group())
                .plusSeconds(3_600)
                .truncatedTo(ChronoUnit.MILLIS);
        operator.inspector().holdLimit(engines.group(), "first", until.minusSeconds(1_800));
        operator.inspector().holdLimit(engines.group(), "stripe", until);
        assertThat(why(TestEngines.TOPIC)).satisfies(wait -> {
            assertThat(wait.until()).isEqualTo(until);
            assertThat(wait.limit()).isNotNull().returns(stripe(1), LimitInfo::limit);
        });
    }

    @Test
    void topicThatIsPulledShouldHaveAConsumer() throws InterruptedException {
        addReady(2);
        assertThat(why(TestEngines.TOPIC)).returns(Reason.NO_CONSUMER, TaskWait::reason);
        DelayQueueEngine pulling = engines.start(builder -> {});
        pulling.register().registerTopic(engines.group(), TestEngines.TOPIC);
        assertThat(pulling.puller().reserve(engines.group(), TestEngines.TOPIC, PullOptions.upTo(1), Duration.ZERO))
                .hasSize(1);
        assertThat(why(TestEngines.TOPIC)).returns(Reason.BEHIND_OTHERS, TaskWait::reason);
    }

    @Test
    void drainedConsumersShouldBeTheReason() {
        DelayQueueEngine engine = engines.start(engines.consuming(this::call, 1));
        addReady(2);
        await().until(() -> running.get() == 1);
        gate.countDown();
        await().until(() -> done.get() == 2);
        engine.drain();
        addReady(1);
        await().until(() -> why(TestEngines.TOPIC).reason() == Reason.DRAINED);
    }

    @Test
    void reasonOfATaskThatWaitsShouldBeTheFirstThatHolds() {
        Duration hour = Duration.ofHours(1);
        String later = operator.service().addTask(engines.task(hour)).id();
        assertThat(operator.inspector().whyWaiting(engines.group(), later)).hasValueSatisfying(wait -> assertThat(wait)
                .returns(Reason.NOT_DUE, TaskWait::reason)
                .returns(engines.find(operator, later).orElseThrow().stateUntil(), TaskWait::until));
        assertThat(operator.inspector().whyWaiting(engines.group(), "nothing")).isEmpty();
        assertThat(why(TestEngines.TOPIC)).returns(Reason.NO_CONSUMER, TaskWait::reason);
        engines.start(engines.consuming(this::call, 1));
        await().until(() -> operator.inspector()
                .whyWaiting(new TopicName(engines.group(), TestEngines.TOPIC))
                .isEmpty());
        String reserved =
                operator.service().addTask(engines.task(Duration.ZERO)).id();
        await().until(() -> running.get() == 1);
        assertThat(operator.inspector().whyWaiting(engines.group(), reserved)).isEmpty();
        String last = operator.service()
                .addTasks(engines.tasks(3, Duration.ZERO))
                .get(2)
                .id();
        await().until(() -> operator.inspector()
                        .whyWaiting(engines.group(), last)
                        .orElseThrow()
                        .ahead()
                == 2);
        Instant until = operator.inspector()
                .storeTime(engines.group())
                .plusSeconds(3_600)
                .truncatedTo(ChronoUnit.MILLIS);
        assertThat(engines.topic(operator).hold(until)).isTrue();
        assertThat(why(TestEngines.TOPIC)).isEqualTo(TaskWait.until(Reason.HELD, until));
        assertThat(engines.topic(operator).pause()).isTrue();
        assertThat(engines.topic(operator).hold(until)).isFalse();
        assertThat(why(TestEngines.TOPIC)).isEqualTo(TaskWait.until(Reason.PAUSED, null));
        assertThat(engines.topic(operator).resume()).isTrue();
        assertThat(why(TestEngines.TOPIC).reason()).isEqualTo(Reason.BEHIND_OTHERS);
        gate.countDown();
        await().until(() -> done.get() == 4);
    }
}
