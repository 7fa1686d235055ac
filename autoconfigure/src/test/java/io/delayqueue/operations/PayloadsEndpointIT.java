package io.delayqueue.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.operations.WebInstance.Answer;
import io.delayqueue.testing.RedisServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Check of payloads over HTTP. */
class PayloadsEndpointIT {

    @AutoClose
    private final RedisServer server = RedisServer.start();

    @Test
    void unreadablePayloadsShouldBeListedWithTheReason() {
        try (WebInstance instance = WebInstance.start(server)) {
            instance.add("remind", "bad", List.of(1));
            await().until(() -> instance.topic("remind").count().dead() == 1);
            instance.add("theirs", "a", "text");
            Answer answer = instance.get("delayqueuepayloads/orders");
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            JsonNode found = answer.body();
            assertThat(found.get("group").asString()).isEqualTo("orders");
            assertThat(found.get("clean").asBoolean()).isFalse();
            assertThat(found.get("skipped").get(0).asString()).isEqualTo("theirs");
            JsonNode topic = found.get("topics").get(0);
            assertThat(topic.get("topic").asString()).isEqualTo("remind");
            assertThat(topic.get("tasks").asLong()).isEqualTo(1);
            assertThat(topic.get("unreadable").asLong()).isEqualTo(1);
            assertThat(topic.get("complete").asBoolean()).isTrue();
            assertThat(topic.at("/first/0/id").asString()).isEqualTo("bad");
            assertThat(topic.at("/first/0/state").asString()).isEqualTo("DEAD");
            assertThat(topic.at("/first/0/reason").asString())
                    .startsWith("The payload does not fit java.lang.String at line 1, column 1: Cannot deserialize");
        }
    }

    @Test
    void unknownGroupsAndQueuesShouldBeNotFoundAndAClosedQueueUnavailable() {
        try (WebInstance instance = WebInstance.start(server)) {
            assertThat(instance.get("delayqueuepayloads/nothing").status()).isEqualTo(404);
            assertThat(instance.get("delayqueuepayloads/not%20valid").status()).isEqualTo(404);
            assertThat(instance.get("delayqueuepayloads/orders?queue=other").status())
                    .isEqualTo(404);
            instance.engine().close();
            assertThat(instance.get("delayqueuepayloads/orders").status()).isEqualTo(503);
        }
    }
}
