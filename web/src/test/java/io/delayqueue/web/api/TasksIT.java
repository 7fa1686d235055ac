package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Adding, finding, listing, moving and removing tasks over HTTP. */
class TasksIT {

    private static final String TASKS = "/groups/orders/topics/remind/tasks";

    private static final RedisServer SERVER = RedisServer.start();

    private static WebApplication application;

    @BeforeAll
    static void start() {
        application = WebApplication.start(SERVER, "delayqueue.groups.orders=remind,runs");
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    private static JsonNode ok(Exchange exchange) {
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        assertThat(exchange.header("Content-Type")).isEqualTo("application/json");
        assertThat(exchange.header("Cache-Control")).isEqualTo("no-store");
        return exchange.json();
    }

    private static TaskInfo stored(String id) {
        return application.service().findTask("orders", id).orElseThrow();
    }

    @Test
    void taskShouldBeAddedWithAllThatItCanHave() {
        Exchange added = application.post(TASKS, """
                {"id": "full", "delay": "30m", "priority": "HIGH", "headers": {"Trace": "a b"}, "description": "for Ada",
                 "maxAttempts": 7, "ttr": "PT1M", "ifExists": "FAIL", "retry": {"initialDelay": "2s", "jitter": 0},
                 "repeat": {"cron": "0 0 3 * * *", "zone": "Europe/Berlin"}, "payload": {"order": 42}}
                """);
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        assertThat(added.header("Location")).isEqualTo(application.api() + "/groups/orders/tasks/full");
        assertThat(added.json().propertyNames()).containsExactly("id", "dueAt", "status");
        assertThat(added.json().get("status").asString()).isEqualTo("ADDED");
        assertThat(added.json().get("dueAt").asString()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        TaskInfo stored = stored("full");
        assertThat(stored.payload()).isEqualTo("{\"order\": 42}");
        assertThat(stored.headers()).containsEntry("Trace", "a b");
        JsonNode found = ok(application.get("/groups/orders/tasks/full"));
        assertThat(found.get("state").asString()).isEqualTo("DELAYED");
        assertThat(found.get("dueAt")).isEqualTo(added.json().get("dueAt"));
        assertThat(found.get("priority").asString()).isEqualTo("HIGH");
        assertThat(found.get("description").asString()).isEqualTo("for Ada");
        assertThat(found.at("/headers/Trace").asString()).isEqualTo("a b");
        assertThat(found.at("/payload/order").asInt()).isEqualTo(42);
        String detail = SERVER.client().hget("{orders}:DETAIL", "full");
        assertThat(detail).contains("\"maxAttempts\":7", "\"ttr\":60000", "Europe/Berlin");
        assertThat(found.get("maxAttempts").asInt()).isEqualTo(7);
        assertThat(found.get("ttr").asString()).isEqualTo("PT1M");
        assertThat(found.get("retry"))
                .hasToString("{\"initialDelay\":\"PT2S\",\"multiplier\":2.0,\"maxDelay\":\"PT10M\",\"jitter\":0.0}");
        assertThat(found.get("repeat")).hasToString("{\"cron\":\"0 0 3 * * *\",\"zone\":\"Europe/Berlin\"}");
        assertThat(found.has("topicDefaults"))
                .as("no callback of the topic here")
                .isFalse();
    }

    @Test
    void taskThatRepeatsShouldHaveItsNextFiveRuns() {
        application.post(TASKS, """
                {"id": "nightly", "at": "2500-01-01T10:00:00Z", "repeat": {"cron": "0 0 3 * * *", "zone": "Europe/Berlin"}}
                """);
        JsonNode nightly = ok(application.get("/groups/orders/tasks/nightly"));
        assertThat(nightly.get("nextRuns"))
                .hasToString("[\"2500-01-01T10:00:00.000Z\",\"2500-01-02T02:00:00.000Z\",\"2500-01-03T02:00:00.000Z\","
                        + "\"2500-01-04T02:00:00.000Z\",\"2500-01-05T02:00:00.000Z\"]");
        application.post(TASKS, "{\"id\":\"rate\",\"at\":\"2500-01-01T10:00:00Z\",\"repeat\":{\"rate\":\"90m\"}}");
        JsonNode rate = ok(application.get("/groups/orders/tasks/rate"));
        assertThat(rate.get("repeat")).hasToString("{\"rate\":\"PT1H30M\"}");
        assertThat(rate.get("nextRuns").values())
                .extracting(JsonNode::asString)
                .hasSize(5)
                .startsWith("2500-01-01T10:00:00.000Z", "2500-01-01T11:30:00.000Z", "2500-01-01T13:00:00.000Z");
        application.post(TASKS, "{\"id\":\"pause\",\"at\":\"2500-01-01T10:00:00Z\",\"repeat\":{\"delay\":\"1d\"}}");
        JsonNode pause = ok(application.get("/groups/orders/tasks/pause"));
        assertThat(pause.get("repeat")).hasToString("{\"delay\":\"PT24H\"}");
        assertThat(pause.get("nextRuns")).hasToString("[\"2500-01-01T10:00:00.000Z\"]");
        assertThat(ok(application.get(TASKS + "?state=DELAYED&limit=500"))
                        .at("/tasks")
                        .values())
                .filteredOn(task -> task.get("id").asString().equals("pause"))
                .singleElement()
                .satisfies(listed -> {
                    assertThat(listed.get("repeat")).hasToString("{\"delay\":\"PT24H\"}");
                    assertThat(listed.has("nextRuns")).isFalse();
                });
        assertThat(ok(application.delete("/groups/orders/tasks/pause")).has("nextRuns"))
                .as("removed")
                .isFalse();
    }

    @Test
    void runningTaskShouldHaveItsProgress() {
        CountDownLatch running = new CountDownLatch(1);
        try (DelayQueueEngine engine = DelayQueueEngine.builder(RedisBackend.connect(SERVER.host(), SERVER.port()))
                .callback("orders", "slow", Object.class, (payload, context) -> {
                    context.progress(3, 10, "of the “files”");
                    running.await();
                })
                .build()) {
            engine.start();
            engine.service().addTask(Task.of("orders", "slow").id("slow").build());
            await().untilAsserted(() -> assertThat(
                            ok(application.get("/groups/orders/tasks/slow")).get("progress"))
                    .hasToString("{\"done\":3,\"total\":10,\"text\":\"of the “files”\"}"));
            assertThat(ok(application.get("/groups/orders/topics/slow/tasks?state=RESERVED"))
                            .at("/tasks/0")
                            .has("progress"))
                    .isFalse();
            running.countDown();
        }
    }

    @Test
    void payloadShouldStayAsItWasSentByteForByte() {
        String payload = "{ \"big\" : 12345678901234567890123, \"huge\":1e400, \"small\":1E-400,\"z\":1.10 ,"
                + "\"text\":\"\\u00e4ä😀\\/\", \"long\":\"" + "x".repeat(100_000) + "\", \"deep\":[[[{ }]]] }";
        assertThat(application
                        .post(TASKS, "{\"id\":\"raw\",\"delay\":\"1h\",  \"payload\" : " + payload + " }")
                        .status())
                .isEqualTo(201);
        assertThat(stored("raw").payload()).isEqualTo(payload);
        assertThat(application.get("/groups/orders/tasks/raw").text()).contains("\"payload\":" + payload);
        for (String value : new String[] {"1e400", "12345678901234567890123", "\"a\\n\"", "true", "[1, 2]", "-0"}) {
            application.post(
                    TASKS, "{\"delay\":\"1h\",\"id\":\"v\",\"ifExists\":\"REPLACE\",\"payload\":" + value + "}");
            assertThat(stored("v").payload()).isEqualTo(value);
        }
    }

    @Test
    void taskMayAskForMoreThanATime() {
        long later = System.currentTimeMillis() + 60_000;
        SERVER.client().zadd("{orders}:UNIQUE", later, "recent");
        Exchange recent = application.post(TASKS, "{\"id\":\"recent\",\"delay\":\"1h\",\"uniqueFor\":\"1h\"}");
        assertThat(recent.status()).isEqualTo(200);
        assertThat(recent.json().get("status").asString()).isEqualTo("RECENT");
        assertThat(Instant.parse(recent.json().get("dueAt").asString())).isEqualTo(Instant.ofEpochMilli(later));

        String window = "{\"from\":\"2030-01-01T00:00:00Z\",\"to\":\"2030-01-01T01:00:00Z\"}";
        Exchange placed =
                application.post(TASKS, "{\"id\":\"placed\",\"uniqueFor\":\"1h\",\"dueBetween\":" + window + "}");
        assertThat(placed.status()).as(placed.text()).isEqualTo(201);
        assertThat(stored("placed").dueAt())
                .isBetween(Instant.parse("2030-01-01T00:00:00Z"), Instant.parse("2030-01-01T01:00:00Z"));
        assertThat(ok(application.get("/groups/orders/tasks/placed"))
                        .get("uniqueFor")
                        .asString())
                .isEqualTo("PT1H");

        String debounced = "{\"id\":\"last\",\"delay\":\"%s\",\"longestWait\":\"1h\"}";
        Instant first = Instant.parse(application
                .post(TASKS, debounced.formatted("1m"))
                .json()
                .get("dueAt")
                .asString());
        Exchange last = application.post(TASKS, debounced.formatted("1h"));
        assertThat(last.json().get("status").asString()).isEqualTo("REPLACED");
        assertThat(Instant.parse(last.json().get("dueAt").asString())).isEqualTo(first.plusSeconds(59 * 60));

        assertThat(application
                        .post(TASKS, "{\"delay\":\"1h\",\"dueBetween\":" + window + "}")
                        .json()
                        .get("detail")
                        .asString())
                .isEqualTo("dueBetween must not be set beside delay");
        Exchange over = application.post(
                TASKS, "{\"dueBetween\":{\"from\":\"1970-01-01T00:00:00Z\",\"to\":\"1970-01-01T00:00:09Z\"}}");
        assertThat(over.status()).as(over.text()).isEqualTo(400);
        assertThat(over.json().get("field").asString()).isEqualTo("dueBetween");
        Exchange kept = application.post(TASKS, "{\"delay\":\"1m\",\"longestWait\":\"1h\"}");
        assertThat(kept.json().get("detail").asString()).isEqualTo("longestWait needs an id");
        assertThat(kept.json().get("field").asString()).isEqualTo("longestWait");
        assertThat(application
                        .post(TASKS, "{\"dueBetween\":{\"from\":\"2030-01-01T00:00:00Z\"}}")
                        .json()
                        .get("field")
                        .asString())
                .isEqualTo("dueBetween");
    }

    @Test
    void addOfAnIdThatIsThereShouldSayWhatBecameOfIt() {
        String task = "{\"id\":\"twice\",\"delay\":\"1h\",\"ifExists\":\"%s\"}";
        assertThat(application.post(TASKS, task.formatted("KEEP")).status()).isEqualTo(201);
        Exchange kept = application.post(TASKS, "{\"id\":\"twice\",\"delay\":\"2h\"}");
        assertThat(kept.status()).isEqualTo(200);
        assertThat(kept.json().get("status").asString()).isEqualTo("EXISTED");
        Exchange replaced = application.post(TASKS, task.formatted("REPLACE"));
        assertThat(replaced.status()).isEqualTo(201);
        assertThat(replaced.json().get("status").asString()).isEqualTo("REPLACED");
        Exchange refused = application.post(TASKS, task.formatted("FAIL"));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.problem()).isEqualTo("exists");
        assertThat(refused.json().get("id").asString()).isEqualTo("twice");
        Exchange elsewhere = application.post("/groups/orders/topics/other/tasks", "{\"id\":\"twice\"}");
        assertThat(elsewhere.status()).isEqualTo(400);
        assertThat(elsewhere.json().get("field").asString()).isEqualTo("id");
    }

    @Test
    void batchShouldAddAllOfSeveralGroups() {
        JsonNode results = ok(application.post("/tasks", """
                        {"tasks": [{"group": "orders", "topic": "remind", "id": "b1", "delay": "1h"},
                                   {"group": "bills", "topic": "send", "payload": 1, "at": "2030-01-01T01:00:00+01:00"}]}
                        """)).get("results");
        assertThat(results).hasSize(2);
        assertThat(results.at("/0/id").asString()).isEqualTo("b1");
        assertThat(results.at("/1/status").asString()).isEqualTo("ADDED");
        assertThat(results.at("/1/dueAt").asString()).isEqualTo("2030-01-01T00:00:00.000Z");
        assertThat(application.service().findTask("bills", results.at("/1/id").asString()))
                .isPresent();
        assertThat(ok(application.post("/tasks", "{\"tasks\":[]}")).get("results"))
                .isEmpty();
    }

    @Test
    void listShouldGoPageByPage() {
        for (int i = 0; i < 5; i++) {
            application
                    .service()
                    .addTask(Task.of("pages", "t")
                            .id("p" + i)
                            .payload("secret")
                            .delay(Duration.ofHours(1 + i))
                            .build());
        }
        JsonNode first = ok(application.get("/groups/pages/topics/t/tasks?state=DELAYED&limit=3"));
        assertThat(first.get("tasks").values())
                .extracting(task -> task.get("id").asString())
                .containsExactly("p0", "p1", "p2");
        assertThat(first.at("/tasks/0").has("payload")).isFalse();
        assertThat(first.at("/tasks/0").has("headers")).isFalse();
        JsonNode asked = ok(application.get("/groups/pages/topics/t/tasks?state=DELAYED&limit=3&payload=true"));
        assertThat(asked.at("/tasks/0/payload").asString()).isEqualTo("secret");
        String cursor = URLEncoder.encode(first.get("cursor").asString(), StandardCharsets.UTF_8);
        JsonNode second = ok(application.get("/groups/pages/topics/t/tasks?state=DELAYED&limit=3&cursor=" + cursor));
        assertThat(second.get("tasks").values())
                .extracting(task -> task.get("id").asString())
                .containsExactly("p3", "p4");
        assertThat(second.has("cursor")).isFalse();
    }

    @Test
    void removedTaskShouldBeReturnedAsItWasAndBeGone() {
        application.post(TASKS, "{\"id\":\"gone\",\"delay\":\"1h\",\"payload\":7}");
        assertThat(ok(application.delete("/groups/orders/tasks/gone"))
                        .get("payload")
                        .asInt())
                .isEqualTo(7);
        Exchange again = application.delete("/groups/orders/tasks/gone");
        assertThat(again.status()).isEqualTo(404);
        assertThat(again.problem()).isEqualTo("not-found");
    }

    @Test
    void taskShouldGetAnotherTime() {
        application.post(TASKS, "{\"id\":\"move\",\"delay\":\"1h\"}");
        JsonNode moved =
                ok(application.post("/groups/orders/tasks/move/reschedule", "{\"at\":\"2030-01-01T00:00:00Z\"}"));
        assertThat(moved.get("result").asString()).isEqualTo("RESCHEDULED");
        assertThat(moved.at("/task/dueAt").asString()).isEqualTo("2030-01-01T00:00:00.000Z");
        ok(application.post("/groups/orders/tasks/move/reschedule", "{\"delay\":\"2h\"}"));
        assertThat(stored("move").dueAt()).isBefore("2029-01-01T00:00:00Z");
        ok(application.post("/groups/orders/tasks/move/run"));
        assertThat(stored("move").dueAt()).isBefore(Instant.now().plusSeconds(60));
        for (String body : new String[] {"{}", "{\"delay\":\"1h\",\"at\":\"2030-01-01T00:00:00Z\"}"}) {
            assertThat(application
                            .post("/groups/orders/tasks/move/reschedule", body)
                            .problem())
                    .isEqualTo("invalid-request");
        }
        assertThat(application.post("/groups/orders/tasks/nobody/run").status()).isEqualTo(404);
    }

    @Test
    void onlyARunningTaskShouldBeInterrupted() {
        application.post(TASKS, "{\"id\":\"rests\",\"delay\":\"1h\"}");
        for (String id : List.of("rests", "unknown")) {
            Exchange refused = application.post("/groups/orders/tasks/" + id + "/interrupt");
            assertThat(refused.status()).isEqualTo(404);
            assertThat(refused.problem()).isEqualTo("not-found");
        }
        application.post("/groups/orders/topics/runs/tasks", "{\"id\":\"runs\"}");
        assertThat(ok(application.post("/groups/orders/topics/runs/reserve"))
                        .at("/tasks/0/id")
                        .asString())
                .isEqualTo("runs");
        assertThat(ok(application.post("/groups/orders/tasks/runs/interrupt")).toString())
                .isEqualTo("{\"sent\":true}");
        String shown = "{\"reservedAt\":\"" + stored("runs").reservedAt() + "\"}";
        assertThat(ok(application.post("/groups/orders/tasks/runs/interrupt", shown))
                        .toString())
                .isEqualTo("{\"sent\":true}");
        Exchange later =
                application.post("/groups/orders/tasks/runs/interrupt", "{\"reservedAt\":\"2026-01-01T00:00:00Z\"}");
        assertThat(later.status()).isEqualTo(409);
        assertThat(later.problem()).isEqualTo("conflict");
        assertThat(later.text()).contains("The attempt of 'runs' in orders that was reserved at 2026-01-01T00:00:00Z");
    }
}
