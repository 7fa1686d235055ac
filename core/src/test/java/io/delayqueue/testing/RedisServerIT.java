package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

class RedisServerIT {

    @Test
    void killShouldLeaveWhatTheAppendOnlyFileHolds() {
        try (RedisServer server = RedisServer.builder().appendOnly().start()) {
            for (int i = 0; i < 100; i++) {
                server.client().set("key-" + i, "value");
            }
            int port = server.port();
            server.kill();
            server.restart();
            assertThat(server.port()).isEqualTo(port);
            assertThat(server.client().dbSize()).isEqualTo(100);
        }
    }

    @Test
    void appendOnlyFileShouldBeWrittenThroughAtEveryCommand() {
        try (RedisServer server = RedisServer.builder().appendOnly().start();
                Jedis connection = new Jedis(server.hostAndPort())) {
            assertThat(connection.configGet("appendfsync")).containsEntry("appendfsync", "always");
        }
    }

    /** Starts a server for a test of another JVM's end, at which it still answers. */
    static final class Forgetful {

        private Forgetful() {}

        public static void main(String[] arguments) throws IOException {
            RedisServer server = RedisServer.start();
            Path reports = Path.of(arguments[0]);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
                report(reports.resolve("end"), server.client().ping());
            }));
            report(reports.resolve("start"), server.folder() + "\n" + server.port());
            System.in.read();
        }

        private static void report(Path file, String text) {
            try {
                Path part = Path.of(file + ".part");
                Files.writeString(part, text);
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void serverThatIsNotClosedShouldEndAfterItsJvm(boolean killed, @TempDir Path reports) throws Exception {
        // The program that a killed JVM has unpacked stays.
        Process other = OtherJvm.start(List.of("-Djava.io.tmpdir=" + reports), Forgetful.class, reports);
        try {
            await().until(() -> Files.exists(reports.resolve("start")));
            List<String> start = Files.readAllLines(reports.resolve("start"));
            if (killed) {
                other.destroyForcibly();
            } else {
                other.getOutputStream().close();
                other.onExit().join();
                assertThat(reports.resolve("end")).hasContent("PONG");
            }
            await().until(() -> Files.notExists(Path.of(start.get(0))));
            await().until(() -> Ports.isFree(Integer.parseInt(start.get(1))));
        } finally {
            other.destroyForcibly().onExit().join();
        }
    }

    @Test
    void startShouldPassOverAPortThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Iterator<Integer> ports =
                    List.of(taken.getLocalPort(), Ports.free()).iterator();
            try (RedisServer server = RedisServer.builder().start(ports::next)) {
                assertThat(server.port()).isNotEqualTo(taken.getLocalPort());
                assertThat(server.client().ping()).isEqualTo("PONG");
            }
        }
    }

    @Test
    void startOnThePortOfAnotherRedisShouldFail() {
        try (RedisServer other = RedisServer.start()) {
            RedisServerBuilder second = RedisServer.builder().port(other.port());
            assertThatIllegalStateException()
                    .isThrownBy(second::start)
                    .withMessageContaining("Failed listening on port");
        }
    }
}
