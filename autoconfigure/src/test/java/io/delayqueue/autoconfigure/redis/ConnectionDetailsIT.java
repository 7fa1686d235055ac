package io.delayqueue.autoconfigure.redis;

import static io.delayqueue.autoconfigure.redis.Application.assertDelivers;
import static io.delayqueue.autoconfigure.redis.ServerSide.addUser;

import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.ssl.SslBundle;
import redis.clients.jedis.HostAndPort;

/** A bean of connection details takes precedence over properties. */
class ConnectionDetailsIT {

    @Test
    void standalone() {
        try (RedisServer redis = RedisServer.start()) {
            addUser(redis.hostAndPort(), "alice", "secret");
            assertDeliversOn(redis.address(), new DataRedisConnectionDetails() {
                @Override
                public String getUsername() {
                    return "alice";
                }

                @Override
                public String getPassword() {
                    return "secret";
                }

                @Override
                public Standalone getStandalone() {
                    return Standalone.of(redis.host(), redis.port(), 3);
                }
            });
        }
    }

    @Test
    void sentinel() {
        try (RedisSentinels redis = RedisSentinels.start(1)) {
            String address = "sentinel " + redis.masterName() + " at " + Nodes.describe(redis.sentinels());
            assertDeliversOn(address, new DataRedisConnectionDetails() {
                @Override
                public Sentinel getSentinel() {
                    return new Sentinels(redis.masterName(), nodes(redis.sentinels()));
                }
            });
        }
    }

    @Test
    void cluster() {
        Set<HostAndPort> nodes = RedisCluster.shared().nodes();
        assertDeliversOn("cluster " + Nodes.describe(nodes), new DataRedisConnectionDetails() {
            @Override
            public Cluster getCluster() {
                return () -> nodes(nodes);
            }
        });
    }

    @Test
    void sslBundle(@TempDir Path folder) throws Exception {
        Certificate certificate = Certificate.create(folder);
        SslBundle trusting = certificate.ofClient();
        try (TlsProxy proxy =
                TlsProxy.before(RedisServer.shared(), certificate.ofServer().createSslContext())) {
            assertDeliversOn("localhost:" + proxy.port(), new DataRedisConnectionDetails() {
                @Override
                public SslBundle getSslBundle() {
                    return trusting;
                }

                @Override
                public Standalone getStandalone() {
                    return Standalone.of("localhost", proxy.port());
                }
            });
        }
    }

    private static void assertDeliversOn(String address, DataRedisConnectionDetails details) {
        assertDelivers(address, context -> context.registerBean(DataRedisConnectionDetails.class, () -> details));
    }

    private static List<DataRedisConnectionDetails.Node> nodes(Set<HostAndPort> servers) {
        return servers.stream()
                .map(server -> new DataRedisConnectionDetails.Node(server.getHost(), server.getPort()))
                .toList();
    }

    private record Sentinels(String master, List<DataRedisConnectionDetails.Node> nodes)
            implements DataRedisConnectionDetails.Sentinel {

        @Override
        public int getDatabase() {
            return 0;
        }

        @Override
        public String getMaster() {
            return master;
        }

        @Override
        public List<DataRedisConnectionDetails.Node> getNodes() {
            return nodes;
        }

        @Override
        public @Nullable String getUsername() {
            return null;
        }

        @Override
        public @Nullable String getPassword() {
            return null;
        }
    }
}
