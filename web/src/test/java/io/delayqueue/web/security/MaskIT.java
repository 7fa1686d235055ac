package io.delayqueue.web.security;

import static io.delayqueue.web.security.WebInstance.basic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.testing.RedisServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Payloads that are masked for users, but not for consumers. */
class MaskIT {

    private static final String SECRET = "a-payload-that-nobody-may-see";

    private static final String GROUP = "/delayqueue/api/v1/groups/masked";

    private static WebInstance instance;

    @BeforeAll
    static void start() {
        instance = WebInstance.start(
                new Class<?>[] {WebApplication.class, WithUsers.class, Numbers.class, Slow.class},
                "delayqueue.web.mask-payload=true",
                "delayqueue.groups.masked=remind");
    }

    @AfterAll
    static void close() {
        instance.close();
    }

    private static void add(String id, Duration delay) {
        instance.context()
                .getBean(DelayQueueService.class)
                .addTask(Task.of("masked", "remind")
                        .id(id)
                        .payload(SECRET)
                        .headers(Map.of("token", SECRET))
                        .delay(delay)
                        .build());
    }

    private static JsonNode masked(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).doesNotContain(SECRET);
        return JsonMapper.shared().readTree(answer.body());
    }

    private static void shouldBeMasked(JsonNode task) {
        assertThat(task.has("payload")).isFalse();
        assertThat(task.get("payloadMasked").asBoolean()).isTrue();
        assertThat(task.get("headers")).hasToString("{\"token\":\"•••\"}");
    }

    @Test
    void everythingThatShowsATaskShouldHideItsPayload() {
        add("m-1", Duration.ofHours(1));
        String[] ada = {"Authorization", basic("ada")};
        shouldBeMasked(masked(instance.call("GET", GROUP + "/tasks/m-1", ada)));
        masked(instance.call("GET", GROUP + "/topics/remind/tasks?state=DELAYED", ada));
        masked(instance.call("GET", GROUP + "/topics/remind/search?prefix=m-", ada));
        shouldBeMasked(masked(instance.post(GROUP + "/tasks/m-1/reschedule", "{\"delay\":\"2h\"}", "ada"))
                .get("task"));
        shouldBeMasked(masked(instance.call("DELETE", GROUP + "/tasks/m-1", ada)));
    }

    /** Jackson's message about an invalid payload begins with the payload. */
    @Test
    void errorsThatQuoteThePayloadShouldBeHiddenButForTheirClass() {
        instance.context()
                .getBean(DelayQueueService.class)
                .addTask(Task.of("masked", "numbers").id("m-3").payload(SECRET).build());
        String path = GROUP + "/topics/numbers/tasks?state=DEAD";
        String[] ada = {"Authorization", basic("ada")};
        await().until(() -> !JsonMapper.shared()
                .readTree(instance.call("GET", path, ada).body())
                .get("tasks")
                .isEmpty());
        assertThat(instance.context()
                        .getBean(DelayQueueService.class)
                        .findTask("masked", "m-3")
                        .orElseThrow()
                        .lastError()
                        .message())
                .contains(SECRET);
        shouldHideItsMessage(masked(instance.call("GET", path, ada)).at("/tasks/0/error"));
        shouldHideItsMessage(masked(instance.call("GET", "/delayqueue/api/v1/search?id=m-3", ada))
                .at("/tasks/0/error"));
        JsonNode task = masked(instance.call("GET", GROUP + "/tasks/m-3", ada));
        shouldHideItsMessage(task.get("error"));
        assertThat(task.at("/failedAttempts/0/type").asString()).endsWith("UnreadableTaskException");
        assertThat(task.at("/failedAttempts/0").has("message")).isFalse();
        masked(instance.call("DELETE", GROUP + "/tasks/m-3", ada));
    }

    private static void shouldHideItsMessage(JsonNode error) {
        assertThat(error.propertyNames())
                .containsExactlyInAnyOrder("attempt", "at", "type", "rootCause", "deadReason", "messageMasked");
        assertThat(error.get("type").asString()).endsWith("UnreadableTaskException");
        assertThat(error.get("messageMasked").asBoolean()).isTrue();
    }

    @Test
    void reasonsOfDeadLettersShouldBeHiddenAndTheirGroupsJoined() {
        int number = 0;
        for (String reason : List.of(SECRET, SECRET + " too", SECRET)) {
            add("m-r" + number++, Duration.ZERO);
            HttpResponse<String> reserved =
                    instance.post(GROUP + "/topics/remind/reserve", "{\"wait\":\"20s\"}", "ada");
            JsonNode receipt = JsonMapper.shared().readTree(reserved.body()).at("/tasks/0/receipt");
            instance.post(
                    "/delayqueue/api/v1/leases/bury",
                    "{\"receipt\":" + receipt + ",\"reason\":\"" + reason + "\"}",
                    "ada");
        }
        JsonNode found =
                masked(instance.call("GET", GROUP + "/topics/remind/dead-letters", "Authorization", basic("ada")));
        assertThat(found.get("groups")).hasSize(1);
        JsonNode group = found.at("/groups/0");
        assertThat(group.get("count").asInt()).isEqualTo(3);
        assertThat(group.has("reason")).isFalse();
        assertThat(group.get("first").asString())
                .isLessThanOrEqualTo(group.get("last").asString());
    }

    @Test
    void reasonsOfRetriedTasksShouldBeHidden() {
        add("m-again", Duration.ZERO);
        HttpResponse<String> reserved = instance.post(GROUP + "/topics/remind/reserve", "{\"wait\":\"20s\"}", "ada");
        JsonNode receipt = JsonMapper.shared().readTree(reserved.body()).at("/tasks/0/receipt");
        instance.post(
                "/delayqueue/api/v1/leases/retry",
                "{\"receipt\":" + receipt + ",\"delay\":\"1h\",\"reason\":\"" + SECRET + "\"}",
                "ada");
        String[] ada = {"Authorization", basic("ada")};
        JsonNode task = masked(instance.call("GET", GROUP + "/topics/remind/retrying", ada))
                .at("/tasks/0");
        assertThat(task.get("id").asString()).isEqualTo("m-again");
        assertThat(task.at("/error/messageMasked").asBoolean()).isTrue();
        JsonNode kinds = masked(instance.call("GET", GROUP + "/topics/remind/retrying/kinds", ada));
        assertThat(kinds.at("/groups/0/count").asInt()).isEqualTo(1);
        assertThat(kinds.at("/groups/0").has("reason")).isFalse();
        masked(instance.call("DELETE", GROUP + "/tasks/m-again", ada));
    }

    @DelayQueueListener(group = "masked", topic = "numbers")
    static class Numbers implements TaskCallback<Integer> {
        @Override
        public void call(Integer payload, TaskContext context) {}
    }

    /** Written as docs/data-layout.md describes it. */
    @Test
    void recordShouldHideWhatItHasOfTheTask() {
        UnifiedJedis client = RedisServer.shared().client();
        long now = instance.context()
                .getBean(DelayQueueEngine.class)
                .inspector()
                .storeTime("masked")
                .toEpochMilli();
        client.hset("{masked}:RECORDED", "#remind", "1:500:1:" + now + ":DEAD=1");
        client.rpush(
                "{masked}:HISTORY:remind:1",
                "r-1",
                "!DEAD",
                "[N,N,3,12,1,\"i\",{\"result\":\"S\",\"progress\":[1,2,\"S\"],\"error\":[\"a.B\",\"S\"],\"payload\":[\"S\"]}]\n"
                                .replace("N", String.valueOf(now))
                                .replace("\"S\"", "\"" + SECRET + "\"")
                        + "{\"attempt\":1,\"outcome\":\"FAILED\",\"type\":\"a.B\",\"at\":7,\"message\":\"" + SECRET
                        + "\"}");
        String[] ada = {"Authorization", basic("ada")};
        for (String path : List.of(GROUP + "/topics/remind/history", "/delayqueue/api/v1/search/history?id=r-1")) {
            JsonNode record = masked(instance.call("GET", path, ada)).at("/records/0");
            assertThat(record.get("masked").asBoolean()).isTrue();
            assertThat(record.get("progress")).hasToString("{\"done\":1,\"total\":2}");
            assertThat(record.get("errorType").asString()).isEqualTo("a.B");
            assertThat(record.get("failedAttempts")).hasSize(1);
        }
    }

    @Test
    void textOfProgressShouldBeHidden() {
        instance.context()
                .getBean(DelayQueueService.class)
                .addTask(Task.of("masked", "slow").id("m-slow").payload(SECRET).build());
        String[] ada = {"Authorization", basic("ada")};
        await().untilAsserted(() -> assertThat(masked(instance.call("GET", GROUP + "/tasks/m-slow", ada))
                        .get("progress"))
                .hasToString("{\"done\":3,\"total\":10}"));
        Slow.RUNNING.countDown();
    }

    @DelayQueueListener(group = "masked", topic = "slow")
    static class Slow implements TaskCallback<Object> {

        private static final CountDownLatch RUNNING = new CountDownLatch(1);

        @Override
        public void call(Object payload, TaskContext context) throws InterruptedException {
            context.progress(3, 10, SECRET);
            RUNNING.await();
        }
    }

    @Test
    void consumerShouldGetWhatItReserved() {
        add("m-2", Duration.ZERO);
        HttpResponse<String> reserved = instance.post(GROUP + "/topics/remind/reserve", "{\"wait\":\"20s\"}", "ada");
        assertThat(JsonMapper.shared()
                        .readTree(reserved.body())
                        .at("/tasks/0/payload")
                        .asString())
                .isEqualTo(SECRET);
        assertThat(reserved.body()).contains("\"token\":\"" + SECRET);
        instance.post(
                "/delayqueue/api/v1/leases/finish",
                "{\"receipt\":" + JsonMapper.shared().readTree(reserved.body()).at("/tasks/0/receipt") + "}",
                "ada");
    }
}
