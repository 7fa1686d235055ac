package io.delayqueue.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.migrate.MigrationReport.Figure;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The real Rqueue writes: three messages, one that it deletes, an id twice, one without an id, one that repeats, and one that is due. */
class RqueueQueueIT {

    private static final JsonMapper JSON = new JsonMapper();

    private static final long HOUR = 3_600_000;

    private static RqueueApplication application;

    @RegisterExtension
    final Shop shop = new Shop();

    private final RedisClient redis = shop.server().client();

    private final String delayed = "__rq::d-queue::{" + shop.queue() + "}";

    private final String processing = "__rq::p-queue::{" + shop.queue() + "}";

    @BeforeAll
    static void startApplication() throws IOException {
        application = RqueueApplication.start(RedisServer.shared().port());
    }

    @AfterAll
    static void endApplication() {
        application.close();
    }

    private void call(String method, String id, long number, long delay) {
        application.call(method, shop.queue(), id, number, delay);
    }

    @BeforeEach
    void write() {
        for (int i = 0; i < 3; i++) {
            call("enqueueIn", "id-" + i, i, HOUR);
        }
        call("enqueueIn", "del-1", 100, HOUR);
        call("deleteMessage", "del-1", 0, 0);
        call("enqueueIn", "twice", 200, HOUR);
        call("enqueueIn", "twice", 201, HOUR);
        call("enqueueWithoutId", "-", 500, HOUR);
        call("enqueuePeriodic", "per-1", 300, HOUR);
        call("enqueue", "now-1", 401, 0);
    }

    private Migration migration() {
        return migration(redis);
    }

    private Migration migration(UnifiedJedis client) {
        return Migration.from(RqueueQueue.of(client, shop.queue()))
                .to(shop.engine(), shop.group(), Shop.TOPIC)
                .id(payload -> "n" + ((JsonNode) payload).get("number"))
                .build();
    }

    private TaskInfo find(int number) {
        return shop.engine().service().findTask(shop.group(), "n" + number).orElse(null);
    }

    /** The old application consumes the queue too. */
    private RqueueApplication consuming(long visibility) throws IOException {
        return shop.closing(RqueueApplication.start(
                shop.server().port(), "-Dconsume=" + shop.queue(), "-Dvisibility=" + visibility));
    }

    private List<String> delivered() {
        return redis.lrange("seen:" + shop.queue(), 0, -1);
    }

    @Test
    void planShouldCountAndChangeNothing() {
        MigrationReport plan = migration().plan();
        assertThat(plan.count(Figure.WAITING)).isEqualTo(8);
        assertThat(plan.count(Figure.DUE)).isEqualTo(1);
        assertThat(plan.count(Figure.UNREADABLE)).isEqualTo(1);
        assertThat(plan.toString()).contains("the message repeats").doesNotContain("being processed");
        assertThat(redis.zcard(delayed)).isEqualTo(8);
        assertThat(shop.tasks()).isZero();
    }

    @Test
    void payloadsAndDueTimesShouldBeKept() {
        String due = redis.lindex("__rq::queue::{" + shop.queue() + "}", 0);
        String message = redis.zrange(delayed, 0, -1).stream()
                .filter(member -> member.contains("\"id-1\""))
                .findFirst()
                .orElseThrow();
        double score = redis.zscore(delayed, message);
        assertThat(migration().move().count(Figure.MOVED)).isEqualTo(6);
        assertThat(find(1).payload()).isEqualTo("{\"number\":1,\"name\":\"周\"}");
        assertThat(find(1).dueAt()).isEqualTo(Instant.ofEpochMilli((long) score));
        assertThat(find(500)).as("without an id").isNotNull();
        assertThat(find(401).dueAt())
                .as("due")
                .isEqualTo(
                        Instant.ofEpochMilli(JSON.readTree(due).get("processAt").asLong()));
        assertThat(migration().plan().count(Figure.WAITING)).isZero();
    }

    /** Rqueue leaves it in the queue, and marks it. */
    @Test
    void deletedMessageShouldBeLetGo() {
        assertThat(redis.zrange(delayed, 0, -1)).anyMatch(message -> message.contains("\"del-1\""));
        assertThat(migration().move().count(Figure.IGNORED)).isEqualTo(2);
        assertThat(find(100)).isNull();
        assertThat(redis.zrange(delayed, 0, -1)).noneMatch(message -> message.contains("\"del-1\""));
    }

    /** Rqueue delivers the message whose time of enqueuing is that of the metadata. */
    @Test
    void messageWhoseIdWasEnqueuedAgainShouldBeLetGo() {
        assertThat(redis.zrange(delayed, 0, -1).stream().filter(message -> message.contains("\"twice\"")))
                .hasSize(2);
        migration().move();
        assertThat(find(200)).isNull();
        assertThat(find(201)).isNotNull();
    }

    @Test
    void messageThatRepeatsShouldStay() {
        MigrationReport report = migration().move();
        assertThat(report.count(Figure.UNREADABLE)).isEqualTo(1);
        assertThat(redis.zrange(delayed, 0, -1)).singleElement().asString().contains("\"per-1\"");
        assertThat(find(300)).isNull();
    }

    @Test
    void messageOfALivingConsumerShouldStay() throws IOException {
        RqueueApplication consumer = consuming(HOUR);
        consumer.call("enqueue", shop.queue(), "slow", 400, -1);
        await().until(() -> delivered().containsAll(List.of("401", "400")));
        await().until(() -> redis.zcard(processing) == 1);
        assertThat(migration().plan().toString()).contains("1 messages are being processed");
        assertThat(migration().move().count(Figure.MOVED)).isEqualTo(5);
        assertThat(find(400)).isNull();
        assertThat(redis.zcard(processing)).isEqualTo(1);
    }

    @Test
    void messageOfAKilledConsumerShouldBeMovedAfterItsVisibility() throws IOException {
        RqueueApplication consumer = consuming(5_000);
        consumer.call("enqueue", shop.queue(), "slow", 400, -1);
        await().until(() -> delivered().containsAll(List.of("401", "400")));
        consumer.close();
        assertThat(redis.zcard(processing)).isEqualTo(1);
        String message = redis.zrange(processing, 0, 0).get(0);
        await().until(() -> migration().move().count(Figure.LEFT) == 1);
        assertThat(find(400).dueAt())
                .isEqualTo(Instant.ofEpochMilli(
                        JSON.readTree(message).get("processAt").asLong()));
        assertThat(redis.zcard(processing)).isZero();
        assertThat(migration().plan().toString()).doesNotContain("being processed");
    }

    @Test
    void rqueueShouldDeliverWhatIsGivenBack() throws IOException {
        call("enqueueIn", "back", 600, 3_000);
        shop.engine()
                .service()
                .addTask(Task.of(shop.group(), "another")
                        .id("n600")
                        .at(Instant.now().plusSeconds(600))
                        .build());
        assertThat(migration().move().count(Figure.OTHER_TOPIC)).isEqualTo(1);
        assertThat(redis.zrange(delayed, 0, -1)).anyMatch(message -> message.contains("\"back\""));
        assertThat(find(600).state()).isEqualTo(TaskState.DELAYED);
        consuming(HOUR);
        await().until(() -> delivered().equals(List.of("600")));
    }

    /** The old application goes on: it makes messages due, and delivers. */
    @Test
    void rqueueAndTheMigrationShouldShareTheMessages() throws IOException {
        shop.start();
        RqueueApplication consumer = consuming(HOUR);
        Migration migration = Migration.from(RqueueQueue.of(redis, shop.queue()))
                .to(shop.engine(), shop.group(), Shop.TOPIC)
                .payload(bytes -> JSON.readTree(bytes).get("number").asString())
                .build();
        await().until(() -> delivered().contains("401"));
        for (int i = 1_000; i < 1_400; i++) {
            consumer.call("enqueueIn", shop.queue(), "m" + i, i, i % 7 * 200);
            if (i % 50 == 0) {
                migration.move();
            }
        }
        await().until(() -> delivered().size() > 20);
        await().until(() -> migration.move().count(Figure.LEFT) == 1);
        await().untilAsserted(() -> {
            shop.seen.keySet().removeIf(number -> number.length() < 4);
            assertThat(shop.seen.size() + delivered().size()).isEqualTo(401);
        });
        delivered().forEach(shop::seen);
        shop.seen.remove("401");
        shop.assertEachSeenOnce(Shop.numbered("", 1_000, 1_400));
    }

    @Test
    void clusterShouldBeASource() {
        UnifiedJedis cluster = RedisCluster.shared().client();
        redis.keys("__rq::*" + shop.queue() + "*").forEach(key -> cluster.restore(key, 0, redis.dump(key)));
        MigrationReport report = migration(cluster).move();
        assertThat(report.count(Figure.MOVED)).isEqualTo(6);
        assertThat(report.count(Figure.IGNORED)).isEqualTo(2);
        assertThat(cluster.zrange(delayed, 0, -1)).singleElement().asString().contains("\"per-1\"");
    }
}
