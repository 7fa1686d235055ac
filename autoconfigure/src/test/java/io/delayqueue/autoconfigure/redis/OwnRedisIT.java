package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import redis.clients.jedis.HostAndPort;

/** Redis of one queue, configured by its properties only, in an application without Spring Boot's Redis. */
class OwnRedisIT {

    /** The default queue, and a named queue in an application without another one. */
    enum Queue {
        DEFAULT("delayqueue.redis."),
        NAMED("delayqueue.queues.billing.redis.", "test.queue=billing", "delayqueue.default-queue=false");

        private final String prefix;

        private final List<String> properties;

        Queue(String prefix, String... properties) {
            this.prefix = prefix;
            this.properties = List.of(properties);
        }
    }

    @ParameterizedTest
    @EnumSource
    void url(Queue queue) {
        try (RedisServer redis = RedisServer.builder().password("secret").start()) {
            assertDelivers(queue, redis.address(), "url=redis://:secret@" + redis.address() + "/3");
            assertThat(redis.client().info("keyspace")).contains("db3:").doesNotContain("db0:");
        }
    }

    @ParameterizedTest
    @EnumSource
    void sentinel(Queue queue) {
        try (RedisSentinels redis = RedisSentinels.start(1)) {
            assertDelivers(
                    queue,
                    "sentinel " + redis.masterName() + " at " + Nodes.describe(redis.sentinels()),
                    "sentinel.master=" + redis.masterName(),
                    "sentinel.nodes=" + Nodes.describe(redis.sentinels()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void cluster(Queue queue) {
        Set<HostAndPort> nodes = RedisCluster.shared().nodes();
        assertDelivers(queue, "cluster " + Nodes.describe(nodes), "cluster.nodes=" + Nodes.describe(nodes));
    }

    @ParameterizedTest
    @EnumSource
    void sslBundle(Queue queue, @TempDir Path folder) throws Exception {
        Certificate certificate = Certificate.create(folder);
        try (TlsProxy proxy =
                TlsProxy.before(RedisServer.shared(), certificate.ofServer().createSslContext())) {
            assertDelivers(
                    queue,
                    "localhost:" + proxy.port(),
                    Stream.of(
                            "spring.ssl.bundle.jks.trusting.truststore.location=file:" + certificate.trustStore(),
                            "spring.ssl.bundle.jks.trusting.truststore.password=" + Certificate.PASSWORD,
                            "spring.ssl.bundle.jks.trusting.truststore.type=PKCS12"),
                    "host=localhost",
                    "port=" + proxy.port(),
                    "ssl.bundle=trusting");
        }
    }

    private static void assertDelivers(Queue queue, String address, String... redis) {
        assertDelivers(queue, address, Stream.empty(), redis);
    }

    private static void assertDelivers(Queue queue, String address, Stream<String> others, String... redis) {
        List<String> properties = new ArrayList<>(queue.properties);
        properties.add("spring.autoconfigure.exclude=" + DataRedisAutoConfiguration.class.getName());
        others.forEach(properties::add);
        Stream.of(redis).map(property -> queue.prefix + property).forEach(properties::add);
        Application.assertDelivers(address, context -> {}, properties.toArray(String[]::new));
    }
}
