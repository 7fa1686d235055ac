package io.delayqueue.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.operations.WebInstance.Answer;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.lang.management.ManagementFactory;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import redis.clients.jedis.Jedis;
import tools.jackson.databind.JsonNode;

/** Actuator endpoint over HTTP and JMX. */
class EndpointIT {

    private static final String SECRET = "a-payload-that-nobody-may-see";

    private static final String CHANGES = "management.endpoint.delayqueue.access=unrestricted";

    @AutoClose
    private final RedisServer server = RedisServer.start();

    private static JsonNode found(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.body();
    }

    private static Answer act(WebInstance instance, String topic, String action) {
        return instance.post("delayqueue/orders/" + topic, "{\"action\":\"" + action + "\"}");
    }

    private static void bury(WebInstance instance, int count) {
        instance.callbacks().failing = true;
        for (int i = 0; i < count; i++) {
            instance.add("remind", "r" + i, SECRET + i);
        }
        await().until(() -> instance.topic("remind").count().dead() == count);
        instance.callbacks().failing = false;
    }

    @Test
    void historyShouldBeShownWhereOneIsDeclaredOnly() {
        long now = System.currentTimeMillis();
        try (WebInstance instance = WebInstance.start(
                        server,
                        "delayqueue.groups.orders=cancel",
                        "delayqueue.history.orders.remind.max-age=7d",
                        "delayqueue.history.orders.remind.max-size=2MB");
                Jedis jedis = server.connect()) {
            jedis.hset("{orders}:RECORDED", Map.of("!remind", "5", "#remind", "1:150:2:" + now + ":DEAD=1,FINISHED=1"));
            JsonNode history = found(instance.get("delayqueue/orders/remind")).get("history");
            assertThat(history.toString()).isEqualTo("{\"records\":2,\"bytes\":150,\"notKept\":5}");
            assertThat(found(instance.get("delayqueue")).at("/queues/0/groups/0/topics/1/history"))
                    .isEqualTo(history);
            assertThat(found(instance.get("delayqueue/orders/cancel")).has("history"))
                    .isFalse();
        }
    }

    /** Without a history the endpoint reads none. */
    @Test
    void historiesShouldNotBeReadWhereNoneIsDeclared() {
        try (WebInstance instance = WebInstance.start(server);
                Jedis jedis = server.connect()) {
            // A foreign type would fail the read.
            jedis.set("{orders}:RECORDED", "foreign");
            assertThat(found(instance.get("delayqueue/orders/remind")).has("history"))
                    .isFalse();
        }
    }

    @Test
    void queuesShouldShowGroupsTopicsCountsAndWhatThisInstanceDoes() {
        try (WebInstance instance = WebInstance.start(server, "delayqueue.groups.billing=invoice")) {
            bury(instance, 2);
            await().until(() -> instance.engine().status().groups().stream().allMatch(group -> group.pushing()));
            Answer answer = instance.get("delayqueue");
            JsonNode queues = found(answer).get("queues");
            assertThat(queues).hasSize(1);
            JsonNode queue = queues.get(0);
            assertThat(queue.get("name").asString()).isEqualTo("default");
            assertThat(queue.get("address").asString()).isEqualTo(server.address());
            assertThat(queue.get("instance").asString())
                    .isEqualTo(instance.engine().instance());
            assertThat(queue.get("running").asBoolean()).isTrue();
            assertThat(queue.at("/groups/0/group").asString()).isEqualTo("billing");
            assertThat(queue.at("/groups/0/topics/0/topic").asString()).isEqualTo("invoice");
            assertThat(queue.at("/groups/0/topics/0").has("consumer")).isFalse();
            JsonNode orders = queue.at("/groups/1");
            assertThat(orders.get("group").asString()).isEqualTo("orders");
            assertThat(orders.at("/worker/pushing").asBoolean()).isTrue();
            assertThat(Duration.parse(orders.at("/worker/sincePush").asString()))
                    .isPositive();
            JsonNode remind = orders.at("/topics/0");
            assertThat(remind.get("topic").asString()).isEqualTo("remind");
            assertThat(remind.get("dead").asLong()).isEqualTo(2);
            assertThat(remind.get("delayed").asLong()).isZero();
            assertThat(remind.get("retrying").asLong()).isZero();
            assertThat(remind.get("paused").asBoolean()).isFalse();
            assertThat(remind.get("overdue").asString()).isEqualTo("PT0S");
            assertThat(remind.at("/consumer/concurrency").asInt()).isEqualTo(4);
            assertThat(remind.at("/consumer/free").asInt()).isEqualTo(4);
            assertThat(found(instance.get("delayqueue/orders")).get("topics")).isEqualTo(orders.get("topics"));
            assertThat(found(instance.get("delayqueue/orders/remind"))).isEqualTo(remind);
            assertThat(answer.text()).doesNotContain(SECRET);
            assertThat(orders.get("registered").asBoolean()).isTrue();
            assertThat(remind.get("registered").asBoolean()).isTrue();
        }
    }

    @Test
    void tasksThatNobodyTakesShouldBeFlagged() {
        try (WebInstance instance = WebInstance.start(server)) {
            instance.engine()
                    .service()
                    .addTasks(List.of(
                            Task.of("typos", "t").id("a").build(),
                            Task.of("orders", "remindd").id("b").build()));
            await().until(() -> instance.engine().status().unregistered().size() == 2);
            JsonNode groups = found(instance.get("delayqueue")).at("/queues/0/groups");
            assertThat(groups.at("/1/group").asString()).isEqualTo("typos");
            assertThat(groups.at("/1/registered").asBoolean(true)).isFalse();
            assertThat(groups.at("/1/topics/0/registered").asBoolean(true)).isFalse();
            assertThat(found(instance.get("delayqueue/orders/remindd"))
                            .get("registered")
                            .asBoolean(true))
                    .isFalse();
            instance.engine().service().removeTask("typos", "a");
            instance.engine().service().removeTask("orders", "b");
            assertThat(instance.get("delayqueue/typos").status()).isEqualTo(404);
        }
    }

    @Test
    void whatIsNotThereShouldBeNotFoundAndAnUnknownActionABadRequest() {
        try (WebInstance instance = WebInstance.start(server, CHANGES)) {
            assertThat(instance.get("delayqueue/nobody").status()).isEqualTo(404);
            assertThat(instance.get("delayqueue/orders/nothing").status()).isEqualTo(404);
            assertThat(instance.get("delayqueue/orders?queue=other").status()).isEqualTo(404);
            assertThat(act(instance, "nothing", "pause").status()).isEqualTo(404);
            assertThat(act(instance, "remind", "destroy").status()).isEqualTo(400);
            assertThat(instance.post("delayqueue/orders/remind", "{}").status()).isEqualTo(400);
            assertThat(server.client().keys("*RULES*")).isEmpty();
        }
    }

    @Test
    void unusedTopicsAndGroupsShouldBeUnregisteredAndOthersStay() {
        try (WebInstance instance = WebInstance.start(server, CHANGES)) {
            instance.engine().register().registerTopic("retired", "old");
            instance.engine()
                    .service()
                    .addTask(Task.of("retired", "old").id("a").build());
            assertThat(instance.delete("delayqueue/retired/old").status()).isEqualTo(409);
            assertThat(instance.delete("delayqueue/retired").text()).contains("It has tasks");
            instance.engine().service().removeTask("retired", "a");
            assertThat(found(instance.delete("delayqueue/retired/old")).toString())
                    .isEqualTo("{\"action\":\"unregister\",\"changed\":true}");
            assertThat(instance.delete("delayqueue/retired/old").status()).isEqualTo(404);
            assertThat(instance.engine().register().isGroupRegistered("retired"))
                    .isTrue();
            try (AuditLines audit = new AuditLines()) {
                found(instance.delete("delayqueue/retired"));
                assertThat(audit.all())
                        .singleElement()
                        .asString()
                        .startsWith("done action=unregister queue=default group=retired via=actuator")
                        .endsWith("status=200");
            }
            assertThat(instance.engine().register().isGroupRegistered("retired"))
                    .isFalse();
            await().until(() -> instance.delete("delayqueue/orders/remind").status() == 409);
            assertThat(instance.engine().register().isTopicRegistered("orders", "remind"))
                    .isTrue();
        }
    }

    @Test
    void pauseShouldPauseAndResumeShouldResume() {
        try (WebInstance instance = WebInstance.start(server, CHANGES)) {
            JsonNode paused = found(act(instance, "remind", "pause"));
            assertThat(paused.get("action").asString()).isEqualTo("pause");
            assertThat(paused.get("changed").asBoolean()).isTrue();
            assertThat(paused.at("/topic/paused").asBoolean()).isTrue();
            assertThat(found(act(instance, "remind", "pause")).get("changed").asBoolean())
                    .isFalse();
            instance.add("remind", "a", "Ada");
            await().until(() -> instance.topic("remind").count().ready() == 1);
            assertThat(instance.callbacks().reminded).isEmpty();
            JsonNode resumed = found(act(instance, "remind", "resume"));
            assertThat(resumed.get("changed").asBoolean()).isTrue();
            assertThat(resumed.at("/topic/paused").asBoolean()).isFalse();
            await().untilAsserted(
                            () -> assertThat(instance.callbacks().reminded).containsExactly("Ada"));
        }
    }

    @Test
    void topicShouldBeHeldUntilItIsResumed() {
        try (WebInstance instance = WebInstance.start(server, CHANGES);
                AuditLines audit = new AuditLines()) {
            JsonNode held = found(hold(instance, "\"10m\""));
            assertThat(held.get("changed").asBoolean()).isTrue();
            assertThat(held.at("/topic/paused").asBoolean()).isTrue();
            Instant until = instance.topic("remind").count().heldUntil();
            Instant now = instance.engine().inspector().storeTime("orders");
            assertThat(until).isBetween(now.plusSeconds(570), now.plusSeconds(600));
            for (String duration : new String[] {"null", "\"soon\"", "\"-1m\"", "\"36501d\""}) {
                assertThat(hold(instance, duration).status()).as(duration).isEqualTo(400);
            }
            assertThat(found(act(instance, "remind", "resume"))
                            .at("/topic/paused")
                            .asBoolean())
                    .isFalse();
            assertThat(audit.all())
                    .hasSize(6)
                    .startsWith(
                            "done action=hold queue=default group=orders topic=remind via=actuator address=127.0.0.1"
                                    + " status=200");
        }
    }

    private static Answer hold(WebInstance instance, String duration) {
        return instance.post("delayqueue/orders/remind", "{\"action\":\"hold\",\"duration\":" + duration + "}");
    }

    @Test
    void drainShouldLeaveTheTasksUntilTheInstanceIsUndrained() {
        try (WebInstance instance = WebInstance.start(server, CHANGES);
                AuditLines audit = new AuditLines()) {
            assertThat(drain(instance, "/orders", "drain").toString())
                    .isEqualTo("{\"action\":\"drain\",\"changed\":true}");
            assertThat(drain(instance, "", "drain").get("changed").asBoolean()).isFalse();
            assertThat(found(instance.get("delayqueue/orders"))
                            .at("/worker/draining")
                            .asBoolean())
                    .isTrue();
            instance.add("remind", "a", "Ada");
            await().until(() -> instance.topic("remind").count().ready() == 1);
            assertThat(instance.callbacks().reminded).isEmpty();

            assertThat(instance.post("delayqueue/nobody", "{\"action\":\"drain\"}")
                            .status())
                    .isEqualTo(404);
            assertThat(instance.post("delayqueue/orders", "{\"action\":\"undrain\"}")
                            .status())
                    .isEqualTo(400);
            Answer unknown = instance.post("delayqueue", "{\"action\":\"pause\"}");
            assertThat(unknown.status()).isEqualTo(400);
            assertThat(unknown.body().get("error").asString())
                    .isEqualTo("action must be drain or undrain, but is 'pause'");
            assertThat(drain(instance, "", "undrain").get("changed").asBoolean())
                    .isTrue();
            await().untilAsserted(
                            () -> assertThat(instance.callbacks().reminded).containsExactly("Ada"));
            String caller = " via=actuator address=127.0.0.1 status=";
            assertThat(audit.all())
                    .containsExactly(
                            "done action=drain queue=default group=orders" + caller + 200,
                            "done action=drain queue=default" + caller + 200,
                            "refused action=drain queue=default group=nobody" + caller + 404,
                            "refused action=undrain queue=default group=orders" + caller + 400,
                            "refused action=pause queue=default" + caller + 400,
                            "done action=undrain queue=default" + caller + 200);
        }
    }

    private static JsonNode drain(WebInstance instance, String path, String action) {
        return found(instance.post("delayqueue" + path, "{\"action\":\"" + action + "\"}"));
    }

    @Test
    void requeueShouldRunTheDeadLettersAgain() {
        try (WebInstance instance = WebInstance.start(server, CHANGES)) {
            bury(instance, 3);
            JsonNode requeued = found(act(instance, "remind", "requeue"));
            assertThat(requeued.get("tasks").asLong()).isEqualTo(3);
            await().untilAsserted(
                            () -> assertThat(instance.callbacks().reminded).hasSize(3));
            assertThat(requeued.toString()).doesNotContain(SECRET);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unused",
                "management.endpoint.delayqueue.access=read-only",
                "management.endpoints.access.default=read-only",
                CHANGES + ",management.endpoints.access.max-permitted=read-only"
            })
    void changesShouldNeedAccessGivenOnPurpose(String properties) {
        try (WebInstance instance = WebInstance.start(server, properties.split(","))) {
            found(instance.get("delayqueue/orders/remind"));
            assertThat(act(instance, "remind", "pause").status()).isEqualTo(405);
            assertThat(instance.topic("remind").count().paused()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CHANGES, "management.endpoints.access.default=unrestricted"})
    void changesShouldBeAudited(String access) {
        try (WebInstance instance = WebInstance.start(server, access);
                AuditLines lines = new AuditLines()) {
            bury(instance, 2);
            act(instance, "remind", "pause");
            act(instance, "remind", "requeue");
            act(instance, "nothing", "pause");
            act(instance, "remind", "a\\nb");
            server.freeze();
            try {
                act(instance, "remind", "resume");
            } finally {
                server.thaw();
            }
            String topic = " queue=default group=orders topic=";
            String caller = " via=actuator address=127.0.0.1 status=";
            assertThat(lines.all())
                    .containsExactly(
                            "done action=pause" + topic + "remind" + caller + 200,
                            "done action=requeue" + topic + "remind tasks=2" + caller + 200,
                            "refused action=pause" + topic + "nothing" + caller + 404,
                            "refused action=\"a\\nb\"" + topic + "remind" + caller + 400,
                            "failed action=resume" + topic + "remind" + caller + 503);
        }
    }

    @Test
    void auditShouldNameTheUserOfTheRequest() {
        Filter login = (request, response, chain) -> chain.doFilter(
                new HttpServletRequestWrapper((HttpServletRequest) request) {
                    @Override
                    public Principal getUserPrincipal() {
                        return () -> "Ada\nL";
                    }
                },
                response);
        try (WebInstance instance =
                        WebInstance.start(server, beans -> beans.registerBean(Filter.class, () -> login), CHANGES);
                AuditLines lines = new AuditLines()) {
            act(instance, "remind", "pause");
            assertThat(lines.all())
                    .containsExactly("done action=pause queue=default group=orders topic=remind user=\"Ada\\nL\""
                            + " via=actuator address=127.0.0.1 status=200");
        }
    }

    @Test
    void redisThatHangsShouldGiveAnErrorAndNoHang() {
        try (WebInstance instance = WebInstance.start(server, CHANGES)) {
            server.freeze();
            try {
                for (Answer answer : new Answer[] {
                    instance.get("delayqueue/orders"), act(instance, "remind", "pause"), instance.get("delayqueue")
                }) {
                    assertThat(answer.status()).isEqualTo(503);
                    assertThat(answer.body().findValue("error").asString()).contains(server.address());
                }
            } finally {
                server.thaw();
            }
        }
    }

    @Test
    void queueThatIsClosedShouldBeAnError() {
        try (WebInstance instance = WebInstance.start(server)) {
            instance.engine().close();
            Answer answer = instance.get("delayqueue/orders");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body().get("error").asString()).contains("closed");
        }
    }

    @Test
    void furtherQueuesShouldBeReachedByTheirNames() {
        try (RedisServer other = RedisServer.start();
                WebInstance instance = WebInstance.start(
                        server,
                        beans -> beans.registerBean(
                                "reports",
                                DelayQueueEngine.class,
                                () -> DelayQueueEngine.builder(RedisBackend.connect(other.host(), other.port()))
                                        .name("reports")
                                        .topic("daily", "send")
                                        .build(),
                                definition -> ((AbstractBeanDefinition) definition).setDefaultCandidate(false)),
                        CHANGES)) {
            assertThat(instance.get("delayqueue/daily/send").status()).isEqualTo(404);
            assertThat(instance.get("delayqueue/daily/send?queue=reports").status())
                    .as("not registered before its engine starts")
                    .isEqualTo(404);
            assertThat(found(instance.get("delayqueue")).get("queues")).hasSize(2);
            assertThat(found(instance.get("health/delayQueue/default"))
                            .get("status")
                            .asString())
                    .isEqualTo("UP");
            assertThat(instance.get("health/delayQueue/reports")
                            .body()
                            .get("status")
                            .asString())
                    .isEqualTo("OUT_OF_SERVICE");
            other.client().hset("MONITOR:SUMMARY", Map.of("daily", "send"));
            assertThat(found(instance.get("delayqueue/daily/send?queue=reports"))
                            .get("topic")
                            .asString())
                    .isEqualTo("send");
            JsonNode paused =
                    found(instance.post("delayqueue/daily/send", "{\"action\":\"pause\",\"queue\":\"reports\"}"));
            assertThat(paused.at("/topic/paused").asBoolean()).isTrue();
            assertThat(other.client().keys("*RULES*")).hasSize(1);
            assertThat(server.client().keys("*RULES*")).isEmpty();
        }
    }

    @Test
    void operationsShouldWorkOverJmx() throws Exception {
        try (WebInstance instance = WebInstance.start(
                        server,
                        CHANGES,
                        "spring.jmx.enabled=true",
                        "management.endpoints.jmx.exposure.include=delayqueue",
                        "management.endpoints.jmx.domain=delayqueue.test");
                AuditLines lines = new AuditLines()) {
            MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
            ObjectName name = new ObjectName("delayqueue.test:type=Endpoint,name=Delayqueue");
            String text = String.class.getName();
            Object change =
                    beans.invoke(name, "change", new Object[] {"orders", "remind", "pause", null}, new String[] {
                        text, text, text, text
                    });
            assertThat(change).isInstanceOfSatisfying(Map.class, map -> assertThat(map.get("changed"))
                    .isEqualTo(true));
            assertThat(instance.topic("remind").count().paused()).isTrue();
            assertThat(lines.all())
                    .containsExactly(
                            "done action=pause queue=default group=orders topic=remind via=actuator status=200");
            Object topic = beans.invoke(
                    name, "topic", new Object[] {"orders", "remind", null}, new String[] {text, text, text});
            assertThat(topic).isInstanceOfSatisfying(Map.class, map -> assertThat(map.get("paused"))
                    .isEqualTo(true));
        }
    }
}
