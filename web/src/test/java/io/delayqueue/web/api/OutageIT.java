package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import org.junit.jupiter.api.Test;

/** Responses of the API while the store does not answer. */
class OutageIT {

    private static final String TASKS = "/groups/orders/topics/remind/tasks";

    @Test
    void missingReplyShouldBeReportedWithItsPossibleEffect() {
        try (RedisServer server = RedisServer.start();
                WebApplication application = WebApplication.start(server, "spring.data.redis.timeout=500ms")) {
            server.freeze();
            try {
                Exchange read = application.get("/groups/orders/tasks/a");
                assertThat(read.status()).isEqualTo(503);
                assertThat(read.problem()).isEqualTo("unavailable");
                assertThat(read.header("Retry-After")).isEqualTo("5");
                assertThat(read.json().get("mayHaveHappened").asBoolean()).isFalse();
                assertThat(read.json().get("detail").asString()).contains(server.address());
                Exchange add = application.post(TASKS, "{}");
                assertThat(add.problem()).isEqualTo("unavailable");
                assertThat(add.json().get("mayHaveHappened").asBoolean()).isTrue();
                assertThat(add.json().get("id").asString()).hasSize(14);
                Exchange batch = application.post(
                        "/tasks", "{\"tasks\":[{\"group\":\"orders\",\"topic\":\"remind\",\"id\":\"mine\"}]}");
                assertThat(batch.problem()).isEqualTo("unavailable");
                assertThat(batch.json().at("/ids/0").asString()).isEqualTo("mine");
                assertThat(application.get("/queues").status()).isEqualTo(200);
            } finally {
                server.thaw();
            }
        }
    }

    @Test
    void missingReplicasShouldBeReported() {
        try (RedisServer server = RedisServer.start();
                WebApplication application = WebApplication.start(
                        server, "delayqueue.durability.min-replicas=1", "delayqueue.durability.timeout=100ms")) {
            Exchange add = application.post(TASKS, "{\"id\":\"a\",\"delay\":\"1h\"}");
            assertThat(add.status()).isEqualTo(503);
            assertThat(add.problem()).isEqualTo("not-replicated");
            assertThat(add.json().get("id").asString()).isEqualTo("a");
            assertThat(application.get("/groups/orders/tasks/a").status()).isEqualTo(200);
        }
    }

    @Test
    void refusalOfTheStoreShouldBeReported() {
        try (RedisServer server = RedisServer.start();
                WebApplication application = WebApplication.start(server)) {
            server.client().set("{orders}:DETAIL", "no hash");
            Exchange find = application.get("/groups/orders/tasks/a");
            assertThat(find.status()).as(find.text()).isEqualTo(502);
            assertThat(find.problem()).isEqualTo("refused");
        }
    }

    @Test
    void closedQueueShouldBeReported() {
        try (RedisServer server = RedisServer.start();
                WebApplication application = WebApplication.start(server)) {
            application.engine().close();
            for (Exchange answer : new Exchange[] {
                application.post(TASKS, "{}"),
                application.get("/groups"),
                application.get("/groups/orders/topics/remind"),
                application.post("/groups/orders/tasks/a/run")
            }) {
                assertThat(answer.status()).as(answer.text()).isEqualTo(503);
                assertThat(answer.problem()).isEqualTo("not-running");
            }
            assertThat(application.get("/queues").json().at("/queues/0/running").asBoolean())
                    .isFalse();
        }
    }
}
