package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.testing.RedisServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events of pages while the store does not answer. */
class LiveOutageIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static LiveApplication application;

    @BeforeAll
    static void start() {
        application = LiveApplication.start(SERVER, beans -> {});
        application.engine().register().registerTopic("office", "print");
    }

    @AfterEach
    void thaw() {
        SERVER.thaw();
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    @Test
    void pagesShouldShowAnOutageAndItsEnd() {
        try (LiveClient page = application.live("");
                LiveClient topic = application.live("?group=office&topic=print")) {
            page.next(data -> delayed(data) == 0);
            SERVER.freeze();
            JsonNode outage = page.next(data -> data.has("error"));
            assertThat(outage.path("error").asString()).isNotEmpty();
            assertThat(outage.path("outageMillis").asLong()).isPositive();
            // The last data stays, with its age.
            assertThat(delayed(outage)).isZero();
            topic.next(data -> data.has("error"));
            long before = outage.path("outageMillis").asLong();
            page.next(data -> data.path("outageMillis").asLong() > before);
            // Another page can be opened during the outage.
            try (LiveClient another = application.live("")) {
                another.next(data -> data.has("error"));
            }

            SERVER.thaw();
            application
                    .engine()
                    .service()
                    .addTask(
                            Task.of("office", "print").delay(Duration.ofDays(1)).build());
            JsonNode over = page.next(data -> delayed(data) == 1);
            assertThat(over.has("error")).isFalse();
            topic.next(data ->
                    !data.has("error") && data.path("topic").path("delayed").asInt() == 1);
        }
        await().until(() -> application.streams().sample(application.engine()) == null);
    }

    @Test
    void unknownValuesShouldBeAbsent() {
        await().until(() -> application.streams().sample(application.engine()) == null);
        SERVER.freeze();
        try (LiveClient page = application.live("");
                LiveClient topic = application.live("?group=office&topic=print")) {
            JsonNode unknown = page.next(data -> data.has("error"));
            assertThat(page.events())
                    .allSatisfy(event -> assertThat(event.data().propertyNames())
                            .doesNotContain("groups", "groupCount", "topics", "at"));
            assertThat(unknown.path("outageMillis").asLong()).isPositive();
            JsonNode unknownTopic = topic.next(data -> data.has("error") && !data.has("consumers"));
            assertThat(unknownTopic.path("topic").propertyNames()).doesNotContain("registered", "ready");
            assertThat(application.get("/instances").statusCode()).isEqualTo(503);

            SERVER.thaw();
            page.next(data -> data.path("groupCount").asInt() == 1);
            topic.next(data -> data.has("consumers")
                    && data.path("topic").path("registered").asBoolean());
        }
        await().until(() -> application.streams().sample(application.engine()) == null);
    }

    @Test
    void instancesShouldNotBeWaitedForForEver() {
        SERVER.freeze();
        HttpResponse<String> refused = application.get("/instances");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(JsonMapper.shared().readTree(refused.body()).path("type").asString())
                .isEqualTo("urn:delayqueue:problem:unavailable");
        SERVER.thaw();
        await().until(() -> application.get("/instances").statusCode() == 200);
    }

    private static int delayed(JsonNode overview) {
        return overview.path("groups").path(0).path("complete").asBoolean()
                ? overview.path("groups").path(0).path("delayed").asInt(-1)
                : -1;
    }
}
