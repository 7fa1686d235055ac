package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
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
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ClientKillParams;

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

    @Test
    void restartWithoutAppendOnlyFileShouldStartEmpty() {
        try (RedisServer server = RedisServer.start()) {
            server.client().set("key", "value");
            server.restart();
            assertThat(server.client().dbSize()).isZero();
        }
    }

    @Test
    void stopShouldFreeThePortAndKeepTheFolder() {
        try (RedisServer server = RedisServer.start()) {
            assertThat(Ports.isFree(server.port())).isFalse();
            server.stop();
            assertThat(Ports.isFree(server.port())).isTrue();
            assertThat(server.folder()).exists();
        }
    }

    @Test
    void closeShouldFreeThePortAndDeleteTheFolder() {
        RedisServer server = RedisServer.builder().appendOnly().start();
        Path folder = server.folder();
        assertThat(folder).isDirectoryContaining("glob:**/appendonly*");
        server.close();
        assertThat(Ports.isFree(server.port())).isTrue();
        assertThat(folder).doesNotExist();
        server.close();
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
    void stopShouldCloseTheClientAndTheNextOneShouldWork() {
        try (RedisServer server = RedisServer.start()) {
            RedisClient before = server.client();
            assertThat(server.client()).isSameAs(before);
            server.stop();
            assertThat(before.getPool().isClosed()).isTrue();
            server.restart();
            assertThat(server.client().ping()).isEqualTo("PONG");
        }
    }

    @Test
    void clientShouldOutliveItsConnections() {
        try (RedisServer server = RedisServer.start();
                Jedis other = new Jedis(server.hostAndPort())) {
            server.client().ping();
            other.clientKill(new ClientKillParams().type(ClientType.NORMAL));
            assertThat(server.client().ping()).isEqualTo("PONG");
        }
    }

    @Test
    void killShouldBreakConnections() {
        try (RedisServer server = RedisServer.start();
                Jedis connection = new Jedis(server.hostAndPort())) {
            connection.ping();
            server.kill();
            assertThatExceptionOfType(JedisConnectionException.class).isThrownBy(connection::ping);
        }
    }

    @Test
    void passwordShouldBeDemandedAndGivenByTheClient() {
        try (RedisServer server = RedisServer.builder().password("s3cret word").start();
                Jedis stranger = new Jedis(server.hostAndPort())) {
            assertThatExceptionOfType(JedisDataException.class)
                    .isThrownBy(stranger::dbSize)
                    .withMessageContaining("NOAUTH");
            assertThat(server.client().dbSize()).isZero();
        }
    }

    @Test
    void configShouldReachTheServer() {
        try (RedisServer server = RedisServer.builder()
                .config("maxmemory 10mb")
                .config("user reader on >pass ~* +get")
                .start()) {
            assertThat(server.client().info("memory")).contains("maxmemory:10485760");
            try (Jedis reader = new Jedis(server.hostAndPort())) {
                reader.auth("reader", "pass");
                assertThatExceptionOfType(JedisDataException.class)
                        .isThrownBy(() -> reader.set("key", "value"))
                        .withMessageContaining("NOPERM");
            }
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

    @Test
    void startWithBadConfigShouldFailWithTheLog() {
        RedisServerBuilder builder = RedisServer.builder().config("no-such-option 1");
        assertThatIllegalStateException()
                .isThrownBy(builder::start)
                .withMessageContaining("no-such-option")
                .withMessageContaining("exit code 1");
    }

    @Test
    void sharedShouldBeOneThatCannotBeStopped() {
        RedisServer shared = RedisServer.shared();
        assertThat(RedisServer.shared()).isSameAs(shared);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(shared::stop);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(shared::kill);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(shared::restart);
        shared.close();
        assertThat(shared.client().ping()).isEqualTo("PONG");
    }

    @Test
    void sharedShouldUseTheAddressIfThereIsOne() {
        try (RedisServer given = RedisServer.start();
                RedisServer shared = SharedRedis.at(given.address())) {
            shared.client().set("key", "value");
            assertThat(given.client().get("key")).isEqualTo("value");
        }
    }
}
