package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

class TcpProxyIT {

    private static final int SHORT = 200;

    private static final int LONG = 30_000;

    private final String key = "proxy-" + UUID.randomUUID();
    private final RedisServer server = RedisServer.shared();
    private final TcpProxy proxy = TcpProxy.to(server);
    private final Jedis jedis = new Jedis(proxy.host(), proxy.port(), LONG);

    @BeforeEach
    void connect() {
        jedis.ping();
    }

    @AfterEach
    void close() {
        jedis.close();
        proxy.close();
        server.client().del(key);
    }

    @Test
    void blackHoleShouldHoldBytesBackUntilItEnds() {
        jedis.getConnection().setSoTimeout(SHORT);
        proxy.blackHole(true);
        assertThatExceptionOfType(JedisConnectionException.class)
                .isThrownBy(() -> jedis.set(key, "value"))
                .withCauseInstanceOf(SocketTimeoutException.class);
        assertThat(server.client().exists(key)).isFalse();
        assertThat(proxy.openConnections()).isEqualTo(1);
        proxy.blackHole(false);
        await().untilAsserted(() -> assertThat(server.client().get(key)).isEqualTo("value"));
    }

    @Test
    void blackHoleShouldHoldRepliesBackUntilItEnds() {
        CompletableFuture<List<String>> reply =
                CompletableFuture.supplyAsync(() -> jedis.blpop(0, key), OwnThread::start);
        await().until(() -> clientsOfServer().contains("cmd=blpop"));
        proxy.blackHole(true);
        server.client().rpush(key, "value");
        await().during(Duration.ofMillis(SHORT)).until(() -> !reply.isDone());
        assertThat(server.client().exists(key)).isFalse();
        proxy.blackHole(false);
        assertThat(reply).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(List.of(key, "value"));
    }

    @Test
    void blackHoleShouldHideThatTheServerHungUp() {
        try (RedisServer mortal = RedisServer.start();
                TcpProxy before = TcpProxy.to(mortal);
                Jedis client = new Jedis(before.hostAndPort())) {
            client.ping();
            client.getConnection().setSoTimeout(SHORT);
            before.blackHole(true);
            mortal.kill();
            assertThatExceptionOfType(JedisConnectionException.class)
                    .isThrownBy(client::ping)
                    .withCauseInstanceOf(SocketTimeoutException.class);
            assertThat(before.openConnections()).isEqualTo(1);
            before.blackHole(false);
            await().until(() -> before.openConnections() == 0);
        }
    }

    @Test
    void dropRepliesShouldLoseRepliesButNotRequests() {
        proxy.dropReplies(true);
        assertThatExceptionOfType(JedisConnectionException.class).isThrownBy(() -> jedis.set(key, "value"));
        assertThat(server.client().get(key)).isEqualTo("value");
        proxy.dropReplies(false);
        assertNewConnectionWorks(proxy);
    }

    @Test
    void dropReplyToShouldLoseThatReplyOnce() {
        proxy.dropReplyTo(key);
        assertThat(jedis.ping()).isEqualTo("PONG");
        assertThatExceptionOfType(JedisConnectionException.class).isThrownBy(() -> jedis.set(key, "value"));
        assertThat(server.client().get(key)).isEqualTo("value");
        try (Jedis next = new Jedis(proxy.hostAndPort())) {
            assertThat(next.get(key)).isEqualTo("value");
        }
    }

    @Test
    void cutMidReplyShouldPassHalfOfOneReply() throws IOException {
        server.client().set(key, "x".repeat(1_000));
        try (Socket client = new Socket(proxy.host(), proxy.port())) {
            proxy.cutMidReply();
            client.getOutputStream().write(("GET " + key + "\r\n").getBytes(StandardCharsets.US_ASCII));
            assertThat(client.getInputStream().readAllBytes()).hasSizeBetween(500, 509);
        }
        assertThat(jedis.get(key)).hasSize(1_000);
    }

    @Test
    void delayShouldHoldRequestsAndRepliesBack() {
        jedis.getConnection().setSoTimeout(SHORT);
        proxy.delay(Duration.ofMinutes(1));
        assertThatExceptionOfType(JedisConnectionException.class)
                .isThrownBy(jedis::ping)
                .withCauseInstanceOf(SocketTimeoutException.class);
        proxy.delay(Duration.ofMillis(10));
        long before = System.nanoTime();
        try (Jedis next = new Jedis(proxy.hostAndPort())) {
            assertThat(next.ping()).isEqualTo("PONG");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(20));
    }

    private String clientsOfServer() {
        try (Jedis direct = new Jedis(server.hostAndPort())) {
            return direct.clientList();
        }
    }

    private static void assertNewConnectionWorks(TcpProxy proxy) {
        try (Jedis next = new Jedis(proxy.hostAndPort())) {
            assertThat(next.ping()).isEqualTo("PONG");
        }
    }
}
