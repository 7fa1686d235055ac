package io.delayqueue.operations;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.delayqueue.log.AuditLine;
import io.delayqueue.operations.WebInstance.Answer;
import io.delayqueue.testing.RedisServer;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Limits over the Actuator. */
class LimitsEndpointIT {

    private static final String STRIPE = "delayqueuelimits/orders/stripe";

    private static final String[] PROPERTIES = {
        "delayqueue.limits.orders.stripe.concurrency=8",
        "delayqueue.limits.orders.stripe.rate=100/s",
        "management.endpoint.delayqueuelimits.access=unrestricted"
    };

    @AutoClose
    private final RedisServer server = RedisServer.start();

    private final Logger audit = (Logger) LoggerFactory.getLogger(AuditLine.LOGGER);

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    /** After the start of an application, which configures the log. */
    private void listen() {
        lines.start();
        audit.setLevel(Level.INFO);
        audit.addAppender(lines);
    }

    @AfterEach
    void stop() {
        audit.detachAppender(lines);
        audit.setLevel(null);
    }

    private static JsonNode limit(WebInstance instance) {
        Answer answer = instance.get("delayqueuelimits/orders");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.body().get("limits")).hasSize(1);
        return answer.body().get("limits").get(0);
    }

    private static JsonNode values(WebInstance instance) {
        return limit(instance).get("limit");
    }

    @Test
    void limitShouldBeSetHeldAndReset() {
        try (WebInstance instance = WebInstance.start(server, PROPERTIES)) {
            listen();
            JsonNode limit = limit(instance);
            assertThat((Object) limit.get("limit")).isEqualTo(limit.get("declared"));
            assertThat(limit.at("/limit/concurrency").asInt()).isEqualTo(8);
            assertThat(limit.at("/limit/rate").asString()).isEqualTo("100/s");
            assertThat(limit.get("running").asLong()).isZero();
            assertThat(instance.post(STRIPE, "{\"concurrency\": 2, \"rate\": \"30/m\", \"burst\": 3}")
                            .status())
                    .isEqualTo(204);
            assertThat(values(instance).get("concurrency").asInt()).isEqualTo(2);
            assertThat(values(instance).get("rate").asString()).isEqualTo("30/m");
            assertThat(values(instance).get("burst").asInt()).isEqualTo(3);
            assertThat(instance.post(STRIPE, "{\"hold\": \"10m\"}").status()).isEqualTo(204);
            Instant now = instance.engine().inspector().storeTime("orders");
            assertThat(Instant.parse(limit(instance).get("heldUntil").asString()))
                    .isBetween(now.plusSeconds(570), now.plusSeconds(600));
            assertThat(instance.post(STRIPE, "{\"hold\": \"0s\"}").status()).isEqualTo(204);
            assertThat(limit(instance).has("heldUntil")).isFalse();
            assertThat(instance.delete(STRIPE).status()).isEqualTo(204);
            assertThat(values(instance).get("concurrency").asInt()).isEqualTo(8);
        }
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .allSatisfy(line -> assertThat(line).contains(" group=orders limit=stripe "))
                .extracting(line -> line.substring(0, line.indexOf(" queue")))
                .containsExactly(
                        "done action=set-limit",
                        "done action=hold-limit",
                        "done action=hold-limit",
                        "done action=reset-limit");
    }

    @Test
    void readOfALimitWithABadNameShouldBeNoBadRequest() {
        try (WebInstance instance = WebInstance.start(server, PROPERTIES)) {
            server.client().hset("{orders}:RULES", "%bad name", "0|3|||");
            assertThat(instance.get("delayqueuelimits/orders").status()).isEqualTo(503);
        }
    }

    @Test
    void wrongValuesShouldBeRefusedWithTheReason() {
        try (WebInstance instance = WebInstance.start(server, PROPERTIES)) {
            for (String body : new String[] {
                "{}",
                "{\"rate\": \"100\"}",
                "{\"concurrency\": 0}",
                "{\"burst\": 5, \"concurrency\": 1}",
                "{\"hold\": \"soon\"}",
                "{\"hold\": \"-1m\"}",
                "{\"hold\": \"36501d\"}",
                "{\"hold\": \"10m\", \"concurrency\": 2}",
                "{\"hold\": \"10m\", \"rate\": \"5/s\"}",
                "{\"hold\": \"10m\", \"burst\": 2}"
            }) {
                Answer answer = instance.post(STRIPE, body);
                assertThat(answer.status()).as(body).isEqualTo(400);
                assertThat(answer.body().get("error").asString()).as(body).isNotBlank();
            }
            assertThat(instance.post("delayqueuelimits/orders/a%20b", "{\"concurrency\": 1}")
                            .status())
                    .isEqualTo(400);
            assertThat(values(instance).get("concurrency").asInt()).isEqualTo(8);
            assertThat(limit(instance).has("heldUntil")).isFalse();
        }
    }

    @Test
    void unknownNamesShouldBeNotFoundAndAClosedQueueUnavailable() {
        try (WebInstance instance = WebInstance.start(server, PROPERTIES)) {
            assertThat(instance.delete("delayqueuelimits/orders/other").status())
                    .isEqualTo(404);
            assertThat(instance.post("delayqueuelimits/orders/other", "{\"hold\": \"1m\"}")
                            .status())
                    .isEqualTo(404);
            assertThat(instance.get("delayqueuelimits/orders?queue=other").status())
                    .isEqualTo(404);
            assertThat(instance.get("delayqueuelimits/not%20valid").status()).isEqualTo(404);
            instance.engine().close();
            assertThat(instance.get("delayqueuelimits/orders").status()).isEqualTo(503);
            assertThat(instance.delete(STRIPE).status()).isEqualTo(503);
        }
    }

    @Test
    void limitThatIsNotDeclaredShouldBeRemovedByDelete() {
        try (WebInstance instance = WebInstance.start(server, PROPERTIES)) {
            assertThat(instance.post("delayqueuelimits/orders/remind", "{\"concurrency\": 1}")
                            .status())
                    .isEqualTo(204);
            assertThat(instance.delete("delayqueuelimits/orders/remind").status())
                    .isEqualTo(204);
            assertThat(values(instance).get("name").asString()).isEqualTo("stripe");
        }
    }

    /** The path exists: 404 would look like a mistaken name. */
    @Test
    void changesShouldNeedAccess() {
        try (WebInstance instance = WebInstance.start(server, PROPERTIES[0])) {
            assertThat(instance.delete(STRIPE).status()).isEqualTo(405);
            assertThat(instance.post(STRIPE, "{\"concurrency\": 1}").status()).isEqualTo(405);
            assertThat((Object) instance.get(STRIPE).body())
                    .isEqualTo(instance.get("delayqueuelimits/orders").body());
            assertThat(instance.get("delayqueuelimits/orders/other").body().get("limits"))
                    .isEmpty();
            assertThat(values(instance).get("concurrency").asInt()).isEqualTo(8);
        }
    }
}
