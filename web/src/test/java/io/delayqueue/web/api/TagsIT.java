package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tasks with tags over HTTP. */
class TagsIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static final String TASKS = "/groups/shop/topics/mail/tasks";

    private static WebApplication application;

    @BeforeAll
    static void start() {
        application = WebApplication.start(SERVER, "delayqueue.groups.shop=mail,ship", "delayqueue.groups.crm=call");
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    @AfterEach
    void clear() {
        for (String topic : List.of("mail", "ship")) {
            application.service().topic("shop", topic).removeTasks();
            application.service().topic("shop", topic).purgeDeadLetters();
        }
        application.service().topic("crm", "call").removeTasks();
    }

    private static JsonNode ok(Exchange exchange) {
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        return exchange.json();
    }

    private static TaskInfo stored(String id) {
        return application.service().findTask("shop", id).orElseThrow();
    }

    @Test
    void taskShouldBeAddedWithTagsAndShowThem() {
        String body = "{\"id\":\"a\",\"delay\":\"1h\",\"tags\":[\"order=42\",\"mood=a=b 中\"]}";
        assertThat(application.post(TASKS, body).status()).isEqualTo(201);
        assertThat(stored("a").tags()).containsExactly(new Tag("order", "42"), new Tag("mood", "a=b 中"));
        String shown = "[\"order=42\",\"mood=a=b 中\"]";
        assertThat(ok(application.get("/groups/shop/tasks/a")).get("tags")).hasToString(shown);
        assertThat(ok(application.get(TASKS + "?state=DELAYED")).at("/tasks/0/tags"))
                .hasToString(shown);
        assertThat(application
                        .post(
                                "/tasks",
                                "{\"tasks\":[{\"group\":\"shop\",\"topic\":\"ship\",\"id\":\"b\",\"delay\":\"1h\"},"
                                        + "{\"group\":\"shop\",\"topic\":\"ship\",\"id\":\"c\",\"delay\":\"1h\",\"tags\":[\"order=7\"]}]}")
                        .status())
                .isEqualTo(200);
        assertThat(stored("c").tags()).containsExactly(new Tag("order", "7"));
        assertThat(ok(application.get("/groups/shop/tasks/b")).has("tags")).isFalse();
    }

    private static void add(String group, String topic, String id, Duration delay) {
        application
                .service()
                .addTask(Task.of(group, topic)
                        .id(id)
                        .delay(delay)
                        .tag("order", "42")
                        .build());
    }

    private static void addThree() {
        add("shop", "mail", "m", Duration.ofHours(1));
        add("shop", "ship", "s", Duration.ZERO);
        add("crm", "call", "c", Duration.ofHours(1));
    }

    private static List<String> ids(String path) {
        return ok(application.get(path)).get("tasks").values().stream()
                .map(task -> task.get("id").asString())
                .toList();
    }

    @Test
    void tasksShouldBeFoundByTheirTag() {
        addThree();
        assertThat(ids("/tasks?tag=order%3D42")).containsExactly("c", "m", "s");
        assertThat(ids("/groups/shop/tasks?tag=order=42")).containsExactly("m", "s");
        assertThat(ids("/groups/shop/tasks?tag=order=42&topic=ship")).containsExactly("s");
        assertThat(ids("/tasks?tag=order=42&state=DELAYED&state=DEAD")).containsExactly("c", "m");
        assertThat(ids("/tasks?tag=order=4")).isEmpty();
        JsonNode first = ok(application.get("/tasks?tag=order=42&limit=2"));
        assertThat(first.get("tasks")).hasSize(2);
        assertThat(first.at("/tasks/0/tags")).hasToString("[\"order=42\"]");
        assertThat(ids("/tasks?tag=order=42&cursor="
                        + first.get("cursor").asString().replace("/", "%2F")))
                .containsExactly("s");
    }

    @Test
    void tasksShouldBeRemovedByTheirTag() {
        addThree();
        add("crm", "call", "later", Duration.ofHours(1));
        assertThat(ok(application.delete("/groups/shop/tasks?tag=order=42&topic=mail")))
                .hasToString("{\"tasks\":1}");
        assertThat(ok(application.delete("/tasks?tag=order=42&state=READY"))).hasToString("{\"tasks\":1}");
        assertThat(ids("/tasks?tag=order=42")).containsExactly("c", "later");
        assertThat(ok(application.delete("/tasks?tag=order=42&max=500"))).hasToString("{\"tasks\":2}");
        assertThat(ids("/tasks?tag=order=42")).isEmpty();
    }

    @Test
    void tasksShouldBeRescheduledByTheirTag() {
        addThree();
        Instant soon = Instant.parse("2100-01-31T08:00:00Z");
        String at = "&at=" + soon;
        assertThat(ok(application.post("/groups/crm/tasks/reschedule?tag=order=42" + at)))
                .hasToString("{\"tasks\":1}");
        assertThat(stored("m").dueAt()).isNotEqualTo(soon);
        assertThat(ok(application.post("/tasks/reschedule?tag=order=42&state=READY" + at)))
                .hasToString("{\"tasks\":1}");
        assertThat(stored("s").state()).isEqualTo(TaskState.DELAYED);
        assertThat(stored("s").dueAt()).isEqualTo(soon);
        assertThat(ok(application.post("/groups/shop/tasks/reschedule?tag=order=42&topic=mail" + at)))
                .hasToString("{\"tasks\":1}");
        assertThat(stored("m").dueAt()).isEqualTo(soon);
        assertThat(ok(application.post("/tasks/reschedule?tag=order=42&max=500" + at)))
                .hasToString("{\"tasks\":3}");
        assertThat(ok(application.post("/tasks/reschedule?tag=order=7" + at))).hasToString("{\"tasks\":0}");
    }

    @Test
    void tasksThatRunOrAreDeadShouldKeepTheirTime() {
        addThree();
        bury();
        String at = "&at=2100-01-31T08:00:00Z";
        assertThat(ok(application.post("/groups/shop/tasks/reschedule?tag=order=42" + at)))
                .hasToString("{\"tasks\":1}");
        assertThat(ok(application.post("/groups/shop/tasks/reschedule?tag=order=42&state=DEAD" + at)))
                .hasToString("{\"tasks\":0}");
        assertThat(stored("s").state()).isEqualTo(TaskState.DEAD);
    }

    /** The task of the topic ship. */
    private static void bury() {
        JsonNode reserved = ok(application.post("/groups/shop/topics/ship/reserve", "{\"wait\":\"20s\"}"));
        String receipt = reserved.at("/tasks/0/receipt").asString();
        assertThat(application
                        .post("/leases/bury", "{\"receipt\":\"" + receipt + "\",\"reason\":\"no\"}")
                        .status())
                .isEqualTo(204);
    }

    @Test
    void deadLettersShouldBeRequeuedByTheirTag() {
        addThree();
        bury();
        assertThat(ids("/tasks?tag=order=42&state=DEAD")).containsExactly("s");
        assertThat(ok(application.post("/groups/crm/tasks/requeue?tag=order=42")))
                .hasToString("{\"tasks\":0}");
        assertThat(ok(application.post("/groups/shop/tasks/requeue?tag=order=42&topic=mail")))
                .hasToString("{\"tasks\":0}");
        assertThat(ok(application.post("/tasks/requeue?tag=order=42&state=DELAYED")))
                .hasToString("{\"tasks\":0}");
        assertThat(ok(application.post("/tasks/requeue?tag=order=42"))).hasToString("{\"tasks\":1}");
        assertThat(stored("s").state()).isEqualTo(TaskState.READY);
    }

    @Test
    void wrongParametersShouldBeRefusedAndChangeNothing() {
        addThree();
        for (String query : List.of(
                "",
                "?tag=order",
                "?tag=",
                "?tag=order=42&limit=0",
                "?tag=order=42&state=GONE",
                "?tag=order=42&cursor=x",
                "?tag=order=42&topic=a%20b")) {
            Exchange refused = application.get("/tasks" + query);
            assertThat(refused.problem()).as(query).isEqualTo("invalid-request");
        }
        for (String query : List.of("", "?tag=order", "?tag=order=42&max=1", "?tag=order=42&from=x")) {
            assertThat(application.delete("/tasks" + query).problem()).as(query).isEqualTo("invalid-request");
            assertThat(application.post("/tasks/requeue" + query).problem())
                    .as(query)
                    .isEqualTo("invalid-request");
            String and = query.isEmpty() ? "?" : query + "&";
            assertThat(application
                            .post("/tasks/reschedule" + and + "at=2100-01-31T08:00:00Z")
                            .problem())
                    .as(query)
                    .isEqualTo("invalid-request");
        }
        for (String at : List.of("", "&at=", "&at=tomorrow", "&at=%2B999999-01-01T00:00:00Z", "&delay=1h")) {
            Exchange refused = application.post("/tasks/reschedule?tag=order=42" + at);
            assertThat(refused.problem()).as(at).isEqualTo("invalid-request");
            assertThat(refused.json().get("field").asString()).as(at).isEqualTo("at");
        }
        for (String states : List.of("state=", "state", "state=DEAD&state=", "state=&state=", "state=DEAD,")) {
            Exchange refused = application.delete("/tasks?tag=order=42&" + states);
            assertThat(refused.problem()).as(states).isEqualTo("invalid-request");
            assertThat(refused.json().get("field").asString()).as(states).isEqualTo("state");
        }
        assertThat(ids("/tasks?tag=order=42")).hasSize(3);
        assertThat(stored("m").dueAt()).isBefore(Instant.parse("2100-01-01T00:00:00Z"));
    }

    /** As one state, as one of several, and where nothing else may be given. */
    @Test
    void stateThatNoStoredTaskHasShouldBeRefusedByTheSameRule() {
        JsonNode rule = application.get(TASKS + "?state=GONE").json();
        assertThat(rule.get("field").asString()).isEqualTo("state");
        for (String states : List.of("state=GONE", "state=DEAD&state=GONE", "state=DEAD,GONE", "state=")) {
            for (Exchange refused : List.of(
                    application.get("/tasks?tag=order=42&" + states),
                    application.delete("/groups/shop/tasks?tag=order=42&" + states))) {
                assertThat(refused.status()).as(states).isEqualTo(400);
                assertThat(refused.json().get("detail")).as(states).isEqualTo(rule.get("detail"));
                assertThat(refused.json().get("field")).as(states).isEqualTo(rule.get("field"));
            }
        }
    }

    @Test
    void tagThatBreaksItsRuleShouldBeRefused() {
        for (String tags : List.of(
                "\"order\"",
                "\"=42\"",
                "\"order=\"",
                "\"9=42\"",
                "null",
                "\"order=42\",\"order=42\"",
                "\"order=4\\\\2\"",
                "\"a=1\",\"a=2\",\"a=3\",\"a=4\",\"a=5\",\"a=6\",\"a=7\",\"a=8\",\"a=9\"")) {
            Exchange refused = application.post(TASKS, "{\"id\":\"no\",\"tags\":[" + tags + "]}");
            assertThat(refused.problem()).as(tags).isEqualTo("invalid-request");
            assertThat(refused.json().get("field").asString()).as(tags).startsWith("tags[");
        }
        assertThat(application.service().findTask("shop", "no")).isEmpty();
    }
}
