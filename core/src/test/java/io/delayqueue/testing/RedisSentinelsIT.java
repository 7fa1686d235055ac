package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;

class RedisSentinelsIT {

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
