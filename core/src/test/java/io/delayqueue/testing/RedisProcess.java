package io.delayqueue.testing;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** One {@code redis-server} process in a folder of its own. If it is not closed, it ends after this JVM. */
final class RedisProcess {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration PING_TIMEOUT = Duration.ofSeconds(1);

    private final Path folder;
    private final ProcessReaper reaper;
    private final String host;
    private final int port;
    private final boolean sentinel;
    private @Nullable Process process;

    RedisProcess(String host, int port, boolean sentinel, List<String> config) {
        this.host = host;
        this.port = port;
        this.sentinel = sentinel;
        try {
            this.folder = Files.createTempDirectory("delayqueue-redis-");
            Files.write(folder.resolve("redis.conf"), config);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.reaper = new ProcessReaper(folder);
    }

    /** Starts and waits until the server answers; the exception of one that does not contains its log. */
    void start(String... options) {
        Process started = launch(options);
        this.process = started;
        reaper.watch(started);
        try {
            await().pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(START_TIMEOUT)
                    .until(() -> !started.isAlive() || (logSaysReady() && answersPing()));
        } catch (ConditionTimeoutException e) {
            kill();
            throw new IllegalStateException(describe("did not answer within " + START_TIMEOUT), e);
        }
        if (!started.isAlive()) {
            String message = describe("ended with exit code " + started.exitValue());
            throw log().contains("Failed listening on port")
                    ? new PortTakenException(message)
                    : new IllegalStateException(message);
        }
    }

    /** Ends the process as an operator would, so that it can write what it has to. */
    void stop() {
        if (process == null) {
            return;
        }
        process.destroy();
        boolean ended = process.onExit()
                .thenApply(exited -> true)
                .completeOnTimeout(false, STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        if (!ended) {
            kill();
        }
        forget();
    }

    /** Ends the process as a crash would. */
    void kill() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
            forget();
        }
    }

    private void forget() {
        process = null;
        reaper.watch(null);
    }

    /** Sends the running process a signal. */
    void signal(String name) {
        if (process == null) {
            throw new IllegalStateException("Nothing runs");
        }
        try {
            int code = new ProcessBuilder("env", "LC_ALL=C", "kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .onExit()
                    .join()
                    .exitValue();
            if (code != 0) {
                throw new IllegalStateException("kill ended with exit code " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the process and removes its folder. */
    void close() {
        kill();
        reaper.close();
    }

    Path folder() {
        return folder;
    }

    private Process launch(String... options) {
        List<String> command = new ArrayList<>(List.of(RedisBinary.PATH.toString(), "redis.conf"));
        if (sentinel) {
            command.add("--sentinel");
        }
        command.addAll(List.of(options));
        try {
            return new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(logFile().toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An answer on the port is not enough: it may come from the server that took the port before this one. */
    private boolean logSaysReady() {
        return log().contains(sentinel ? "Sentinel ID is" : "Ready to accept connections");
    }

    private boolean answersPing() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), (int) PING_TIMEOUT.toMillis());
            socket.setSoTimeout((int) PING_TIMEOUT.toMillis());
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String answer = reader.readLine();
            return answer != null && (answer.startsWith("+PONG") || answer.startsWith("-NOAUTH"));
        } catch (IOException e) {
            return false;
        }
    }

    private String describe(String problem) {
        return "redis-server on port " + port + " " + problem + "; its log:\n" + log();
    }

    private String log() {
        try {
            return Files.exists(logFile()) ? Files.readString(logFile(), StandardCharsets.ISO_8859_1) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path logFile() {
        return folder.resolve("redis.log");
    }
}
