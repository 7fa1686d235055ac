package io.delayqueue.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisMovedDataException;

/** Reports of the start with a Redis that rejects commands. */
@ExtendWith(OutputCaptureExtension.class)
class RefusedRedisIT {

    private final CapturedOutput output;

    RefusedRedisIT(CapturedOutput output) {
        this.output = output;
    }

    static class Nothing {}

    private String report(String... arguments) {
        return FailingStart.report(output, Nothing.class, arguments);
    }

    private String report(RedisServer server) {
        return report(
                "--spring.data.redis.host=" + server.host(),
                "--spring.data.redis.port=" + server.port(),
                "--delayqueue.groups.shop=t");
    }

    @Test
    void noPasswordAndWrongOnesShouldPointToTheUser() {
        try (RedisServer server = RedisServer.builder().password("right").start()) {
            String host = "--spring.data.redis.host=" + server.host();
            String port = "--spring.data.redis.port=" + server.port();
            assertThat(report(host, port)).contains("NOAUTH").satisfies(RefusedRedisIT::pointsToTheUser);
            assertThat(report(host, port, "--spring.data.redis.password=wrong"))
                    .contains("WRONGPASS")
                    .satisfies(RefusedRedisIT::pointsToTheUser);
            assertThat(report("--spring.data.redis.url=redis://eve:wrong@" + server.address()))
                    .contains("WRONGPASS")
                    .contains("The address comes from spring.data.redis.url")
                    .satisfies(RefusedRedisIT::pointsToTheUser);
        }
    }

    @Test
    void wrongPasswordOfAQueuesOwnRedisShouldPointToItsProperties() {
        try (RedisServer common = RedisServer.start();
                RedisServer own = RedisServer.builder().password("right").start()) {
            assertThat(report(
                            "--spring.data.redis.host=" + common.host(),
                            "--spring.data.redis.port=" + common.port(),
                            "--delayqueue.queues.billing.redis.host=" + own.host(),
                            "--delayqueue.queues.billing.redis.port=" + own.port(),
                            "--delayqueue.queues.billing.redis.password=wrong"))
                    .contains("WRONGPASS")
                    .contains("The address comes from delayqueue.queues.billing.redis.host (")
                    .contains(
                            "Action:\n\nSet delayqueue.queues.billing.redis.username and"
                                    + " delayqueue.queues.billing.redis.password, or those in delayqueue.queues.billing.redis.url,")
                    .doesNotContain("spring.data.redis");
        }
    }

    @Test
    void passwordThatRedisDoesNotHaveShouldBeReportedAsSuperfluous() {
        try (RedisServer server = RedisServer.start()) {
            assertThat(report("--spring.data.redis.url=redis://:some@" + server.address()))
                    .contains("ERR AUTH <password> called without any password configured")
                    .contains(
                            "Redis has no password, but the application is configured with one. The address comes from"
                                    + " spring.data.redis.url (")
                    .contains("Action:\n\nRemove spring.data.redis.password, or the password in spring.data.redis.url");
        }
    }

    private static void pointsToTheUser(String report) {
        assertThat(report)
                .contains("Redis does not accept the user or the password. The address comes from spring.data.redis.")
                .contains("Action:\n\nSet spring.data.redis.username and spring.data.redis.password")
                .contains("docs/redis-setup.md#a-user-for-the-queue");
    }

    @Test
    void userWithTooFewRightsShouldPointToTheAccessList() {
        try (RedisServer server = RedisServer.builder()
                .config("user eve on >pw ~* +@all -evalsha -eval")
                .start()) {
            assertThat(report(
                            "--spring.data.redis.url=redis://eve:pw@" + server.address(), "--delayqueue.groups.shop=t"))
                    .contains("NOPERM")
                    .contains("The Redis user does not have all the rights that the queue needs.")
                    .contains("Action:\n\nGive it the keys, channels and commands that it needs");
        }
    }

    @Test
    void laterDataLayoutShouldPointToThePageAboutUpgrades() {
        try (RedisServer server = RedisServer.start()) {
            server.client().set("{MONITOR:SUMMARY}:LAYOUT", "2");
            assertThat(report(server))
                    .contains("has data layout 2, and this version reads layouts up to 1")
                    .contains("The data in Redis has another layout than this version reads and writes.")
                    .contains("Action:\n\nStart the version that the message asks for")
                    .contains("docs/upgrading.md#the-number-of-the-layout");
        }
    }

    @Test
    void replicaShouldPointToTheMaster() {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.builder()
                        .config("replicaof " + master.host() + " " + master.port())
                        .start()) {
            assertThat(report(replica))
                    .contains("READONLY")
                    .contains("The server is a replica, which accepts no writes.")
                    .contains("Action:\n\nSet spring.data.redis.host and .port to the master");
        }
    }

    @Test
    void serverThatIsAReplicaNowShouldPointToTheMasterThoughItHasBeenUsed() {
        try (RedisServer server = RedisServer.start()) {
            new SpringApplicationBuilder(FailingStart.Application.class)
                    .web(WebApplicationType.NONE)
                    .registerShutdownHook(false)
                    .properties(
                            "spring.data.redis.host=" + server.host(),
                            "spring.data.redis.port=" + server.port(),
                            "delayqueue.groups.shop=t")
                    .run()
                    .close();
            try (Jedis jedis = server.connect()) {
                jedis.replicaof(server.host(), 1);
            }
            assertThat(report(server))
                    .contains("Redis at " + server.address() + " refuses commands: READONLY")
                    .doesNotContain("did not answer", "(call:", "number_layout")
                    .contains("The server is a replica, which accepts no writes.");
        }
    }

    @Test
    void serverWithoutReplicasShouldPointToThem() {
        try (RedisServer server =
                RedisServer.builder().config("min-replicas-to-write 1").start()) {
            assertThat(report(server))
                    .contains("refuses commands: NOREPLICAS")
                    .contains("Redis refuses writes, because too few replicas are connected.")
                    .contains("Action:\n\nConnect replicas, or lower min-replicas-to-write");
        }
    }

    @Test
    void serverWhoseSnapshotsFailShouldPointToItsDisk(@TempDir Path temporary) throws IOException {
        Path folder = Files.createDirectory(temporary.resolve("snapshots"));
        try (RedisServer server = RedisServer.builder()
                        .config("save 3600 1")
                        .config("dir " + folder)
                        .start();
                Jedis jedis = server.connect()) {
            Files.delete(folder);
            jedis.bgsave();
            await().until(() -> jedis.info("persistence").contains("rdb_last_bgsave_status:err"));
            assertThat(report(server))
                    .contains("refuses commands: MISCONF")
                    .contains("Redis refuses writes, because it could not write its last snapshot to its disk.")
                    .contains("Action:\n\nMend the disk of Redis");
        }
    }

    @Test
    void databaseThatRedisDoesNotHaveShouldBeReported() {
        try (RedisServer server = RedisServer.start()) {
            assertThat(report("--spring.data.redis.url=redis://" + server.address() + "/99"))
                    .contains("ERR DB index is out of range")
                    .contains("Redis has no database of the configured number. The address comes from"
                            + " spring.data.redis.url (")
                    .contains(
                            "Action:\n\nSet spring.data.redis.database, or the number at the end of spring.data.redis.url");
        }
    }

    @Test
    void serverWithoutRoomForAnotherClientShouldPointToMaxclients() {
        try (RedisServer server = RedisServer.start();
                Jedis only = server.connect()) {
            only.configSet("maxclients", "1");
            assertThat(report(server))
                    .contains(
                            "Redis accepts no more connections, because it has as many as its setting maxclients allows.")
                    .contains("Action:\n\nRaise maxclients");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring.data.redis", "delayqueue.redis"})
    void sentinelsWithAPasswordShouldPointToIt(String prefix) {
        try (RedisServer sentinel =
                RedisServer.builder().sentinel().config("requirepass watchword").start()) {
            assertThat(report(
                            "--" + prefix + ".sentinel.master=m",
                            "--" + prefix + ".sentinel.nodes=" + sentinel.address(),
                            "--" + prefix + ".password=right"))
                    .contains(
                            "The sentinels do not accept the user or the password, or want one. The address comes from "
                                    + prefix + ".sentinel.nodes (")
                    .contains("Action:\n\nSet " + prefix + ".sentinel.password");
        }
    }

    @Test
    void serverThatIsNoSentinelShouldPointToHostAndPort() {
        assertThat(report(
                        "--spring.data.redis.sentinel.master=m",
                        "--spring.data.redis.sentinel.nodes="
                                + RedisServer.shared().address()))
                .contains("The server at this address is no sentinel.")
                .contains(
                        "Action:\n\nSet spring.data.redis.host and .port, or .url, instead of spring.data.redis.sentinel.*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring.data.redis", "delayqueue.redis"})
    void addressThatAClusterAnnouncesAndNobodyReachesShouldBeReported(String prefix) {
        try (RedisServer node = clusterOfOne("cluster-announce-ip 127.0.0.9")) {
            // With a second a busy machine ends the call before the last attempt of Jedis has failed.
            assertThat(report(
                            "--" + prefix + ".cluster.nodes=" + node.address(),
                            "--" + prefix + ".timeout=5s",
                            "--delayqueue.groups.shop=t"))
                    .contains("Failed to connect to 127.0.0.9:" + node.port())
                    .contains(
                            "The cluster answers, and announces an address that this machine cannot reach. The address"
                                    + " comes from " + prefix + ".cluster.nodes (")
                    .contains("Action:\n\nSet cluster-announce-ip")
                    .contains("HostAndPortMapper")
                    .contains("docs/redis-setup.md#addresses-behind-nat-or-docker");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring.data.redis", "delayqueue.redis"})
    void clusterThatAnnouncesNoAddressesShouldBeReported(String prefix) {
        try (RedisServer node = clusterOfOne("cluster-preferred-endpoint-type unknown-endpoint")) {
            assertThat(report("--" + prefix + ".cluster.nodes=" + node.address(), "--delayqueue.groups.shop=t"))
                    .contains(
                            "The nodes of the cluster announce no addresses, which Jedis cannot use. The address comes from "
                                    + prefix + ".cluster.nodes (")
                    .contains("Action:\n\nSet cluster-preferred-endpoint-type ip");
        }
    }

    private static RedisServer clusterOfOne(String config) {
        RedisServer node = RedisServer.builder()
                .config("cluster-enabled yes")
                .config(config)
                .start();
        try (Jedis jedis = node.connect()) {
            jedis.clusterAddSlots(IntStream.range(0, 16_384).toArray());
            await().until(() -> jedis.clusterInfo().contains("cluster_state:ok"));
        }
        return node;
    }

    @Test
    void nodeOfAClusterShouldPointToTheNodes() {
        try (RedisCluster cluster = RedisCluster.start()) {
            RedisServer other = cluster.servers().stream()
                    .filter(server -> catchThrowable(() -> server.client().exists("MONITOR:SUMMARY"))
                            instanceof JedisMovedDataException)
                    .findFirst()
                    .orElseThrow();
            assertThat(report(other))
                    .contains("MOVED ")
                    .contains("The server is a node of a cluster, and is configured as a single server.")
                    .contains("Action:\n\nSet spring.data.redis.cluster.nodes");
        }
    }

    @Test
    void serverWithoutClusterShouldPointToHostAndPort() {
        try (RedisServer server = RedisServer.start()) {
            assertThat(report("--spring.data.redis.cluster.nodes=" + server.address()))
                    .contains("The server is not part of a cluster.")
                    .contains("Action:\n\nSet spring.data.redis.host and .port, or .url, instead of");
        }
    }

    @Test
    void serverWithoutScriptsShouldPointToWhatIsNeeded() {
        try (RedisServer server =
                RedisServer.builder().config("rename-command EVALSHA \"\"").start()) {
            assertThat(report(server))
                    .contains("The server does not have a command that the queue needs.")
                    .contains("Action:\n\nUse Redis 6.2 or later");
        }
    }

    @Test
    void fullServerShouldPointToItsMemory() {
        try (RedisServer server = RedisServer.builder().config("maxmemory 1").start()) {
            assertThat(report(server))
                    .contains("OOM command not allowed")
                    .contains("The memory of Redis is full.")
                    .contains("Action:\n\nRaise its maxmemory");
        }
    }
}
