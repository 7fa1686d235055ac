package io.delayqueue.demo.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.OtherJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;
import redis.embedded.RedisExecProvider;

class EmbeddedRedisIT {

    @Test
    void shouldKeepAnAppendOnlyFileAndLeaveNothing() throws IOException {
        int port = freePort();
        RedisProcess process = RedisProcess.start(executable(), EmbeddedRedis.HOST, port);
        assertThat(process.folder().resolve("appendonlydir")).isNotEmptyDirectory();

        process.stop();

        assertThat(process.folder()).doesNotExist();
        assertThatIOException().isThrownBy(() -> new Socket(EmbeddedRedis.HOST, port));
    }

    @Test
    void shouldLeaveNothingWhenItsProcessIsKilled(@TempDir Path temporary) throws IOException {
        int port = freePort();
        List<String> command = OtherJvm.command(
                System.getProperty("java.class.path"), List.of("-Djava.io.tmpdir=" + temporary), ProcessToKill.class);
        command.add(String.valueOf(port));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            Path folder = Path.of(process.inputReader().readLine());
            assertThat(folder).isDirectory();
            assertThat(listens(port)).isTrue();

            process.destroyForcibly();

            await().until(() -> !listens(port));
            await().untilAsserted(() -> assertThat(folder).doesNotExist());
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    /** Says where the Redis is that it has started. */
    static final class ProcessToKill {

        public static void main(String[] arguments) throws IOException {
            int port = Integer.parseInt(arguments[0]);
            System.out.println(
                    RedisProcess.start(executable(), EmbeddedRedis.HOST, port).folder());
            OtherJvm.endWithInput();
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(EmbeddedRedis.HOST, port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldAnswerOnItsPort() {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                RedisClient client = RedisClient.create(EmbeddedRedis.HOST, redis.port())) {
            assertThat(client.ping()).isEqualTo("PONG");
        }
    }

    @Test
    void shouldSayWhyItDidNotStartAndLeaveNothing() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(EmbeddedRedis.HOST))) {
            Path executable = executable();
            int port = taken.getLocalPort();
            assertThatIllegalStateException()
                    .isThrownBy(() -> RedisProcess.start(executable, EmbeddedRedis.HOST, port))
                    .withMessageContaining("Failed listening on port");
            assertThat(folders(port)).isEmpty();
        }
    }

    private static Path executable() throws IOException {
        return RedisExecProvider.defaultProvider().get().toPath().toAbsolutePath();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(EmbeddedRedis.HOST))) {
            return socket.getLocalPort();
        }
    }

    /** Folders of servers on this port, because other tests may start servers at the same time. */
    private static List<Path> folders(int port) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(Files::isDirectory)
                    .filter(file -> file.getFileName().toString().startsWith("delayqueue-demo-"))
                    .filter(file -> configuration(file).contains("port " + port))
                    .toList();
        }
    }

    private static List<String> configuration(Path folder) {
        try {
            return Files.readAllLines(folder.resolve("redis.conf"));
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
