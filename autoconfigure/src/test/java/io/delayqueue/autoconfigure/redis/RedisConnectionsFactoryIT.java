package io.delayqueue.autoconfigure.redis;

import static io.delayqueue.autoconfigure.redis.ServerSide.addUser;
import static io.delayqueue.autoconfigure.redis.ServerSide.connections;
import static io.delayqueue.autoconfigure.redis.ServerSide.denyStrangers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

class RedisConnectionsFactoryIT {

    private final String name = "test-" + UUID.randomUUID();

    @Test
    void createShouldLogInSelectTheDatabaseAndGiveTheName() {
        try (RedisServer server = RedisServer.builder().password("secret").start();
                RedisConnections connections = connect(
                        server,
                        "spring.data.redis.password=secret",
                        "spring.data.redis.database=3",
                        "spring.data.redis.client-name=" + name)) {
            assertTalk(connections);
            assertThat(connections.database()).isEqualTo(3);
            assertThat(connections(server, name))
                    .hasSize(2)
                    .allMatch(line -> line.contains(" db=3 ") && line.contains(" user=default "));
        }
    }

    @Test
    void createWhenUserIsSetShouldLogInAsThatUser() {
        try (RedisServer server = serverWithUser();
                RedisConnections connections = connect(
                        server,
                        "spring.data.redis.username=alice",
                        "spring.data.redis.password=secret",
                        "spring.data.redis.client-name=" + name)) {
            assertTalk(connections);
            assertThat(connections(server, name)).hasSize(2).allMatch(line -> line.contains(" user=alice "));
        }
    }

    @Test
    void createWhenUrlIsSetShouldTakeUserPasswordAndDatabaseFromIt() {
        try (RedisServer server = serverWithUser();
                RedisConnections connections = connect(
                        "spring.data.redis.url=redis://alice:secret@" + server.address() + "/3",
                        "spring.data.redis.client-name=" + name)) {
            assertTalk(connections);
            assertThat(connections.database()).isEqualTo(3);
            assertThat(connections(server, name))
                    .hasSize(2)
                    .allMatch(line -> line.contains(" db=3 ") && line.contains(" user=alice "));
        }
    }

    @Test
    void createWhenPoolIsDisabledShouldKeepConnectionsForBlockingOnly() {
        try (RedisConnections connections = connect(
                RedisServer.shared(),
                "spring.data.redis.jedis.pool.enabled=false",
                "spring.data.redis.client-name=" + name)) {
            assertTalk(connections);
            await().untilAsserted(() ->
                    assertThat(connections(RedisServer.shared(), name)).hasSize(1));
        }
    }

    @Test
    void createShouldNotHoldTheReadTimeoutAgainstBlockingCommands() {
        try (RedisConnections connections = connect(RedisServer.shared(), "spring.data.redis.timeout=1s")) {
            assertThat(connections.blocking().blpop(1.3, name)).isNull();
        }
    }

    @Test
    void createWhenClusterIsSetShouldLogInToEveryNode() {
        try (RedisCluster cluster = RedisCluster.start()) {
            cluster.nodes().forEach(node -> addUser(node, "alice", "secret"));
            try (RedisConnections connections = connect(
                    "spring.data.redis.cluster.nodes=" + list(cluster.nodes()),
                    "spring.data.redis.jedis.pool.max-active=5",
                    "spring.data.redis.username=alice",
                    "spring.data.redis.password=secret",
                    "spring.data.redis.database=3",
                    "spring.data.redis.client-name=" + name)) {
                for (int i = 0; i < 50; i++) {
                    assertTalk(connections, name + i);
                }
                assertThat(connections.address()).isEqualTo("cluster " + list(cluster.nodes()));
                assertThat(poolSizes(connections.commands())).containsOnly(5);
                assertThat(poolSizes(connections.blocking())).containsOnly(-1);
                assertThat(cluster.servers()).allSatisfy(server -> assertThat(connections(server, name))
                        .hasSize(2)
                        .allMatch(line -> line.contains(" user=alice ")));
            }
            assertProvidedUser(
                    cluster.servers(),
                    "alice",
                    "spring.data.redis.cluster.nodes=" + list(cluster.nodes()),
                    "spring.data.redis.password=outdated");
        }
    }

    @Test
    void createWhenSentinelIsSetShouldLogInToSentinelsAndMaster() {
        try (RedisSentinels redis = RedisSentinels.start(1)) {
            RedisServer master = redis.currentMaster();
            addUser(master.hostAndPort(), "alice", "secret");
            redis.sentinels().forEach(sentinel -> {
                addUser(sentinel, "watcher", "watchword");
                denyStrangers(sentinel);
            });
            try (RedisConnections connections = connect(
                    "spring.data.redis.sentinel.master=" + redis.masterName(),
                    "spring.data.redis.sentinel.nodes=" + list(redis.sentinels()),
                    "spring.data.redis.sentinel.username=watcher",
                    "spring.data.redis.sentinel.password=watchword",
                    "spring.data.redis.username=alice",
                    "spring.data.redis.password=secret",
                    "spring.data.redis.database=3",
                    "spring.data.redis.jedis.pool.enabled=false",
                    "spring.data.redis.client-name=" + name)) {
                assertTalk(connections);
                assertThat(connections.address())
                        .isEqualTo("sentinel " + redis.masterName() + " at " + list(redis.sentinels()));
                // The connection for blocking commands: without a pool the one for other commands is closed.
                await().untilAsserted(() -> assertThat(connections(master, name))
                        .singleElement()
                        .asString()
                        .contains(" db=3 ", " user=alice "));
            }
            assertProvidedUser(
                    List.of(master),
                    "alice",
                    "spring.data.redis.sentinel.master=" + redis.masterName(),
                    "spring.data.redis.sentinel.nodes=" + list(redis.sentinels()),
                    "spring.data.redis.sentinel.username=watcher",
                    "spring.data.redis.sentinel.password=watchword",
                    "spring.data.redis.password=outdated");
        }
    }

    /** Credentials of a provider, instead of those of the properties, on each server. */
    private void assertProvidedUser(List<RedisServer> servers, String user, String... properties) {
        String client = name + "-provided";
        try (RedisConnections connections = BootRedis.of(properties)
                .factory(builder -> builder.clientName(client)
                        .credentialsProvider(() -> new DefaultRedisCredentials(user, "secret")))
                .create()) {
            for (int i = 0; i < 50; i++) {
                assertTalk(connections, name + i);
            }
            assertThat(servers).allSatisfy(server -> assertThat(connections(server, client))
                    .hasSize(2)
                    .allMatch(line -> line.contains(" user=" + user + " ")));
        }
    }

    @Test
    void createWhenAddressesAreMappedShouldConnectToThemInsteadOfThoseOfTheCluster() {
        try (RedisServer node = RedisServer.builder()
                        .config("cluster-enabled yes")
                        .config("cluster-announce-ip 127.0.0.9")
                        .start();
                Jedis jedis = node.connect()) {
            jedis.clusterAddSlots(IntStream.range(0, 16_384).toArray());
            await().until(() -> jedis.clusterInfo().contains("cluster_state:ok"));
            try (RedisConnections connections = BootRedis.of("spring.data.redis.cluster.nodes=" + node.address())
                    .factory(builder -> builder.hostAndPortMapper(
                            announced -> announced.getHost().equals("127.0.0.9") ? node.hostAndPort() : announced))
                    .create()) {
                assertTalk(connections);
            }
        }
    }

    private static RedisServer serverWithUser() {
        RedisServer server = RedisServer.start();
        addUser(server.hostAndPort(), "alice", "secret");
        return server;
    }

    private static RedisConnections connect(RedisServer server, String... properties) {
        Stream<String> address =
                Stream.of("spring.data.redis.host=" + server.host(), "spring.data.redis.port=" + server.port());
        return connect(Stream.concat(address, Stream.of(properties)).toArray(String[]::new));
    }

    private static RedisConnections connect(String... properties) {
        return BootRedis.of(properties).factory().create();
    }

    private static String list(Set<HostAndPort> servers) {
        return servers.stream().map(HostAndPort::toString).collect(Collectors.joining(","));
    }

    private static Stream<Integer> poolSizes(UnifiedJedis cluster) {
        return ((RedisClusterClient) cluster)
                .getClusterNodes().values().stream().map(ConnectionPool::getMaxTotal);
    }

    private void assertTalk(RedisConnections connections) {
        assertTalk(connections, name);
    }

    private static void assertTalk(RedisConnections connections, String key) {
        connections.commands().set(key, "value");
        assertThat(connections.blocking().getDel(key)).isEqualTo("value");
    }
}
