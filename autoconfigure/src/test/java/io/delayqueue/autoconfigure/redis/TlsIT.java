package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.RedisServer;
import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.exceptions.JedisConnectionException;

class TlsIT {

    private static Certificate certificate;

    private static TlsProxy proxy;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        certificate = Certificate.create(folder);
        proxy = TlsProxy.before(RedisServer.shared(), certificate.ofServer().createSslContext());
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @Test
    void createWhenBundleTrustsTheServerShouldConnect() {
        assertConnects(
                "spring.data.redis.host=localhost",
                "spring.data.redis.port=" + proxy.port(),
                "spring.data.redis.ssl.bundle=redis",
                "spring.ssl.bundle.jks.redis.truststore.location=file:" + certificate.trustStore(),
                "spring.ssl.bundle.jks.redis.truststore.password=" + Certificate.PASSWORD,
                "spring.ssl.bundle.jks.redis.truststore.type=PKCS12");
    }

    @Test
    void createWhenUrlIsRedissShouldConnectWithWhatTheJvmTrusts() throws Exception {
        SSLContext before = SSLContext.getDefault();
        SSLContext.setDefault(certificate.ofClient().createSslContext());
        try {
            assertConnects("spring.data.redis.url=rediss://localhost:" + proxy.port());
        } finally {
            SSLContext.setDefault(before);
        }
    }

    @Test
    void createWhenCertificateIsUnknownShouldNotConnect() {
        try (RedisConnections connections = BootRedis.of("spring.data.redis.url=rediss://localhost:" + proxy.port())
                .factory()
                .create()) {
            assertThatExceptionOfType(JedisConnectionException.class)
                    .isThrownBy(connections.commands()::ping)
                    .withRootCauseInstanceOf(CertPathBuilderException.class);
        }
    }

    private static void assertConnects(String... properties) {
        try (RedisConnections connections = BootRedis.of(properties).factory().create()) {
            assertThat(connections.commands().ping()).isEqualTo("PONG");
            assertThat(connections.blocking().ping()).isEqualTo("PONG");
        }
    }
}
