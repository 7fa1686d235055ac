package io.delayqueue.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.meters.MeteredApplication.Running;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Values of every meter after known events. */
class MetersIT {

    private static final Duration LATER = Duration.ofHours(1);

    private final String group = "g" + UUID.randomUUID();

    @AutoClose
    private final Running application = MeteredApplication.start(RedisServer.shared(), group);

    private void awaitValue(double expected, String name, String... labels) {
        await().untilAsserted(() -> assertThat(application.value(name, labels)).isEqualTo(expected));
    }

    /** Depth by state. */
    private Map<String, Double> depth(String topic) {
        Map<String, Double> depth = new TreeMap<>();
        for (String state : List.of("delayed", "ready", "reserved", "dead")) {
            depth.put(state, application.value("delayqueue_tasks", "topic", topic, "state", state));
        }
        return depth;
    }

    private static Map<String, Double> depth(double delayed, double ready, double reserved, double dead) {
        return Map.of("delayed", delayed, "ready", ready, "reserved", reserved, "dead", dead);
    }

    private void awaitDepth(String topic, Map<String, Double> expected) {
        await().untilAsserted(() -> assertThat(depth(topic)).isEqualTo(expected));
    }

    @Test
    void tasksThatAreAddedAndRemovedShouldBeCounted() {
        String id = application.add(application.task("work").delay(LATER));
        application
                .service()
                .addTasks(List.of(
                        application.task("work").delay(LATER).build(),
                        application.task("work").delay(LATER).build()));
        application
                .service()
                .addTask(application.task("work").delay(LATER).id(id).build());
        application.service().removeTask(group, id);
        application.service().removeTask(group, id);
        assertThat(application.ofTopic("delayqueue_tasks_added_total", "work")).isEqualTo(3);
        assertThat(application.ofTopic("delayqueue_tasks_removed_total", "work"))
                .isEqualTo(1);
        // The bulk is one add, and so is an id that exists.
        assertThat(application.ofTopic("delayqueue_add_seconds_count", "work")).isEqualTo(3);
        awaitDepth("work", depth(2, 0, 0, 0));
    }

    @Test
    void outcomesShouldBeCounted() {
        application.add(application.task("work"));
        application.add(application.task("flaky"));
        application.add(application.task("doomed"));
        application.add(application.task("flaky").maxAttempts(1).repeat(Repeat.fixedDelay(LATER)));
        awaitValue(1, "delayqueue_tasks_finished_total", "topic", "work");
        awaitValue(1, "delayqueue_tasks_retried_total", "topic", "flaky");
        awaitValue(1, "delayqueue_tasks_finished_total", "topic", "flaky");
        awaitValue(1, "delayqueue_tasks_dead_total", "topic", "doomed");
        awaitValue(1, "delayqueue_tasks_missed_total", "topic", "flaky");
        assertThat(application.ofTopic("delayqueue_tasks_retried_total", "work"))
                .isZero();
        assertThat(application.ofTopic("delayqueue_lateness_seconds_count", "flaky"))
                .isEqualTo(3);
        assertThat(executions("flaky", "SUCCESS", "none")).isEqualTo(1);
        assertThat(executions("flaky", "ERROR", "IllegalStateException")).isEqualTo(2);
        awaitDepth("doomed", depth(0, 0, 0, 1));
        awaitDepth("flaky", depth(1, 0, 0, 0));
    }

    private double executions(String topic, String outcome, String error) {
        return application.value(
                "delayqueue_execution_seconds_count", "topic", topic, "outcome", outcome, "error", error);
    }

    @Test
    void latenessShouldBeTheTimeSinceTheAttemptWasDue() {
        application.service().topic(group, "halted").pause();
        application.add(application.task("halted"));
        await().until(() -> application.ofTopic("delayqueue_overdue_seconds", "halted") >= 0.5);
        assertThat(application.ofTopic("delayqueue_paused", "halted")).isEqualTo(1);
        assertThat(application.ofTopic("delayqueue_paused", "work")).isZero();
        awaitValue(1, "delayqueue_tasks_blocked", "topic", "halted", "reason", "paused");
        assertThat(depth("halted")).isEqualTo(depth(0, 1, 0, 0));
        application.service().topic(group, "halted").resume();
        awaitValue(1, "delayqueue_lateness_seconds_count", "topic", "halted");
        assertThat(application.ofTopic("delayqueue_lateness_seconds_sum", "halted"))
                .isBetween(0.5, 60.0);
        awaitValue(0, "delayqueue_paused", "topic", "halted");
        awaitValue(0, "delayqueue_overdue_seconds", "topic", "halted");
    }

    @Test
    void batchesShouldBeMeasuredAndTheirTasksBlockedUntilThereAreEnough() {
        application.add(application.task("batch"));
        application.add(application.task("batch"));
        awaitValue(2, "delayqueue_tasks_blocked", "topic", "batch", "reason", "batch");
        application.add(application.task("batch"));
        awaitValue(3, "delayqueue_tasks_finished_total", "topic", "batch");
        assertThat(application.ofTopic("delayqueue_batch_size_count", "batch")).isEqualTo(1);
        assertThat(application.ofTopic("delayqueue_batch_size_sum", "batch")).isEqualTo(3);
        assertThat(executions("batch", "SUCCESS", "none")).isEqualTo(1);
        await().untilAsserted(() -> assertThat(
                        application.scrape().named("delayqueue_tasks_blocked", "group", group, "topic", "batch"))
                .isEmpty());
    }

    @Test
    void waitForAKeyShouldBeMeasuredApartFromLateness() {
        Instant now = Instant.now();
        application.add(application.task("busy").key("k").at(now.minus(LATER.multipliedBy(2))));
        awaitValue(1, "delayqueue_key_wait_seconds_count", "topic", "busy");
        application.add(application.task("busy").key("k").at(now.minus(LATER)));
        awaitValue(1, "delayqueue_tasks_blocked", "topic", "busy", "reason", "key");
        assertThat(application.ofTopic("delayqueue_tasks_behind", "busy")).isEqualTo(1);
        assertThat(application.ofTopic("delayqueue_key_wait_seconds_sum", "busy"))
                .as("the place was free")
                .isZero();
        application.context().getBean(MeteredApplication.class).release.countDown();
        awaitValue(2, "delayqueue_key_wait_seconds_count", "topic", "busy");
        assertThat(application.ofTopic("delayqueue_key_wait_seconds_sum", "busy"))
                .isBetween(3_600.0, 3_660.0);
        assertThat(application.ofTopic("delayqueue_lateness_seconds_sum", "busy"))
                .isBetween(7_200.0, 7_260.0);
    }

    @Test
    void tasksShouldBeDueInEachWindowThatContainsTheirTime() {
        application.add(application.task("work").delay(Duration.ofMinutes(30)));
        application.add(application.task("work").delay(Duration.ofHours(30)));
        application.add(application.task("work").delay(Duration.ofDays(30)));
        application.service().topic(group, "work").pause();
        awaitDepth("work", depth(3, 0, 0, 0));
        // Counted at another time than the depth.
        await().untilAsserted(() -> {
            assertThat(due("work", "1m")).isZero();
            assertThat(due("work", "1h")).isEqualTo(1);
            assertThat(due("work", "1d")).isEqualTo(1);
            assertThat(due("work", "7d")).isEqualTo(2);
            assertThat(due("flaky", "7d")).isZero();
        });
    }

    private double due(String topic, String window) {
        return application.value("delayqueue_tasks_due", "topic", topic, "window", window);
    }

    @Test
    void gaugesShouldTellWhatTheInstanceDoes() {
        awaitValue(4, "delayqueue_permits_free", "topic", "busy");
        for (int i = 0; i < 3; i++) {
            application.add(application.task("busy"));
        }
        awaitValue(1, "delayqueue_permits_free", "topic", "busy");
        awaitValue(4, "delayqueue_permits_max", "topic", "busy");
        awaitValue(0, "delayqueue_blocked_seconds", "topic", "busy");
        awaitDepth("busy", depth(0, 0, 3, 0));
        awaitValue(1, "delayqueue_pusher");
        assertThat(application.scrape().value("delayqueue_outage_seconds", "queue", "default"))
                .isZero();
    }

    @Test
    void topicsThatNobodyRegisteredShouldBeCounted() {
        application.service().addTask(Task.of(group + "-typo", "t").id("a").build());
        await().until(() -> application.scrape().value("delayqueue_topics_unregistered", "queue", "default") >= 1);
        application.service().removeTask(group + "-typo", "a");
    }

    @Test
    void topicWithoutAFreeSlotShouldBeBlockedForLongerAndLongerUntilACallbackEnds() {
        for (int i = 0; i < 4; i++) {
            application.add(application.task("busy"));
        }
        await().until(() -> application.ofTopic("delayqueue_blocked_seconds", "busy") >= 1);
        double before = application.ofTopic("delayqueue_blocked_seconds", "busy");
        await().until(() -> application.ofTopic("delayqueue_blocked_seconds", "busy") > before);
        assertThat(application.ofTopic("delayqueue_blocked_seconds", "work")).isZero();
        application.context().getBean(MeteredApplication.class).release.countDown();
        awaitValue(0, "delayqueue_blocked_seconds", "topic", "busy");
    }

    @Test
    void onlyOneInstanceShouldBeThePusher() {
        awaitValue(1, "delayqueue_pusher");
        try (Running other = MeteredApplication.start(RedisServer.shared(), group)) {
            await().untilAsserted(
                            () -> assertThat(other.value("delayqueue_pusher")).isZero());
            // Every instance has the meters without cost; only the pusher has the depth.
            assertThat(other.ofTopic("delayqueue_permits_max", "work")).isPositive();
            assertThat(other.ofTopic("delayqueue_tasks_finished_total", "work")).isZero();
            assertThat(other.ofTopic("delayqueue_overdue_seconds", "work")).isNaN();
            awaitValue(0, "delayqueue_overdue_seconds", "topic", "work");
            application.engine().stop();
            await().untilAsserted(() -> assertThat(other.ofTopic("delayqueue_overdue_seconds", "work"))
                    .isZero());
            await().untilAsserted(
                            () -> assertThat(other.value("delayqueue_pusher")).isEqualTo(1));
            // The status of an engine is read at most twice a second.
            await().untilAsserted(() ->
                    assertThat(application.value("delayqueue_pusher")).isNaN());
        }
    }

    @Test
    void gaugesShouldFollowTheRegister() {
        awaitValue(0, "delayqueue_overdue_seconds", "topic", "work");
        application.engine().register().registerTopic(group, "new");
        awaitDepth("new", depth(0, 0, 0, 0));
        application.engine().register().cancelTopic(group, "new");
        awaitNothingOf("new");
        application.engine().register().cancelTopic(group, "work");
        awaitNothingOf("work");
        assertThat(application.ofTopic("delayqueue_permits_max", "flaky")).isEqualTo(4);
        application.engine().register().cancelGroup(group);
        await().untilAsserted(() -> assertThat(application.scrape().named("delayqueue_pusher", "group", group))
                .isEmpty());
        assertThat(application.scrape().named("delayqueue_tasks", "group", group))
                .isEmpty();
    }

    @Test
    void recordsShouldBeMeasuredOfTopicsWithAHistoryOnly() {
        String recorded = "r" + group;
        String property = "delayqueue.history." + recorded + ".work.";
        try (Running other = MeteredApplication.start(
                RedisServer.shared(), recorded, property + "max-age=1d", property + "max-size=2MB")) {
            RedisServer.shared()
                    .client()
                    .hset(
                            "{" + recorded + "}:RECORDED",
                            Map.of("!work", "5", "#work", "1:150:2:" + System.currentTimeMillis() + ":DEAD=2"));
            await().untilAsserted(() -> assertThat(other.ofTopic("delayqueue_history_not_kept", "work"))
                    .isEqualTo(5));
            assertThat(other.ofTopic("delayqueue_history_bytes", "work")).isEqualTo(150);
            assertThat(other.scrape().named("delayqueue_history_bytes", "group", recorded))
                    .hasSize(1);
        }
    }

    private void awaitNothingOf(String topic) {
        await().untilAsserted(() -> {
            Scrape scrape = application.scrape();
            assertThat(List.of(
                            "delayqueue_tasks",
                            "delayqueue_tasks_due",
                            "delayqueue_overdue_seconds",
                            "delayqueue_paused",
                            "delayqueue_permits_free",
                            "delayqueue_permits_max",
                            "delayqueue_blocked_seconds"))
                    .allSatisfy(name -> assertThat(scrape.named(name, "group", group, "topic", topic))
                            .isEmpty());
        });
    }
}
