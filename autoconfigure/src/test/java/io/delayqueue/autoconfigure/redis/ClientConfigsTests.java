package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.DefaultRedisCredentialsProvider;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

class ClientConfigsTests {

    @Test
    void commandsWhenNothingIsSetShouldHaveTheDefaultsOfJedis() {
        JedisClientConfig config = BootRedis.of().configs().commands(0);
        assertThat(config.getConnectionTimeoutMillis()).isEqualTo(2000);
        assertThat(config.getSocketTimeoutMillis()).isEqualTo(2000);
        assertThat(config.getBlockingSocketTimeoutMillis()).isZero();
        assertThat(config.getUser()).isNull();
        assertThat(config.getPassword()).isNull();
        assertThat(config.getClientName()).isNull();
        assertThat(config.isSsl()).isFalse();
    }

    @Test
    void commandsShouldHaveTheSettingsOfTheApplication() {
        JedisClientConfig config = everything().commands(5);
        assertEverything(config);
        assertThat(config.getUser()).isEqualTo("alice");
        assertThat(config.getPassword()).isEqualTo("secret");
        assertThat(config.getDatabase()).isEqualTo(5);
    }

    @Test
    void blockingShouldDifferInItsSocketTimeoutOnly() {
        ClientConfigs configs = everything();
        JedisClientConfig config = configs.blocking(configs.commands(5));
        assertEverything(config);
        assertThat(config.getUser()).isEqualTo("alice");
        assertThat(config.getPassword()).isEqualTo("secret");
        assertThat(config.getDatabase()).isEqualTo(5);
        assertThat(config.getBlockingSocketTimeoutMillis()).isEqualTo(10_000);
    }

    @Test
    void sentinelShouldHaveCredentialsOfItsOwnAndNoDatabase() {
        BootRedis redis = BootRedis.of(
                "spring.data.redis.username=alice",
                "spring.data.redis.password=secret",
                "spring.data.redis.database=5",
                "spring.data.redis.client-name=shop",
                "spring.data.redis.timeout=700ms",
                "spring.data.redis.connect-timeout=300ms",
                "spring.data.redis.sentinel.master=orders",
                "spring.data.redis.sentinel.nodes=one:26379",
                "spring.data.redis.sentinel.username=watcher",
                "spring.data.redis.sentinel.password=watchword");
        JedisClientConfig config = redis.configs().sentinel(redis.details().getSentinel());
        assertEverything(config);
        assertThat(config.getUser()).isEqualTo("watcher");
        assertThat(config.getPassword()).isEqualTo("watchword");
        assertThat(config.getDatabase()).isZero();
    }

    @Test
    void commandsWhenUrlHasNoUserShouldHaveNone() {
        JedisClientConfig config = BootRedis.of("spring.data.redis.url=redis://:secret@localhost:6379")
                .configs()
                .commands(0);
        assertThat(config.getUser()).isNull();
        assertThat(config.getPassword()).isEqualTo("secret");
    }

    @Test
    void commandsWhenCredentialsAndNameAreEmptyShouldHaveNone() {
        JedisClientConfig config = BootRedis.of(
                        "spring.data.redis.username=", "spring.data.redis.password=", "spring.data.redis.client-name=")
                .configs()
                .commands(0);
        assertThat(config.getUser()).isNull();
        assertThat(config.getPassword()).isNull();
        assertThat(config.getClientName()).isNull();
    }

    @Test
    void commandsShouldBeCustomizedAndSentinelsNot() {
        HostAndPort inside = new HostAndPort("10.0.0.1", 7000);
        HostAndPort outside = new HostAndPort("localhost", 17000);
        BootRedis redis = BootRedis.of(
                "spring.data.redis.password=secret",
                "spring.data.redis.sentinel.master=orders",
                "spring.data.redis.sentinel.nodes=one:26379",
                "spring.data.redis.sentinel.password=watchword");
        ClientConfigs configs = redis.configs(builder -> builder.socketTimeoutMillis(1234)
                .credentialsProvider(new DefaultRedisCredentialsProvider(new DefaultRedisCredentials("app", "token")))
                .hostAndPortMapper(address -> address.equals(inside) ? outside : address));
        JedisClientConfig commands = configs.commands(5);
        for (JedisClientConfig config : List.of(commands, configs.blocking(commands))) {
            assertThat(config.getSocketTimeoutMillis()).isEqualTo(1234);
            assertThat(config.getCredentialsProvider().get().getUser()).isEqualTo("app");
            assertThat(config.getHostAndPortMapper().getHostAndPort(inside)).isEqualTo(outside);
            assertThat(config.getHostAndPortMapper().getHostAndPort(outside)).isEqualTo(outside);
        }
        JedisClientConfig sentinel = configs.sentinel(redis.details().getSentinel());
        assertThat(sentinel.getPassword()).isEqualTo("watchword");
        assertThat(sentinel.getSocketTimeoutMillis()).isEqualTo(2000);
        assertThat(sentinel.getHostAndPortMapper().getHostAndPort(inside)).isEqualTo(inside);
    }

    private static ClientConfigs everything() {
        return BootRedis.of(
                        "spring.data.redis.username=alice",
                        "spring.data.redis.password=secret",
                        "spring.data.redis.client-name=shop",
                        "spring.data.redis.timeout=700ms",
                        "spring.data.redis.connect-timeout=300ms")
                .configs();
    }

    private static void assertEverything(JedisClientConfig config) {
        assertThat(config.getClientName()).isEqualTo("shop");
        assertThat(config.getSocketTimeoutMillis()).isEqualTo(700);
        assertThat(config.getConnectionTimeoutMillis()).isEqualTo(300);
    }
}
