package io.delayqueue.autoconfigure.redis;

import static io.delayqueue.autoconfigure.redis.Application.assertDelivers;

import io.delayqueue.testing.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.springframework.boot.testcontainers.service.connection.JksTrustStore;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;

/** The queue connects to a container with {@link ServiceConnection}; only Docker is replaced. */
class ServiceConnectionIT {

    /** Annotations hold constants only. */
    private static final String TRUST_STORE = "target/service-connection/trust.p12";

    private static int tlsPort;

    @Test
    void containerShouldBeTheRedisOfTheQueue() {
        assertDelivers(
                "localhost:" + RedisServer.shared().port(), context -> context.registerBean(WithContainer.class));
    }

    @Test
    void containerWithATrustStoreShouldBeTalkedToByTls() throws Exception {
        Path folder = Files.createDirectories(Path.of(TRUST_STORE).getParent());
        Certificate certificate = Certificate.create(Files.createTempDirectory(folder, "tls"));
        Files.copy(certificate.trustStore(), Path.of(TRUST_STORE), StandardCopyOption.REPLACE_EXISTING);
        try (TlsProxy proxy =
                TlsProxy.before(RedisServer.shared(), certificate.ofServer().createSslContext())) {
            tlsPort = proxy.port();
            assertDelivers("localhost:" + tlsPort, context -> context.registerBean(WithTlsContainer.class));
        }
    }

    static class WithContainer {

        @Bean
        @ServiceConnection("redis")
        NoContainer redis() {
            return new NoContainer(RedisServer.shared().port());
        }
    }

    static class WithTlsContainer {

        @Bean
        @ServiceConnection("redis")
        @JksTrustStore(location = "file:" + TRUST_STORE, password = Certificate.PASSWORD, type = "PKCS12")
        NoContainer redis() {
            return new NoContainer(tlsPort);
        }
    }
}
