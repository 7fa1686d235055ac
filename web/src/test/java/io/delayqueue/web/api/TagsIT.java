package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Tag;
import io.delayqueue.TaskInfo;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
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
        assertThat(ok(application.get(TASKS + "?state=DELAYED")).at("/tasks/0/tags")).hasToString(shown);
        assertThat(application
                        .post("/tasks", "{\"tasks\":[{\"group\":\"shop\",\"topic\":\"ship\",\"id\":\"b\",\"delay\":\"1h\"},"
                                + "{\"group\":\"shop\",\"topic\":\"ship\",\"id\":\"c\",\"delay\":\"1h\",\"tags\":[\"order=7\"]}]}")
                        .status())
                .isEqualTo(200);
        assertThat(stored("c").tags()).containsExactly(new Tag("order", "7"));
        assertThat(ok(application.get("/groups/shop/tasks/b")).has("tags")).isFalse();
    }

    @Test
    void tagThatBreaksItsRuleShouldBeRefused() {
        for (String tags : List.of(
                "\"order\"", "\"=42\"", "\"order=\"", "\"9=42\"", "null", "\"order=42\",\"order=42\"",
                "\"order=4\\\\2\"",
                "\"a=1\",\"a=2\",\"a=3\",\"a=4\",\"a=5\",\"a=6\",\"a=7\",\"a=8\",\"a=9\"")) {
            Exchange refused = application.post(TASKS, "{\"id\":\"no\",\"tags\":[" + tags + "]}");
            assertThat(refused.problem()).as(tags).isEqualTo("invalid-request");
            assertThat(refused.json().get("field").asString()).as(tags).startsWith("tags[");
        }
        assertThat(application.service().findTask("shop", "no")).isEmpty();
    }
}
