package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.limit.Limit;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.store.AttemptRecord;
import io.delayqueue.store.AuditStore.Flaw;
import io.delayqueue.store.Change;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.Rules.LeaseRule;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.RedisCluster;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * While a cluster moves a slot, a command within a script fails on a key that is not there, and what the script has written
 * stays. Every step is tried in that state, from every state of a group, and no task may leave its structure.
 */
class SlotMoveIT {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final RedisCluster cluster = RedisCluster.shared();

    private final String group = "g" + UUID.randomUUID();

    private final TopicName topic = new TopicName(group, "t");

    private final RedisCalls calls = RedisUnderTest.calls(cluster.client(), "the cluster", Duration.ZERO);

    private final RedisTaskStore store = new RedisTaskStore(calls, Durability.MASTER_ONLY);

    private final RedisHistoryStore history = new RedisHistoryStore(calls);

    private final RedisTopicStore topics =
            new RedisTopicStore(RedisUnderTest.calls(cluster.client(), "the cluster", Duration.ZERO));

    private final RedisDeadLetterStore deadLetters =
            new RedisDeadLetterStore(RedisUnderTest.calls(cluster.client(), "the cluster", Duration.ZERO));

    private final int slot = JedisClusterCRC16.getSlot("{" + group + "}");

    private int added;

    @AfterEach
    void settle() {
        endMove();
    }

    /** The move is called off. */
    private void endMove() {
        cluster.servers().forEach(server -> {
            try (Jedis jedis = server.connect()) {
                jedis.clusterSetSlotStable(slot);
            }
        });
    }

    /** The slot's node begins to give it away. */
    private void beginToMove() {
        List<Jedis> nodes =
                cluster.servers().stream().map(server -> server.connect()).toList();
        int from = RedisCluster.masterOf(slot);
        int to = (from + 1) % nodes.size();
        nodes.get(to).clusterSetSlotImporting(slot, nodes.get(from).clusterMyId());
        nodes.get(from).clusterSetSlotMigrating(slot, nodes.get(to).clusterMyId());
        nodes.forEach(Jedis::close);
    }

    private void add(int count) {
        List<NewTask> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] detail = "\"t\",null]".getBytes(StandardCharsets.UTF_8);
            tasks.add(TestTasks.task("t", "a" + added++, 1_000, false, detail));
        }
        store.add(group, tasks);
    }

    private List<Delivery> reserved(Duration lease) {
        store.push(group, "i", List.of(), ExpectedTime.NONE);
        return store.reserve(topic, "i", lease, 100).tasks().stream()
                .map(ReservedTask::delivery)
                .toList();
    }

    /** Tries a step while the slot moves; it may do its work or fail, and fails nothing but itself. */
    private void tryWhileMoving(Runnable step) {
        beginToMove();
        try {
            step.run();
        } catch (TaskStoreException expected) {
            assertThat(expected).hasMessageContaining("the cluster");
        }
        endMove();
        new GroupAudit(cluster.client(), group).check();
    }

    @Test
    void beatsOfInstances() {
        RedisInstanceStore instances =
                new RedisInstanceStore(RedisUnderTest.calls(cluster.client(), "the cluster", Duration.ZERO));
        tryWhileMoving(() -> instances.heartbeat(group, "i", "{\"n\":1}"));
        instances.heartbeat(group, "i", "{\"n\":2}");
        tryWhileMoving(() -> instances.heartbeat(group, "j", "{\"n\":3}"));
        tryWhileMoving(() -> instances.leave(group, "j"));
        assertThat(instances.heartbeats(group).all()).containsKey("i");
        tryWhileMoving(
                () -> instances.recordWork(group, instances.work(group, true).sums(), "1", Map.of("0", "a")));
        instances.recordWork(group, instances.work(group, false).sums(), "2", Map.of("1", "b"));
        assertThat(instances.work(group, false).parts()).containsEntry("1", "b");
        instances.leave(group, "j");
        instances.leave(group, "i");
        assertThat(instances.heartbeats(group).all()).isEmpty();
    }

    @Test
    void pushOfDueTasks() {
        add(3);
        tryWhileMoving(() -> store.push(group, "i", List.of("t", "u"), ExpectedTime.NONE));
        store.push(group, "i", List.of(), ExpectedTime.NONE);
        assertThat(store.reserve(topic, "i", LEASE, 10).tasks()).hasSize(3);
    }

    @Test
    void pushThatBringsTasksAlong() {
        add(3);
        tryWhileMoving(() -> store.pushAndReserve(topic, "i", List.of("t", "u"), ExpectedTime.NONE, LEASE, 2));
        store.pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, 1);
        add(2);
        tryWhileMoving(() -> store.pushAndReserve(topic, "i", List.of("t", "u"), ExpectedTime.NONE, LEASE, 10));
    }

    @Test
    void pushOfEndedLeasesThatBringsThemAlong() {
        add(3);
        assertThat(reserved(Duration.ofMillis(1))).hasSize(3);
        tryWhileMoving(() -> store.pushAndReserve(topic, "i", List.of("t"), ExpectedTime.NONE, LEASE, 10));
        tryWhileMoving(() -> store.pushAndReserve(topic, "i", List.of("t"), ExpectedTime.NONE, LEASE, 10));
    }

    @Test
    void pushOfDueTasksByTheElectedInstance() {
        store.push(group, "i", List.of(), ExpectedTime.NONE);
        add(3);
        tryWhileMoving(() -> store.push(group, "i", List.of("t", "u"), ExpectedTime.NONE));
        assertThat(cluster.client().hlen("{" + group + "}:DETAIL")).isEqualTo(3);
    }

    @Test
    void pushOfEndedLeases() {
        add(3);
        assertThat(reserved(Duration.ofMillis(1))).hasSize(3);
        add(2);
        tryWhileMoving(() -> store.push(group, "i", List.of("t"), ExpectedTime.NONE));
        tryWhileMoving(() -> store.push(group, "i", List.of("t"), ExpectedTime.NONE));
    }

    @Test
    void pushOfEndedLeasesWhenEveryKeyIsThere() {
        add(4);
        store.push(group, "i", List.of(), ExpectedTime.NONE);
        Delivery first = store.reserve(topic, "i", LEASE, 1).tasks().get(0).delivery();
        store.acknowledge(group, List.of(new Outcome.Dead(first, "{}")));
        store.reserve(topic, "i", Duration.ofMillis(1), 2);
        topics.pause(new TopicName(group, "u"));
        add(1);
        store.push(group, "other", List.of(), ExpectedTime.NONE);
        tryWhileMoving(() -> store.push(group, "i", List.of("t"), ExpectedTime.NONE));
        store.push(group, "i", List.of("t"), ExpectedTime.NONE);
        assertThat(store.find(group, List.of("a0", "a1", "a2", "a3")))
                .extracting(task -> task.failedAttempts().size())
                .containsExactly(1, 1, 1, 0);
    }

    @Test
    void repeatOfARunThatEndsTheLastErrorAndOneThatBringsAnother() {
        add(2);
        List<Delivery> both = reserved(LEASE);
        store.acknowledge(group, List.of(new Outcome.Retry(both.get(0), 0, "{}", true)));
        await().until(() -> store.push(group, "i", List.of(), ExpectedTime.NONE).due() == 1);
        Delivery again = store.reserve(topic, "i", LEASE, 1).tasks().get(0).delivery();
        add(1);
        tryWhileMoving(() -> store.acknowledge(
                group,
                List.of(
                        new Outcome.NextOccurrence(again, Outcome.NextOccurrence.Timing.RATE, 1_000, null),
                        new Outcome.NextOccurrence(both.get(1), Outcome.NextOccurrence.Timing.RATE, 1_000, "{}"))));
    }

    @Test
    void reserve() {
        add(3);
        store.push(group, "i", List.of(), ExpectedTime.NONE);
        tryWhileMoving(() -> store.reserve(topic, "i", LEASE, 10));
        tryWhileMoving(() -> store.reserve(topic, "i", LEASE, 1));
        assertThat(cluster.client().hlen("{" + group + "}:DETAIL")).isEqualTo(3);
    }

    @Test
    void reserveOfTheLastTaskWhenEveryKeyIsThere() {
        add(2);
        List<Delivery> first = reserved(LEASE);
        store.acknowledge(group, List.of(new Outcome.Dead(first.get(0), "{}")));
        add(1);
        store.push(group, "i", List.of(), ExpectedTime.NONE);
        tryWhileMoving(() -> store.reserve(topic, "i", LEASE, 10));
        assertThat(cluster.client().hlen("{" + group + "}:DETAIL")).isEqualTo(3);
    }

    @Test
    void releaseAndReclaim() {
        add(3);
        List<Delivery> deliveries = reserved(LEASE);
        tryWhileMoving(() -> store.acknowledge(group, List.of(new Outcome.Released(deliveries.get(0), false))));
        tryWhileMoving(() -> store.reclaim(topic, "i", 0, List.of()));
    }

    @Test
    void outcomesOfTheLastReservedTask() {
        for (Consumer<Delivery> step : List.<Consumer<Delivery>>of(
                one -> store.acknowledge(group, List.of(new Outcome.Finished(one))),
                one -> store.acknowledge(group, List.of(new Outcome.Retry(one, 0, "{}", true))),
                one -> store.acknowledge(group, List.of(new Outcome.Dead(one, "{}"))),
                one -> store.renew(group, List.of(one), LEASE))) {
            add(1);
            List<Delivery> deliveries = reserved(LEASE);
            tryWhileMoving(() -> step.accept(deliveries.get(0)));
        }
    }

    /** A task ends with its record, or goes on without one. */
    @Test
    void endsWithRecords() {
        history.declare(topic, "", "604800000|2097152||");
        AttemptRecord record = new AttemptRecord(0, 1L, 1L, 1, "", true);
        NewTask.AddMode replace = TestTasks.mode(Priority.HIGH, IfExists.REPLACE, false);
        byte[] detail = "\"t\",1]".getBytes(StandardCharsets.UTF_8);
        int ends = 0;
        for (Consumer<Delivery> step : List.<Consumer<Delivery>>of(
                one -> store.acknowledge(group, List.of(new Outcome.Finished(one, record))),
                one -> store.acknowledge(group, List.of(new Outcome.Dead(one, "{}", true, record))),
                one -> store.acknowledge(
                        group,
                        List.of(new Outcome.NextOccurrence(
                                one, Outcome.NextOccurrence.Timing.AT, 4_000_000_000_000L, null, true, record))),
                one -> store.remove(group, List.of(one.id())),
                one -> store.add(
                        group, List.of(new NewTask("t", one.id(), 4_000_000_000_000L, false, detail, replace))))) {
            add(1);
            Delivery delivery = reserved(LEASE).get(0);
            tryWhileMoving(() -> step.accept(delivery));
            ends += store.renew(group, List.of(delivery), LEASE).size();
            assertThat(history.search(topic, HistoryQuery.ALL).records()).hasSize(ends);
            step.accept(delivery);
            ends = history.search(topic, HistoryQuery.ALL).records().size();
        }
        assertThat(history.counts(group, List.of("t")).get(0).notKept()).isZero();
    }

    @Test
    void addAndResign() {
        add(1);
        tryWhileMoving(() -> add(2));
        store.push(group, "i", List.of(), ExpectedTime.NONE);
        tryWhileMoving(() -> store.resign(group, "i"));
    }

    @Test
    void replacementsInEveryState() {
        inEveryState();
        for (String label : List.of("t", "t:\\torder=42", "t:\\torder=43", "t")) {
            for (String id : ids()) {
                byte[] detail = ("\"" + label + "\",1]").getBytes(StandardCharsets.UTF_8);
                NewTask.AddMode replace = TestTasks.mode(Priority.HIGH, IfExists.REPLACE, false);
                tryWhileMoving(() -> store.add(group, List.of(new NewTask("t", id, 9_000, false, detail, replace))));
                store.add(group, List.of(new NewTask("t", id, 9_000, false, detail, replace)));
            }
            assertThat(cluster.client().zcard("{" + group + "}:TAGS")).isEqualTo(label.equals("t") ? 0 : 4);
        }
        assertThat(cluster.client().hlen("{" + group + "}:DETAIL")).isEqualTo(4);
    }

    @Test
    void tasksWithWindows() {
        inEveryState();
        byte[] window = "\"t\",1,{\"uniqueFor\":60000}]".getBytes(StandardCharsets.UTF_8);
        byte[] debounced = "\"t\",1,{\"longestWait\":60000}]".getBytes(StandardCharsets.UTF_8);
        long from = 4_000_000_000_000L;
        NewTask.AddMode unique = new NewTask.AddMode(Priority.LOW, IfExists.KEEP, false, 60_000, from + 9_999, 0);
        NewTask.AddMode last = new NewTask.AddMode(Priority.LOW, IfExists.REPLACE, false, 0, 0, 60_000);
        for (Runnable step : List.<Runnable>of(
                () -> store.add(group, List.of(new NewTask("t", "unique", from, false, window, unique))),
                () -> store.add(group, List.of(new NewTask("t", "last", 9_000, true, debounced, last))),
                () -> store.add(group, List.of(new NewTask("t", "last", 9_000, true, debounced, last))))) {
            tryWhileMoving(step);
            step.run();
        }
        assertThat(cluster.client().zcard("{" + group + "}:UNIQUE")).isOne();
        tryWhileMoving(() -> store.remove(group, List.of("unique", "last")));
        store.remove(group, List.of("unique", "last"));
        assertThat(cluster.client().zcard("{" + group + "}:UNIQUE")).isZero();
        assertThat(cluster.client().hlen("{" + group + "}:DETAIL")).isEqualTo(4);
    }

    @Test
    void removesInEveryState() {
        inEveryState();
        for (String id : ids()) {
            tryWhileMoving(() -> store.remove(group, List.of(id)));
        }
    }

    @Test
    void cancelOfATopic() {
        inEveryState();
        for (int place : List.of(0, 1, 4, 6)) {
            tryWhileMoving(() -> topics.removeTasks(topic, topic + "/" + place + "//"));
        }
    }

    @Test
    void reschedules() {
        inEveryState();
        for (String id : ids()) {
            tryWhileMoving(() -> store.reschedule(group, id, 60_000, true));
        }
        assertThat(cluster.client().hlen("{" + group + "}:DETAIL")).isEqualTo(4);
    }

    @Test
    void changesOnce() {
        inEveryState();
        byte[] detail = "\"t\",1]".getBytes(StandardCharsets.UTF_8);
        NewTask.AddMode replace = TestTasks.mode(Priority.HIGH, IfExists.REPLACE, false);
        for (String id : ids()) {
            for (Change change : List.of(
                    new Change.Reschedule("move " + id, id, 60_000, true),
                    new Change.Add("add " + id, new NewTask("t", id, 9_000, false, detail, replace)),
                    new Change.Remove("remove " + id, id))) {
                tryWhileMoving(() -> apply(change));
                // Reserved tasks and dead letters are not rescheduled.
                assertThat(apply(change) == Change.Result.NOT_MADE
                                && store.find(group, List.of(id)).contains(null))
                        .as("nothing to change before and now")
                        .isFalse();
                tryWhileMoving(() -> store.confirm(group, List.of(change.name())));
                tryWhileMoving(() -> apply(change));
                assertThat(apply(change)).isEqualTo(Change.Result.REPEATED);
            }
        }
        assertThat(cluster.client().hlen("{" + group + "}:DETAIL")).isZero();
        assertThat(cluster.client().zcard("{" + group + "}:APPLIED")).isEqualTo(12);
    }

    private Change.Result apply(Change change) {
        return store.apply(group, List.of(change), 4_000_000_000_000L).results().get(0);
    }

    @Test
    void requeuesAndPurges() {
        for (Runnable step : List.<Runnable>of(
                () -> deadLetters.requeue(group, ids()),
                () -> deadLetters.requeueEdited(group, "dead", before -> before),
                () -> deadLetters.requeueSelected(topic, ids()),
                () -> deadLetters.requeueTopic(topic, null, 1_000),
                () -> deadLetters.requeueTopic(topic, null, 0),
                () -> deadLetters.purgeSelected(topic, ids()),
                () -> deadLetters.trim(topic, new DeadLetterRetention(null, 1)),
                () -> deadLetters.purgeTopic(topic, null))) {
            inEveryState();
            tryWhileMoving(step);
        }
    }

    @Test
    void nextRuns() {
        add(2);
        for (Delivery delivery : reserved(LEASE)) {
            tryWhileMoving(() -> store.acknowledge(
                    group,
                    List.of(new Outcome.NextOccurrence(delivery, Outcome.NextOccurrence.Timing.RATE, 1_000, null))));
        }
        assertThat(cluster.client().hlen("{" + group + "}:DETAIL")).isEqualTo(2);
    }

    @Test
    void limitedTasks() {
        RedisLimitStore limits =
                new RedisLimitStore(RedisUnderTest.calls(cluster.client(), "the cluster", Duration.ZERO), topics);
        Limit limit = Limit.of(group, "shared").concurrency(2);
        Declaration declaration = new Declaration(
                List.of(limit),
                Map.of(
                        "t",
                        new LeaseRule(List.of("shared"), null, 1, 0),
                        "u",
                        new LeaseRule(List.of("shared"), null, 1, 0)));
        tryWhileMoving(() -> limits.declare(group, declaration, (key, text) -> false));
        limits.declare(group, declaration, (key, text) -> false);
        add(5);
        store.push(group, "i", List.of(), ExpectedTime.NONE);
        tryWhileMoving(() -> store.reserve(topic, "i", LEASE, 10));
        tryWhileMoving(() -> store.pushAndReserve(topic, "i", List.of("t", "u"), ExpectedTime.NONE, LEASE, 10));
        List<Delivery> running = new ArrayList<>(reserved(LEASE));
        tryWhileMoving(() -> limits.set(limit.concurrency(3)));
        tryWhileMoving(() -> limits.hold(group, "shared", Instant.EPOCH));
        tryWhileMoving(() -> store.acknowledge(group, List.of(new Outcome.Finished(running.get(0)))));
        Outcome.Hold hold = new Outcome.Hold("shared", 1);
        tryWhileMoving(() -> store.acknowledge(group, List.of(new Outcome.Released(running.get(0), true, hold))));
        tryWhileMoving(() -> limits.reset(group, "shared"));
        tryWhileMoving(() -> limits.remove(group, "shared"));
        tryWhileMoving(() -> limits.list(group));
        tryWhileMoving(() -> topics.forgetEmpty(group, List.of()));
        limits.declare(group, declaration, (key, text) -> false);
        assertThat(limits.list(group)).hasSize(1);
        assertThat(cluster.client().zcard("{" + group + "}:RESERVED:t")).isLessThanOrEqualTo(3);
    }

    @Test
    void pauses() {
        add(2);
        store.push(group, "i", List.of(), ExpectedTime.NONE);
        tryWhileMoving(() -> topics.pause(topic));
        tryWhileMoving(() -> store.reserve(topic, "i", LEASE, 1));
        tryWhileMoving(() -> topics.hold(topic, Instant.ofEpochMilli(9_000_000_000_000L)));
        tryWhileMoving(() -> topics.resume(topic));
        topics.resume(topic);
        assertThat(store.reserve(topic, "i", LEASE, 10).tasks()).hasSize(2);
    }

    /** One dead, one reserved, one ready and one delayed task. */
    private void inEveryState() {
        add(2);
        List<Delivery> deliveries = reserved(LEASE);
        store.acknowledge(group, List.of(new Outcome.Dead(deliveries.get(0), "{}")));
        add(1);
        store.push(group, "i", List.of(), ExpectedTime.NONE);
        byte[] detail = "\"t\",null]".getBytes(StandardCharsets.UTF_8);
        store.add(group, List.of(TestTasks.task("t", "a" + added++, 60_000, true, detail)));
    }

    private List<String> ids() {
        return List.copyOf(cluster.client().hkeys("{" + group + "}:DETAIL"));
    }

    @Test
    void repairs() {
        RedisAuditStore audit =
                new RedisAuditStore(RedisUnderTest.calls(cluster.client(), "the cluster", Duration.ZERO));
        String start = "{" + group + "}:";
        add(1);
        List<Flaw> flaws = List.of(
                new Flaw(Kind.TASK_NOWHERE, "t", "a0", List.of(), null),
                new Flaw(Kind.TASK_IN_SEVERAL_STATES, "t", "a0", List.of(TaskState.DELAYED, TaskState.DEAD), null),
                new Flaw(Kind.LEASE_WITHOUT_DELIVERY, "t", "a0", List.of(TaskState.RESERVED), null),
                new Flaw(Kind.MEMBER_WITHOUT_TASK, "t", "ghost", List.of(TaskState.RESERVED), null));
        List<Runnable> breaks = List.of(
                () -> leave("WAITING", "RESERVED"),
                () -> cluster.client().zadd(start + "DEAD:t", 1, "a0"),
                () -> {
                    leave("WAITING", "RESERVED");
                    cluster.client().zadd(start + "RESERVED:t", 1, "a0");
                },
                () -> cluster.client().zadd(start + "RESERVED:t", 1, "ghost"));
        for (int i = 0; i < flaws.size(); i++) {
            Flaw flaw = flaws.get(i);
            breaks.get(i).run();
            beginToMove();
            try {
                audit.repair(group, flaw);
            } catch (TaskStoreException expected) {
                assertThat(expected).hasMessageContaining("the cluster");
            }
            endMove();
            // Repaired before the error, or not touched: never half of it.
            audit.repair(group, flaw);
            new GroupAudit(cluster.client(), group).check();
        }
    }

    private void leave(String... sets) {
        for (String set : sets) {
            cluster.client().zrem("{" + group + "}:" + set + ":t", "a0");
        }
    }
}
