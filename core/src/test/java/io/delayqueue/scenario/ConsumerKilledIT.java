package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.callback.TopicOptions;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.Outcome.Disturbance;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** A second JVM that consumes is killed in the middle of its callbacks, again and again, while this one adds and consumes. */
@Tag(Chaos.TAG)
class ConsumerKilledIT {

    static final int MAX_ATTEMPTS = 20;

    private static final int ROUNDS = Chaos.scaled(2, 50);

    private static final Duration LEASE = Duration.ofSeconds(3);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger();

    /** How often a task was leased to a JVM that was killed. */
    private final Map<String, Integer> kills = new TreeMap<>();

    /** One line that the other JVM wrote. */
    private record Record(String event, Ledger.Run run) {

        static Record read(String line) {
            String[] words = line.split(" ");
            return new Record(
                    words[0],
                    new Ledger.Run(
                            words[1], Integer.parseInt(words[2]), Instant.parse(words[3]), Instant.parse(words[4])));
        }

        String delivery() {
            return run.id() + " attempt " + run.attempt();
        }
    }

    @Test
    void everyTaskRunsAndOnlyThoseInFlightRunAgain() throws IOException {
        DelayQueueEngine engine = engines.start(engines.consuming(
                        ledger,
                        TopicOptions.builder()
                                .concurrency(2)
                                .maxAttempts(MAX_ATTEMPTS)
                                .build())
                .andThen(HistoryCheck.keeping(List.of(engines.group())))
                .andThen(TestEngines.settings(LEASE, Duration.ofSeconds(5))));
        List<Record> records = new ArrayList<>();
        try (Load load = new Load(
                engine.service(), () -> HistoryCheck.tagged(engines.builder().delay(anyDelay())), ledger)) {
            load.awaitMore(1);
            for (int round = 0; round < ROUNDS; round++) {
                records.addAll(consumeElsewhereAndKill("records" + round));
            }
        }
        records.stream().filter(record -> record.event().equals("start")).forEach(record -> ledger.ran(record.run()));
        await().atMost(Duration.ofSeconds(20)).until(() -> ledger.lost().isEmpty());
        await().untilAsserted(() -> new GroupAudit(server.client(), engines.group()).checkNothingLeft());
        ledger.assertNoneLostOrEarly();
        HistoryCheck.assertEachHasOneRecord(engine, List.of(engines.group()), ledger);
        assertThat(kills.keySet()).as("in flight at a kill").containsAll(ledger.doubled());
        assertThat(kills.keySet()).as("in flight at a kill").containsAll(unfinished(records));
        assertThat(lastAttempts()).isEqualTo(oneMoreThanKills());
        int inFlight = kills.values().stream().mapToInt(Integer::intValue).sum();
        ledger.conclude("consumer killed", Disturbance.KILL, ROUNDS, inFlight);
    }

    private static Duration anyDelay() {
        return Duration.ofMillis(ThreadLocalRandom.current().nextInt(300));
    }

    private List<Record> consumeElsewhereAndKill(String list) throws IOException {
        Process process =
                engines.killing(KillableConsumer.start(server.host(), server.port(), engines.group(), LEASE, list));
        String owner = ":" + process.pid() + "-";
        await().pollInterval(Duration.ofMillis(20))
                .until(() -> read(list).stream()
                                .filter(record -> record.event().equals("hang"))
                                .count()
                        == KillableConsumer.HANGING);
        process.destroyForcibly().onExit().join();
        // All that it had sent before it died has arrived when its connections have ended.
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5)).until(() -> !connections()
                .contains("name=" + list));
        inFlight(owner).forEach(id -> kills.merge(id, 1, Integer::sum));
        return read(list);
    }

    private List<Record> read(String list) {
        return server.client().lrange(list, 0, -1).stream().map(Record::read).toList();
    }

    private String connections() {
        try (Jedis jedis = server.connect()) {
            return jedis.clientList();
        }
    }

    /** The tasks leased to the JVM that was killed. */
    private Set<String> inFlight(String owner) {
        String start = engines.key("");
        Set<String> ids = new HashSet<>();
        ids.addAll(server.client().zrange(start + "RESERVED:" + TestEngines.TOPIC, 0, -1));
        Map<String, String> deliveries = server.client().hgetAll(start + "DELIVERIES");
        ids.removeIf(id -> !deliveries.getOrDefault(id, "").contains(owner));
        assertThat(ids).as("leased to " + owner).hasSizeGreaterThanOrEqualTo(KillableConsumer.HANGING);
        return ids;
    }

    /** Tasks whose callback had begun and not ended. */
    private static Set<String> unfinished(List<Record> records) {
        Set<String> ended = new HashSet<>();
        records.stream().filter(record -> record.event().equals("end")).forEach(record -> ended.add(record.delivery()));
        Set<String> unfinished = new TreeSet<>();
        records.stream()
                .filter(record -> !ended.contains(record.delivery()))
                .forEach(record -> unfinished.add(record.run().id()));
        assertThat(unfinished).as("callbacks that a kill met").hasSizeGreaterThanOrEqualTo(KillableConsumer.HANGING);
        return unfinished;
    }

    private Map<String, Integer> lastAttempts() {
        Map<String, Integer> attempts = new TreeMap<>();
        ledger.runs().forEach(run -> attempts.merge(run.id(), run.attempt(), Math::max));
        return attempts;
    }

    private Map<String, Integer> oneMoreThanKills() {
        Map<String, Integer> attempts = new TreeMap<>();
        ledger.runs().forEach(run -> attempts.put(run.id(), 1 + kills.getOrDefault(run.id(), 0)));
        return attempts;
    }
}
