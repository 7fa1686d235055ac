package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

class RedisSentinelsIT {

    @Test
    void replicaShouldTakeOverFromAKilledMaster() {
        try (RedisSentinels sentinels = RedisSentinels.start()) {
            assertThat(sentinels.sentinels()).hasSize(3);
            sentinels.client().set("key", "before");
            RedisServer replica = sentinels.servers().get(1);
            await().until(() -> "before".equals(replica.client().get("key")));

            RedisServer killed = sentinels.killMaster();
            assertThat(killed).isNotSameAs(replica);
            await().until(() -> sentinels.currentMaster() == replica);
            await().ignoreExceptionsInstanceOf(JedisException.class)
                    .untilAsserted(() ->
                            assertThat(sentinels.client().set("key", "after")).isEqualTo("OK"));
            assertThat(replica.client().get("key")).isEqualTo("after");

            killed.restart();
            // A sentinel that makes it a replica ends the connections of clients.
            await().ignoreExceptionsInstanceOf(JedisException.class).untilAsserted(() -> {
                assertThat(killed.client().get("key")).isEqualTo("after");
                assertThat(killed.client().info("replication")).contains("role:slave");
            });
        }
    }

    @Test
    void closeShouldEndAllOfThem() {
        RedisSentinels sentinels = RedisSentinels.start(1);
        assertThat(sentinels.sentinels()).hasSize(1);
        assertThat(sentinels.client().getCurrentMaster())
                .isEqualTo(sentinels.currentMaster().hostAndPort());
        List<Path> folders =
                sentinels.servers().stream().map(RedisServer::folder).toList();
        sentinels.close();
        assertThat(sentinels.sentinels()).allSatisfy(sentinel -> assertThat(Ports.isFree(sentinel.getPort()))
                .isTrue());
        assertThat(folders).hasSize(2).allSatisfy(folder -> assertThat(folder).doesNotExist());
    }

    @Test
    void sentinelThatDoesNotAnswerForAWhileShouldBeAwaited() {
        try (RedisServer master = RedisServer.start();
                RedisServer sentinel = RedisServer.builder()
                        .sentinel()
                        .config("sentinel monitor %s %s %d 1"
                                .formatted(SentinelWatch.MASTER_NAME, master.host(), master.port()))
                        .start()) {
            sentinel.freeze();
            CompletableFuture<HostAndPort> agreement = CompletableFuture.supplyAsync(
                    () -> new SentinelWatch(List.of(sentinel)).awaitAgreement(), OwnThread::start);
            // Longer than a client waits for a response.
            await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
            sentinel.thaw();
            assertThat(agreement.join()).isEqualTo(master.hostAndPort());
        }
    }
}
