package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.memory.MemoryUnderTest;
import io.delayqueue.redis.Topology;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same random operations, on memory and on Redis: each held against the model, and all that they tell against each other. */
class StoresAgreeIT {

    private static final int OPERATIONS = 600;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12, 13})
    void memoryShouldHaveTheHistoryOfRedis(long seed) {
        List<String> memory = history(new MemoryUnderTest(), seed);
        List<String> redis = history(Topology.STANDALONE, seed);
        assertThat(memory).hasSizeGreaterThanOrEqualTo(OPERATIONS).isEqualTo(redis);
    }

    private static List<String> history(StoreUnderTest store, long seed) {
        String group = "g" + UUID.randomUUID();
        return new ModelRun(store.tasks(), store.topics(), group, seed, () -> store.audit(group))
                .operations(OPERATIONS)
                .history();
    }
}
