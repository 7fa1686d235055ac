package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.redis.RedisConnections;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

class RedisConnectionsFactoryTests {

    @Test
    void createShouldBoundThePoolForCommandsOnly() {
        try (RedisConnections connections = BootRedis.of("spring.data.redis.jedis.pool.max-active=3")
                .factory()
                .create()) {
            assertThat(maxTotal(connections.commands())).isEqualTo(3);
            assertThat(maxTotal(connections.blocking())).isNegative();
        }
    }

    @Test
    void createShouldGiveTheAddress() {
        try (RedisConnections connections = BootRedis.of(
                        "spring.data.redis.url=redis://alice:secret@redis.example:6390")
                .factory()
                .create()) {
            assertThat(connections.address()).isEqualTo("redis.example:6390");
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 2000", "700ms, 700", "0, 2000"})
    void createShouldRepeatForTheReadTimeout(String timeout, long expected) {
        try (RedisConnections connections =
                BootRedis.of("spring.data.redis.timeout=" + timeout).factory().create()) {
            assertThat(connections.timeout()).isEqualTo(Duration.ofMillis(expected));
        }
    }

    @Test
    void createWhenClusterCannotBeReachedShouldNameIt() {
        RedisConnectionsFactory factory = BootRedis.of(
                        "spring.data.redis.cluster.nodes=localhost:1,localhost:2", "spring.data.redis.password=secret")
                .factory();
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(factory::create)
                .withMessageContaining("Cannot reach Redis (cluster localhost:1,localhost:2)")
                .withCauseInstanceOf(JedisException.class)
                .satisfies(failure -> assertThat(failure).hasStackTraceContaining("ConnectException"));
    }

    @Test
    void createWhenClusterMayNotRedirectShouldRefuseAsJedisDoes() {
        RedisConnectionsFactory factory = BootRedis.of(
                        "spring.data.redis.cluster.nodes=localhost:1", "spring.data.redis.cluster.max-redirects=0")
                .factory();
        assertThatIllegalArgumentException()
                .isThrownBy(factory::create)
                .withMessageContaining("attempts must be positive");
    }

    @Test
    void createWhenSentinelsCannotBeReachedShouldNameThem() {
        RedisConnectionsFactory factory = BootRedis.of(
                        "spring.data.redis.sentinel.master=orders", "spring.data.redis.sentinel.nodes=localhost:1")
                .factory();
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(factory::create)
                .withMessageContaining("Cannot reach Redis (sentinel orders at localhost:1)")
                .withCauseInstanceOf(JedisException.class);
    }

    @Test
    void connectWhenSecondClientFailsShouldCloseTheFirst() {
        UnifiedJedis first = mock(UnifiedJedis.class);
        RedisTopology topology = mock(RedisTopology.class);
        when(topology.open(any(), any())).thenReturn(first).thenThrow(new JedisConnectionException("gone"));
        RedisConnectionsFactory factory = BootRedis.of().factory();
        assertThatExceptionOfType(TaskStoreUnavailableException.class).isThrownBy(() -> factory.connect(topology));
        verify(first).close();
    }

    private static int maxTotal(UnifiedJedis client) {
        return ((RedisClient) client).getPool().getMaxTotal();
    }
}
