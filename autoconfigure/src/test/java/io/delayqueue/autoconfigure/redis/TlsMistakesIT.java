package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.autoconfigure.diagnostics.FailingStart;
import io.delayqueue.testing.RedisServer;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Reports of a start with TLS at a port that has none, without TLS at one that needs it, and with an unknown certificate. */
@ExtendWith(OutputCaptureExtension.class)
class TlsMistakesIT {

    private static final String NO_TLS =
            "The server answers without TLS on this port, but the application is configured to use TLS. The address comes from ";

    private static final String ONLY_TLS =
            "The server accepts only TLS on this port, but the application is not configured to use TLS. The address comes from ";

    private static TlsProxy encrypted;

    private final CapturedOutput output;

    TlsMistakesIT(CapturedOutput output) {
        this.output = output;
    }

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        Certificate certificate = Certificate.create(folder);
        encrypted = TlsProxy.before(RedisServer.shared(), certificate.ofServer().createSslContext());
        // The first handshake of a JVM takes long; the tests have clients and a probe with short time-outs.
        SSLSocketFactory clients = certificate.ofClient().createSslContext().getSocketFactory();
        try (SSLSocket socket = (SSLSocket) clients.createSocket("localhost", encrypted.port())) {
            socket.startHandshake();
        }
    }

    @AfterAll
    static void stop() {
        encrypted.close();
    }

    private String report(String... properties) {
        return FailingStart.report(output, Nothing.class, properties);
    }

    @Test
    void encryptedUrlOfAPlainPortShouldBeReported() {
        RedisServer plain = RedisServer.shared();
        assertThat(report("--spring.data.redis.url=rediss://" + plain.host() + ":" + plain.port()))
                .contains("Redis at " + plain.host() + ":" + plain.port() + " did not answer ")
                .contains(NO_TLS + "spring.data.redis.url (")
                .contains("Action:\n\nRemove spring.data.redis.ssl.* and write redis:// instead of rediss://");
    }

    @Test
    void encryptionOfAPlainClusterShouldBeReported() {
        RedisServer plain = RedisServer.shared();
        assertThat(report(
                        "--spring.data.redis.ssl.enabled=true",
                        "--spring.data.redis.cluster.nodes=" + plain.host() + ":" + plain.port()))
                .contains(NO_TLS + "spring.data.redis.cluster.nodes (");
    }

    @Test
    void plainConnectionToAnEncryptedPortShouldBeReported() {
        assertThat(report("--delayqueue.redis.host=localhost", "--delayqueue.redis.port=" + encrypted.port()))
                .contains(ONLY_TLS + "delayqueue.redis.host (")
                .contains("Action:\n\nSet delayqueue.redis.ssl.enabled=true, or write rediss://");
    }

    @Test
    void unknownCertificateShouldBeReported() {
        assertThat(report(
                        "--spring.data.redis.timeout=4s",
                        "--spring.data.redis.url=rediss://localhost:" + encrypted.port()))
                .contains(
                        "The certificate of the server is not trusted. The address comes from spring.data.redis.url (")
                .contains("Action:\n\nSet spring.data.redis.ssl.bundle to an SSL bundle");
    }

    static class Nothing {}
}
