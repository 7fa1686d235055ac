package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.StoreFixture;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestTasks;
import io.delayqueue.store.TopicStore;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.UnifiedJedis;

/** Records of deliveries, and the mark of tasks that have a history. */
class DeliveryRecordsIT extends StoreFixture {

    private static final String FAILURE =
            "{\"attempt\":1,\"at\":\"2026-01-02T03:04:05Z\",\"type\":\"T\",\"message\":\"m\"}";

    private static final double HISTORY = 0.125;

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    private final UnifiedJedis client = server.client();

    private final RedisCalls calls = RedisUnderTest.calls(client, "the test's server", Duration.ofSeconds(2));

    private final TaskStore store = new RedisTaskStore(calls, Durability.MASTER_ONLY);

    private final TopicStore topics = new RedisTopicStore(calls);

    @Override
    protected TaskStore store() {
        return store;
    }

    @Override
    protected TopicStore topics() {
        return topics;
    }

    @Override
    protected DeadLetterStore deadLetters() {
        return new RedisDeadLetterStore(calls);
    }

    private String key(String name) {
        return "{" + group + "}:" + name;
    }

    private Map<String, String> records() {
        return client.hgetAll(key("DELIVERIES"));
    }

    /** The names of the commands on records and failures within a call. */
    private List<String> onHistory(Runnable call) {
        return Commands.during(server, call).stream()
                .filter(command -> command.inScript()
                        && (command.arguments().contains("}:DELIVERIES")
                                || command.arguments().contains("}:ERRORS")))
                .map(Commands.Command::name)
                .toList();
    }

    private List<Delivery> ready(String... ids) {
        for (String id : ids) {
            add(id, 0);
        }
        pushAll();
        return deliveries(ids.length);
    }

    @Test
    void firstDeliveriesOfOneReserveShouldHaveOneText() {
        List<Delivery> all = ready("a", "b", "c");
        long number = all.get(0).number();
        assertThat(all).extracting(Delivery::number).containsOnly(number);
        assertThat(records()).hasSize(3).allSatisfy((id, record) -> assertThat(record)
                .isEqualTo(number + ":1:i"));
        assertThat(client.zrangeWithScores(key("RESERVED:t"), 0, -1))
                .allSatisfy(lease -> assertThat(lease.getScore() % 1).isZero());
    }

    @Test
    void laterDeliveryShouldKeepAttemptsAndScore() {
        Delivery first = ready("a").get(0);
        acknowledge(new Outcome.Retry(first, 0, FAILURE, true));
        double waiting = client.zscore(key("WAITING:t"), "a");
        assertThat(waiting % 1).isEqualTo(HISTORY);
        assertThat(records()).containsEntry("a", first.number() + ":1:i");
        pushAll();
        ReservedTask second = reserve(1).get(0);
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.dueAt()).isEqualTo((long) waiting);
        assertThat(records().get("a")).startsWith(second.delivery().number() + ":2:i:" + (long) waiting + ".125");
        assertThat(client.zscore(key("RESERVED:t"), "a") % 1).isEqualTo(HISTORY);
    }

    @Test
    void tasksWithoutHistoryShouldReserveAndFinishWithoutReadingAny() {
        for (String id : List.of("a", "b")) {
            add(id, 0);
        }
        add("failed", 0, Priority.HIGH, IfExists.KEEP);
        Delivery failed = pushed();
        acknowledge(new Outcome.Dead(failed, FAILURE));
        assertThat(onHistory(() -> reserve(1))).containsExactly("hset");
        List<Delivery> rest = deliveries(1);
        assertThat(onHistory(() -> acknowledge(new Outcome.Finished(rest.get(0)))))
                .containsExactly("hmget", "hdel");
        add("c", 60_000);
        assertThat(onHistory(() -> store.find(group, List.of("c")))).isEmpty();
        assertThat(onHistory(() -> topics.list(topic, TaskState.DELAYED, null, 10, true)))
                .isEmpty();
        assertThat(onHistory(() -> store.remove(group, List.of("c")))).isEmpty();
    }

    @Test
    void taskWithAHistoryShouldLeaveNothingWhenItFinishes() {
        Delivery first = ready("a").get(0);
        acknowledge(new Outcome.Retry(first, 0, FAILURE, true));
        pushAll();
        Delivery second = deliveries(1).get(0);
        assertThat(client.exists(key("ERRORS"))).isTrue();
        assertThat(acknowledge(new Outcome.Finished(second))).isEmpty();
        assertThat(client.exists(key("ERRORS"))).isFalse();
        assertThat(client.exists(key("DELIVERIES"))).isFalse();
    }

    @Test
    void fieldsOfLaterVersionsShouldBeIgnored() {
        List<Delivery> all = ready("a", "b", "c");
        client.hset(key("DELIVERIES"), "a", records().get("a") + "::later:fields");
        client.hset(key("DELIVERIES"), "b", records().get("b") + ":5.125:later");
        TaskInfo found = find("a");
        assertThat(found.attempts()).isEqualTo(1);
        assertThat(found.instance()).isEqualTo("i");
        assertThat(store.renew(group, all, LEASE)).isEmpty();
        assertThat(acknowledge(new Outcome.Released(all.get(0), false))).isEmpty();
        assertThat(records()).doesNotContainKey("a");
        assertThat(acknowledge(new Outcome.Finished(all.get(1)))).isEmpty();
    }

    /** Records of an earlier version have only the time of a requeue; a number is ahead after the clock has gone back. */
    @Test
    void retriesShouldCountFromADeliveryThatDoesNotSaySinceWhen() {
        acknowledge(new Outcome.Retry(ready("a").get(0), 0, FAILURE, true));
        client.hset(key("DELIVERIES"), "a", "7999000:3:i:5.125:6:interrupt");
        untilTheNextMillisecond();
        pushAll();
        ReservedTask fourth = reserve(1).get(0);
        assertThat(fourth.attempt()).isEqualTo(4);
        assertThat(fourth.requeuedAt()).isZero();
        assertThat(fourth.begunAt()).isEqualTo(7_999);
        assertThat(records().get("a")).endsWith(":b7999");
        acknowledge(new Outcome.Retry(fourth.delivery(), 0, FAILURE, true));
        client.hset(key("DELIVERIES"), "a", "4000000000000000000:1:i");
        untilTheNextMillisecond();
        pushAll();
        Reservation given = store.reserve(topic, "i", LEASE, 1);
        assertThat(given.tasks()).extracting(ReservedTask::begunAt).containsExactly(given.storeTime());
    }

    @Test
    void firstDeliveryShouldReturnToItsPlace() {
        for (int due = 1; due <= 4; due++) {
            byte[] detail = detail("t", "p");
            AddMode high = TestTasks.mode(Priority.HIGH, IfExists.KEEP, false);
            store.add(group, List.of(new NewTask("t", "a" + due, due, false, detail, high)));
        }
        pushAll();
        List<Delivery> all = deliveries(4);
        acknowledge(new Outcome.Released(all.get(0), false));
        assertThat(store.reclaim(topic, "i", 0, List.of(all.get(1), all.get(3))))
                .isOne();
        client.zadd(key("RESERVED:t"), 5.25, "a4");
        client.zadd(key("TOPICS"), 5, "t");
        pushAll();
        assertThat(client.zrangeWithScores(key("CONSUMING:t:HIGH"), 0, -1))
                .extracting(ready -> ready.getElement() + " " + ready.getScore())
                .containsExactly("a1 1.25", "a3 3.25", "a4 4.375");
        assertThat(records()).containsOnlyKeys("a2", "a4");
        assertThat(reserve(3)).extracting(ReservedTask::attempt).containsExactly(1, 1, 2);
    }
}
