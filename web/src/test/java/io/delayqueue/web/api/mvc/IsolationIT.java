package io.delayqueue.web.api.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.greetings.Greetings;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/** API beside the application's own settings: other names, another path, an advice and a controller for all paths. */
class IsolationIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static final RedisServer OTHER = RedisServer.start();

    private static WebApplication application;

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER,
                beans -> {
                    beans.registerBean(Greetings.class);
                    beans.registerBean(
                            "reports",
                            DelayQueueEngine.class,
                            () -> DelayQueueEngine.builder(RedisBackend.connect(OTHER.host(), OTHER.port()))
                                    .name("reports")
                                    .topic("daily", "send")
                                    .build(),
                            definition -> ((AbstractBeanDefinition) definition).setDefaultCandidate(false));
                    beans.registerBean(Greetings.Advice.class);
                    beans.registerBean(Greetings.Greedy.class);
                    beans.registerBean(Greetings.Wrapper.class);
                },
                "server.servlet.context-path=/shop",
                "spring.mvc.servlet.path=/app",
                "delayqueue.web.path=/ops/queue",
                "spring.mvc.apiversion.required=true",
                "spring.mvc.apiversion.supported=1",
                "spring.mvc.apiversion.use.header=X-Version",
                "spring.servlet.multipart.max-request-size=1KB",
                "spring.jackson.property-naming-strategy=SNAKE_CASE",
                "spring.jackson.datatype.datetime.write-dates-as-timestamps=true",
                "spring.jackson.serialization.indent-output=true",
                "spring.jackson.deserialization.fail-on-unknown-properties=false",
                "delayqueue.groups.orders=remind");
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
        OTHER.close();
    }

    private static String own(String path) throws Exception {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(application.origin() + "/shop/app" + path))
                                .header("X-Version", "1")
                                .build(),
                        BodyHandlers.ofString());
        return response.body();
    }

    @Test
    void settingsOfTheApplicationShouldNotChangeTheApi() {
        Exchange added = application.post(
                "/groups/orders/topics/remind/tasks",
                "{\"id\":\"a\",\"delay\":\"1h\",\"maxAttempts\":3,\"payload\":{\"firstName\":1e400}}");
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        assertThat(added.text()).matches("\\{\"id\":\"a\",\"dueAt\":\"[^\"]+Z\",\"status\":\"ADDED\"}");
        assertThat(added.header("Location")).isEqualTo("/shop/app/ops/queue/api/v1/groups/orders/tasks/a");
        assertThat(application.get("/groups/orders/tasks/a").text())
                .contains("\"payload\":{\"firstName\":1e400}")
                .doesNotContain("null");
        assertThat(application
                        .post("/groups/orders/topics/remind/tasks", "{\"max_attempts\":3}")
                        .json()
                        .get("field")
                        .asString())
                .isEqualTo("max_attempts");
    }

    @Test
    void apiShouldNotChangeTheAnswersOfTheApplication() throws Exception {
        assertThat(own("/greeting")).contains("\"first_name\"", "\"sent_at\" : 0", "\"nothing\" : null");
        assertThat(own("/failing")).isEqualTo("advised");
        assertThat(own("/ops/other")).isEqualTo("everything");
    }

    @Test
    void convertersOfTheApplicationShouldNeitherReadNorWriteTheApi() {
        Exchange answer = application.send(
                "POST", "/groups/orders/topics/remind/tasks", "id: a", "Content-Type", "application/yaml");
        assertThat(answer.problem()).isEqualTo("unsupported");
        assertThat(application.get("/groups").json().get("groups")).isNotEmpty();
    }

    @Test
    void bodyThatTheServerRefusesBeforeThereIsACallShouldBeAProblem() {
        Exchange answer =
                application.send("POST", "/tasks", "x".repeat(2048), "Content-Type", "multipart/form-data; boundary=x");
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-request");
    }

    @Test
    void problemsShouldStayThoseOfTheApi() {
        assertThat(application.get("/groups/1/topics").problem()).isEqualTo("invalid-request");
        assertThat(application.get("/nothing").problem()).isEqualTo("not-found");
        assertThat(application.send("PATCH", "/groups").problem()).isEqualTo("method-not-allowed");
    }

    @Test
    void queuesShouldBeReachedByTheirNames() {
        Exchange added =
                application.post("/groups/daily/topics/send/tasks?queue=reports", "{\"id\":\"r\",\"delay\":\"1h\"}");
        assertThat(added.header("Location")).isEqualTo("/shop/app/ops/queue/api/v1/groups/daily/tasks/r?queue=reports");
        assertThat(OTHER.client().hexists("{daily}:DETAIL", "r")).isTrue();
        assertThat(SERVER.client().exists("{daily}:DETAIL")).isFalse();
        assertThat(application.get("/groups/daily/tasks/r?queue=reports").status())
                .isEqualTo(200);
        assertThat(application.get("/groups/daily/tasks/r").problem()).isEqualTo("not-found");
        assertThat(application.get("/groups?queue=none").problem()).isEqualTo("no-queue");
        assertThat(application.get("/queues").json().get("queues")).hasSize(2);
    }
}
