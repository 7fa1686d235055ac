package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicOperations;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Grouping, selecting, pacing and editing dead letters over HTTP. */
class DeadLettersIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static final String TOPIC = "/groups/work/topics/fail";

    private static WebApplication application;

    static class Failing {

        @DelayQueueListener(group = "work", topic = "fail", concurrency = "8")
        void fail(String payload) {
            throw payload.equals("io")
                    ? new RejectTaskException("no " + payload, new IOException("refused"))
                    : new RejectTaskException("no " + payload);
        }
    }

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER, beans -> beans.registerBean(Failing.class), "delayqueue.groups.work=pulled");
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    @AfterEach
    void clear() {
        topic().removeTasks();
        topic().purgeDeadLetters();
        topic().resume();
    }

    private static TopicOperations topic() {
        return application.service().topic("work", "fail");
    }

    private static JsonNode ok(Exchange exchange) {
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        return exchange.json();
    }

    private static TaskInfo find(String id) {
        return application.service().findTask("work", id).orElseThrow();
    }

    /** Adds tasks named by their numbers, which become dead letters; then pauses the topic. */
    private static void bury(int tasks, String payload) {
        topic().resume();
        long before = topic().count().dead();
        application
                .service()
                .addTasks(IntStream.range(0, tasks)
                        .mapToObj(i -> Task.of("work", "fail")
                                .id(payload + i)
                                .payload(payload)
                                .build())
                        .toList());
        await().until(() -> topic().count().dead() == before + tasks);
        topic().pause();
    }

    @Test
    void deadLettersShouldBeGroupedByTypeAndRootCause() {
        bury(3, "io");
        bury(2, "x");
        JsonNode all = ok(application.get(TOPIC + "/dead-letters"));
        assertThat(all.get("read").asInt()).isEqualTo(5);
        assertThat(all.get("total").asInt()).isEqualTo(5);
        assertThat(all.has("next")).isFalse();
        JsonNode group = all.at("/groups/0");
        assertThat(group.get("type").asString()).isEqualTo(RejectTaskException.class.getName());
        assertThat(group.get("rootCause").asString()).isEqualTo(IOException.class.getName());
        assertThat(group.get("count").asInt()).isEqualTo(3);
        Instant last = find(group.get("lastId").asString()).stateUntil();
        assertThat(Instant.parse(group.get("last").asString())).isEqualTo(last);
        assertThat(Instant.parse(group.get("first").asString())).isBeforeOrEqualTo(last);
        assertThat(all.at("/groups/1").has("rootCause")).isFalse();
        assertThat(all.at("/groups/1/count").asInt()).isEqualTo(2);
        assertThat(all.at("/groups")).hasSize(2);
    }

    @Test
    void deadLettersOfConsumersShouldBeGroupedByTheirReasons() {
        String topic = "/groups/work/topics/pulled";
        List<String> reasons = List.of("503", "card declined", "503");
        reasons.forEach(reason -> {
            application.service().addTask(Task.of("work", "pulled").build());
            JsonNode reserved = ok(application.post(topic + "/reserve", "{\"wait\":\"20s\"}"));
            String receipt = reserved.at("/tasks/0/receipt").asString();
            String body = "{\"receipt\":\"" + receipt + "\",\"reason\":\"" + reason + "\"}";
            assertThat(application.post("/leases/bury", body).status()).isEqualTo(204);
        });
        JsonNode groups = ok(application.get(topic + "/dead-letters")).get("groups");
        assertThat(groups.values())
                .extracting(group -> group.get("reason").asString(), group -> group.get("count")
                        .asInt())
                .containsExactly(tuple("503", 2), tuple("card declined", 1));
        JsonNode dead = ok(application.get(topic + "/tasks?state=DEAD"));
        assertThat(dead.at("/tasks/0/error/deadReason").asString()).isEqualTo("REJECTED");
    }

    @Test
    void partsShouldSayHowManyTheyHaveRead() {
        bury(5, "x");
        JsonNode first = ok(application.get(TOPIC + "/dead-letters?limit=3"));
        assertThat(first.get("read").asInt()).isEqualTo(3);
        assertThat(first.get("total").asInt()).isEqualTo(5);
        JsonNode rest = ok(application.get(
                TOPIC + "/dead-letters?from=" + first.get("next").asString().replace("/", "%2F")));
        assertThat(rest.get("read").asInt()).isEqualTo(2);
        assertThat(rest.has("next")).isFalse();
        for (String query : List.of("limit=0", "limit=10001", "from=x")) {
            Exchange refused = application.get(TOPIC + "/dead-letters?" + query);
            assertThat(refused.problem()).as(query).isEqualTo("invalid-request");
            assertThat(query).startsWith(refused.json().get("field").asString());
        }
    }

    @Test
    void selectedDeadLettersShouldBeRequeuedAndPurged() {
        bury(5, "x");
        assertThat(ok(application.post(TOPIC + "/requeue", "{\"ids\":[\"x0\",\"x3\",\"gone\"]}"))
                        .toString())
                .isEqualTo("{\"tasks\":2}");
        assertThat(find("x3").state()).isEqualTo(TaskState.READY);
        assertThat(ok(application.post(TOPIC + "/purge", "{\"ids\":[\"x0\",\"x1\"]}"))
                        .toString())
                .isEqualTo("{\"tasks\":1}");
        assertThat(find("x0").state()).isEqualTo(TaskState.READY);
        assertThat(topic().count().dead()).isEqualTo(2);
    }

    @Test
    void pacedRequeueShouldSpreadTheDueTimes() {
        bury(60, "x");
        assertThat(ok(application.post(TOPIC + "/requeue", "{\"perSecond\":1}")).toString())
                .isEqualTo("{\"tasks\":60}");
        List<Long> times = IntStream.range(0, 60)
                .mapToObj(i -> find("x" + i))
                .filter(task -> task.state() == TaskState.DELAYED)
                .map(task -> task.stateUntil().toEpochMilli())
                .sorted()
                .toList();
        assertThat(times.get(times.size() - 1) - times.get(times.size() - 2)).isEqualTo(1_000);
    }

    @Test
    void requestsThatContradictThemselvesShouldBeRefused() {
        bury(1, "x");
        for (String body : List.of(
                "{\"ids\":[]}",
                "{\"ids\":[\"x0\"],\"max\":500}",
                "{\"ids\":[\"x0\"],\"perSecond\":1}",
                "{\"ids\":[\"x0\",null]}",
                "{\"perSecond\":0}",
                "{\"perSecond\":10001}")) {
            Exchange refused = application.post(TOPIC + "/requeue", body);
            assertThat(refused.problem()).as(body).isEqualTo("invalid-request");
            assertThat(body).contains(refused.json().get("field").asString());
        }
        assertThat(application.post(TOPIC + "/purge", "{\"perSecond\":1}").problem())
                .isEqualTo("invalid-request");
        assertThat(find("x0").state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    void editedDeadLetterShouldBeReadyWithItsOtherPayload() {
        bury(1, "x");
        assertThat(ok(application.post("/groups/work/tasks/x0/edit", "{\"payload\":{\"n\":1.50}}"))
                        .toString())
                .isEqualTo("{\"changed\":true}");
        assertThat(find("x0").state()).isEqualTo(TaskState.READY);
        assertThat(find("x0").payload()).isEqualTo("{\"n\":1.50}");
        assertThat(application
                        .post("/groups/work/tasks/x0/edit", "{\"payload\":1}")
                        .problem())
                .isEqualTo("not-found");
        for (String body : List.of("{}", "{\"payload\":null}")) {
            assertThat(application.post("/groups/work/tasks/x0/edit", body).problem())
                    .as(body)
                    .isEqualTo("invalid-request");
        }
    }
}
