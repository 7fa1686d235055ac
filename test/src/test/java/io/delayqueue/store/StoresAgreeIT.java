package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.memory.MemoryUnderTest;
import io.delayqueue.redis.Topology;
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
        compare(run(new MemoryUnderTest(), seed), run(Topology.STANDALONE, seed));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("io.delayqueue.store.StoreModelContract#seeds")
    void memoryShouldHaveTheHistoryOfRedisWithKeys(long seed) {
        compare(
                run(new MemoryUnderTest(), seed).withKeys(),
                run(Topology.STANDALONE, seed).withKeys());
    }

    private static ModelRun run(StoreUnderTest store, long seed) {
        return new ModelRun(store, null, "g" + UUID.randomUUID(), seed);
    }

    private static void compare(ModelRun memory, ModelRun redis) {
        assertThat(memory.operations(StoreModelContract.OPERATIONS).history())
                .hasSizeGreaterThanOrEqualTo(StoreModelContract.OPERATIONS)
                .isEqualTo(redis.operations(StoreModelContract.OPERATIONS).history());
    }
}
