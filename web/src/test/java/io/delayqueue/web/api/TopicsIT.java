package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Listing, pausing, resuming, requeueing, purging and removing over HTTP. */
class TopicsIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static WebApplication application;

    static class Failing {

        @DelayQueueListener(group = "work", topic = "fail", concurrency = "8")
        void fail(String payload) {
            throw new RejectTaskException("no " + payload);
        }
    }

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER, beans -> beans.registerBean(Failing.class), "delayqueue.groups.orders=alpha,Beta,gamma,delta");
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    private static JsonNode ok(Exchange exchange) {
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        return exchange.json();
    }

    private static List<String> names(JsonNode page) {
        return page.get("topics").values().stream()
                .map(topic -> topic.get("topic").asString())
                .toList();
    }

    private static void addLater(String group, String topic, int tasks) {
        application
                .service()
                .addTasks(IntStream.range(0, tasks)
                        .mapToObj(i -> Task.of(group, topic)
                                .id(topic + i)
                                .delay(Duration.ofHours(1))
                                .build())
                        .toList());
    }

    private static void bury(int tasks) {
        application
                .service()
                .addTasks(IntStream.range(0, tasks)
                        .mapToObj(i -> Task.of("work", "fail")
                                .id("f" + i)
                                .payload("p" + i)
                                .build())
                        .toList());
        await().until(() -> application.service().topic("work", "fail").count().dead() == tasks);
    }

    @Test
    void queuesAndGroupsShouldBeShown() {
        JsonNode queue = ok(application.get("/queues")).at("/queues/0");
        assertThat(queue.get("name").asString()).isEqualTo("default");
        assertThat(queue.get("address").asString()).isEqualTo(SERVER.address());
        assertThat(queue.get("instance").asString())
                .isEqualTo(application.engine().instance());
        assertThat(queue.get("running").asBoolean()).isTrue();
        assertThat(queue.has("outageMillis")).isFalse();
        assertThat(queue.has("namespace")).isFalse();
        JsonNode groups = ok(application.get("/groups")).get("groups");
        assertThat(groups.toString())
                .isEqualTo("[{\"group\":\"orders\",\"topics\":4,\"registered\":true},"
                        + "{\"group\":\"work\",\"topics\":1,\"registered\":true}]");
    }

    @Test
    void groupsOfAnotherNamespaceShouldNotBeShown() {
        try (WebApplication staging = WebApplication.start(
                SERVER, beans -> {}, "delayqueue.namespace=staging", "delayqueue.groups.trials=a")) {
            assertThat(ok(staging.get("/queues")).at("/queues/0/namespace").asString())
                    .isEqualTo("staging");
            assertThat(ok(staging.get("/groups")).get("groups").toString())
                    .isEqualTo("[{\"group\":\"trials\",\"topics\":1,\"registered\":true}]");
            assertThat(application.get("/groups/trials/topics").status()).isEqualTo(404);
        }
    }

    @Test
    void limitsOfATopicWithACallbackHereShouldBeShownWithItsTasks() {
        application
                .service()
                .addTask(Task.of("work", "fail")
                        .id("later")
                        .delay(Duration.ofHours(1))
                        .build());
        JsonNode task = ok(application.get("/groups/work/tasks/later"));
        assertThat(task.get("topicDefaults"))
                .hasToString("{\"maxAttempts\":5,\"retry\":{\"initialDelay\":\"PT1S\",\"multiplier\":2.0,"
                        + "\"maxDelay\":\"PT10M\",\"jitter\":0.2}}");
        assertThat(task.has("maxAttempts")).as("its own").isFalse();
        assertThat(task.has("nextRuns")).isFalse();
        JsonNode after = ok(application.post("/groups/work/tasks/later/reschedule", "{\"delay\":\"2h\"}"));
        assertThat(after.at("/task/topicDefaults/maxAttempts").asInt()).isEqualTo(5);
        application.service().removeTask("work", "later");
    }

    @Test
    void topicsShouldBeSearchedAndPagedByName() {
        addLater("orders", "gamma", 2);
        assertThat(names(ok(application.get("/groups/orders/topics"))))
                .containsExactly("Beta", "alpha", "delta", "gamma");
        JsonNode first = ok(application.get("/groups/orders/topics?limit=2"));
        assertThat(names(first)).containsExactly("Beta", "alpha");
        JsonNode second = ok(application.get(
                "/groups/orders/topics?limit=2&cursor=" + first.get("next").asString()));
        assertThat(names(second)).containsExactly("delta", "gamma");
        assertThat(second.has("next")).isFalse();
        assertThat(second.at("/topics/1").toString())
                .isEqualTo(
                        "{\"group\":\"orders\",\"topic\":\"gamma\",\"delayed\":2,\"ready\":0,\"reserved\":0,\"dead\":0,"
                                + "\"total\":2,\"paused\":false,\"overdueMillis\":0,\"behind\":0,\"retrying\":0,\"registered\":true}");
        assertThat(names(ok(application.get("/groups/orders/topics?search=TA"))))
                .containsExactly("Beta", "delta");
        assertThat(names(ok(application.get("/groups/orders/topics?search=none"))))
                .isEmpty();
    }

    @Test
    void topicThatIsNotRegisteredShouldBeSeenOnlyWhileItHasSomething() {
        assertThat(application.get("/groups/lone/topics/t").problem()).isEqualTo("not-found");
        addLater("lone", "t", 1);
        JsonNode topic = ok(application.get("/groups/lone/topics/t"));
        assertThat(topic.get("registered").asBoolean()).isFalse();
        assertThat(topic.get("delayed").asLong()).isEqualTo(1);
        await().until(() -> application.get("/groups/lone/topics").status() == 200);
        assertThat(ok(application.get("/groups/lone/topics")).at("/topics/0")).isEqualTo(topic);
        assertThat(ok(application.get("/groups")).get("groups").toString())
                .startsWith("[{\"group\":\"lone\",\"topics\":1,\"registered\":false},{\"group\":\"orders\"");
        ok(application.delete("/groups/lone/tasks/t0"));
        // Until the next look at what is not registered the group has an empty list.
        assertThat(application.get("/groups/lone/topics").body()).doesNotContain("\"topic\"");
        assertThat(ok(application.get("/groups")).toString()).doesNotContain("lone");
    }

    @Test
    void mistakenTopicOfARegisteredGroupShouldBeListedWithTheOthers() {
        addLater("orders", "gamna", 1);
        await().until(() -> names(ok(application.get("/groups/orders/topics"))).contains("gamna"));
        JsonNode topics = ok(application.get("/groups/orders/topics?search=gam"));
        assertThat(names(topics)).containsExactly("gamma", "gamna");
        assertThat(topics.at("/topics/0/registered").asBoolean()).isTrue();
        assertThat(topics.at("/topics/1/registered").asBoolean(true)).isFalse();
        ok(application.delete("/groups/orders/tasks/gamna0"));
        assertThat(ok(application.get("/groups/orders/topics?search=gam&limit=1"))
                        .has("next"))
                .isFalse();
        assertThat(names(ok(application.get("/groups/orders/topics")))).doesNotContain("gamna");
    }

    @Test
    void settingsShouldBeThoseThatInstancesReport() {
        await().until(() ->
                application.get("/groups/work/topics/fail/settings").text().contains("maxAttempts"));
        SERVER.client()
                .hset(
                        "{work}:INSTANCES",
                        Map.of(
                                "a-old",
                                "{\"at\":" + System.currentTimeMillis() + ",\"host\":\"h\",\"pid\":7,\"topicCount\":1,"
                                        + "\"topics\":[[\"fail\",1,0,0]]}",
                                "b-gone",
                                "{\"at\":1,\"topics\":[[\"fail\",1,0,0]]}",
                                "c-other",
                                "{\"at\":" + System.currentTimeMillis()
                                        + ",\"topicCount\":1,\"topics\":[[\"t\",1,0,0]]}"));
        JsonNode instances =
                ok(application.get("/groups/work/topics/fail/settings")).get("instances");
        assertThat(instances.values())
                .extracting(one -> one.get("instance").asString())
                .containsExactlyInAnyOrder("a-old", application.engine().instance());
        assertThat(instances.values())
                .anySatisfy(old -> assertThat(old).hasToString("{\"instance\":\"a-old\",\"host\":\"h\",\"pid\":7}"));
        assertThat(instances.values()).anySatisfy(mine -> assertThat(mine.get("settings"))
                .hasToString(
                        "{\"concurrency\":8,\"maxAttempts\":5,\"retryPolicy\":{\"initial\":\"PT1S\",\"multiplier\":2.0,"
                                + "\"max\":\"PT10M\",\"jitter\":0.2},\"whenExpired\":\"BURY\"}"));
        SERVER.client().hdel("{work}:INSTANCES", "a-old", "b-gone", "c-other");
        assertThat(ok(application.get("/groups/work/topics/none/settings")).toString())
                .isEqualTo("{\"instances\":[]}");
        assertThat(application.get("/instances?group=work").text()).doesNotContain("settings");
    }

    @Test
    void topicShouldBePausedAndResumed() {
        JsonNode paused = ok(application.post("/groups/orders/topics/alpha/pause"));
        assertThat(paused.get("changed").asBoolean()).isTrue();
        assertThat(paused.at("/topic/paused").asBoolean()).isTrue();
        assertThat(ok(application.post("/groups/orders/topics/alpha/pause"))
                        .get("changed")
                        .asBoolean())
                .isFalse();
        JsonNode resumed = ok(application.post("/groups/orders/topics/alpha/resume"));
        assertThat(resumed.get("changed").asBoolean()).isTrue();
        assertThat(resumed.at("/topic/paused").asBoolean()).isFalse();
        assertThat(application.post("/groups/orders/topics/aplha/pause").problem())
                .isEqualTo("not-found");
        assertThat(SERVER.client().hkeys("{orders}:RULES")).isEmpty();
    }

    @Test
    void deadLettersShouldBeSeenRequeuedAndPurgedInSteps() {
        bury(1_100);
        JsonNode dead = ok(application.get("/groups/work/topics/fail/tasks?state=DEAD&limit=1"))
                .at("/tasks/0");
        assertThat(dead.at("/error/type").asString()).isEqualTo(RejectTaskException.class.getName());
        assertThat(dead.at("/error/message").asString()).startsWith("no p");
        assertThat(dead.at("/error/at").asString()).matches(".*\\.\\d{3}Z");
        assertThat(dead.get("attempts").asInt()).isEqualTo(1);
        String id = dead.get("id").asString();
        JsonNode history = ok(application.get("/groups/work/tasks/" + id)).at("/failedAttempts/0");
        assertThat(history.get("outcome").asString()).isEqualTo("FAILED");
        assertThat(history.get("message")).isEqualTo(dead.at("/error/message"));
        assertThat(application.post("/groups/work/tasks/" + id + "/run").problem())
                .isEqualTo("dead");
        ok(application.post("/groups/work/topics/fail/pause"));
        assertThat(ok(application.post("/groups/work/tasks/" + id + "/requeue"))
                        .get("changed")
                        .asBoolean())
                .isTrue();
        assertThat(application.post("/groups/work/tasks/" + id + "/requeue").problem())
                .isEqualTo("not-found");
        JsonNode requeued = ok(application.post("/groups/work/topics/fail/requeue", "{\"max\":500}"));
        assertThat(requeued.get("tasks").asInt()).isEqualTo(500);
        JsonNode purged = ok(application.post(
                "/groups/work/topics/fail/purge",
                "{\"max\":500,\"from\":\"" + requeued.get("next").asString() + "\"}"));
        assertThat(purged.get("tasks").asInt()).isEqualTo(500);
        JsonNode rest = ok(application.post("/groups/work/topics/fail/purge"));
        assertThat(rest.toString()).isEqualTo("{\"tasks\":99}");
        JsonNode removed = ok(application.post("/groups/work/topics/fail/remove", "{}"));
        assertThat(removed.toString()).isEqualTo("{\"tasks\":501}");
        assertThat(application.service().topic("work", "fail").count().total()).isZero();
        ok(application.post("/groups/work/topics/fail/resume"));
    }

    @Test
    void stepsThatAreNoneShouldBeRefused() {
        for (String body : new String[] {"{\"max\":499}", "{\"max\":10001}", "{\"from\":\"x\"}", "{\"from\":\"-0\"}"}) {
            Exchange answer = application.post("/groups/orders/topics/alpha/purge", body);
            assertThat(answer.problem()).as(body).isEqualTo("invalid-request");
            assertThat(body).contains("\"" + answer.json().get("field").asString() + "\"");
        }
        assertThat(application.post("/groups/orders/topics/nothing/remove").problem())
                .isEqualTo("not-found");
    }

    @Test
    void unusedTopicsAndGroupsShouldBeUnregistered() {
        application.engine().register().registerTopic("retired", "old");
        addLater("retired", "old", 1);
        assertThat(application.delete("/groups/retired/topics/old").problem()).isEqualTo("has-tasks");
        assertThat(application.delete("/groups/retired").problem()).isEqualTo("has-tasks");
        ok(application.delete("/groups/retired/tasks/old0"));
        assertThat(ok(application.delete("/groups/retired/topics/old"))
                        .get("changed")
                        .asBoolean())
                .isTrue();
        assertThat(application.delete("/groups/retired/topics/old").problem()).isEqualTo("not-found");
        assertThat(application.engine().register().isGroupRegistered("retired")).isTrue();
        // The application does so for every registered group.
        await().until(() ->
                !application.engine().inspector().instances("retired").isEmpty());
        ok(application.delete("/groups/retired"));
        assertThat(application.delete("/groups/retired").problem()).isEqualTo("not-found");
        assertThat(application.engine().register().isGroupRegistered("retired")).isFalse();
    }

    @Test
    void consumedTopicShouldStayRegistered() {
        await().until(() -> application.engine().inspector().instances("work").stream()
                .anyMatch(instance -> instance.topicCount() == 1));
        await().until(() -> application.service().topic("work", "fail").count().total() == 0);
        assertThat(application.delete("/groups/work/topics/fail").problem()).isEqualTo("has-consumers");
        assertThat(application.delete("/groups/work").problem()).isEqualTo("has-consumers");
        assertThat(application.engine().register().isTopicRegistered("work", "fail"))
                .isTrue();
    }
}
