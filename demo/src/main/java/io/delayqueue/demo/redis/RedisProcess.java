package io.delayqueue.demo.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@code redis-server} and removes its folder, by a small shell script.
 *
 * <p>Redis runs as a daemon, so that a Ctrl-C in the terminal does not reach it: first the queue stops, then Redis. The shell
 * waits until its input ends, which happens when this process closes it, and also when this process is killed; then it ends
 * Redis and removes the folder.
 */
final class RedisProcess {

    private static final Logger log = LoggerFactory.getLogger(RedisProcess.class);

    private static final int START_SECONDS = 10;

    private static final int STOP_SECONDS = 15;

    /** Script with the redis-server as $0 and the folder as $1. Redis removes its pid file last. */
    private static final String CARE = """
            trap '' HUP INT TERM
            "$0" "$1/redis.conf" && cat > /dev/null
            pid=$(cat "$1/redis.pid") && kill "$pid" && tries=200
            while [ -e "$1/redis.pid" ] && [ "${tries:-0}" -gt 0 ]; do tries=$((tries - 1)); sleep 0.05; done
            cd / && rm -rf "$1"
            """;

    private final Path folder;

    private final Process shell;

    private RedisProcess(Path folder, Process shell) {
        this.folder = folder;
        this.shell = shell;
    }

    /**
     * Starts a server and waits until it answers.
     *
     * @throws IllegalStateException if it does not; its process and folder are removed then
     */
    static RedisProcess start(Path executable, String host, int port) {
        try {
            Path folder = Files.createTempDirectory("delayqueue-demo-");
            Files.write(folder.resolve("redis.conf"), configuration(host, port, folder));
            Process shell = new ProcessBuilder("/bin/sh", "-c", CARE, executable.toString(), folder.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            RedisProcess process = new RedisProcess(folder, shell);
            process.awaitReady(host, port);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> configuration(String host, int port, Path folder) {
        return List.of(
                "bind " + host,
                "port " + port,
                "daemonize yes",
                "dir \"" + folder + "\"",
                "pidfile redis.pid",
                "logfile redis.log",
                "appendonly yes",
                "appendfsync everysec",
                "save \"\"");
    }

    Path folder() {
        return folder;
    }

    void stop() {
        try {
            shell.getOutputStream().close();
            if (!shell.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                log.warn("Redis in {} does not end", folder);
            }
        } catch (IOException e) {
            log.warn("Redis in {} may still run", folder, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitReady(String host, int port) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (System.nanoTime() < end && shell.isAlive()) {
            if (logSays("Ready to accept connections") && answers(host, port)) {
                return;
            }
            if (logSays("Failed listening on port") || !pause()) {
                break;
            }
        }
        String text = logText();
        stop();
        throw new IllegalStateException("Redis did not start on " + host + ":" + port + ":\n" + text);
    }

    private static boolean answers(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), 1000);
            socket.setSoTimeout(1000);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(5);
            return new String(answer, StandardCharsets.US_ASCII).equals("+PONG");
        } catch (IOException e) {
            return false;
        }
    }

    private boolean logSays(String text) throws IOException {
        return logText().contains(text);
    }

    private String logText() throws IOException {
        Path file = folder.resolve("redis.log");
        return Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
    }

    private static boolean pause() {
        try {
            Thread.sleep(10);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
