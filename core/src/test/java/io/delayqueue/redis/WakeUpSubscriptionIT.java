package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.store.WakeUps;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** A subscription survives heartbeats and unreadable messages, and no other command uses a connection that is subscribed. */
class WakeUpSubscriptionIT {

    private static final int SILENCE_MILLIS = 2_000;

    @RegisterExtension
    private final Closing open = new Closing();

    private RedisServer server =
            open.closing(RedisServer.builder().config("lua-time-limit 50").start());

    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    private final class Listener implements WakeUps.Listener {

        @Override
        public void subscribed() {
            heard.add("subscribed");
        }

        @Override
        public void earlierTask(String group) {
            heard.add(group);
            if (group.equals("failing")) {
                throw new IllegalStateException("the listener fails");
            }
            if (group.equals("exhausted")) {
                throw new OutOfMemoryError("unable to create native thread");
            }
        }

        @Override
        public void pusherResigned(String group) {}

        @Override
        public void paused(TopicName topic) {}

        @Override
        public void removed(TopicName topic, String id, long number, boolean replaced) {
            heard.add(id);
        }

        @Override
        public void interrupted(TopicName topic, String id, long number) {}

        @Override
        public void registryChanged() {}
    }

    @Test
    void busyServerShouldNotEndTheSubscription() {
        try (RedisBackend backend = RedisBackend.connect(server.host(), server.port());
                WakeUps.Subscription subscription = backend.wakeUps().open(new Listener())) {
            subscription.follow(List.of("g"));
            CompletableFuture<Void> running = run(subscription);
            CompletableFuture<Void> script = CompletableFuture.runAsync(this::runForEver, OwnThread::start);
            await().until(this::isBusy);
            subscription.ping();
            try (Jedis jedis = server.connect()) {
                jedis.scriptKill();
            }
            script.join();
            server.client().publish("{g}:WAKE:0", "1");
            await().until(() -> heard.contains("g") || running.isDone());
            assertThat(running).isNotDone();
        }
    }

    /** A busy server refuses to unsubscribe, so its reply ends the subscription while the connection is still subscribed. */
    @Test
    void connectionOfASubscriptionThatIsClosedOnABusyServerShouldNotBeUsedAgain() {
        try (RedisBackend backend = RedisBackend.connect(server.host(), server.port())) {
            endWhileBusy(backend, WakeUps.Subscription::close);
        }
    }

    @Test
    void connectionWhoseSubscriptionABusyServerRefusedToExtendShouldNotBeUsedAgain() {
        try (RedisBackend backend = RedisBackend.connect(server.host(), server.port())) {
            endWhileBusy(backend, subscription -> subscription.follow(List.of("g", "h")));
        }
    }

    /** As with sentinels: the client does not give its connections away. */
    @Test
    @SuppressWarnings("deprecation")
    void connectionOfAClientWithAHiddenPoolShouldNotBeUsedAgainEither() {
        try (RedisBackend backend = new RedisBackend(new RedisConnections(
                new UnifiedJedis(server.hostAndPort()),
                new UnifiedJedis(server.hostAndPort()),
                server.address(),
                Duration.ofSeconds(2)))) {
            endWhileBusy(backend, subscription -> subscription.follow(List.of("g", "h")));
        }
    }

    @Test
    void connectionToAMasterOfSentinelsShouldNotBeUsedAgain() {
        RedisSentinels sentinels = open.closing(RedisSentinels.start(1));
        for (HostAndPort address : sentinels.sentinels()) {
            try (Jedis sentinel = new Jedis(address)) {
                // A busy master is not failed over.
                sentinel.sentinelSet(sentinels.masterName(), Map.of("down-after-milliseconds", "60000"));
            }
        }
        server = sentinels.currentMaster();
        server.client().configSet("lua-time-limit", "50");
        try (RedisBackend backend = new RedisBackend(
                new RedisConnections(client(sentinels), client(sentinels), server.address(), Duration.ofSeconds(2)))) {
            endWhileBusy(backend, subscription -> subscription.follow(List.of("g", "h")));
        }
    }

    private static RedisSentinelClient client(RedisSentinels sentinels) {
        return RedisSentinelClient.builder()
                .masterName(sentinels.masterName())
                .sentinels(sentinels.sentinels())
                .build();
    }

    @Test
    void connectionWhoseUserMayNotSubscribeToAllChannelsShouldNotBeUsedAgain() {
        try (Jedis jedis = server.connect()) {
            jedis.aclSetUser("u", "on", ">p", "~*", "+@all", "resetchannels", "&MONITOR:CHANGED:0", "&{g}:*", "&*-*");
        }
        RedisClient client =
                server.client(DefaultJedisClientConfig.builder().user("u").password("p"));
        try (RedisBackend backend = new RedisBackend(new RedisConnections(
                        RedisClient.create(server.host(), server.port()),
                        client,
                        server.address(),
                        Duration.ofSeconds(2)));
                WakeUps.Subscription subscription = backend.wakeUps().open(new Listener())) {
            subscription.follow(List.of("g"));
            CompletableFuture<Void> running = run(subscription);
            subscription.follow(List.of("g", "h"));
            await().until(running::isCompletedExceptionally);
            requireUsable(backend);
        }
    }

    /** Channels are the whole cluster's, so a subscription finds another node. */
    @Test
    void nodeOfAClusterThatIsGoneShouldPreventNoSubscription() {
        RedisCluster cluster = open.closing(RedisCluster.start());
        cluster.servers().forEach(node -> node.client().configSet("cluster-require-full-coverage", "no"));
        try (RedisBackend backend = new RedisBackend(new RedisConnections(
                RedisClusterClient.create(cluster.nodes()),
                RedisClusterClient.create(cluster.nodes()),
                "cluster",
                Duration.ofSeconds(2)))) {
            cluster.servers().get(0).kill();
            for (int i = 0; i < 20; i++) {
                WakeUps.Subscription subscription = backend.wakeUps().open(new Listener());
                CompletableFuture<Void> running =
                        CompletableFuture.runAsync(() -> runUntilSubscribed(subscription), OwnThread::start);
                await().until(() -> heard.contains("subscribed"));
                subscription.close();
                running.join();
                heard.clear();
            }
        }
    }

    private void runUntilSubscribed(WakeUps.Subscription subscription) {
        for (int tries = 0; tries < 1_000 && !heard.contains("subscribed"); tries++) {
            try {
                subscription.run();
            } catch (TaskStoreException e) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private void endWhileBusy(RedisBackend backend, Consumer<WakeUps.Subscription> command) {
        try (WakeUps.Subscription subscription = backend.wakeUps().open(new Listener())) {
            subscription.follow(List.of("g"));
            CompletableFuture<Void> running = run(subscription);
            CompletableFuture<Void> script = CompletableFuture.runAsync(this::runForEver, OwnThread::start);
            await().until(this::isBusy);
            command.accept(subscription);
            await().until(running::isDone);
            try (Jedis jedis = server.connect()) {
                jedis.scriptKill();
            }
            script.join();
            requireUsable(backend);
        }
    }

    private void requireUsable(RedisBackend backend) {
        server.client().publish("{g}:WAKE:0", "1");
        server.client().lpush("{g}:SIGNAL:t", "1");
        assertThat(backend.signals().await(List.of(new TopicName("g", "t")), "i", Duration.ofSeconds(1)))
                .isEqualTo(new TopicName("g", "t"));
    }

    @Test
    void heartbeatsShouldKeepTheSubscriptionAndReachNoSubscriber() {
        RedisClient blocking =
                server.client(DefaultJedisClientConfig.builder().blockingSocketTimeoutMillis(SILENCE_MILLIS));
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

    /** A second UNSUBSCRIBE has a reply of its own, which the next command on the connection would take for its own. */
    @Test
    void connectionShouldBeFreeOfRepliesAfterConcurrentCloses() {
        try (RedisBackend backend = RedisBackend.connect(server.host(), server.port())) {
            for (int i = 0; i < 50; i++) {
                WakeUps.Subscription subscription = backend.wakeUps().open(new Listener());
                CompletableFuture<Void> running = run(subscription);
                subscription.close();
                subscription.close();
                subscription.follow(List.of("g"));
                assertThat(running).succeedsWithin(Duration.ofSeconds(10));
                assertThat(backend.signals().await(List.of(new TopicName("g", "t")), "i", Duration.ofMillis(1)))
                        .isNull();
                heard.clear();
            }
        }
    }

    @Test
    void messagesThatCannotBeHandledShouldNotEndTheSubscription() {
        try (RedisBackend backend = RedisBackend.connect(server.host(), server.port());
                WakeUps.Subscription subscription = backend.wakeUps().open(new Listener())) {
            subscription.follow(List.of("g", "failing", "exhausted"));
            CompletableFuture<Void> running = run(subscription);
            server.client().publish("{g}:WAKE:0", "removed:t:unreadable:number");
            server.client().publish("{g}:WAKE:0", "paused:" + "t".repeat(10_000));
            server.client().publish("{failing}:WAKE:0", "1");
            server.client().publish("{exhausted}:WAKE:0", "1");
            server.client().publish("{g}:WAKE:0", "removed:t:readable:1");
            await().until(() -> heard.contains("readable") || running.isDone());
            assertThat(running).isNotDone();
            assertThat(heard).containsExactly("subscribed", "failing", "exhausted", "readable");
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
        try (Jedis jedis = server.connect()) {
            jedis.ping();
            return false;
        } catch (JedisDataException e) {
            return e.getMessage().startsWith("BUSY");
        }
    }
}
