package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.IfExists;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicOperations;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.Outcome.Disturbance;
import io.delayqueue.chaos.ReplicaMark;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/**
 * The order of keys over several JVMs, which are killed and frozen, while a replica takes the place of its master, with and without a loss of writes,
 * others stop in order, topics are paused, dead letters requeued, and tasks removed, replaced and rescheduled in any state.
 */
@Tag(Chaos.TAG)
class DisturbedKeysIT {

    private static final int ROUNDS = Chaos.scaled(1, 10);

    private static final int INSTANCES = 3;

    /** Leases of all instances, at most. */
    private static final int LEASES = INSTANCES * 3 * KeyedConsumer.CONCURRENCY;

    private static final int KEYS = 50;

    /** Keys that have half of the tasks, so that tasks are behind others. */
    private static final int HOT = 5;

    /** So that the end has time for all tasks that are left. */
    private static final int BACKLOG = 400;

    /** Tasks that may be changed, most of them not yet finished. */
    private static final int RECENT = 150;

    /** The shortest delay: tasks that are due at once may overtake those that are due, but not yet ready. */
    private static final Duration SOON = Duration.ofMillis(20);

    /** How long after its run the end of a task may take to reach the master. */
    private static final Duration UNCONFIRMED = Duration.ofSeconds(2);

    private static final String SAMPLE = """
            local result = { redis.call('HLEN', KEYS[1]) }
            for at = 2, #KEYS do
              local keys = {}
              for _, id in ipairs(redis.call('ZRANGE', KEYS[at], 0, -1)) do
                keys[#keys + 1] = string.match(redis.call('HGET', KEYS[1], id) or '', '^%[%d+,"[^":]+:([^"]+)"')
              end
              result[at] = keys
            end
            return result""";

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final Failover.Promotion redis = engines.closing(Failover.byHand());

    private final DelayQueueEngine operator = engines.build(redis.backend(), builder -> {});

    private final DelayQueueService service = operator.service();

    private final ReplicaMark mark = engines.closing(new ReplicaMark(redis.servers(), engines.group()));

    private final KeyCheck check = new KeyCheck();

    private final Sampling sampling =
            engines.closing(new Sampling(() -> redis.master().connect(), this::sample, () -> {}));

    private final Ledger ledger = new Ledger();

    private final Random random = Chaos.random(DisturbedKeysIT.class);

    private final List<Task> recent = new ArrayList<>();

    private final AtomicInteger replaced = new AtomicInteger();

    private final AtomicInteger changed = new AtomicInteger();

    private final Map<String, Integer> disturbances = new TreeMap<>();

    private final List<Span> failovers = new ArrayList<>();

    private Consumers consumers;

    /** How many runs beyond a task's first the kills excuse. */
    private int bound;

    private Instant replacedAt = Instant.EPOCH;

    private volatile Instant safe = Instant.now();

    private volatile long tasks;

    private volatile boolean adding = true;

    @TempDir
    private Path folder;

    /** A time in which a callback may have run whose end a failover has lost. */
    private record Span(Instant from, Instant until) {

        boolean hasIn(Ledger.Run run) {
            return run.at().isAfter(from) && run.at().isBefore(until);
        }
    }

    /** A disturbance. */
    private interface Disturbing {

        void run() throws IOException;
    }

    @AfterEach
    void end() {
        adding = false;
    }

    @Test
    void tasksOfAKeyShouldStayInOrderAndNoneShouldBeStuck() throws IOException {
        consumers = new Consumers(
                engines,
                folder,
                random,
                file -> KeyedConsumer.start(redis.address(), file, engines.group()),
                process ->
                        Consumers.hasLeases(redis.master().client(), engines.group(), KeyedConsumer.TOPICS, process));
        consumers.start(INSTANCES);
        try (Load load = new Load(service, this::next, ledger, TaskStoreUnavailableException.class, this::isSafe)) {
            for (int round = 0; round < ROUNDS; round++) {
                List<Disturbing> ways = new ArrayList<>(List.of(
                        () -> breaking("kills", consumers::kill),
                        () -> breaking("freezes", consumers::freeze),
                        () -> breaking("failovers", this::failOver),
                        () -> counted("stops", this::stop),
                        () -> counted("pauses", this::pause),
                        this::requeue));
                Collections.shuffle(ways, random);
                for (Disturbing way : ways) {
                    load.awaitMore(100);
                    await().until(() -> leases().findAny().isPresent());
                    way.run();
                    assertUnbroken();
                }
                load.awaitMore(100);
                assertThat(operator.inspector().audit(engines.group()).findings())
                        .as("seed " + Chaos.seed())
                        .isEmpty();
            }
            adding = false;
        }
        await().atMost(Duration.ofMinutes(2)).until(this::isEmpty);
        await().untilAsserted(() -> new GroupAudit(redis.master().client(), engines.group()).checkNothingLeft());
        sampling.close();
        conclude();
    }

    /** Makes a disturbance that may let all that is leased run again. */
    private void breaking(String name, Disturbing way) throws IOException {
        bound += LEASES;
        counted(name, way);
    }

    private void counted(String name, Disturbing way) throws IOException {
        disturbances.merge(name, 1, Integer::sum);
        way.run();
    }

    private void sample(Jedis jedis) {
        List<String> keys = new ArrayList<>(List.of(engines.key("DETAIL")));
        KeyedConsumer.TOPICS.forEach(topic -> keys.add(engines.key("RESERVED:" + topic)));
        List<?> reply = (List<?>) jedis.eval(SAMPLE, keys, List.of());
        for (int i = 0; i < KeyedConsumer.TOPICS.size(); i++) {
            List<String> leased =
                    ((List<?>) reply.get(i + 1)).stream().map(Object::toString).toList();
            check.sampled(
                    leased,
                    KeyedConsumer.ORDERS.get(KeyedConsumer.TOPICS.get(i)).concurrency());
        }
        tasks = (Long) reply.get(0);
    }

    /** Here a store that confirms only what a replica has would make every confirmed add count. */
    private boolean isSafe() {
        Instant before = Instant.now();
        boolean reached = mark.reached();
        if (reached) {
            safe = before;
        }
        return reached;
    }

    /** Changes a task now and then before the next one. */
    private Task next() {
        while (adding && tasks > BACKLOG) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        if (recent.size() == RECENT && random.nextInt(5) == 0) {
            try {
                change(recent.get(random.nextInt(RECENT)));
            } catch (TaskStoreUnavailableException e) {
                // It may have been changed.
            }
        }
        int key = random.nextInt(random.nextBoolean() ? HOT : KEYS);
        Task task = delayed(Task.of(engines.group(), KeyedConsumer.TOPICS.get(random.nextInt(4) / 3))
                        .key("k" + key))
                .build();
        if (recent.size() == RECENT) {
            recent.remove(0);
        }
        recent.add(task);
        return task;
    }

    private TaskBuilder delayed(TaskBuilder task) {
        return task.delay(delay());
    }

    private Duration delay() {
        return SOON.plusMillis(random.nextInt(300));
    }

    private void change(Task task) {
        check.changing(task.id(), Instant.now());
        changed.incrementAndGet();
        ledger.moved(task.id());
        switch (random.nextInt(4)) {
            case 0 -> {
                ledger.removed(task.id());
                service.removeTask(engines.group(), task.id());
            }
            case 1 -> {
                replaced.incrementAndGet();
                Task other = delayed(Task.of(engines.group(), task.topic().topic())
                                .id(task.id())
                                .key("k" + random.nextInt(HOT))
                                .ifExists(IfExists.REPLACE))
                        .build();
                service.addTask(other);
            }
            case 2 -> service.rescheduleTask(engines.group(), task.id(), SOON);
            default -> service.rescheduleTask(engines.group(), task.id(), delay());
        }
    }

    private List<TopicOperations> topics() {
        return KeyedConsumer.TOPICS.stream()
                .map(topic -> service.topic(engines.group(), topic))
                .toList();
    }

    /** An instance stops, when no lease from before a failover is left, of which the instance may know nothing. */
    private void stop() throws IOException {
        await().until(() -> leases().noneMatch(lease ->
                KeyCheck.leasedAt(Long.parseLong(lease.split(":")[0])).isBefore(replacedAt)));
        consumers.stop();
    }

    private Stream<String> leases() {
        return Consumers.leases(redis.master().client(), engines.group(), KeyedConsumer.TOPICS);
    }

    /** Pauses the topics until each has tasks that wait. */
    private void pause() {
        topics().forEach(TopicOperations::pause);
        Instant paused = Instant.now();
        awaitSamples();
        await().until(() -> topics().stream().allMatch(topic -> topic.count().ready() > 0));
        check.paused(paused, Instant.now());
        topics().forEach(TopicOperations::resume);
    }

    /** Requeues the dead letters, each of which then runs again. */
    private void requeue() {
        await().until(() -> topics().stream().anyMatch(topic -> topic.count().dead() > 0));
        for (TopicOperations topic : topics()) {
            for (TaskInfo task : topic.list(TaskState.DEAD, null, 100).tasks()) {
                Instant before = Instant.now();
                if (service.requeueDeadLetter(engines.group(), task.id())) {
                    check.requeued(task.id(), before, Instant.now());
                    disturbances.merge("requeues", 1, Integer::sum);
                    bound++;
                }
            }
        }
    }

    private void awaitSamples() {
        int samples = sampling.samples();
        await().until(() -> sampling.samples() > samples + 100);
    }

    /** The replica takes the place of the master. Half of the time it does not have the last writes. */
    private void failOver() throws IOException {
        Instant before = safe;
        if (random.nextBoolean()) {
            redis.disconnectReplica();
            awaitSamples();
        }
        Instant killing = Instant.now();
        redis.killMaster();
        redis.awaitReplacement();
        replacedAt = Instant.now();
        check.lost(killing, replacedAt.plus(KeyedConsumer.LEASE));
        failovers.add(new Span(before.minus(UNCONFIRMED), replacedAt.plus(UNCONFIRMED)));
    }

    private boolean isEmpty() {
        topics().forEach(TopicOperations::purgeDeadLetters);
        return topics().stream().allMatch(topic -> topic.count().total() == 0);
    }

    private void assertUnbroken() {
        assertThat(check.broken()).as("seed " + Chaos.seed()).isEmpty();
    }

    private void conclude() throws IOException {
        List<KeyCheck.Lease> leases = new ArrayList<>();
        for (Path file : consumers.files()) {
            leases.addAll(KeyedConsumer.read(file));
        }
        check.check(leases.stream()
                .filter(lease -> lease.topic().equals(KeyedConsumer.ORDERED))
                .toList());
        check.checkPauses(leases);
        System.out.println("keys: " + leases.size() + " leases, " + sampling.samples() + " samples, " + check.full()
                + " with a key that has all its places, " + changed + " changes, " + disturbances + ", seed "
                + Chaos.seed());
        assertUnbroken();
        assertThat(check.full())
                .as("samples with a key that has all its places")
                .isPositive();
        assertThat(leases).as("runs before the due time").noneMatch(lease -> lease.run()
                .isEarly());
        leases.stream()
                .filter(lease -> lease.ended() != null)
                .map(KeyCheck.Lease::run)
                .forEach(ledger::ran);
        int excused = (int) ledger.runs().stream()
                .filter(run -> failovers.stream().anyMatch(span -> span.hasIn(run)))
                .count();
        ledger.conclude("keys disturbed", Disturbance.FAILOVER, ROUNDS, bound + excused + replaced.get());
    }
}
