package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import redis.clients.jedis.JedisClientConfig;

class TlsTests {

    private static final String URL = "spring.data.redis.url=rediss://:secret@localhost:6380/2";

    @Test
    void configWhenBundleIsSetShouldHaveItsCiphersAndProtocols() {
        JedisClientConfig config = config(BootRedis.of(
                "spring.data.redis.ssl.bundle=redis",
                "spring.ssl.bundle.jks.redis.options.ciphers=TLS_AES_128_GCM_SHA256",
                "spring.ssl.bundle.jks.redis.options.enabled-protocols=TLSv1.3"));
        assertThat(config.isSsl()).isTrue();
        assertThat(config.getSslSocketFactory()).isNotNull();
        assertThat(config.getSslParameters().getCipherSuites()).containsExactly("TLS_AES_128_GCM_SHA256");
        assertThat(config.getSslParameters().getProtocols()).containsExactly("TLSv1.3");
    }

    @Test
    void configWhenSslIsEnabledShouldLeaveCiphersAndProtocolsToTheJvm() {
        JedisClientConfig config = config(BootRedis.of("spring.data.redis.ssl.enabled=true"));
        assertThat(config.isSsl()).isTrue();
        assertThat(config.getSslParameters().getCipherSuites()).isNull();
        assertThat(config.getSslParameters().getProtocols()).isNull();
    }

    @Test
    void configWhenUrlIsRedissShouldBeEncrypted() {
        assertThat(config(BootRedis.of(URL)).isSsl()).isTrue();
    }

    @Test
    void configWhenUrlIsRedissWithoutPortShouldBeEncrypted() {
        assertThat(config(BootRedis.of("spring.data.redis.url=rediss://localhost"))
                        .isSsl())
                .isTrue();
    }

    @Test
    void configWhenUrlIsRedisShouldNotBeEncrypted() {
        assertThat(config(BootRedis.of("spring.data.redis.url=redis://localhost:6380"))
                        .isSsl())
                .isFalse();
    }

    @Test
    void configWhenUrlIsRedissAndClusterGoesFirstShouldBeEncrypted() {
        assertThat(config(BootRedis.of(URL, "spring.data.redis.cluster.nodes=one:7000"))
                        .isSsl())
                .isTrue();
    }

    @Test
    void sentinelConfigWhenUrlIsRedissShouldBeEncrypted() {
        BootRedis redis = BootRedis.of(
                URL, "spring.data.redis.sentinel.master=orders", "spring.data.redis.sentinel.nodes=one:26379");
        assertThat(redis.configs().sentinel(redis.details().getSentinel()).isSsl())
                .isTrue();
    }

    @Test
    void configWhenDetailsAreNotOfTheUrlShouldNotBeEncrypted() {
        DataRedisConnectionDetails otherPort = standalone("localhost", 49153);
        DataRedisConnectionDetails otherHost = standalone("docker", 6380);
        DataRedisConnectionDetails none = new DataRedisConnectionDetails() {};
        assertThat(config(BootRedis.of(URL).withDetails(otherPort)).isSsl()).isFalse();
        assertThat(config(BootRedis.of(URL).withDetails(otherHost)).isSsl()).isFalse();
        assertThat(config(BootRedis.of(URL).withDetails(none)).isSsl()).isFalse();
    }

    @Test
    void configWhenUrlIsMalformedAndUnusedShouldNotBeEncrypted() {
        BootRedis redis = BootRedis.of();
        redis.properties().setUrl("rediss://not a url");
        assertThat(config(redis.withDetails(standalone("localhost", 6380))).isSsl())
                .isFalse();
    }

    private static JedisClientConfig config(BootRedis redis) {
        return redis.configs().commands(0);
    }

    private static DataRedisConnectionDetails standalone(String host, int port) {
        return new DataRedisConnectionDetails() {
            @Override
            public Standalone getStandalone() {
                return Standalone.of(host, port);
            }
        };
    }
}
