package io.delayqueue.redis;

import static io.delayqueue.limit.KeyOrder.OnRetry.BLOCK_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.KeysFixture;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

/** Commands of a reserve and of an end beside many blocked keys. */
class KeyCostIT extends KeysFixture {

    private static final int KEYS = 2_000;

    private static final int TASKS_OF_A_KEY = 20;

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(((OwnServer) underTest()).server);

    /** A server whose commands no other test makes. */
    private static final class OwnServer implements RedisUnderTest {

        private final RedisServer server = RedisServer.start();

        @Override
        public UnifiedJedis client() {
            return server.client();
        }
    }

    KeyCostIT() {
        super(new OwnServer());
    }

    private Map<String, Integer> commands(Runnable work) {
        try (Jedis jedis = server.connect()) {
            jedis.configResetStat();
        }
        work.run();
        Map<String, Integer> counts = new TreeMap<>(Commands.counts(server));
        // A pool sends PING through its idle connections.
        counts.keySet()
                .removeIf(command ->
                        command.contains("|") || Set.of("info", "ping").contains(command));
        return counts;
    }

    /** Leases the first of two tasks of a key, finds no other task, and ends the lease, so that the second task is ready. */
    private List<Map<String, Integer>> costs(String key) {
        ready(keyed(key + 1, key, 1), keyed(key + 2, key, 2));
        List<Map<String, Integer>> costs = List.of(
                commands(() -> assertThat(lease()).containsExactly(key + 1)),
                commands(() -> assertThat(lease()).isEmpty()),
                commands(() -> finish(key + 1)));
        assertThat(lease()).containsExactly(key + 2);
        finish(key + 2);
        return costs;
    }

    @Test
    void blockedKeysShouldCostNeitherAReserveNorAnEnd() {
        order(1, BLOCK_KEY);
        // The scripts may be new to the server.
        costs("first");
        List<Map<String, Integer>> alone = costs("a");
        addAll(IntStream.range(0, KEYS * TASKS_OF_A_KEY).mapToObj(i -> keyed("t" + i, "k" + i % KEYS, i)));
        pushAll();
        for (int leased = 0; leased < KEYS; leased += 500) {
            assertThat(lease(500)).hasSize(500);
        }
        assertThat(counts().behind()).isEqualTo(KEYS * (TASKS_OF_A_KEY - 1));
        assertThat(costs("b")).isEqualTo(alone);
    }

    private Map<String, Integer> sweep() {
        return commands(() -> store().push(group, "i", List.of("t"), ExpectedTime.NONE));
    }

    @Test
    void sweepShouldReadPlacesOnlyIfTasksAreBehind() {
        order(1, BLOCK_KEY);
        sweep();
        Map<String, Integer> idle = sweep();
        ready(keyed("a", "k", 1));
        lease();
        assertThat(sweep()).isEqualTo(idle).doesNotContainKeys("hscan", "hexists");
        ready(keyed("b", "k", 2));
        assertThat(sweep()).contains(entry("hscan", 1), entry("hexists", 1));
    }
}
