package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.ConnectionPoolConfig;

class PoolConfigsTests {

    @Test
    void commandsShouldHaveThePoolOfTheApplication() {
        ConnectionPoolConfig pool = commands(
                "spring.data.redis.jedis.pool.max-active=40",
                "spring.data.redis.jedis.pool.max-idle=20",
                "spring.data.redis.jedis.pool.min-idle=3",
                "spring.data.redis.jedis.pool.max-wait=250ms",
                "spring.data.redis.jedis.pool.time-between-eviction-runs=7s");
        assertThat(pool.getMaxTotal()).isEqualTo(40);
        assertThat(pool.getMaxIdle()).isEqualTo(20);
        assertThat(pool.getMinIdle()).isEqualTo(3);
        assertThat(pool.getMaxWaitDuration()).isEqualTo(Duration.ofMillis(250));
        assertThat(pool.getDurationBetweenEvictionRuns()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void commandsWhenNothingIsSetShouldHaveTheDefaultsOfSpringBoot() {
        ConnectionPoolConfig pool = commands();
        assertThat(pool.getMaxTotal()).isEqualTo(8);
        assertThat(pool.getMaxIdle()).isEqualTo(8);
        assertThat(pool.getMinIdle()).isZero();
        assertThat(pool.getMaxWaitDuration()).isNegative();
        assertThat(pool.getDurationBetweenEvictionRuns()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void commandsWhenPoolIsDisabledShouldKeepNoConnectionAndHaveNoBound() {
        ConnectionPoolConfig pool = commands(
                "spring.data.redis.jedis.pool.enabled=false",
                "spring.data.redis.jedis.pool.max-active=2",
                "spring.data.redis.jedis.pool.min-idle=1");
        assertThat(pool.getMaxTotal()).isNegative();
        assertThat(pool.getMaxIdle()).isZero();
        assertThat(pool.getMinIdle()).isZero();
    }

    @Test
    void commandsWhenPoolIsEnabledShouldHaveItsBound() {
        ConnectionPoolConfig pool =
                commands("spring.data.redis.jedis.pool.enabled=true", "spring.data.redis.jedis.pool.max-active=2");
        assertThat(pool.getMaxTotal()).isEqualTo(2);
    }

    @Test
    void blockingShouldHaveNoBound() {
        ConnectionPoolConfig pool = PoolConfigs.blocking();
        assertThat(pool.getMaxTotal()).isNegative();
        assertThat(pool.getMaxIdle()).isNegative();
        assertThat(pool.getMaxWaitDuration()).isNegative();
    }

    private static ConnectionPoolConfig commands(String... properties) {
        return PoolConfigs.commands(
                BootRedis.of(properties).properties().getJedis().getPool());
    }
}
