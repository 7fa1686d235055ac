package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskSchedule;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Listing, changing, pausing and resuming repeating tasks over HTTP. */
class SchedulesIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static WebApplication application;

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER,
                IntStream.range(0, 12)
                        .mapToObj(i -> "delayqueue.groups.g" + (10 + i) + "=t")
                        .toArray(String[]::new));
        for (int i = 0; i < 12; i++) {
            add("g" + (10 + i), "r1");
            application
                    .service()
                    .addTask(Task.of("g" + (10 + i), "t")
                            .id("single")
                            .delay(Duration.ofHours(1))
                            .build());
        }
        add("g10", "r2");
        add("g10", "r3");
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    private static void add(String group, String id) {
        application
                .service()
                .addTask(Task.of(group, "t")
                        .id(id)
                        .delay(Duration.ofHours(1))
                        .repeat(Repeat.fixedRate(Duration.ofHours(2)))
                        .payload("secret")
                        .build());
    }

    private static JsonNode ok(Exchange exchange) {
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        return exchange.json();
    }

    private static List<String> ids(JsonNode page) {
        return page.get("schedules").values().stream()
                .map(task -> task.get("group").asString() + "/" + task.get("id").asString())
                .toList();
    }

    @Test
    void schedulesOfAGroupShouldBeListedInPages() {
        JsonNode first = ok(application.get("/groups/g10/schedules?limit=2"));
        assertThat(ids(first)).containsExactly("g10/r1", "g10/r2");
        JsonNode task = first.at("/schedules/0");
        assertThat(task.get("repeat")).hasToString("{\"rate\":\"PT2H\"}");
        assertThat(task.has("payload")).isFalse();
        assertThat(task.has("paused")).isFalse();
        JsonNode second = ok(application.get(
                "/groups/g10/schedules?limit=2&cursor=" + first.get("cursor").asString()));
        assertThat(ids(second)).containsExactly("g10/r3");
        assertThat(second.has("cursor")).isFalse();
    }

    @Test
    void schedulesOfAllGroupsShouldBeListedWithTenGroupsARequest() {
        List<String> found = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = ok(application.get("/schedules?limit=20" + cursor));
            found.addAll(ids(page));
            sizes.add(page.get("schedules").size());
            cursor = page.has("cursor") ? "&cursor=" + page.get("cursor").asString() : "";
        } while (!cursor.isEmpty());
        assertThat(sizes).containsExactly(12, 2);
        assertThat(found)
                .hasSize(14)
                .startsWith("g10/r1", "g10/r2", "g10/r3", "g11/r1")
                .endsWith("g21/r1");
        JsonNode part = ok(application.get("/schedules?limit=2"));
        assertThat(part.get("cursor").asString()).isEqualTo("g10/r2");
        assertThat(ids(ok(application.get("/schedules?limit=2&cursor=g10/r2")))).containsExactly("g10/r3", "g11/r1");
        assertThat(Commands.during(SERVER, () -> application.get("/schedules")).stream()
                        .filter(command -> command.arguments().contains(":REPEATS")))
                .as("groups that are read")
                .hasSize(10);
    }

    @Test
    void taskThatNoInstanceDeclaresShouldBeMarked() {
        application
                .service()
                .addTask(TaskSchedule.of(Task.of("g20", "t")
                                .id("forgotten")
                                .delay(Duration.ofHours(1))
                                .repeat(Repeat.fixedRate(Duration.ofHours(2)))
                                .build())
                        .task());
        String heartbeat = "{\"at\":" + System.currentTimeMillis() + ",\"pushing\":true,\"schedules\":[%s]}";
        SERVER.client().hset("{g20}:INSTANCES", "other", heartbeat.formatted(""));
        for (String path : List.of("/groups/g20/schedules", "/schedules?cursor=g20")) {
            JsonNode page = ok(application.get(path));
            assertThat(page.at("/schedules/0/id").asString()).isEqualTo("forgotten");
            assertThat(page.at("/schedules/0/orphan").asBoolean()).isTrue();
            assertThat(page.at("/schedules/1").has("orphan")).isFalse();
        }
        SERVER.client().hset("{g20}:INSTANCES", "other", heartbeat.formatted("\"forgotten\""));
        assertThat(ok(application.get("/groups/g20/schedules"))
                        .at("/schedules/0")
                        .has("orphan"))
                .isFalse();
        ok(application.delete("/groups/g20/tasks/forgotten"));
    }

    @Test
    void schedulesOfUnregisteredGroupsShouldBeListedAndRefusedGroupsNamed() {
        String records = "{MONITOR:SUMMARY}:UNREGISTERED";
        add("stray", "r1");
        SERVER.client().zadd(records, 1, "wrong:t");
        SERVER.client().zadd("{wrong}:REPEATS", 0, "r1");
        SERVER.client().set("{wrong}:DETAIL", "of another type");
        await().until(() -> SERVER.client().zscore(records, "stray:t") != null);
        JsonNode page = ok(application.get("/schedules?cursor=stray"));
        assertThat(ids(page)).containsExactly("stray/r1");
        assertThat(page.get("unreadableGroups")).hasToString("[\"wrong\"]");
        ok(application.delete("/groups/stray/tasks/r1"));
        SERVER.client().del(records, "{wrong}:REPEATS", "{wrong}:DETAIL");
        assertThat(ids(ok(application.get("/schedules?cursor=stray"))))
                .as("a change ends the sharing")
                .isEmpty();
    }

    @Test
    void badPositionsShouldBeRefused() {
        for (String query : List.of("limit=0", "limit=501", "cursor=a/b/c", "cursor=g10/a%20b", "cursor=")) {
            assertThat(application.get("/schedules?" + query).problem())
                    .as(query)
                    .isEqualTo("invalid-request");
        }
        for (String query : List.of("limit=0", "limit=501", "cursor=a%20b")) {
            assertThat(application.get("/groups/g10/schedules?" + query).problem())
                    .as(query)
                    .isEqualTo("invalid-request");
        }
    }

    @Test
    void repetitionShouldBeChangedPausedAndResumed() {
        add("g15", "a");
        JsonNode changed = ok(application.post("/groups/g15/tasks/a/repeat", """
                {"repeat": {"cron": "0 0 3 * * *", "zone": "Europe/Berlin"}, "expected": {"rate": "2h"}}
                """));
        assertThat(changed.get("changed").asBoolean()).isTrue();
        assertThat(changed.at("/task/repeat/cron").asString()).isEqualTo("0 0 3 * * *");
        assertThat(changed.at("/task/nextRuns")).hasSize(5);
        Exchange conflict = application.post(
                "/groups/g15/tasks/a/repeat", "{\"repeat\":{\"rate\":\"1h\"},\"expected\":{\"rate\":\"2h\"}}");
        assertThat(conflict.problem()).isEqualTo("conflict");
        assertThat(conflict.json().get("repeat")).hasToString("{\"cron\":\"0 0 3 * * *\",\"zone\":\"Europe/Berlin\"}");
        JsonNode paused = ok(application.post("/groups/g15/tasks/a/pause"));
        assertThat(paused.get("changed").asBoolean()).isTrue();
        assertThat(paused.at("/task/paused").asBoolean()).isTrue();
        assertThat(paused.get("task").has("stateUntil")).isFalse();
        assertThat(paused.at("/task/nextRuns")).isEmpty();
        assertThat(ok(application.post("/groups/g15/tasks/a/pause"))
                        .get("changed")
                        .asBoolean())
                .isFalse();
        assertThat(ok(application.get("/groups/g15/schedules"))
                        .at("/schedules/0/paused")
                        .asBoolean())
                .isTrue();
        JsonNode resumed = ok(application.post("/groups/g15/tasks/a/resume"));
        assertThat(resumed.get("task").has("paused")).isFalse();
        assertThat(resumed.get("task").has("stateUntil")).isTrue();
        assertThat(ok(application.delete("/groups/g15/tasks/a")).get("id").asString())
                .isEqualTo("a");
    }

    private static Exchange post(String id, String call) {
        String path = "/groups/g11/tasks/" + id + "/" + call;
        return call.equals("repeat")
                ? application.post(path, "{\"repeat\":{\"rate\":\"1h\"}}")
                : application.post(path);
    }

    @Test
    void taskThatDoesNotRepeatOrExistShouldBeAProblem() {
        for (String call : List.of("repeat", "pause", "resume")) {
            assertThat(post("single", call).problem()).as(call).isEqualTo("not-repeating");
            assertThat(post("nobody", call).problem()).as(call).isEqualTo("not-found");
        }
        for (String body :
                List.of("{}", "{\"repeat\":{}}", "{\"repeat\":{\"cron\":\"x\"}}", "{\"repeat\":{\"rate\":\"1ms\"}}")) {
            assertThat(application.post("/groups/g11/tasks/r1/repeat", body).problem())
                    .as(body)
                    .isEqualTo("invalid-request");
        }
    }
}
