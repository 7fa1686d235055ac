package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/** Clients that do not read or have disconnected, and a stop of the server. */
class LiveClientsIT {

    private static final int SLOW = 6;

    private static final int SMALL = 8_192;

    private static final byte[] REQUEST = "GET /delayqueue/api/v1/live?size=200 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);

    private static final RedisServer SERVER = RedisServer.start();

    private final List<Socket> slow = new ArrayList<>();

    private LiveApplication application;

    /** Small buffers, so that the server soon blocks on a client that does not read. */
    static class SmallBuffers implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
        @Override
        public void customize(TomcatServletWebServerFactory factory) {
            factory.addConnectorCustomizers(connector -> connector.setProperty("socket.txBufSize", "" + SMALL));
        }
    }

    /** Long names for large events. */
    @BeforeAll
    static void fill() {
        String topics = String.join(
                ",",
                IntStream.range(0, 200).mapToObj(i -> "t" + i + "x".repeat(120)).toList());
        SERVER.client().hset("MONITOR:SUMMARY", "g", topics);
    }

    @AfterAll
    static void close() {
        SERVER.close();
    }

    @BeforeEach
    void start() {
        application = LiveApplication.start(
                SERVER,
                beans -> beans.registerBean("smallBuffers", SmallBuffers.class),
                "spring.lifecycle.timeout-per-shutdown-phase=120s");
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : slow) {
            socket.close();
        }
        application.close();
    }

    /** Opens a stream without reading it. */
    private void openWithoutReading() throws IOException {
        Socket socket = new Socket();
        slow.add(socket);
        socket.setReceiveBufferSize(SMALL);
        socket.connect(new InetSocketAddress("localhost", application.port()));
        socket.getOutputStream().write(REQUEST);
    }

    @Test
    void clientsThatDoNotReadShouldNotDelayOthers() throws IOException {
        for (int i = 0; i < SLOW; i++) {
            openWithoutReading();
        }
        await().until(() -> application.streams().openStreams() == SLOW);
        try (LiveClient one = application.live("?size=200");
                LiveClient other = application.live("?group=g&size=1")) {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> one.events().size() >= 5 && other.events().size() >= 5);
            // Events to the others are sent in short.
            await().until(() -> application.streams().writersUnderWay() == SLOW);
            assertThat(liveThreads()).isLessThanOrEqualTo(SLOW + 6);
        }
        await().until(() -> application.streams().openStreams() == SLOW);
        // Closed connections are detected although nothing could be sent.
        for (Socket socket : slow) {
            socket.close();
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> application.streams().openStreams() == 0);
        await().until(() -> application.streams().sample(application.engine()) == null);
    }

    @Test
    void endOfTheServerShouldEndStreamsAtOnce() {
        List<LiveClient> pages = IntStream.range(0, 5)
                .mapToObj(i -> application.live("?page=" + i))
                .toList();
        pages.forEach(LiveClient::next);
        // Long before the time-out of running requests.
        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> application.close(), OwnThread::start);
        await().atMost(Duration.ofSeconds(15)).until(closed::isDone);
        closed.join();
        await().until(() -> liveThreads() == 0);
        await().until(() -> pages.stream().allMatch(LiveClient::isEnded));
    }

    @Test
    void clientsThatLeaveAtAnyMomentShouldLeaveNoRequest() {
        List<CompletableFuture<Void>> visitors = IntStream.range(0, 8)
                .mapToObj(visitor -> CompletableFuture.runAsync(() -> visit(visitor), OwnThread::start))
                .toList();
        visitors.forEach(CompletableFuture::join);
        await().atMost(Duration.ofSeconds(30)).until(() -> application.streams().openStreams() == 0);
        await().untilAsserted(() -> assertThat(application.requestsInProgress()).isZero());
    }

    /** Opens streams, and resets their connections some time later: up to 20 ms, or a second, when there are events. */
    private void visit(int visitor) {
        for (int i = 0; i < 40; i++) {
            try (Socket socket = new Socket("localhost", application.port())) {
                socket.setSoLinger(true, 0);
                socket.getOutputStream().write(REQUEST);
                LockSupport.parkNanos(
                        TimeUnit.MICROSECONDS.toNanos(i % 20 == 19 ? 1_000_000 : 60L * (visitor + 8L * i)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static long liveThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("delayqueue-web-live-"))
                .count();
    }
}
