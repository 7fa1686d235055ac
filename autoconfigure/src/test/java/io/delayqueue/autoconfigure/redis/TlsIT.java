package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.RedisServer;
import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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
        assertConnects(trusting());
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

    @Test
    void tasksShouldRunOverASelfSignedBundle() {
        Queue<String> delivered = new ConcurrentLinkedQueue<>();
        RedisConnections connections = BootRedis.of(trusting()).factory().create();
        try (DelayQueueEngine engine = DelayQueueEngine.builder(new RedisBackend(connections))
                .callback("tls", "t", String.class, (payload, context) -> delivered.add(payload))
                .build()) {
            engine.start();
            engine.service()
                    .addTask(Task.of("tls", "t")
                            .payload("secret")
                            .delay(Duration.ofMillis(100))
                            .build());
            await().until(() -> delivered.contains("secret")
                    && engine.service().topic("tls", "t").count().total() == 0);
        }
    }

    /** Trusts the self-signed certificate. The port accepts TLS only. */
    private static String[] trusting() {
        return new String[] {
            "spring.data.redis.host=localhost",
            "spring.data.redis.port=" + proxy.port(),
            "spring.data.redis.ssl.bundle=redis",
            "spring.ssl.bundle.jks.redis.truststore.location=file:" + certificate.trustStore(),
            "spring.ssl.bundle.jks.redis.truststore.password=" + Certificate.PASSWORD,
            "spring.ssl.bundle.jks.redis.truststore.type=PKCS12"
        };
    }

    private static void assertConnects(String... properties) {
        try (RedisConnections connections = BootRedis.of(properties).factory().create()) {
            assertThat(connections.commands().ping()).isEqualTo("PONG");
            assertThat(connections.blocking().ping()).isEqualTo("PONG");
        }
    }
}
