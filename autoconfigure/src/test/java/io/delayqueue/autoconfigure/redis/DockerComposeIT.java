package io.delayqueue.autoconfigure.redis;

import static io.delayqueue.autoconfigure.redis.Application.assertDelivers;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.delayqueue.testing.RedisServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.docker.compose.core.ConnectionPorts;
import org.springframework.boot.docker.compose.core.ImageReference;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.lifecycle.DockerComposeServicesReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.SimpleApplicationEventMulticaster;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** The queue connects to a running service of Docker Compose: everything that Spring Boot does when services are ready. */
class DockerComposeIT {

    private static final String LABEL = "org.springframework.boot.sslbundle.jks.truststore.";

    @ParameterizedTest
    @ValueSource(strings = {"redis:8", "redis/redis-stack-server"})
    void serviceShouldBeTheRedisOfTheQueue(String image) {
        int port = RedisServer.shared().port();
        assertDelivers("localhost:" + port, context -> ready(context, service(image, port, Map.of())));
    }

    @Test
    void serviceWithLabelsOfATrustStoreShouldBeTalkedToByTls(@TempDir Path folder) throws Exception {
        Certificate certificate = Certificate.create(folder);
        try (TlsProxy proxy =
                TlsProxy.before(RedisServer.shared(), certificate.ofServer().createSslContext())) {
            Map<String, String> labels = Map.of(
                    LABEL + "location",
                    "file:" + certificate.trustStore(),
                    LABEL + "password",
                    Certificate.PASSWORD,
                    LABEL + "type",
                    "PKCS12");
            assertDelivers(
                    "localhost:" + proxy.port(), context -> ready(context, service("redis:8", proxy.port(), labels)));
        }
    }

    /** The event and its listeners can be created by Spring Boot only. */
    private static void ready(GenericApplicationContext context, RunningService service) {
        DockerComposeServicesReadyEvent event = mock(DockerComposeServicesReadyEvent.class);
        given(event.getSource()).willReturn(context);
        given(event.getRunningServices()).willReturn(List.of(service));
        SimpleApplicationEventMulticaster listeners = new SimpleApplicationEventMulticaster();
        SpringFactoriesLoader.loadFactories(ApplicationListener.class, null).forEach(listeners::addApplicationListener);
        listeners.multicastEvent(event);
    }

    private static RunningService service(String image, int port, Map<String, String> labels) {
        ConnectionPorts ports = mock(ConnectionPorts.class);
        given(ports.get(6379)).willReturn(port);
        RunningService service = mock(RunningService.class);
        given(service.name()).willReturn("some-redis");
        given(service.image()).willReturn(ImageReference.of(image));
        given(service.host()).willReturn("localhost");
        given(service.ports()).willReturn(ports);
        given(service.labels()).willReturn(labels);
        return service;
    }
}
