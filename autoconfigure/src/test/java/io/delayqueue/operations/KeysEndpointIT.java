package io.delayqueue.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.operations.WebInstance.Answer;
import io.delayqueue.testing.RedisServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Keys with the most tasks behind over HTTP. */
class KeysEndpointIT {

    @AutoClose
    private final RedisServer server = RedisServer.start();

    private static Task task(String id, String key) {
        return Task.of("orders", "theirs").id(id).key(key).payload("secret").build();
    }

    @Test
    void keysShouldBeShownWithTheTasksThatOthersWaitFor() {
        try (WebInstance instance = WebInstance.start(server)) {
            instance.engine()
                    .service()
                    .addTasks(List.of(
                            task("a1", "customer-1"),
                            task("b1", "customer-2"),
                            task("b2", "customer-2"),
                            task("b3", "customer-2"),
                            task("a2", "customer-1")));
            await().until(() -> instance.topic("theirs").count().behind() == 3);
            Answer answer = instance.get("delayqueuekeys/orders/theirs");
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.text()).doesNotContain("secret");
            JsonNode found = answer.body();
            assertThat(found.at("/order/concurrency").asInt()).isEqualTo(1);
            assertThat(found.at("/order/onRetry").asString()).isEqualTo("BLOCK_KEY");
            assertThat(found.get("behind").asLong()).isEqualTo(3);
            assertThat(found.get("hottest").toString())
                    .isEqualTo("[{\"key\":\"customer-2\",\"first\":[\"b1\"],\"behind\":2},"
                            + "{\"key\":\"customer-1\",\"first\":[\"a1\"],\"behind\":1}]");
        }
    }

    @Test
    void topicWithoutKeysShouldBeEmptyUnknownNamesNotFoundAndAClosedQueueUnavailable() {
        try (WebInstance instance = WebInstance.start(server)) {
            JsonNode found = instance.get("delayqueuekeys/orders/remind").body();
            assertThat(found.get("behind").asLong()).isZero();
            assertThat(found.get("hottest")).isEmpty();
            assertThat(instance.get("delayqueuekeys/orders/not%20valid").status())
                    .isEqualTo(404);
            assertThat(instance.get("delayqueuekeys/orders/remind?queue=other").status())
                    .isEqualTo(404);
            instance.engine().close();
            assertThat(instance.get("delayqueuekeys/orders/remind").status()).isEqualTo(503);
        }
    }
}
