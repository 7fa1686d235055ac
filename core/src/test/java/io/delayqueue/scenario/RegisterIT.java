package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueException;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.ServiceRegister;
import io.delayqueue.ServiceRegister.Unregistration;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskSchedule;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.registry.LocalTopics;
import io.delayqueue.internal.registry.RegistryWatcher;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The register of groups and topics; a server of its own, since it is one for all groups. */
class RegisterIT {

    private static final String SUMMARY = "MONITOR:SUMMARY";

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Queue<String> delivered = new ConcurrentLinkedQueue<>();

    private DelayQueueEngine idle() {
        return engines.build();
    }

    private DelayQueueEngine consume() {
        return engines.start(engines.consuming((payload, context) -> delivered.add(context.id()), 1));
    }

    @Test
    void theSixOperationsDoWhatTheySayAndEveryInstanceSeesIt() {
        ServiceRegister one = idle().register();
        ServiceRegister two = idle().register();
        assertThat(one.registerGroup("g")).isTrue();
        assertThat(one.registerGroup("g")).isFalse();
        assertThat(two.isGroupRegistered("g")).isTrue();
        assertThat(two.isTopicRegistered("g", "a")).isFalse();
        assertThat(one.registerTopic("g", "a")).isTrue();
        assertThat(two.registerTopic("g", "a")).isFalse();
        assertThat(two.registerTopic("g", "ab")).isTrue();
        assertThat(two.registerTopic("h", "b")).isTrue();
        assertThat(server.client().hgetAll(SUMMARY)).containsEntry("g", "a,ab").containsEntry("h", "b");
        server.client().hset(SUMMARY, "not a group", "t");
        server.client().hset(SUMMARY, "h", "b,1st");
        one.registerGroup("empty");
        assertThat(two.topics().keySet()).containsExactly("empty", "g", "h");
        assertThat(two.topics().get("g")).containsExactly("a", "ab");
        assertThat(two.topics().get("empty")).isEmpty();
        assertThat(two.topics().get("h")).containsExactly("b");
        assertThat(one.isGroupRegistered("h")).isTrue();
        assertThat(one.isTopicRegistered("h", "b")).isTrue();
        assertThat(one.isTopicRegistered("h", "a")).isFalse();
        assertThat(one.cancelTopic("g", "a")).isTrue();
        assertThat(two.cancelTopic("g", "a")).isFalse();
        assertThat(two.isTopicRegistered("g", "a")).isFalse();
        assertThat(two.isTopicRegistered("g", "ab")).isTrue();
        assertThat(two.cancelTopic("g", "ab")).isTrue();
        assertThat(two.isGroupRegistered("g")).isTrue();
        assertThat(two.cancelGroup("g")).isTrue();
        assertThat(two.cancelGroup("g")).isFalse();
        assertThat(one.isGroupRegistered("g")).isFalse();
        assertThat(one.cancelTopic("g", "a")).isFalse();
    }

    @Test
    void onlyUnusedTopicsAndGroupsShouldBeUnregistered() {
        DelayQueueEngine engine = consume();
        String group = engines.group();
        await().until(() -> engine.inspector().instances(group).stream().anyMatch(one -> one.topicCount() == 1));
        ServiceRegister register = idle().register();
        assertThat(register.cancelUnusedTopic(group, TestEngines.TOPIC)).isEqualTo(Unregistration.HAS_CONSUMERS);
        assertThat(register.cancelUnusedGroup(group)).isEqualTo(Unregistration.HAS_CONSUMERS);
        register.registerTopic(group, "old");
        engines.add(engine, Task.of(group, "old").id("a").delay(Duration.ofHours(1)));
        assertThat(register.cancelUnusedTopic(group, "old")).isEqualTo(Unregistration.HAS_TASKS);
        engine.service().removeTask(group, "a");
        assertThat(register.cancelUnusedTopic(group, "old")).isEqualTo(Unregistration.UNREGISTERED);
        assertThat(register.cancelUnusedTopic(group, "old")).isEqualTo(Unregistration.NOT_REGISTERED);
        engine.stop();
        engines.add(engine, engines.builder().id("b").delay(Duration.ofHours(1)));
        assertThat(register.cancelUnusedGroup(group)).isEqualTo(Unregistration.HAS_TASKS);
        engine.service().removeTask(group, "b");
        assertThat(register.cancelUnusedGroup(group)).isEqualTo(Unregistration.UNREGISTERED);
        assertThat(register.cancelUnusedGroup(group)).isEqualTo(Unregistration.NOT_REGISTERED);
    }

    /** Its delayed tasks become ready through that instance, which lists no topic. */
    @Test
    void groupThatIsPulledAndUnregisteredAsUnusedShouldComeBack() throws InterruptedException {
        String group = engines.group();
        DelayQueueEngine pulling = engines.start(builder -> {});
        pulling.register().registerTopic(group, "pulled");
        pulling.puller().reserve(group, "pulled", PullOptions.DEFAULT, Duration.ZERO);
        await().until(() -> !pulling.inspector().instances(group).isEmpty());
        assertThat(idle().register().cancelUnusedGroup(group)).isEqualTo(Unregistration.UNREGISTERED);
        await().until(() -> pulling.register().isTopicRegistered(group, "pulled"));
    }

    /** As a consumer that starts between the search for consumers and the removal. */
    @Test
    void topicThatIsUnregisteredAsUnusedThoughAnInstanceConsumesItShouldComeBack() {
        DelayQueueEngine engine = consume();
        TestEngines.awaitSubscriptions(server, 1);
        for (String topic : Arrays.asList(TestEngines.TOPIC, null)) {
            assertThat(engines.backend().registry().unregisterUnused(engines.group(), topic))
                    .isTrue();
            await().until(() -> engine.register().isTopicRegistered(engines.group(), TestEngines.TOPIC));
        }
        engines.add(engine, engines.builder().id("a"));
        await().until(() -> delivered.contains("a"));
        assertThat(engine.inspector().unregisteredTopics()).isEmpty();
    }

    @Test
    void theRegisterOfAClosedEngineSaysSo() {
        DelayQueueEngine engine = idle();
        engine.close();
        assertThatThrownBy(engine.register()::topics)
                .isExactlyInstanceOf(DelayQueueException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void registrationsThatMeetAreAllKept() {
        ServiceRegister one = idle().register();
        ServiceRegister two = idle().register();
        IntStream.range(0, 200).parallel().forEach(i -> (i % 2 == 0 ? one : two).registerTopic("g", "t" + i));
        assertThat(server.client().hget(SUMMARY, "g").split(",")).hasSize(200).doesNotHaveDuplicates();
    }

    @Test
    void aTopicThatIsUnregisteredIsNotConsumedUntilItIsRegisteredAgain() {
        DelayQueueEngine engine = consume();
        ServiceRegister register = idle().register();
        register.cancelGroup(engines.group());
        await().until(() -> server.client().get(engines.key("PUSHER")) == null);
        engines.add(engine, engines.builder().id("a"));
        // Another engine's whole delivery later it still waits.
        TestEngines others = new TestEngines();
        DelayQueueEngine other =
                others.start(engines.backend(), others.consuming((payload, context) -> delivered.add("other"), 1));
        other.service().addTask(others.task(Duration.ZERO));
        await().until(() -> delivered.contains("other"));
        others.close();
        assertThat(delivered).containsExactly("other");
        register.registerTopic(engines.group(), TestEngines.TOPIC);
        await().until(() -> delivered.contains("a"));
    }

    @Test
    void namesThatNoGroupOrTopicCanHaveArePassedOver() {
        server.client().hset(SUMMARY, "not a group", "t");
        server.client().hset(SUMMARY, engines.group(), "1st,,not a topic");
        DelayQueueEngine engine = consume();
        engines.add(engine, engines.builder().id("a"));
        await().until(() -> delivered.contains("a"));
    }

    @Test
    void anEngineThatCannotStartLeavesNothingRunning() {
        server.client().set(SUMMARY, "no hash");
        DelayQueueEngine engine =
                engines.build(engines.consuming((payload, context) -> delivered.add(context.id()), 1));
        assertThatThrownBy(engine::start).hasMessageContaining("WRONGTYPE");
        assertThat(engine.isRunning()).isFalse();
        server.client().del(SUMMARY);
        engine.start();
        engines.add(engine, engines.builder().id("a"));
        await().until(() -> delivered.contains("a"));
    }

    @Test
    void aGroupThatComesBackIsWorkedForThoughAnOldCallbackStillRuns() {
        CountDownLatch held = new CountDownLatch(1);
        TaskCallback<Object> hold = (payload, context) -> held.await();
        TaskCallback<Object> other = (payload, context) -> delivered.add(context.id());
        DelayQueueEngine engine = engines.start(builder -> builder.callback(engines.group(), "long", Object.class, hold)
                .callback(engines.group(), "other", Object.class, other));
        engines.add(engine, Task.of(engines.group(), "long").id("l"));
        await().until(() -> engines.find(engine, "l").orElseThrow().attempts() == 1);
        ServiceRegister register = idle().register();
        register.cancelGroup(engines.group());
        await().until(() -> server.client().get(engines.key("PUSHER")) == null);
        register.registerTopic(engines.group(), "long");
        register.registerTopic(engines.group(), "other");
        engines.add(engine, Task.of(engines.group(), "other").id("o"));
        await().until(() -> delivered.contains("o"));
        held.countDown();
        await().until(() -> engines.find(engine, "l").isEmpty());
    }

    @Test
    void aTopicThatWasLeftAloneIsConsumedOnceItIsDeclared() {
        DelayQueueEngine stranger = engines.start(
                builder -> builder.group(engines.group()).allowCallbacks(List.of("io.delayqueue.scenario.*")));
        idle().register().registerTopic(engines.group(), "u");
        try (LogLines log = new LogLines(LocalTopics.class)) {
            engines.add(stranger, Task.of(engines.group(), "u").id("a"));
            await().until(() -> !log.with("is not consumed here from now on").isEmpty());
        }
        stranger.register().registerTopic(engines.group(), "u");
        await().until(() -> server.client().zcard(engines.key("DEAD:u")) == 1);
    }

    @Test
    void aRegisterThatSomebodyElseBeginsWasNotLost() {
        try (LogLines log = new LogLines(RegistryWatcher.class)) {
            engines.start(builder -> {});
            TestEngines.awaitSubscriptions(server, 1);
            await().during(Duration.ofMillis(500)).until(() -> log.with("lost").isEmpty());
            consume();
            TestEngines.awaitSubscriptions(server, 2);
            await().during(Duration.ofMillis(500)).until(() -> log.with("lost").isEmpty());
        }
    }

    @Test
    void declaredScheduleThatTheStoreHasLostShouldRunAgain() {
        TaskSchedule schedule = TaskSchedule.of(engines.builder()
                .id("a")
                .repeat(Repeat.fixedDelay(Duration.ofMillis(50)))
                .build());
        DelayQueueEngine engine = engines.start(engines.consuming((payload, context) -> delivered.add(context.id()), 1)
                .andThen(builder -> builder.schedule(schedule)));
        await().until(() -> !delivered.isEmpty());
        server.client().flushAll();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> engines.find(engine, "a").isPresent());
        delivered.clear();
        await().until(() -> !delivered.isEmpty());
    }

    @Test
    void declaredScheduleThatWasRemovedShouldBeReportedAndBeThereAgainWhenItIsRestored() {
        TaskSchedule schedule = TaskSchedule.of(engines.builder()
                .id("a")
                .delay(Duration.ofHours(1))
                .repeat(Repeat.fixedRate(Duration.ofHours(1)))
                .build());
        DelayQueueEngine engine = engines.start(
                engines.consuming((payload, context) -> {}, 1).andThen(builder -> builder.schedule(schedule)));
        engine.service().removeTask(engines.group(), "a");
        engine.register().registerGroup(engines.group() + "-look");
        await().until(() -> engine.missingSchedules().equals(List.of(engines.group() + "/t a")));
        await().until(() -> engine.inspector()
                .repeatingTasks(engines.group(), null, 10)
                .missing()
                .equals(Map.of("a", List.of(engine.instance()))));
        assertThat(engine.restoreSchedule(engines.group(), "other")).isFalse();
        assertThat(engine.restoreSchedule(engines.group(), "a")).isTrue();
        assertThat(engines.find(engine, "a")).isPresent();
        assertThat(engine.inspector().repeatingTasks(engines.group(), null, 10).missing())
                .isEmpty();
        engine.register().registerGroup(engines.group() + "-look-again");
        await().until(() -> engine.missingSchedules().isEmpty());
    }

    @Test
    void declaredScheduleThatIsADeadLetterShouldRunAgainAfterAStart() {
        TaskSchedule schedule = TaskSchedule.of(engines.builder()
                .id("a")
                .repeat(Repeat.fixedRate(Duration.ofHours(1)))
                .build());
        DelayQueueEngine engine = engines.start(engines.consuming(
                        (payload, context) -> {
                            delivered.add(context.id());
                            if (delivered.size() == 1) {
                                throw new RejectTaskException("no");
                            }
                        },
                        1)
                .andThen(builder -> builder.schedule(schedule)));
        await().until(() -> server.client().zcard(engines.key("DEAD:t")) == 1);
        engine.register().registerGroup(engines.group() + "-look");
        await().until(() -> engine.deadSchedules().equals(List.of(engines.group() + "/t a")));
        engine.stop();
        engine.start();
        await().until(() -> delivered.size() == 2);
        await().until(() -> engine.deadSchedules().isEmpty());
    }
}
