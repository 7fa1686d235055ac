package io.delayqueue.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.migrate.MigrationReport.Figure;
import io.delayqueue.testing.OwnThread;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.ZRangeParams;

class SortedSetIT {

    private static final long HOUR = 3_600_000;

    @RegisterExtension
    final Shop shop = new Shop();

    private final RedisClient redis = shop.server().client();

    private final long later = System.currentTimeMillis() + HOUR;

    private SortedSet source() {
        return SortedSet.of(redis, shop.queue());
    }

    private List<TaskInfo> waiting() {
        return shop.engine()
                .service()
                .topic(shop.group(), Shop.TOPIC)
                .list(TaskState.DELAYED, null, 10)
                .tasks();
    }

    @Test
    void twoPollersAndTwoMigrationsShouldShareTheMembers() {
        shop.start();
        Map<String, Double> members = new HashMap<>();
        for (int i = 0; i < 6_000; i++) {
            members.put("order" + i, (double) System.currentTimeMillis() + i / 10.0);
        }
        redis.zadd(shop.queue(), members);
        AtomicBoolean ended = new AtomicBoolean();
        CountDownLatch pollers = new CountDownLatch(2);
        CountDownLatch movers = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            OwnThread.start(() -> {
                while (!ended.get()) {
                    for (String member : redis.zrange(
                            shop.queue(),
                            ZRangeParams.zrangeByScoreParams(0, System.currentTimeMillis())
                                    .limit(0, 20))) {
                        if (redis.zrem(shop.queue(), member) == 1) {
                            shop.seen(member);
                        }
                    }
                }
                pollers.countDown();
            });
            OwnThread.start(() -> {
                Migration.from(source())
                        .to(shop.engine(), shop.group(), Shop.TOPIC)
                        .build()
                        .move();
                movers.countDown();
            });
        }
        org.junit.jupiter.api.Assertions.assertDoesNotThrow(() -> movers.await());
        Migration.from(source())
                .to(shop.engine(), shop.group(), Shop.TOPIC)
                .build()
                .move();
        shop.assertEachSeenOnce(members.keySet());
        ended.set(true);
        org.junit.jupiter.api.Assertions.assertDoesNotThrow(() -> pollers.await());
        assertThat(redis.exists(shop.queue())).isFalse();
        shop.assertNamesExpire();
    }

    @Test
    void memberThatIsAddedAgainShouldGetItsNewDueTime() {
        redis.zadd(shop.queue(), later, "42");
        Migration migration = shop.from(source()).build();
        assertThat(migration.move().count(Figure.MOVED)).isEqualTo(1);
        redis.zadd(shop.queue(), later + HOUR, "42");
        assertThat(migration.move().count(Figure.MOVED)).isEqualTo(1);
        assertThat(waiting()).singleElement().extracting(TaskInfo::dueAt).isEqualTo(Instant.ofEpochMilli(later + HOUR));
    }

    /** The score of the peek is not that of the take. */
    @Test
    void memberThatIsAddedAgainBeforeItIsTakenShouldGetItsNewDueTime() {
        redis.zadd(shop.queue(), later, "42");
        MigrationReport report = shop.from(source())
                .payload(bytes -> {
                    redis.zadd(shop.queue(), later + HOUR, "42");
                    return Shop.text(bytes);
                })
                .build()
                .move();
        assertThat(report.count(Figure.MOVED)).isEqualTo(1);
        assertThat(waiting()).singleElement().extracting(TaskInfo::dueAt).isEqualTo(Instant.ofEpochMilli(later + HOUR));
        assertThat(source().size(TaskSource.TAKEN)).isZero();
    }

    /** One process has added the task; before it lets the member go, another one takes it with its new due time. */
    @Test
    void memberThatIsAddedAgainBeforeItIsLetGoShouldNotBeLost() {
        redis.zadd(shop.queue(), later, "42");
        Migration slow = shop.from(source()).build();
        slow.after = step -> {
            if (step.equals("added") && redis.zcard(shop.queue()) == 0) {
                redis.zadd(shop.queue(), later + HOUR, "42");
                List<Element> found = source().peek(1, 0);
                assertThat(source().take(1, found)).hasSize(1);
            }
        };
        slow.move();
        assertThat(waiting()).singleElement().extracting(TaskInfo::dueAt).isEqualTo(Instant.ofEpochMilli(later + HOUR));
        assertThat(source().size(TaskSource.TAKEN)).isZero();
    }

    @Test
    void scoresInSecondsShouldBeRead() {
        redis.zadd(shop.queue(), later / 1_000, "42");
        shop.from(source().inSeconds()).build().move();
        assertThat(waiting())
                .singleElement()
                .extracting(TaskInfo::dueAt)
                .isEqualTo(Instant.ofEpochSecond(later / 1_000));
    }

    @Test
    void chosenIdOfAnotherTaskShouldBeGivenBack() {
        redis.zadd(shop.queue(), later, "a");
        redis.zadd(shop.queue(), later + 10, "b");
        MigrationReport report =
                shop.from(source()).id(payload -> "same").build().move();
        assertThat(report.count(Figure.MOVED)).isEqualTo(1);
        assertThat(report.count(Figure.OTHER_CONTENT)).isEqualTo(1);
        assertThat(redis.zscore(shop.queue(), "b")).isEqualTo(later + 10);
    }
}
