package io.delayqueue.demo.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.embedded.RedisExecProvider;

/**
 * The {@code redis-server} that ships inside the embedded-redis artifact, on a free port of this machine, in a new folder with
 * an append-only file. The folder is removed when the demo ends.
 *
 * <p>The artifact's own {@code RedisServer} is not used: it stops Redis from a shutdown hook, beside Spring's and not after it,
 * and a Ctrl-C in the terminal would reach Redis directly.
 */
final class EmbeddedRedis implements AutoCloseable {

    static final String HOST = "127.0.0.1";

    private static final Logger log = LoggerFactory.getLogger(EmbeddedRedis.class);

    private static final int TRIES = 3;

    private final int port;

    private final RedisProcess process;

    private EmbeddedRedis(int port, RedisProcess process) {
        this.port = port;
        this.process = process;
    }

    static EmbeddedRedis start() {
        Path executable = executable();
        for (int attempt = 1; ; attempt++) {
            int port = freePort();
            try {
                RedisProcess process = RedisProcess.start(executable, HOST, port);
                log.info("Started Redis on {}:{}, its append-only file is in {}", HOST, port, process.folder());
                return new EmbeddedRedis(port, process);
            } catch (IllegalStateException e) {
                // Another process may have taken the port.
                if (attempt == TRIES) {
                    throw e;
                }
            }
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.stop();
    }

    private static Path executable() {
        try {
            return RedisExecProvider.defaultProvider().get().toPath().toAbsolutePath();
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalStateException(
                    "There is no embedded Redis for this system: set spring.data.redis.host to use your own", e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
