package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.memory.MemoryUnderTest;
import io.delayqueue.redis.Topology;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random operations of the {@linkplain StoreModelContract model test} in memory and on Redis. Each is compared with the model,
 * and their observable states with each other.
 */
class StoresAgreeIT {

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("io.delayqueue.store.StoreModelContract#seeds")
    void memoryShouldHaveTheHistoryOfRedis(long seed) {
        List<String> memory = history(new MemoryUnderTest(), seed);
        List<String> redis = history(Topology.STANDALONE, seed);
        assertThat(memory)
                .hasSizeGreaterThanOrEqualTo(StoreModelContract.OPERATIONS)
                .isEqualTo(redis);
    }

    private static List<String> history(StoreUnderTest store, long seed) {
        String group = "g" + UUID.randomUUID();
        return new ModelRun(store, null, group, seed)
                .operations(StoreModelContract.OPERATIONS)
                .history();
    }
}
