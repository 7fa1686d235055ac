package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.Outcome.Disturbance;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.limit.Limit;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/**
 * Limits over several JVMs, which are killed and frozen, while Redis forgets its last writes, its clock is set forward and back, and an operator
 * changes, holds and removes the limits. All the time the limits are sampled.
 */
@Tag(Chaos.TAG)
class DisturbedLimitsIT {

    private static final int ROUNDS = Chaos.scaled(1, 10);

    private static final int INSTANCES = Chaos.scaled(2, 3);

    /** Leases of all instances, at most. */
    private static final int PLACES = INSTANCES * 3 * LimitedConsumer.CONCURRENCY;

    private static final int CHANGES = Chaos.scaled(6, 12);

    /** So that tasks wait all the time, and a lowered limit leaves no more of them than the end has time for. */
    private static final int BACKLOG = 200;

    /** More than a lease. */
    private static final Duration FORWARD = Duration.ofSeconds(5);

    private static final Duration BACK = Duration.ofSeconds(-1);

    /** The clock of a server cannot be moved here, so what it has stored is: KEYS from the second on are sorted sets. */
    private static final String SHIFT = """
            for at = 2, #KEYS do
              for _, member in ipairs(redis.call('ZRANGE', KEYS[at], 0, -1)) do
                redis.call('ZINCRBY', KEYS[at], -ARGV[1], member)
              end
            end
            for _, name in ipairs({ '%' .. ARGV[2], '~' .. ARGV[2] }) do
              local time, rest = string.match(redis.call('HGET', KEYS[1], name) or '', '^(%d+)(|.*)$')
              if time then
                local by = string.sub(name, 1, 1) == '~' and ARGV[1] * 1000 or ARGV[1]
                redis.call('HSET', KEYS[1], name, string.format('%.0f', math.max(0, time - by)) .. rest)
              end
            end
            redis.call('DEL', ARGV[3])""";

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final DelayQueueEngine operator = engines.build();

    private final DelayQueueInspector inspector = operator.inspector();

    private final Ledger ledger = new Ledger();

    private final Random random = Chaos.random(DisturbedLimitsIT.class);

    private final String rated = engines.group() + "r";

    private final List<LimitWatch> watches = List.of(
            engines.closing(new LimitWatch(server, engines.group(), LimitedConsumer.SHARED, LimitedConsumer.SHARING)),
            engines.closing(new LimitWatch(server, rated, LimitedConsumer.RATED, List.of(LimitedConsumer.RATED))));

    private Consumers consumers;

    /** Steps of the clock, in their order. */
    private final List<Step> steps = new CopyOnWriteArrayList<>();

    private volatile int completedSteps;

    /** By the id of a task how many steps were completed before it was added. */
    private final Map<String, Integer> stepsBefore = new ConcurrentHashMap<>();

    /** Odd while Redis may forget what it confirms. */
    private final AtomicInteger era = new AtomicInteger();

    private int eraOfTask;

    /** How many runs beyond a task's first the disturbances excuse. */
    private int bound;

    private volatile boolean adding = true;

    @TempDir
    private Path folder;

    /**
     * A step of the clock.
     *
     * @param at the instant before it
     * @param length negative if the clock was set back
     */
    private record Step(Instant at, Duration length) {}

    @AfterEach
    void end() {
        adding = false;
    }

    @Test
    void limitsShouldHoldAndNothingShouldBeStuck() throws IOException {
        consumers = new Consumers(
                engines,
                folder,
                random,
                file -> LimitedConsumer.start(server, file, engines.group(), rated),
                this::hasLeases);
        consumers.start(INSTANCES);
        for (LimitWatch watch : watches) {
            await().until(() -> isWhole(watch));
        }
        try (Load load = new Load(
                operator.service(),
                this::next,
                ledger,
                TaskStoreUnavailableException.class,
                () -> era.get() == eraOfTask && eraOfTask % 2 == 0)) {
            load.awaitMore(100);
            watches.forEach(this::fill);
            for (int round = 0; round < ROUNDS; round++) {
                disturb();
            }
            adding = false;
        }
        watches.forEach(this::restore);
        await().atMost(Duration.ofMinutes(2)).until(() -> watches.stream().allMatch(watch -> watch.tasks() == 0));
        for (LimitWatch watch : watches) {
            await().untilAsserted(() -> new GroupAudit(server.client(), watch.group()).checkNothingLeft());
        }
        conclude();
    }

    private boolean hasLeases(Process process) {
        return watches.stream()
                .anyMatch(watch -> Consumers.hasLeases(server.client(), watch.group(), watch.topics(), process));
    }

    /** The limit is there, and all of its topics have it. */
    private boolean isWhole(LimitWatch watch) {
        return inspector.limits(watch.group()).stream()
                .anyMatch(info -> info.limit().name().equals(watch.limit())
                        && info.topics().equals(watch.topics()));
    }

    /** At least here the limit is seen to be reached, because tasks wait for its only place. */
    private void fill(LimitWatch watch) {
        int before = watch.check().full();
        Limit limit = Limit.of(watch.group(), watch.limit()).concurrency(1);
        watch.change(() -> inspector.setLimit(limit));
        await().until(() -> watch.check().full() > before);
    }

    private Task next() {
        int kind = random.nextInt(3);
        while (adding && watches.get(kind / 2).tasks() > BACKLOG) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            kind = random.nextInt(3);
        }
        Task task = (kind == 2
                        ? Task.of(rated, LimitedConsumer.RATED)
                        : Task.of(engines.group(), LimitedConsumer.SHARING.get(kind)))
                .delay(Duration.ofMillis(random.nextInt(300)))
                .build();
        eraOfTask = era.get();
        stepsBefore.put(task.id(), completedSteps);
        return task;
    }

    /** Disturbs once in each way, in any order. Before each disturbance, and after it, limits change. */
    private void disturb() throws IOException {
        LimitWatch removed = watches.get(random.nextInt(watches.size()));
        removed.change(() -> inspector.removeLimit(removed.group(), removed.limit()));
        List<Disturbing> ways = new ArrayList<>(
                List.of(consumers::kill, consumers::freeze, this::forget, () -> step(FORWARD), () -> step(BACK)));
        Collections.shuffle(ways, random);
        for (Disturbing way : ways) {
            change();
            bound += PLACES;
            way.run();
            assertUnbroken();
        }
        change();
        assertUnbroken();
    }

    /** A disturbance. */
    private interface Disturbing {

        void run() throws IOException;
    }

    private void assertUnbroken() {
        watches.forEach(watch ->
                assertThat(watch.check().broken()).as("seed " + Chaos.seed()).isEmpty());
    }

    private void change() {
        for (int i = 0; i < CHANGES; i++) {
            LimitWatch watch = watches.get(random.nextInt(watches.size()));
            if (isWhole(watch)) {
                watch.change(() -> change(watch));
            }
            int before = watch.samples();
            await().pollInterval(Duration.ofMillis(5)).until(() -> watch.samples() >= before + 30);
        }
    }

    private void change(LimitWatch watch) {
        Limit limit = Limit.of(watch.group(), watch.limit());
        if (watch.limit().equals(LimitedConsumer.RATED)) {
            limit = limit.rate(20 + random.nextInt(150), TimeUnit.SECONDS);
        }
        if (limit.rate() == null || random.nextBoolean()) {
            limit = limit.concurrency(1 + random.nextInt(10));
        }
        switch (random.nextInt(5)) {
            case 0 -> hold(watch, inspector.storeTime(watch.group()).plusMillis(200));
            case 1 -> hold(watch, Instant.EPOCH);
            case 2 -> inspector.resetLimit(watch.group(), watch.limit());
            default -> inspector.setLimit(limit);
        }
    }

    private void hold(LimitWatch watch, Instant until) {
        inspector.holdLimit(watch.group(), watch.limit(), until);
    }

    /** Redis comes back with all that it had a moment before it was killed. */
    private void forget() {
        era.incrementAndGet();
        long before = begun();
        try (Jedis jedis = server.connect()) {
            jedis.save();
        }
        change();
        bound += (int) (begun() - before);
        server.kill();
        server.restart();
        era.incrementAndGet();
    }

    private long begun() {
        return watches.stream().mapToLong(LimitWatch::begun).sum();
    }

    private void step(Duration length) {
        watches.get(0).interrupt(() -> watches.get(1).interrupt(() -> {
            steps.add(new Step(Instant.now(), length));
            watches.forEach(watch -> shift(watch, length));
            completedSteps = steps.size();
        }));
    }

    private void shift(LimitWatch watch, Duration length) {
        String start = "{" + watch.group() + "}:";
        List<String> keys = new ArrayList<>(List.of(start + "RULES", start + "TOPICS"));
        for (String topic : watch.topics()) {
            keys.add(start + "RESERVED:" + topic);
            keys.add(start + "WAITING:" + topic);
        }
        List<String> arguments = List.of(Long.toString(length.toMillis()), watch.limit(), start + "HELD");
        server.client().eval(SHIFT, keys, arguments);
    }

    /** The limit is what the code declares. */
    private void restore(LimitWatch watch) {
        await().until(() -> isWhole(watch));
        hold(watch, Instant.EPOCH);
        inspector.resetLimit(watch.group(), watch.limit());
    }

    private void conclude() throws IOException {
        watches.forEach(LimitWatch::close);
        assertUnbroken();
        for (LimitWatch watch : watches) {
            LimitCheck check = watch.check();
            System.out.println("limit " + watch.limit() + ": " + watch.samples() + " samples, " + check.full()
                    + " of them full, " + check.rules() + " rules, seed " + Chaos.seed());
            assertThat(check.full()).as("samples that were full").isPositive();
            assertThat(check.rules()).as("rules").isGreaterThan(CHANGES);
        }
        for (Path file : consumers.files()) {
            LimitedConsumer.read(file).map(this::byTheSteppedClock).forEach(ledger::ran);
        }
        ledger.conclude("limits changed and disturbed", Disturbance.KILL, 2 * ROUNDS, bound);
    }

    /** The run as the clock would have shown it that was set since the task was added; a step back does not count. */
    private Ledger.Run byTheSteppedClock(Ledger.Run run) {
        Duration ahead = Duration.ZERO;
        Duration most = Duration.ZERO;
        for (Step step : steps.subList(stepsBefore.get(run.id()), steps.size())) {
            if (!step.at().isAfter(run.at())) {
                ahead = ahead.plus(step.length());
                most = ahead.compareTo(most) > 0 ? ahead : most;
            }
        }
        return new Ledger.Run(run.id(), run.attempt(), run.dueAt(), run.at().plus(most));
    }
}
