package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Keys over HTTP. */
class KeysIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static final String KEYS = "/groups/orders/topics/sync/keys";

    /** A key with what is special in paths, in queries and in markup. */
    private static final String ODD = "a/b?c=d&e=%20+#<f>";

    private static WebApplication application;

    @BeforeAll
    static void start() {
        application = WebApplication.start(SERVER, "delayqueue.groups.orders=sync,pull");
        for (int i = 1; i <= 4; i++) {
            add("sync", "hot-" + i, "customer-42");
        }
        add("sync", "odd-1", ODD);
        add("sync", "odd-2", ODD);
        await().untilAsserted(() ->
                assertThat(ok(application.get(KEYS)).get("behind").asInt()).isEqualTo(4));
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

    private static void add(String topic, String id, String key) {
        Exchange added = application.post(
                "/groups/orders/topics/" + topic + "/tasks", "{\"id\": \"" + id + "\", \"key\": \"" + key + "\"}");
        assertThat(added.status()).as(added.text()).isEqualTo(201);
    }

    private static List<String> ids(JsonNode tasks) {
        return tasks.values().stream().map(task -> task.get("id").asString()).toList();
    }

    private static String query(String key) {
        return KEYS + "/tasks?key=" + URLEncoder.encode(key, StandardCharsets.UTF_8);
    }

    @Test
    void hottestKeysShouldBeShownWithTheTasksThatOthersWaitFor() {
        JsonNode keys = ok(application.get(KEYS));
        assertThat(keys.at("/order/concurrency").asInt()).isEqualTo(1);
        assertThat(keys.at("/order/onRetry").asString()).isEqualTo("BLOCK_KEY");
        assertThat(keys.get("hottest")).hasSize(2);
        assertThat(keys.at("/hottest/0/key").asString()).isEqualTo("customer-42");
        assertThat(keys.at("/hottest/0/behind").asInt()).isEqualTo(3);
        assertThat(keys.at("/hottest/0/first")).hasSize(1);
        assertThat(keys.at("/hottest/0/first/0").asString()).isEqualTo("hot-1");
        assertThat(keys.at("/hottest/1/key").asString()).isEqualTo(ODD);
        assertThat(ok(application.get(KEYS + "?limit=1")).get("hottest")).hasSize(1);
        JsonNode none = ok(application.get("/groups/orders/topics/pull/keys"));
        assertThat(none.has("order")).isFalse();
        assertThat(none.get("hottest")).isEmpty();
    }

    @Test
    void tasksOfAKeyShouldBeListedInTheirOrder() {
        JsonNode tasks = ok(application.get(query("customer-42"))).get("tasks");
        assertThat(ids(tasks)).containsExactly("hot-1", "hot-2", "hot-3", "hot-4");
        assertThat(tasks.get(0).get("key").asString()).isEqualTo("customer-42");
        assertThat(ids(ok(application.get(query("customer-42") + "&limit=2")).get("tasks")))
                .containsExactly("hot-1", "hot-2");
        assertThat(ids(ok(application.get(query(ODD))).get("tasks"))).containsExactly("odd-1", "odd-2");
        assertThat(ok(application.get(query("customer-43"))).get("tasks")).isEmpty();
    }

    @Test
    void taskShouldHaveItsKeyAndTheTasksItWaitsFor() {
        JsonNode task = ok(application.get("/groups/orders/tasks/odd-2"));
        assertThat(task.get("key").asString()).isEqualTo(ODD);
        JsonNode wait = ok(application.get("/groups/orders/tasks/odd-2/wait"));
        assertThat(wait.get("reason").asString()).isEqualTo("KEY");
        assertThat(wait.get("tasks")).hasSize(1);
        assertThat(wait.get("tasks").get(0).asString()).isEqualTo("odd-1");
        assertThat(ok(application.get("/groups/orders/tasks/odd-1/wait"))
                        .get("reason")
                        .asString())
                .isEqualTo("NO_CONSUMER");
    }

    @Test
    void countsShouldSayHowManyTasksAreBehind() {
        assertThat(ok(application.get("/groups/orders/topics/sync"))
                        .get("behind")
                        .asInt())
                .isEqualTo(4);
    }

    @Test
    void reservedTaskShouldHaveItsKey() {
        add("pull", "pulled", ODD);
        JsonNode reserved = ok(application.post("/groups/orders/topics/pull/reserve", "{\"wait\": \"20s\"}"));
        assertThat(reserved.at("/tasks/0/id").asString()).isEqualTo("pulled");
        assertThat(reserved.at("/tasks/0/key").asString()).isEqualTo(ODD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/keys?limit=0",
                "/keys?limit=101",
                "/keys?limit=many",
                "/keys/tasks",
                "/keys/tasks?key=",
                "/keys/tasks?key=%22",
                "/keys/tasks?key=a%0Ab",
                "/keys/tasks?key=a&limit=501"
            })
    void wrongParametersShouldBeRefusedWithTheirName(String path) {
        Exchange refused = application.get("/groups/orders/topics/sync" + path);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().get("field").asString()).isEqualTo(path.contains("limit=") ? "limit" : "key");
    }

    @Test
    void wrongKeyOfANewTaskShouldBeRefused() {
        for (String key : List.of("", "a\\\"b", "a\\\\b", "a\\nb", "\u00e4", "k".repeat(129))) {
            Exchange refused =
                    application.post("/groups/orders/topics/sync/tasks", "{\"id\": \"bad\", \"key\": \"" + key + "\"}");
            assertThat(refused.status()).as(key).isEqualTo(400);
            assertThat(refused.json().get("field").asString()).as(key).isEqualTo("key");
        }
        assertThat(application.get("/groups/orders/tasks/bad").status()).isEqualTo(404);
    }
}
