package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Limits and holds over HTTP. */
class LimitsIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static final String STRIPE = "/groups/orders/limits/stripe";

    private static final String DISTANT_PAST = "{\"until\": \"-999999999-12-31T23:59:59Z\"}";

    private static WebApplication application;

    static class Charges {

        @DelayQueueListener(group = "orders", topic = "charge", limits = "stripe")
        void charge(String payload) {}
    }

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER,
                beans -> beans.registerBean(Charges.class),
                "delayqueue.limits.orders.stripe.concurrency=8",
                "delayqueue.groups.orders=mail");
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

    private static Exchange put(String path, String json) {
        return application.send("PUT", path, json, "Content-Type", "application/json");
    }

    @Test
    void limitShouldBeSetHeldAndReset() {
        JsonNode set = ok(put(STRIPE, "{\"rate\": \"30/m\", \"burst\": 3}"));
        assertThat(set.at("/limit/rate").asString()).isEqualTo("30/m");
        assertThat(set.at("/limit/burst").asInt()).isEqualTo(3);
        assertThat(set.at("/limit").has("concurrency")).isFalse();
        assertThat(set.at("/declared/concurrency").asInt()).isEqualTo(8);
        assertThat(set.get("topics").get(0).asString()).isEqualTo("charge");
        assertThat(ok(application.get("/groups/orders/limits")).get("limits")).contains(set);
        JsonNode held = ok(application.post(STRIPE + "/hold", "{\"delay\": \"1h\"}"));
        Instant now = application.engine().inspector().storeTime("orders");
        assertThat(Instant.parse(held.get("heldUntil").asString()))
                .isBetween(now.plusSeconds(3_500), now.plusSeconds(3_600));
        assertThat(ok(application.get(STRIPE)).has("heldUntil")).isTrue();
        assertThat(ok(application.get("/groups/orders/topics/charge/wait"))
                        .get("reason")
                        .asString())
                .isEqualTo("LIMIT");
        assertThat(ok(application.post(STRIPE + "/hold", DISTANT_PAST)).has("heldUntil"))
                .isFalse();
        assertThat(ok(application.delete(STRIPE)).at("/limit/limit/concurrency").asInt())
                .isEqualTo(8);
    }

    @Test
    void limitThatNoApplicationDeclaresShouldBeRemovedByAReset() {
        ok(put("/groups/orders/limits/mail", "{\"concurrency\": 1}"));
        assertThat(ok(application.delete("/groups/orders/limits/mail")).has("limit"))
                .isFalse();
        assertThat(application.get("/groups/orders/limits/mail").status()).isEqualTo(404);
        assertThat(application.delete("/groups/orders/limits/mail").status()).isEqualTo(404);
        assertThat(application
                        .post("/groups/orders/limits/mail/hold", "{\"delay\": \"1s\"}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void changeOfAGroupThatIsNotRegisteredShouldBeNotFoundAndWriteNothing() {
        assertThat(put("/groups/absent/limits/stripe", "{\"concurrency\": 3}").problem())
                .isEqualTo("not-found");
        assertThat(application.delete("/groups/absent/limits/stripe").status()).isEqualTo(404);
        for (String change : new String[] {"limits/stripe/hold", "topics/charge/hold"}) {
            assertThat(application
                            .post("/groups/absent/" + change, "{\"delay\": \"1h\"}")
                            .status())
                    .isEqualTo(404);
        }
        for (String change : new String[] {"pause", "resume", "requeue", "purge", "remove"}) {
            assertThat(application
                            .post("/groups/absent/topics/charge/" + change)
                            .status())
                    .as(change)
                    .isEqualTo(404);
        }
        assertThat(SERVER.client().keys("{absent}*")).isEmpty();
    }

    @Test
    void topicShouldBeHeldUnlessItIsPaused() {
        String topic = "/groups/orders/topics/mail";
        assertThat(ok(application.post(topic + "/hold", "{\"delay\": \"1h\"}"))
                        .get("held")
                        .asBoolean())
                .isTrue();
        assertThat(ok(application.get(topic + "/wait")).get("reason").asString())
                .isEqualTo("HELD");
        assertThat(ok(application.post(topic + "/hold", DISTANT_PAST))
                        .get("held")
                        .asBoolean())
                .isTrue();
        assertThat(ok(application.get(topic + "/wait")).get("reason").asString())
                .isEqualTo("NO_CONSUMER");
        ok(application.post(topic + "/pause"));
        assertThat(ok(application.post(topic + "/hold", "{\"delay\": \"1h\"}"))
                        .get("held")
                        .asBoolean())
                .isFalse();
        ok(application.post(topic + "/resume"));
        assertThat(ok(application.get(topic + "/wait")).get("reason").asString())
                .isEqualTo("NO_CONSUMER");
        assertThat(application
                        .post("/groups/orders/topics/nothing/hold", "{\"delay\": \"1h\"}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void taskShouldSayWhyItWaits() {
        Instant due = application
                .service()
                .addTask(Task.of("orders", "mail")
                        .id("later")
                        .delay(Duration.ofHours(1))
                        .build())
                .dueAt();
        JsonNode wait = ok(application.get("/groups/orders/tasks/later/wait"));
        assertThat(wait.get("reason").asString()).isEqualTo("NOT_DUE");
        assertThat(Instant.parse(wait.get("until").asString())).isEqualTo(due);
        assertThat(application.get("/groups/orders/tasks/nothing/wait").status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"rate\": \"100\"}",
                "{\"concurrency\": 0}",
                "{\"concurrency\": 1, \"burst\": 2}",
                "{\"concurrency\": \"many\"}",
                "{\"limit\": 1}"
            })
    void wrongValuesShouldBeRefusedWithTheField(String body) {
        Exchange refused = put(STRIPE, body);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().has("field")).as(refused.text()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"delay\": \"1h\", \"until\": \"2020-01-01T00:00:00Z\"}",
                "{\"delay\": \"36501d\"}",
                "{\"delay\": \"soon\"}"
            })
    void wrongHoldsShouldBeRefused(String body) {
        assertThat(application.post(STRIPE + "/hold", body).status()).isEqualTo(400);
    }
}
