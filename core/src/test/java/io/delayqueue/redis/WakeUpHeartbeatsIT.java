package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TopicName;
import io.delayqueue.store.WakeUps;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisDataException;

/** A subscription receives its own heartbeats, and no server's reply to one ends it. */
class WakeUpHeartbeatsIT {

    private static final int SILENCE_MILLIS = 2_000;

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server =
            open.closing(RedisServer.builder().config("lua-time-limit 50").start());

    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    private final class Listener implements WakeUps.Listener {

        @Override
        public void subscribed() {
            heard.add("subscribed");
        }

        @Override
        public void newHead(String group) {
            heard.add(group);
        }

        @Override
        public void pusherResigned(String group) {}

        @Override
        public void paused(TopicName topic) {}

        @Override
        public void removed(TopicName topic, String id, long number) {}

        @Override
        public void replaced(TopicName topic, String id, long number) {}

        @Override
        public void registryChanged() {}
    }

    /** It would go back to its pool subscribed, where who waits for signals would get it. */
    @Test
    void busyServerShouldNotEndTheSubscription() {
        try (RedisBackend backend = RedisBackend.connect(server.host(), server.port());
                WakeUps.Subscription subscription = backend.wakeUps().open(new Listener())) {
            subscription.follow(List.of("g"));
            CompletableFuture<Void> running = run(subscription);
            CompletableFuture<Void> script = CompletableFuture.runAsync(this::runForEver, OwnThread::start);
            await().until(this::isBusy);
            subscription.ping();
            try (Jedis jedis = new Jedis(server.hostAndPort())) {
                jedis.scriptKill();
            }
            script.join();
            server.client().publish("{g}:WAKE:0", "1");
            await().until(() -> heard.contains("g") || running.isDone());
            assertThat(running).isNotDone();
        }
    }

    @Test
    void heartbeatsShouldKeepTheSubscriptionAndReachNoSubscriber() {
        RedisClient blocking = RedisClient.builder()
                .hostAndPort(server.hostAndPort())
                .clientConfig(DefaultJedisClientConfig.builder()
                        .blockingSocketTimeoutMillis(SILENCE_MILLIS)
                        .build())
                .build();
        RedisConnections connections = new RedisConnections(
                RedisClient.create(server.host(), server.port()), blocking, server.address(), Duration.ofSeconds(2));
        try (RedisBackend backend = new RedisBackend(connections);
                WakeUps.Subscription subscription = backend.wakeUps().open(new Listener())) {
            CompletableFuture<Void> running = run(subscription);
            await().pollInterval(Duration.ofMillis(50))
                    .during(Duration.ofMillis(2 * SILENCE_MILLIS))
                    .until(() -> {
                        subscription.ping();
                        return !running.isDone();
                    });
            assertThat(heard).containsExactly("subscribed");
        }
    }

    private CompletableFuture<Void> run(WakeUps.Subscription subscription) {
        CompletableFuture<Void> running = CompletableFuture.runAsync(subscription::run, OwnThread::start);
        await().until(() -> heard.contains("subscribed"));
        return running;
    }

    private void runForEver() {
        try (Jedis jedis = new Jedis(server.host(), server.port(), 60_000)) {
            jedis.eval("while true do end");
        } catch (JedisDataException killed) {
            assertThat(killed).hasMessageContaining("SCRIPT KILL");
        }
    }

    private boolean isBusy() {
        try (Jedis jedis = new Jedis(server.hostAndPort())) {
            jedis.ping();
            return false;
        } catch (JedisDataException e) {
            return e.getMessage().startsWith("BUSY");
        }
    }
}
