package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskStoreException;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.store.AttemptRecord;
import io.delayqueue.store.BackendFixture;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskStore;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/** The memory and the time that histories take, and what remains of them. */
class HistoryBoundIT extends BackendFixture {

    private static final int MB = 1 << 20;

    @AutoClose
    private static final RedisServer SERVER =
            RedisServer.builder().config("rdbcompression no").start();

    private final HistoryStore history = backend.history();

    private final Random random = new Random(53);

    private int added;

    HistoryBoundIT() {
        super(RedisBackend.connect(SERVER.host(), SERVER.port()));
    }

    private String key(String name) {
        return "{" + group + "}:" + name;
    }

    private void declare(long millis, long size) {
        HistoryRule rule = HistoryRule.of(Duration.ofMillis(millis), size);
        String before = history.rules(group, List.of("t")).getOrDefault("t", "");
        assertThat(history.declare(topic, before, HistoryStore.text(rule))).isTrue();
    }

    private Set<String> parts() {
        return SERVER.client().keys(key("HISTORY:t:*"));
    }

    /** The memory of Redis, which counts the unused rest of what it has allocated. */
    private long used() {
        return parts().stream()
                .mapToLong(part -> SERVER.client().memoryUsage(part, 0))
                .sum();
    }

    private List<Delivery> reserved(int count) {
        addAll(IntStream.range(0, count).mapToObj(i -> task("a" + added++, 0)));
        pushAll();
        return deliveries(count);
    }

    /** Ends tasks in one call, with records of a size or less. */
    private void finish(int count, int size, boolean isExact) {
        assertThat(acknowledge(reserved(count), delivery -> {
                    String text = "x".repeat(isExact || size == 0 ? size : random.nextInt(size));
                    String more = text.isEmpty() ? "" : "{\"result\":\"" + text + "\"}";
                    return new Outcome.Finished(delivery, new AttemptRecord(0, 1L, 1L, 1, more, true));
                }))
                .isEmpty();
    }

    @Test
    void memoryShouldStayWithinTheSizesOfRulesThatChange() {
        long size = 3 * MB;
        declare(604_800_000, size);
        for (int i = 0; i < 250; i++) {
            if (i % 40 == 39) {
                size = (2 + random.nextInt(3)) * (long) MB;
                declare(604_800_000, size);
                assertThat(used()).as("right after the declaration").isLessThanOrEqualTo(size);
            }
            int most = List.of(0, 40, 400, 4_000, 11_000).get(random.nextInt(5));
            finish(most > 4_000 ? 1 + random.nextInt(30) : 1 + random.nextInt(100), most, random.nextBoolean());
            assertThat(used()).isLessThanOrEqualTo(size + MB / 2);
        }
        assertThat(parts()).hasSizeGreaterThan(1);
    }

    @Test
    void recordsOfOneCallShouldNotExceedTheSizeWithTheirAttempts() {
        declare(604_800_000, 2 * MB);
        String line = "\n{\"attempt\":1,\"instance\":\"i\",\"outcome\":\"FAILED\",\"type\":\"" + "x".repeat(1_900)
                + "\",\"at\":1}";
        for (int i = 0; i < 4; i++) {
            List<Delivery> all = reserved(500);
            acknowledge(all, delivery -> new Outcome.Retry(delivery, 0, "{}", true));
            all.forEach(delivery -> SERVER.client().hset(key("ERRORS"), delivery.id(), "{}" + line));
            pushAll();
            AttemptRecord record = new AttemptRecord(0, 1L, 1L, 2, "{\"result\":\"" + "x".repeat(500) + "\"}", true);
            assertThat(acknowledge(deliveries(500), delivery -> new Outcome.Finished(delivery, record)))
                    .isEmpty();
            assertThat(used()).isLessThanOrEqualTo(2 * MB);
            assertThat(history.search(topic, HistoryQuery.ALL).records())
                    .allSatisfy(one -> assertThat(one.failedAttempts()).hasSize(1));
        }
    }

    /** Sizes of which few fit into a node of a list. */
    @ParameterizedTest
    @ValueSource(ints = {0, 180, 700, 1_100, 2_050, 2_700, 4_080, 4_200, 8_190, 10_400})
    void memoryShouldStayWithinTheSizeForRecordsOfOneSize(int bytes) {
        declare(604_800_000, 2 * MB);
        long most = 0;
        for (int written = 0; written < 5 * MB; written += 200_000) {
            finish(Math.max(1, Math.min(200, 200_000 / (bytes + 100))), bytes, true);
            most = Math.max(most, used());
        }
        assertThat(most).isLessThanOrEqualTo(2 * MB);
    }

    @Test
    void plainRecordShouldTakeAtMost75Bytes() {
        declare(604_800_000, 64 * MB);
        for (int i = 0; i < 6; i++) {
            List<String> ids = IntStream.range(0, 500)
                    .mapToObj(n -> String.format("3pxDr8vgMM%04d", added++))
                    .toList();
            addAll(ids.stream().map(id -> task(id, 0)));
            pushAll();
            long due = storeMillis() - 1_000;
            AttemptRecord record = new AttemptRecord(due, 3L, 12L, 1, "", true);
            List<Delivery> all =
                    deliveries(store().reserve(topic, "71-1x0k2m", LEASE, 500).tasks());
            acknowledge(all, delivery -> new Outcome.Finished(delivery, record));
        }
        assertThat(used() / 3_000).isLessThanOrEqualTo(75);
    }

    @Test
    void recordsShouldLastAsLongAsTheRuleSaysAndNotWithoutEnd() {
        declare(1_600, 64 * MB);
        long first = storeMillis();
        finish(1, 10, true);
        AtomicLong part = new AtomicLong(storeMillis());
        AtomicInteger least = new AtomicInteger(1);
        await().pollInterval(Duration.ofMillis(20)).until(() -> {
            long now = storeMillis();
            if (now >= first + 1_500) {
                return true;
            }
            finish(1, 10, true);
            if (now >= part.get() + 100) {
                least.incrementAndGet();
                part.set(storeMillis());
            }
            return false;
        });
        List<String> parts = List.copyOf(parts());
        boolean found =
                !history.search(topic, HistoryQuery.ALL.id("a0")).records().isEmpty();
        // On a slow machine the search comes after the end.
        if (storeMillis() < first + 1_600) {
            assertThat(parts).as("each of a sixteenth").hasSizeGreaterThanOrEqualTo(least.get());
            assertThat(found).isTrue();
        }
        // No engine runs, and no task ends.
        await().until(() -> parts().isEmpty());
        assertThat(history.counts(group, List.of("t")).get(0).outcomes()).isEmpty();
        finish(1, 10, true);
        assertThat(parts()).hasSize(1);
        assertThat(history.counts(group, List.of("t")).get(0).records()).isEqualTo(1);
    }

    @Test
    void fullMemoryShouldRefuseRecordsAndNoEnd() {
        declare(604_800_000, 64 * MB);
        List<Delivery> finished = reserved(5);
        Delivery dead = reserved(1).get(0);
        Delivery repeated = reserved(1).get(0);
        Delivery replaced = reserved(1).get(0);
        add("removed", 60_000);
        add("all", 60_000);
        SERVER.client().configSet("maxmemory", "1");
        AttemptRecord record = new AttemptRecord(0, 1L, 1L, 1, "", true);
        assertThat(acknowledge(finished, delivery -> new Outcome.Finished(delivery, record)))
                .isEmpty();
        assertThat(acknowledge(new Outcome.Dead(dead, "{}").with(record))).isEmpty();
        assertThat(acknowledge(new Outcome.NextOccurrence(repeated, Outcome.NextOccurrence.Timing.DELAY, 90_000, null)
                        .with(record)))
                .isEmpty();
        assertThat(store().remove(group, List.of("removed"))).doesNotContainNull();
        assertThatThrownBy(() -> add(replaced.id(), 60_000, Priority.NORMAL, IfExists.REPLACE))
                .isInstanceOf(TaskStoreException.class)
                .hasMessageContaining("OOM");
        assertThat(toTheEnd(from -> topics().removeTasks(topic, from))).isEqualTo(3);
        SERVER.client().configSet("maxmemory", "0");
        assertThat(parts()).isEmpty();
        // Five, one, one, one, and one for each of two steps.
        assertThat(history.counts(group, List.of("t")).get(0).notKept()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rpush", "hset", "pexpire", "hincrby"})
    void missingRightShouldRefuseNoEnd(String command) {
        declare(604_800_000, 64 * MB);
        List<Delivery> finished = reserved(2);
        add("removed", 60_000);
        try (Jedis admin = SERVER.connect()) {
            admin.aclSetUser("poor", "reset", "on", ">x", "~*", "&*", "+@all", "-" + command);
        }
        try (RedisClient poor =
                SERVER.client(DefaultJedisClientConfig.builder().user("poor").password("x"))) {
            RedisCalls calls = RedisUnderTest.calls(poor, SERVER.address(), Duration.ofSeconds(2));
            new RedisHistoryStore(calls).rules(group, List.of("t"));
            TaskStore tasks = new RedisTaskStore(calls, Durability.MASTER_ONLY);
            AttemptRecord record = new AttemptRecord(0, 1L, 1L, 1, "", true);
            assertThat(tasks.acknowledge(
                            group,
                            finished.stream()
                                    .map(delivery -> new Outcome.Finished(delivery, record))
                                    .toList()))
                    .isEmpty();
            assertThat(tasks.remove(group, List.of("removed"))).doesNotContainNull();
        }
        assertThat(store().find(group, List.of(finished.get(0).id(), "removed")))
                .containsOnlyNulls();
        boolean isKept = command.equals("hincrby");
        assertThat(history.counts(group, List.of("t")).get(0).notKept())
                .isEqualTo(isKept ? 0 : command.equals("pexpire") ? 2 : 3);
    }

    @Test
    void forgottenRecordShouldLeaveNoByte() {
        declare(604_800_000, 64 * MB);
        String id = "secretId";
        addAll(IntStream.range(0, 20).mapToObj(i -> task("b" + i, 0)));
        add(id, 0);
        pushAll();
        acknowledge(
                deliveries(21),
                delivery -> new Outcome.Finished(
                        delivery, new AttemptRecord(0, 1L, 1L, 1, "{\"result\":\"of " + delivery.id() + "\"}", true)));
        add(id, 60_000);
        store().remove(group, List.of(id));
        assertThat(contains(id)).isTrue();
        SERVER.client().keys(key("CALL:*")).forEach(SERVER.client()::del);
        assertThat(history.forget(topic, id)).isEqualTo(2);
        assertThat(contains(id)).isFalse();
        assertThat(history.search(topic, HistoryQuery.ALL.limit(100)).records()).hasSize(20);
    }

    private boolean contains(String text) {
        return SERVER.client().keys("*").stream()
                // A key may expire after it was listed.
                .flatMap(name -> Stream.ofNullable(SERVER.client().dump(name)))
                .anyMatch(dump -> new String(dump, ISO_8859_1).contains(text));
    }
}
