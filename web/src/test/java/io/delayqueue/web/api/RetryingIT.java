package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicOperations;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tasks that are being retried over HTTP. */
class RetryingIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static final String TOPIC = "/groups/work/topics/flaky";

    private static WebApplication application;

    static class Flaky {

        @DelayQueueListener(group = "work", topic = "flaky", maxAttempts = "7")
        void fail(int minutes) {
            throw new RetryTaskException(
                    Duration.ofMinutes(minutes), "not yet", minutes > 60 ? new IOException("refused") : null);
        }
    }

    @BeforeAll
    static void start() {
        application = WebApplication.start(SERVER, beans -> beans.registerBean(Flaky.class));
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    @AfterEach
    void clear() {
        topic().removeTasks();
    }

    private static TopicOperations topic() {
        return application.service().topic("work", "flaky");
    }

    private static JsonNode ok(Exchange exchange) {
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        return exchange.json();
    }

    /** Adds tasks whose attempt fails; the payload is the delay of the next one. */
    private static void fail(int... minutes) {
        long before = topic().count().retrying();
        for (int each : minutes) {
            application
                    .service()
                    .addTask(Task.of("work", "flaky")
                            .id("after-" + each)
                            .payload(each)
                            .build());
        }
        await().until(() -> topic().count().retrying() == before + minutes.length);
    }

    private static List<String> ids(JsonNode page) {
        return page.get("tasks").values().stream()
                .map(task -> task.get("id").asString())
                .toList();
    }

    @Test
    void retriedTasksShouldBeListedWithTheirNextAttemptErrorAndAttempts() {
        fail(30, 90);
        application
                .service()
                .addTask(Task.of("work", "flaky")
                        .id("untried")
                        .delay(Duration.ofDays(1))
                        .build());
        JsonNode page = ok(application.get(TOPIC + "/retrying"));
        assertThat(page.has("cursor")).isFalse();
        assertThat(ids(page)).containsExactly("after-90", "after-30");
        JsonNode first = page.at("/tasks/0");
        assertThat(first.get("state").asString()).isEqualTo("DELAYED");
        assertThat(first.get("stateUntil").asString())
                .isGreaterThan(page.at("/tasks/1/stateUntil").asString());
        assertThat(first.get("attempts").asInt()).isEqualTo(1);
        assertThat(first.at("/topicDefaults/maxAttempts").asInt()).isEqualTo(7);
        assertThat(first.at("/error/rootCause").asString()).isEqualTo(IOException.class.getName());
        assertThat(first.has("payload")).isFalse();
        JsonNode topic = ok(application.get(TOPIC));
        assertThat(topic.get("retrying").asInt()).isEqualTo(2);
        assertThat(topic.get("delayed").asInt()).isEqualTo(3);
    }

    @Test
    void pagesShouldGoOnWithTheirCursors() {
        fail(30, 40, 50);
        JsonNode first = ok(application.get(TOPIC + "/retrying?limit=2"));
        assertThat(ids(first)).containsExactly("after-50", "after-40");
        String cursor = first.get("cursor").asString().replace("/", "%2F");
        assertThat(ids(ok(application.get(TOPIC + "/retrying?limit=2&cursor=" + cursor))))
                .containsExactly("after-30");
    }

    @Test
    void retriedTasksShouldBeGroupedAsDeadLettersAre() {
        fail(30, 40, 90);
        JsonNode all = ok(application.get(TOPIC + "/retrying/kinds"));
        assertThat(all.get("read").asInt()).isEqualTo(3);
        assertThat(all.get("total").asInt()).isEqualTo(3);
        assertThat(all.get("groups")).hasSize(2);
        JsonNode largest = all.at("/groups/0");
        assertThat(largest.get("type").asString()).isEqualTo(RetryTaskException.class.getName());
        assertThat(largest.get("count").asInt()).isEqualTo(2);
        assertThat(largest.get("lastId").asString()).isEqualTo("after-40");
        assertThat(largest.get("last").asString())
                .isEqualTo(ok(application.get("/groups/work/tasks/after-40"))
                        .get("stateUntil")
                        .asString());
        assertThat(all.at("/groups/1/rootCause").asString()).isEqualTo(IOException.class.getName());
    }

    @Test
    void wrongParametersShouldBeRefused() {
        for (String call : List.of(
                "/retrying?limit=0",
                "/retrying?limit=501",
                "/retrying?cursor=x",
                "/retrying/kinds?limit=0",
                "/retrying/kinds?limit=10001",
                "/retrying/kinds?from=x")) {
            Exchange refused = application.get(TOPIC + call);
            assertThat(refused.problem()).as(call).isEqualTo("invalid-request");
            assertThat(refused.json().get("field").asString()).as(call).isIn("limit", "cursor", "from");
        }
    }
}
