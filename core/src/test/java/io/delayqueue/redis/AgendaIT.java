package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.store.AuditStore.Flaw;
import io.delayqueue.store.BackendFixture;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.RedisClient;

/** The agenda of a group: when the pusher checks which topic, and how topics share its calls. */
class AgendaIT extends BackendFixture {

    /** Maximum number of topics that the agenda gives to one push. */
    private static final int TOPICS_OF_A_PUSH = 128;

    private final RedisServer server = RedisServer.shared();

    private final RedisClient redis = server.client();

    private final String agenda = "{" + group + "}:TOPICS";

    AgendaIT() {
        super(PatientRedis.connect(RedisServer.shared()));
    }

    @AfterEach
    void everyTopicShouldBeCheckedInTime() {
        new GroupAudit(redis, group).check();
    }

    private void addDue(String topic, int from, int count) {
        addAll(IntStream.range(from, from + count)
                .mapToObj(n -> TestTasks.task(topic, topic + n, 1_000_000L + n, false, detail(topic, "x"))));
    }

    private PushResult push(String... swept) {
        return store().push(group, "i", List.of(swept), ExpectedTime.NONE);
    }

    private long ready(String topic) {
        return redis.zcard("{" + group + "}:CONSUMING:" + topic);
    }

    @Test
    void agendaShouldHoldTheFirstTimeOfATopicInWholeMilliseconds() {
        store().add(group, List.of(TestTasks.task("t", "b", 3_000_000_000_000L, false, detail("t", "b"))));
        assertThat(redis.zscore(agenda, "t")).isEqualTo(3_000_000_000_000D);
        byte[] detail = detail("t", "a");
        NewTask.AddMode low = TestTasks.mode(Priority.LOW, IfExists.KEEP, false);
        store().add(group, List.of(new NewTask("t", "a", 2_900_000_000_000L, false, detail, low)));
        assertThat(redis.zscore(agenda, "t")).isEqualTo(2_900_000_000_000D);
        store().remove(group, List.of("a"));
        assertThat(redis.zscore(agenda, "t")).as("too early costs one check").isEqualTo(2_900_000_000_000D);
        push("t");
        assertThat(redis.zscore(agenda, "t")).isEqualTo(3_000_000_000_000D);
        store().remove(group, List.of("b"));
        push("t");
        assertThat(redis.zscore(agenda, "t")).isInfinite();
        assertThat(push().nextTopic()).isNull();
    }

    @Test
    void leaseShouldBeOnTheAgendaOfItsTopic() {
        Delivery delivery = reserved("a");
        double end = redis.zscore("{" + group + "}:RESERVED:t", "a");
        assertThat(redis.zscore(agenda, "t")).isLessThanOrEqualTo(end);
        push("t");
        assertThat(redis.zscore(agenda, "t")).isEqualTo(end);
        assertThat(store().renew(group, List.of(delivery), Duration.ofSeconds(5)))
                .isEmpty();
        assertThat(redis.zscore(agenda, "t")).as("a lease that ends earlier").isLessThan(end);
    }

    @Test
    void stepsThatMakeATaskWaitShouldEnterItsTopic() {
        Delivery retried = reserved("a");
        Delivery repeated = reserved("b");
        push("t");
        redis.zadd(agenda, Double.POSITIVE_INFINITY, "t");
        acknowledge(new Outcome.Retry(retried, 1_000, "{}", true));
        assertThat(redis.zscore(agenda, "t")).isFinite();
        redis.zadd(agenda, Double.POSITIVE_INFINITY, "t");
        acknowledge(new Outcome.NextOccurrence(repeated, Outcome.NextOccurrence.Timing.AT, 2_000_000_000_000L, null));
        assertThat(redis.zscore(agenda, "t")).isEqualTo(2_000_000_000_000D);
        redis.zadd(agenda, Double.POSITIVE_INFINITY, "t");
        store().reschedule(group, "b", 2_100_000_000_000L, false);
        assertThat(redis.zscore(agenda, "t")).isEqualTo(2_100_000_000_000D);
        push("t");
    }

    @Test
    void taskThatIsRepairedShouldBeOnTheAgenda() {
        add("a", 60_000);
        double due = redis.zscore("{" + group + "}:WAITING:t", "a");
        redis.zrem("{" + group + "}:WAITING:t", "a");
        redis.zadd(agenda, Double.POSITIVE_INFINITY, "t");
        assertThat(backend.audit().repair(group, new Flaw(Kind.TASK_NOWHERE, "t", "a", List.of(), null)))
                .isTrue();
        assertThat(redis.zscore(agenda, "t")).isEqualTo(due);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 4_000_000_000_000D, Double.POSITIVE_INFINITY})
    void agendaThatIsWrongOrLostShouldBeRepairedByASweep(double time) {
        add("a", 0);
        untilTheNextMillisecond();
        if (time == 0) {
            redis.del(agenda);
        } else {
            redis.zadd(agenda, time, "t");
        }
        assertThat(push().due()).isZero();
        assertThat(push("t", "u").due()).isEqualTo(1);
        assertThat(redis.zrange(agenda, 0, -1))
                .as("a topic without tasks is not entered")
                .containsExactly("t");
    }

    @Test
    void topicsShouldShareAPushThoughOneHasABacklog() {
        addDue("t", 0, 2_000);
        addDue("u", 900_000, 3);
        addDue("v", 900_000, 300);
        push();
        assertThat(List.of(ready("t"), ready("u"), ready("v"))).containsExactly(166L, 3L, 300L);
        int pushes = 1;
        while (push().waitMicros() == 0) {
            pushes++;
        }
        assertThat(pushes)
                .as("what the others leave is moved too")
                .isLessThanOrEqualTo(2_303 / TaskStore.MAX_BATCH + 1);
    }

    @Test
    void topicsWithARestShouldGoBehindTheOthers() {
        int topics = 2 * TOPICS_OF_A_PUSH + 44;
        Map<String, Integer> served = new HashMap<>();
        for (int i = 0; i < topics; i++) {
            addDue("t" + i, i, 10);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(push().waitMicros()).isZero();
            untilTheNextMillisecond();
        }
        for (int i = 0; i < topics; i++) {
            served.put("t" + i, (int) ready("t" + i));
        }
        assertThat(served.values()).as("tasks made ready by topic").doesNotContain(0);
        assertThat(served.values().stream().mapToInt(n -> n).sum()).isLessThanOrEqualTo(3 * TaskStore.MAX_BATCH);
    }

    @Test
    void endedLeasesOfTopicsShouldShareAPush() {
        addDue("t", 0, 300);
        addDue("u", 0, 10);
        pushAll();
        store().reserve(topic, "gone", Duration.ofMillis(1), 300);
        store().reserve(new TopicName(group, "u"), "gone", Duration.ofMillis(1), 10);
        untilTheNextMillisecond();
        untilTheNextMillisecond();
        assertThat(push().expired()).isEqualTo(Map.of("t", 50, "u", 10));
        untilTheNextMillisecond();
        assertThat(push().expired()).isEqualTo(Map.of("t", 100));
    }

    @Test
    void topicsForWhichThereWasNoRoomShouldComeFirstInTheNextPush() {
        Set<String> served = new HashSet<>();
        for (int i = 100; i < 100 + TOPICS_OF_A_PUSH; i++) {
            addDue("t" + i, 0, 3);
        }
        pushAll();
        for (int i = 100; i < 100 + TOPICS_OF_A_PUSH; i++) {
            store().reserve(new TopicName(group, "t" + i), "gone", Duration.ofMillis(1), 3);
        }
        for (int i = 0; i < 2; i++) {
            untilTheNextMillisecond();
            untilTheNextMillisecond();
            served.addAll(push().expired().keySet());
        }
        assertThat(served).hasSize(TOPICS_OF_A_PUSH);
    }

    @Test
    void pausedTopicShouldBePushedAndNotKeepThePusherBusy() {
        addDue("t", 0, 5);
        topics().pause(topic);
        assertThat(push().due()).isEqualTo(5);
        assertThat(push().waitMicros()).isEqualTo(2_000_000);
    }

    @Test
    void addThatIsNotTheNextOfItsGroupShouldWakeNobody() {
        add("first", 300);
        assertThat(scripted(() -> {
                    add("second", 400);
                    store().add(group, List.of(TestTasks.task("u", "other", 500, true, detail("u", "x"))));
                    add("far", 60_000);
                }))
                .isNotEmpty()
                .doesNotContain("publish");
        push("t", "u");
        redis.zadd(agenda, Map.of("t", 4_000_000_000_000D, "u", 4_000_000_000_000D));
        assertThat(scripted(() -> add("before", 100))).containsOnlyOnce("publish");
        push("t", "u");
    }

    @Test
    void addShouldTakeFiveCommands() {
        add("first", 60_000);
        assertThat(scripted(() -> add("a", 120_000))).containsExactly("time", "hmget", "zadd", "zadd", "hset");
    }

    /** The commands that scripts send to this group, or to no key. */
    private List<String> scripted(Runnable work) {
        return Commands.during(server, work).stream()
                .filter(Command::inScript)
                .map(Command::name)
                .toList();
    }
}
