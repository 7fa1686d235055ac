package io.delayqueue.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
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
    void passwordThatRedisDoesNotHaveShouldPointToTheUser() {
        try (RedisServer server = RedisServer.start()) {
            assertThat(report("--spring.data.redis.url=redis://:some@" + server.address()))
                    .contains("ERR AUTH <password> called without any password configured")
                    .satisfies(RefusedRedisIT::pointsToTheUser);
        }
    }

    private static void pointsToTheUser(String report) {
        assertThat(report)
                .contains("Redis does not accept the user or the password. The address comes from spring.data.redis.")
                .contains("Action:\n\nSet spring.data.redis.username and spring.data.redis.password")
                .contains("/docs/redis-setup.html#a-user-for-the-queue");
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
                    .contains("/docs/upgrading.html#the-number-of-the-layout");
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
