package io.delayqueue.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/** The options of a {@link RedisServer}. */
public final class RedisServerBuilder {

    private static final int TRIES = 5;

    private final List<String> config = new ArrayList<>();
    private int port;
    private boolean appendOnly;
    private boolean sentinel;
    private @Nullable String password;

    RedisServerBuilder() {}

    /** Listens on this port and no other; without it, on one that is free. */
    public RedisServerBuilder port(int port) {
        this.port = port;
        return this;
    }

    /** Keeps an append-only file, written through at every command: what was answered survives a kill. */
    public RedisServerBuilder appendOnly() {
        this.appendOnly = true;
        return this;
    }

    /** Demands this password from every client; {@link RedisServer#client()} gives it. */
    public RedisServerBuilder password(String password) {
        this.password = password;
        return this;
    }

    /** Adds a line to {@code redis.conf}, such as {@code maxmemory 10mb}; it wins over what the builder writes. */
    public RedisServerBuilder config(String line) {
        this.config.add(line);
        return this;
    }

    /** Runs as a sentinel; it keeps no keys. */
    public RedisServerBuilder sentinel() {
        this.sentinel = true;
        return this;
    }

    /**
     * Starts the server and waits until it answers.
     *
     * @throws IllegalStateException if it does not, with its log in the message; nothing is left running then
     */
    public RedisServer start() {
        return port == 0 ? start(Ports::free) : startOn(port);
    }

    RedisServer start(IntSupplier ports) {
        for (int attempt = 1; attempt < TRIES; attempt++) {
            try {
                return startOn(ports.getAsInt());
            } catch (PortTakenException e) {
                // The next port is another one.
            }
        }
        return startOn(ports.getAsInt());
    }

    private RedisServer startOn(int port) {
        RedisProcess process = new RedisProcess(RedisServer.HOST, port, sentinel, lines(port));
        try {
            process.start();
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
        return new RedisServer(new HostAndPort(RedisServer.HOST, port), password, process);
    }

    private List<String> lines(int port) {
        List<String> lines = new ArrayList<>(List.of("bind " + RedisServer.HOST, "port " + port));
        if (!sentinel) {
            lines.addAll(List.of("save \"\"", "appendfsync always", "repl-diskless-sync-delay 0"));
            lines.add("appendonly " + (appendOnly ? "yes" : "no"));
        }
        if (password != null) {
            lines.add("requirepass \"" + password + "\"");
        }
        lines.addAll(config);
        return lines;
    }
}
