package io.delayqueue.web.api.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.greetings.Greetings;
import io.delayqueue.greetings.Takeover;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** API in an application with its own complete configuration of Spring MVC. */
class TakeoverIT {

    private static final String TASKS = "/groups/orders/topics/remind/tasks";

    private static final RedisServer SERVER = RedisServer.start();

    private static WebApplication application;

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER,
                beans -> {
                    beans.registerBean(Takeover.class);
                    beans.registerBean(Takeover.Own.class);
                    beans.registerBean(Greetings.Advice.class);
                    beans.registerBean(Greetings.Wrapper.class);
                },
                "delayqueue.groups.orders=remind,pulled",
                "delayqueue.web.max-body-size=1KB");
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    private static HttpResponse<String> own(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(application.origin() + path))
                                .build(),
                        BodyHandlers.ofString());
    }

    @Test
    void apiShouldBeWhereItIsAndTheApplicationToo() throws Exception {
        assertThat(application.get("/queues").json().get("queues")).hasSize(1);
        assertThat(application.get("/nothing").problem()).isEqualTo("not-found");
        assertThat(own("/own/queues").body()).isEqualTo("logged own queues");
        assertThat(own("/own/nothing").body()).isEqualTo("logged everything");
        assertThat(own("/queues").headers().firstValue("Content-Type"))
                .as("nothing of the API")
                .isNotEqualTo(Optional.of("application/problem+json"));
        assertThat(own("/delayqueue/").body()).contains("<html");
    }

    @Test
    void bodiesShouldBeReadAndWrittenByTheApi() {
        Exchange added = application.post(TASKS, "{\"id\":\"a\",\"delay\":\"1h\",\"payload\":{\"n\":1e400}}");
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        assertThat(application.get("/groups/orders/tasks/a").text()).contains("\"payload\":{\"n\":1e400}");
        assertThat(application
                        .post(TASKS, "{\"payload\":\"" + "x".repeat(1024) + "\"}")
                        .problem())
                .isEqualTo("too-large");
        assertThat(application.post(TASKS, "{\"dealy\":1}").problem()).isEqualTo("invalid-request");
        assertThat(application
                        .post("/groups/orders/topics/pulled/reserve")
                        .json()
                        .get("tasks"))
                .isEmpty();
    }

    @Test
    void interceptorsAndOriginsOfTheApplicationShouldBeForItsOwn() throws Exception {
        assertThat(own("/own/queues").headers().allValues("X-Seen")).isNotEmpty();
        Exchange seen = application.get("/queues");
        assertThat(seen.response().headers().allValues("X-Seen")).isEmpty();
        Exchange read = application.send("GET", "/queues", "", "Origin", "http://other.example");
        assertThat(read.header("Access-Control-Allow-Origin")).isEmpty();
        Exchange asked = application.send(
                "OPTIONS", TASKS, "", "Origin", "http://other.example", "Access-Control-Request-Method", "POST");
        assertThat(asked.status()).isEqualTo(403);
        assertThat(asked.header("Access-Control-Allow-Origin")).isEmpty();
    }

    /** Lookups by type find the beans of the application only. */
    @Test
    void applicationShouldFindItsOwnMappingAndAdapter() {
        assertThat(application
                        .context()
                        .getBean(RequestMappingHandlerMapping.class)
                        .getPathPrefixes())
                .containsKey("/own");
        assertThat(application.context().getBean(RequestMappingHandlerAdapter.class))
                .isNotNull();
        assertThat(application
                        .context()
                        .getBean(RequestMappingHandlerMapping.class)
                        .getHandlerMethods()
                        .values())
                .noneMatch(method -> method.getBeanType().getName().startsWith("io.delayqueue.web."));
    }
}
