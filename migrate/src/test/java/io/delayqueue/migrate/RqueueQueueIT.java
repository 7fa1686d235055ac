package io.delayqueue.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.migrate.MigrationReport.Figure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.RedisClient;

/**
 * Moves what an application with Rqueue 3.2.0 on Spring Boot 3.3.5 has written: three messages, one that was deleted, an id that was enqueued
 * twice, one without an id, one that repeats, two due ones, of which the consumer of the first was killed.
 */
class RqueueQueueIT {

    private static final long LATER = 9_000_000_000_000L;

    @RegisterExtension
    final Shop shop = new Shop();

    private final RedisClient redis = shop.server().client();

    private final String delayed = "__rq::d-queue::{" + shop.queue() + "}";

    private final String processing = "__rq::p-queue::{" + shop.queue() + "}";

    @BeforeEach
    void write() throws IOException {
        String dump;
        try (var file = RqueueQueueIT.class.getResourceAsStream("/rqueue-3.2.0.txt")) {
            dump = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        dump.lines().map(line -> line.split("\t")).forEach(line -> {
            String key = line[1].replace("orders", shop.queue());
            switch (line[0]) {
                case "ZADD" -> redis.zadd(key, Double.parseDouble(line[2]), line[3]);
                case "RPUSH" -> redis.rpush(key, line[2]);
                default -> redis.set(key, line[2]);
            }
        });
        redis.zrange(processing, 0, -1).forEach(message -> redis.zadd(processing, LATER, message));
    }

    private Migration migration() {
        return Migration.from(RqueueQueue.of(redis, shop.queue()))
                .to(shop.engine(), shop.group(), Shop.TOPIC)
                .id(payload -> "n" + ((tools.jackson.databind.JsonNode) payload).get("number"))
                .build();
    }

    private TaskInfo find(int number) {
        return shop.engine().service().findTask(shop.group(), "n" + number).orElse(null);
    }

    @Test
    void planShouldCountAndChangeNothing() {
        MigrationReport plan = migration().plan();
        assertThat(plan.count(Figure.WAITING)).isEqualTo(8);
        assertThat(plan.count(Figure.UNREADABLE)).isEqualTo(1);
        assertThat(plan.toString()).contains("the message repeats").contains("1 messages are being processed");
        assertThat(redis.zcard(delayed)).isEqualTo(8);
        assertThat(shop.tasks()).isZero();
    }

    @Test
    void payloadsAndDueTimesShouldBeKept() {
        assertThat(migration().move().count(Figure.MOVED)).isEqualTo(6);
        assertThat(find(1).payload()).isEqualTo("{\"number\":1,\"name\":\"周\"}");
        assertThat(find(1).dueAt()).isEqualTo(Instant.ofEpochMilli(1_795_912_226_037L));
        assertThat(find(500)).as("without an id").isNotNull();
        assertThat(find(401).dueAt()).as("due").isEqualTo(Instant.ofEpochMilli(1_795_910_426_332L));
    }

    /** Rqueue leaves it in the queue, and marks it. */
    @Test
    void deletedMessageShouldBeLetGo() {
        assertThat(migration().move().count(Figure.IGNORED)).isEqualTo(2);
        assertThat(find(100)).isNull();
        assertThat(redis.zrange(delayed, 0, -1)).noneMatch(message -> message.contains("\"del-1\""));
    }

    /** Rqueue delivers the message whose time of enqueuing is that of the metadata. */
    @Test
    void messageWhoseIdWasEnqueuedAgainShouldBeLetGo() {
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
    void messageOfALivingConsumerShouldStay() {
        migration().move();
        assertThat(find(400)).isNull();
        assertThat(redis.zcard(processing)).isEqualTo(1);
    }

    @Test
    void messageOfAKilledConsumerShouldBeMovedAfterItsVisibility() {
        redis.zrange(processing, 0, -1).forEach(message -> redis.zadd(processing, 1_000, message));
        assertThat(migration().move().count(Figure.MOVED)).isEqualTo(7);
        assertThat(find(400).dueAt()).isEqualTo(Instant.ofEpochMilli(1_795_910_426_320L));
        assertThat(redis.zcard(processing)).isZero();
        assertThat(migration().plan().toString()).doesNotContain("being processed");
    }

    @Test
    void messageThatCannotBeAddedShouldBeGivenBack() {
        shop.engine()
                .service()
                .addTask(io.delayqueue.Task.of(shop.group(), "another")
                        .id("n1")
                        .at(Instant.ofEpochMilli(LATER))
                        .build());
        assertThat(migration().move().count(Figure.OTHER_TOPIC)).isEqualTo(1);
        assertThat(redis.zrange(delayed, 0, -1)).anyMatch(message -> message.contains("\"id-1\""));
        assertThat(find(1).state()).isEqualTo(TaskState.DELAYED);
    }
}
