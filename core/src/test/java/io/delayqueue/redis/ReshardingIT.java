package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.PushAndReserveResult;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.MigrateParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * A cluster moves the slot of a group key by key. Between any two keys the group is used in every way: each call does what it says or
 * fails, and afterwards every task is there once.
 */
@Tag(Chaos.TAG)
class ReshardingIT {

    private static final int TOPICS = 8;

    private static final int CALLS_BETWEEN_KEYS = Chaos.scaled(12, 60);

    private static final int TIMEOUT_MILLIS = 5_000;

    private static final Duration LEASE = Duration.ofMinutes(5);

    private static final MigrateParams REPLACE = new MigrateParams().replace();

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisCluster cluster = open.closing(RedisCluster.start());

    private final String group = "g" + UUID.randomUUID();

    private final int slot = JedisClusterCRC16.getSlot("{" + group + "}");

    private final RedisCalls calls = RedisUnderTest.calls(cluster.client(), "the cluster", Duration.ZERO);

    private final RedisTaskStore store = new RedisTaskStore(calls, Durability.MASTER_ONLY);

    private final RedisTopicStore topics = new RedisTopicStore(calls);

    private final RedisDeadLetterStore deadLetters = new RedisDeadLetterStore(calls);

    private final Random random = new Random(1);

    /** The topic of each task that is there. */
    private final Map<String, String> tasks = new LinkedHashMap<>();

    private final List<Delivery> leased = new ArrayList<>();

    private int added;

    private int done;

    private int refused;

    /** In which order keys move. */
    enum Order {
        /** Those that scripts declare go first: on the target they are complete, and what is not declared is missing. */
        OF_THE_GROUP_FIRST,
        OF_TOPICS_FIRST,
        RANDOM
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void aSlotThatMovesShouldNeitherLoseNorDoubleATask(Order order) {
        IntStream.range(0, TOPICS).forEach(i -> fill("t" + i));
        topics.pause(new TopicName(group, "paused"));
        check();
        move(order);
        check();
        assertThat(done).as("calls that did their work while the slot moved").isPositive();
        assertThat(refused).as("calls that were refused").isPositive();
        leased.forEach(delivery -> assertThat(store.acknowledge(group, List.of(new Outcome.Finished(delivery))))
                .as("stale")
                .isEmpty());
        leased.forEach(delivery -> tasks.remove(delivery.id()));
        check();
    }

    /** One that is dead, two that are leased, one of each priority that is ready, two that are delayed. */
    private void fill(String topic) {
        for (int i = 0; i < 3; i++) {
            add(task(topic, true, 0, IfExists.KEEP, Priority.NORMAL));
        }
        pushed();
        List<ReservedTask> three =
                store.reserve(new TopicName(group, topic), "i", LEASE, 3).tasks();
        store.acknowledge(group, List.of(new Outcome.Dead(three.get(0).delivery(), "{}")));
        three.subList(1, 3).forEach(task -> leased.add(task.delivery()));
        for (Priority priority : Priority.values()) {
            add(task(topic, true, 0, IfExists.KEEP, priority));
        }
        pushed();
        add(task(topic, true, 600_000, IfExists.KEEP, Priority.NORMAL));
        add(task(topic, true, 600_000, IfExists.REPLACE, Priority.NORMAL));
    }

    private void pushed() {
        long due = store.time(group) + 1;
        while (store.time(group) <= due) {
            Thread.onSpinWait();
        }
        store.push(group, "i", List.of(), ExpectedTime.NONE);
    }

    private void move(Order order) {
        int from = RedisCluster.masterOf(slot);
        RedisServer target =
                cluster.servers().get((from + 1) % cluster.servers().size());
        try (Jedis source = new Jedis(cluster.servers().get(from).hostAndPort());
                Jedis destination = new Jedis(target.hostAndPort())) {
            destination.clusterSetSlotImporting(slot, source.clusterMyId());
            source.clusterSetSlotMigrating(slot, destination.clusterMyId());
            List<String> keys = source.clusterGetKeysInSlot(slot, 1_000);
            while (!keys.isEmpty()) {
                for (String key : ordered(keys, order)) {
                    source.migrate(target.host(), target.port(), TIMEOUT_MILLIS, REPLACE, key);
                    IntStream.range(0, CALLS_BETWEEN_KEYS).forEach(i -> call());
                }
                keys = source.clusterGetKeysInSlot(slot, 1_000);
            }
            destination.clusterSetSlotNode(slot, destination.clusterMyId());
            source.clusterSetSlotNode(slot, destination.clusterMyId());
        }
    }

    private List<String> ordered(List<String> keys, Order order) {
        List<String> ordered = new ArrayList<>(keys);
        Collections.shuffle(ordered, random);
        Comparator<String> byKind =
                Comparator.comparing(key -> key.matches(".*:(WAITING|RESERVED|CONSUMING|SIGNAL|DEAD):.*"));
        switch (order) {
            case OF_THE_GROUP_FIRST -> ordered.sort(byKind);
            case OF_TOPICS_FIRST -> ordered.sort(byKind.reversed());
            default -> {}
        }
        return ordered;
    }

    private void call() {
        try {
            use(random.nextInt(17));
            done++;
        } catch (TaskStoreUnavailableException e) {
            refused++;
        }
    }

    private void use(int what) {
        String topic = "t" + random.nextInt(TOPICS);
        String id = oneOf(new ArrayList<>(tasks.keySet()));
        switch (what) {
            case 0 -> add(task(topic, true, 0, IfExists.KEEP, Priority.HIGH));
            case 1 -> add(task(topic, false, 1_000, IfExists.KEEP, Priority.NORMAL));
            case 2 -> replace(id);
            case 3 -> store.push(group, "i", List.of(topic), ExpectedTime.NONE);
            case 4 -> pushAndReserve(topic);
            case 5 -> settle(random.nextInt(4));
            case 6 ->
                assertThat(store.find(group, List.of(id)))
                        .as("found " + id)
                        .doesNotContainNull()
                        .allSatisfy(this::checkState);
            case 7 ->
                assertThat(store.reschedule(group, id, random.nextInt(2) * 60_000, true)
                                .outcome())
                        .as("reschedule of " + id)
                        .isNotEqualTo(RescheduleResult.Outcome.NOT_FOUND);
            case 8 -> remove(id);
            case 9 -> deadLetters.requeue(group, List.of(id));
            case 10 -> deadLetters.requeueTopic(new TopicName(group, topic), null, 0);
            case 11 ->
                assertThat(topics.count(group, List.of()).stream()
                                .mapToLong(TaskCounts::total)
                                .sum())
                        .as("counted")
                        .isEqualTo(tasks.size());
            case 12 -> addToSeveralTopics();
            case 13 -> reserve(topic);
            case 14 ->
                assertThat(store.renew(group, some(leased), LEASE)).as("stale").isEmpty();
            case 15 -> retrySome();
            default -> store.reclaim(new TopicName(group, topic), "i", 0, leased);
        }
    }

    private <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private NewTask task(String topic, boolean relative, long time, IfExists ifExists, Priority priority) {
        return task(topic, "a" + added++, relative, time, TestTasks.mode(priority, ifExists, false));
    }

    private static NewTask task(String topic, String id, boolean relative, long time, AddMode mode) {
        byte[] detail = ("\"" + topic + "\",null]").getBytes(StandardCharsets.UTF_8);
        return new NewTask(topic, id, time, relative, detail, mode);
    }

    private void add(NewTask task) {
        assertThat(store.add(group, List.of(task))).extracting(AddStatus::kind).containsExactly(AddStatus.Kind.ADDED);
        tasks.put(task.id(), task.topic());
    }

    private void replace(String id) {
        NewTask task = task(tasks.get(id), id, true, 60_000, TestTasks.mode(Priority.NORMAL, IfExists.REPLACE, false));
        assertThat(store.add(group, List.of(task)))
                .extracting(AddStatus::kind)
                .containsExactly(AddStatus.Kind.REPLACED);
        leased.removeIf(delivery -> delivery.id().equals(id));
    }

    private void remove(String id) {
        assertThat(store.remove(group, List.of(id))).as("removed " + id).doesNotContainNull();
        tasks.remove(id);
        leased.removeIf(delivery -> delivery.id().equals(id));
    }

    private void addToSeveralTopics() {
        List<NewTask> several = IntStream.range(0, 3)
                .mapToObj(i -> task("t" + (added + i) % TOPICS, true, i * 60_000L, IfExists.KEEP, Priority.NORMAL))
                .toList();
        assertThat(store.add(group, several)).extracting(AddStatus::kind).containsOnly(AddStatus.Kind.ADDED);
        several.forEach(task -> tasks.put(task.id(), task.topic()));
    }

    private void reserve(String topic) {
        store.reserve(new TopicName(group, topic), "i", LEASE, 2).tasks().forEach(task -> leased.add(task.delivery()));
    }

    /** Deliveries of several topics. */
    private List<Delivery> some(List<Delivery> all) {
        List<Delivery> some = new ArrayList<>(all);
        Collections.shuffle(some, random);
        return some.subList(0, Math.min(3, some.size()));
    }

    private void retrySome() {
        List<Delivery> retried = some(leased);
        assertThat(store.acknowledge(
                        group,
                        retried.stream()
                                .map(delivery -> new Outcome.Retry(delivery, 60_000, "{}", true))
                                .toList()))
                .as("stale")
                .isEmpty();
        leased.removeAll(retried);
    }

    private void pushAndReserve(String topic) {
        PushAndReserveResult pushed =
                store.pushAndReserve(new TopicName(group, topic), "i", List.of(), ExpectedTime.NONE, LEASE, 2);
        if (pushed.reservation() != null) {
            pushed.reservation().tasks().forEach(task -> leased.add(task.delivery()));
        }
    }

    private void settle(int how) {
        if (leased.isEmpty()) {
            return;
        }
        Delivery delivery = oneOf(leased);
        List<Delivery> stale =
                switch (how) {
                    case 0 -> store.acknowledge(group, List.of(new Outcome.Finished(delivery)));
                    case 1 -> store.acknowledge(group, List.of(new Outcome.Dead(delivery, "{}")));
                    case 2 -> store.acknowledge(group, List.of(new Outcome.Released(delivery, false)));
                    default -> store.acknowledge(group, List.of(new Outcome.Retry(delivery, 0, "{}", true)));
                };
        assertThat(stale).isEmpty();
        leased.remove(delivery);
        if (how == 0) {
            tasks.remove(delivery.id());
        }
    }

    private void checkState(TaskInfo found) {
        boolean isLeased = leased.stream().anyMatch(delivery -> delivery.id().equals(found.id()));
        assertThat(found.state() == TaskState.RESERVED).as("leased: %s", found).isEqualTo(isLeased);
    }

    private void check() {
        assertThat(cluster.client().hkeys("{" + group + "}:DETAIL"))
                .as("tasks")
                .containsExactlyInAnyOrderElementsOf(new TreeSet<>(tasks.keySet()));
        new GroupAudit(cluster.client(), group).check();
    }
}
