package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Callback;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tasks in Redis that no attempt can run go to the dead letters with the reason; the tasks behind them run. */
class BadTasksIT {

    /** Callback carried by its task. */
    public record Carried(String text) implements Callback {

        static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();

        @Override
        public void call() {
            CALLS.add(text);
        }
    }

    record Order(int number) {}

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Queue<Object> delivered = new ConcurrentLinkedQueue<>();

    /** Adds, and never consumes. */
    private final DelayQueueEngine adder =
            engines.build(builder -> builder.allowCallbacks(List.of(Carried.class.getName())));

    private DelayQueueEngine consume(List<String> allowed) {
        TopicOptions oneAtATime = TopicOptions.builder().concurrency(1).build();
        TaskCallback<Order> callback = (order, context) -> delivered.add(order);
        return engines.start(builder -> builder.allowCallbacks(allowed)
                .callback(new TopicCallback(
                        new TopicName(engines.group(), TestEngines.TOPIC), Order.class, callback, oneAtATime, "test")));
    }

    private void add(String id, Object payload) {
        engines.add(adder, engines.builder().id(id).payload(payload));
    }

    /** Replaces what is kept of a task. */
    private void spoil(String id, String detail) {
        server.client().hset(engines.key("DETAIL"), id, detail);
    }

    private void assertDead(String id, String reason) {
        await().untilAsserted(() -> {
            String kept = server.client().hget(engines.key("ERRORS"), id);
            assertThat(kept).isNotNull();
            JsonNode error = JsonMapper.shared().readTree(kept.substring(0, kept.indexOf('\n')));
            assertThat(error.get("message").asString()).contains(reason);
            assertThat(server.client().zscore(engines.key("DEAD:" + TestEngines.TOPIC), id))
                    .isNotNull();
        });
    }

    @Test
    void tasksThatCannotBeReadOrDoNotFitDieAndTheOthersRun() {
        for (String id : List.of("a-json", "b-due", "c-payload", "d-text", "e-retry")) {
            add(id, new Order(0));
        }
        add("f-good", new Order(7));
        spoil("a-json", "[1,\"t\",");
        spoil("b-due", "[]");
        spoil("c-payload", "[1,\"t\",[1]]");
        spoil("d-text", "no JSON at all");
        spoil("e-retry", "[1,\"t\",{\"number\":1},{\"retry\":{\"initial\":0}}]");
        consume(List.of());
        await().until(() -> delivered.size() == 1);
        assertThat(delivered).containsExactly(new Order(7));
        assertDead("a-json", "The task's JSON cannot be read");
        assertDead("b-due", "The task's JSON has no due time");
        assertDead("c-payload", "The payload does not fit " + Order.class.getName());
        assertDead("d-text", "The task's JSON cannot be read");
        assertDead("e-retry", "retry initial must be at least 1 ms, but is 0s");
        assertThat(engines.topic(adder).list(TaskState.DEAD, null, 10).tasks())
                .extracting(TaskInfo::id)
                .containsExactlyInAnyOrder("a-json", "b-due", "c-payload", "d-text", "e-retry");
    }

    @Test
    void callbackClassesThatAreNotAllowedOrGoneDieAndTheOthersRun() {
        Task carried = engines.builder().id("a").callback(Carried.class, "x").build();
        adder.service().addTask(carried);
        add("b", new Order(0));
        spoil(
                "b",
                "[1,\"t\",null,{\"callback\":{\"class\":\"io.delayqueue.scenario.Gone\",\"signature\":[],"
                        + "\"arguments\":[]}}]");
        add("c", new Order(8));
        consume(List.of("io.delayqueue.scenario.Gone"));
        await().until(() -> delivered.size() == 1);
        assertThat(delivered).containsExactly(new Order(8));
        assertDead("a", "The callback class " + Carried.class.getName() + " is not allowed here");
        assertDead("b", "The callback class io.delayqueue.scenario.Gone cannot be loaded");
        assertThat(Carried.CALLS).doesNotContain("x");
    }

    @Test
    void tasksOfADeclaredTopicWithoutACallbackDieAndCarriedOnesRun() {
        add("a", new Order(0));
        engines.add(adder, engines.builder().id("b").callback(Carried.class, "b"));
        engines.start(builder ->
                builder.topic(engines.group(), TestEngines.TOPIC).allowCallbacks(List.of("io.delayqueue.scenario.*")));
        assertDead("a", "There is no callback for the topic " + engines.group() + "/t here");
        await().until(() -> Carried.CALLS.contains("b"));
    }

    @Test
    void tasksOfATopicThatIsAnotherApplicationsAreLeftToIt() {
        DelayQueueEngine owner = engines.build(engines.consuming((payload, context) -> delivered.add(context.id()), 1));
        DelayQueueEngine stranger =
                engines.start(builder -> builder.allowCallbacks(List.of("io.delayqueue.scenario.*")));
        owner.start();
        for (int i = 0; i < 50; i++) {
            adder.service().addTask(engines.task(Duration.ofMillis(i)));
        }
        await().until(() -> delivered.size() == 50);
        assertThat(stranger.isRunning()).isTrue();
        assertThat(server.client().exists(engines.key("DEAD:" + TestEngines.TOPIC)))
                .isFalse();
    }
}
