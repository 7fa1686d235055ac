package io.delayqueue.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.EngineSettings;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.store.ExpectedTime;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Engines with threads on a store in memory with the system's clock. */
class EnginesInMemoryTests {

    private static final TopicName TOPIC = new TopicName("g", "t");

    private static final ExponentialBackoff SOON =
            new ExponentialBackoff(Duration.ofMillis(10), 2, Duration.ofMillis(50), 0);

    private final InMemoryBackend backend = new InMemoryBackend(Clock.systemUTC());

    private final List<DelayQueueEngine> engines = new ArrayList<>();

    private final Collection<String> calls = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        engines.forEach(DelayQueueEngine::close);
        new MemoryUnderTest(backend).audit("g");
    }

    private DelayQueueEngine start(Consumer<DelayQueueEngineBuilder> options) {
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(backend);
        options.accept(builder);
        DelayQueueEngine engine = builder.build();
        engines.add(engine);
        engine.start();
        return engine;
    }

    @Test
    void optionsOfATopicShouldBeThoseOfItsCallbackOrTheEngines() {
        DelayQueueEngine engine = start(calling((payload, context) -> {}, 4)
                .andThen(builder -> builder.settings(new EngineSettings(
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(1),
                        1_000,
                        TopicOptions.builder()
                                .concurrency(1)
                                .ttr(Duration.ofMinutes(2))
                                .maxAttempts(7)
                                .build()))));
        assertThat(engine.topicOptions(TOPIC))
                .contains(TopicOptions.builder()
                        .concurrency(4)
                        .ttr(Duration.ofMinutes(2))
                        .maxAttempts(3)
                        .retryPolicy(SOON)
                        .whenExpired(WhenExpired.BURY)
                        .build());
        assertThat(engine.topicOptions(new TopicName("g", "other"))).isEmpty();
    }

    private DelayQueueEngine consuming(TaskCallback<Object> callback) {
        return start(calling(callback, 4));
    }

    private static Consumer<DelayQueueEngineBuilder> calling(TaskCallback<Object> callback, int concurrency) {
        TopicOptions options = TopicOptions.builder()
                .concurrency(concurrency)
                .maxAttempts(3)
                .retryPolicy(SOON)
                .build();
        return builder -> builder.callback(new TopicCallback(TOPIC, Object.class, callback, options, "test"));
    }

    private static TaskBuilder task(String id) {
        return Task.of("g", "t").id(id);
    }

    private static List<Task> tasks(int number, long millis) {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            tasks.add(task("a" + i).delay(Duration.ofMillis(millis + i % 500)).build());
        }
        return tasks;
    }

    private void call(Object payload, TaskContext context) {
        calls.add(context.id());
    }

    private void awaitCalls(String... ids) {
        await().untilAsserted(() -> assertThat(calls).containsExactlyInAnyOrder(ids));
    }

    private void awaitNothingLeft() {
        await().untilAsserted(() -> assertThat(backend.allTasks()).isEmpty());
    }

    private static TaskInfo find(DelayQueueEngine engine, String id) {
        return engine.service().findTask("g", id).orElseThrow();
    }

    private static void awaitState(DelayQueueEngine engine, String id, TaskState state) {
        await().untilAsserted(() -> assertThat(find(engine, id).state()).isEqualTo(state));
    }

    @Test
    void tasksAreDeliveredOnceAndAreGone() {
        DelayQueueEngine engine = consuming(this::call);
        List<Task> tasks = tasks(2_000, 0);
        engine.service().addTasks(tasks);
        awaitNothingLeft();
        assertThat(calls).hasSize(2_000).doesNotHaveDuplicates();
    }

    @Test
    void payloadThatOneEngineCannotReadShouldBeReadByAnother() {
        DelayQueueEngine old = start(builder -> builder.callback("g", "t", Integer.class, (number, context) -> {}));
        consuming(this::call);
        await().until(() -> old.inspector().instances("g").stream()
                        .filter(instance -> instance.topicCount() == 1)
                        .count()
                == 2);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ids.add("a" + i);
            old.service().addTask(task("a" + i).payload("text").build());
            await().until(() -> calls.containsAll(ids));
        }
        awaitNothingLeft();
    }

    @Test
    void enginesShareATopic() {
        Set<String> first = ConcurrentHashMap.newKeySet();
        Set<String> second = ConcurrentHashMap.newKeySet();
        CyclicBarrier firstOfEach = new CyclicBarrier(2);
        List<DelayQueueEngine> both = new ArrayList<>();
        for (Set<String> share : List.of(first, second)) {
            AtomicBoolean begun = new AtomicBoolean();
            both.add(consuming((payload, context) -> {
                calls.add(context.id());
                share.add(context.id());
                if (begun.compareAndSet(false, true)) {
                    firstOfEach.await();
                }
            }));
        }
        TopicOperations topic = both.get(0).service().topic("g", "t");
        // Both add all tasks: an id is added once.
        topic.pause();
        List<Task> tasks = tasks(4_000, 500);
        both.forEach(engine -> engine.service().addTasks(tasks));
        topic.resume();
        await().until(() -> calls.size() >= 4_000);
        awaitNothingLeft();
        assertThat(calls).hasSize(4_000).doesNotHaveDuplicates();
        assertThat(first).isNotEmpty();
        assertThat(second).isNotEmpty();
    }

    @Test
    void aTaskThatFailsIsRetriedAndDiesAndIsRequeued() {
        AtomicBoolean works = new AtomicBoolean();
        DelayQueueEngine engine = consuming((payload, context) -> {
            calls.add(context.id() + context.attempt());
            if (!works.get()) {
                throw new IllegalStateException("not yet");
            }
        });
        engine.service().addTask(task("a").build());
        awaitState(engine, "a", TaskState.DEAD);
        assertThat(calls).containsExactly("a1", "a2", "a3");
        assertThat(find(engine, "a").failedAttempts())
                .extracting(attempt -> attempt.attempt() + attempt.message())
                .containsExactly("3not yet", "2not yet", "1not yet");
        works.set(true);
        assertThat(engine.service().requeueDeadLetter("g", "a")).isTrue();
        awaitNothingLeft();
        assertThat(calls).hasSize(4).endsWith("a1");
    }

    @Test
    void removalOfARunningTaskShouldReachItsContext() {
        CountDownLatch reported = new CountDownLatch(1);
        DelayQueueEngine engine = consuming((payload, context) -> {
            calls.add(context.id());
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                assertThat(context.isCancelled()).isTrue();
                reported.countDown();
            }
        });
        DelayQueueEngine other = start(builder -> {});
        engine.service().addTask(task("a").build());
        awaitCalls("a");
        assertThat(other.service().removeTask("g", "a").task()).isNotNull();
        await().until(() -> reported.getCount() == 0);
        assertThat(backend.allTasks()).isEmpty();
    }

    @Test
    void aTaskThatRepeatsComesAgain() {
        DelayQueueEngine engine = consuming(this::call);
        engine.service()
                .addTask(task("a")
                        .repeat(Repeat.fixedDelay(Duration.ofSeconds(1)))
                        .build());
        await().until(() -> calls.size() >= 2);
        assertThat(calls).containsOnly("a");
        assertThat(engine.service().removeTask("g", "a").task()).isNotNull();
    }

    @Test
    void aPausedTopicWaitsUntilItGoesOn() {
        DelayQueueEngine engine = consuming(this::call);
        engine.service().topic("g", "t").pause();
        engine.service().addTask(task("a").build());
        awaitState(engine, "a", TaskState.READY);
        assertThat(calls).isEmpty();
        engine.service().topic("g", "t").resume();
        awaitNothingLeft();
        assertThat(calls).containsExactly("a");
    }

    @Test
    void tasksArePulled() throws InterruptedException {
        DelayQueueEngine engine = start(builder -> builder.topic("g", "t"));
        engine.service().addTask(task("a").delay(Duration.ofMillis(50)).build());
        List<PulledTask> pulled = engine.puller().reserve("g", "t", PullOptions.DEFAULT, Duration.ofSeconds(20));
        assertThat(pulled).extracting(PulledTask::id).containsExactly("a");
        engine.puller().lease(pulled.get(0).receipt()).retry(Duration.ZERO, "later");
        pulled = engine.puller().reserve("g", "t", PullOptions.DEFAULT, Duration.ofSeconds(20));
        assertThat(pulled).extracting(PulledTask::attempt).containsExactly(2);
        pulled.get(0).finish();
        assertThat(backend.allTasks()).isEmpty();
    }

    @Test
    void whatACrashedInstanceHoldsComesBack() {
        backend.tasks().push("g", "crashed", List.of(), ExpectedTime.NONE);
        DelayQueueEngine adding = start(builder -> {});
        adding.service().addTask(task("a").build());
        await().until(() -> backend.tasks()
                        .push("g", "crashed", List.of(), ExpectedTime.NONE)
                        .due()
                == 1);
        assertThat(backend.tasks()
                        .reserve(TOPIC, "crashed", Duration.ofMillis(300), 1)
                        .tasks())
                .hasSize(1);
        consuming((payload, context) -> calls.add(context.id() + context.attempt()));
        awaitCalls("a2");
        awaitNothingLeft();
    }

    @Test
    void aStoppedEngineGivesBackWhatItHasNotBegunAndAnotherGoesOn() {
        CountDownLatch running = new CountDownLatch(1);
        DelayQueueEngine first = start(calling(
                        (payload, context) -> {
                            running.countDown();
                            new CountDownLatch(1).await();
                        },
                        1)
                .andThen(builder -> builder.settings(new EngineSettings(
                        Duration.ofSeconds(30), Duration.ofMillis(50), 1 << 20, TopicOptions.DEFAULT))));
        first.service().addTasks(tasks(20, 0));
        await().until(() -> running.getCount() == 0);
        first.close();
        assertThat(backend.allTasks()).hasSize(20);
        consuming(this::call);
        awaitNothingLeft();
        assertThat(calls).hasSize(20);
    }

    @Test
    void topicsAreFollowedWhereverTheyAreRegistered() {
        DelayQueueEngine one = consuming(this::call);
        DelayQueueEngine other = start(builder -> {});
        assertThat(other.register().isTopicRegistered("g", "t")).isTrue();
        assertThat(other.register().cancelTopic("g", "t")).isTrue();
        await().until(() ->
                one.status().groups().stream().allMatch(group -> group.topics().isEmpty()));
        assertThat(other.register().registerTopic("g", "t")).isTrue();
        other.service().addTask(task("a").build());
        awaitCalls("a");
    }

    @Test
    void instancesAreListedAndTheStoreIsInOrder() {
        DelayQueueEngine engine = consuming(this::call);
        engine.service().addTask(task("a").delay(Duration.ofHours(1)).build());
        await().untilAsserted(() -> assertThat(engine.inspector().instances("g"))
                .extracting(instance -> instance.instance())
                .containsExactly(engine.instance()));
        assertThat(engine.inspector().audit("g").findings()).isEmpty();
        assertThat(engine.status().address()).isEqualTo("memory");
        engine.stop();
        assertThat(engine.inspector().instances("g")).isEmpty();
    }

    @Test
    void twoEnginesShouldFillThePlacesOfTheirLimitAndNoMore() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier both = new CyclicBarrier(2);
        TaskCallback<Object> callback = (payload, context) -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            both.await(30, TimeUnit.SECONDS);
            running.decrementAndGet();
        };
        TopicOptions options = TopicOptions.builder()
                .concurrency(4)
                .maxAttempts(1)
                .limits(new TopicLimits(null, null, Set.of("two")))
                .build();
        for (int engine = 0; engine < 2; engine++) {
            start(builder -> builder.limit(Limit.of("g", "two").concurrency(2))
                    .callback(new TopicCallback(TOPIC, Object.class, callback, options, "test")));
        }
        engines.get(0).service().addTasks(tasks(20, 0));
        awaitNothingLeft();
        assertThat(most).hasValue(2);
    }
}
