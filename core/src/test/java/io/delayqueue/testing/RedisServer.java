package io.delayqueue.testing;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/**
 * A Redis on this machine: a {@code redis-server} process of its own with a port and a folder of its own, or the shared
 * one.
 *
 * <p>It keeps nothing over a restart unless it was built with {@link RedisServerBuilder#appendOnly()}. Without
 * {@link #close()} it ends after this JVM, so that what ends with the JVM still finds it.
 */
public final class RedisServer implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 30_000;

    private static final Pattern MAIN_THREAD = Pattern.compile("used_cpu_(?:user|sys)_main_thread:([0-9.]+)");

    static final String HOST = "127.0.0.1";

    private final HostAndPort hostAndPort;
    private final @Nullable String password;
    private final @Nullable RedisProcess process;
    private @Nullable RedisClient client;

    RedisServer(HostAndPort hostAndPort, @Nullable String password, @Nullable RedisProcess process) {
        this.hostAndPort = hostAndPort;
        this.password = password;
        this.process = process;
    }

    /** Starts a server with no options. */
    public static RedisServer start() {
        return builder().start();
    }

    /** Options of a server. */
    public static RedisServerBuilder builder() {
        return new RedisServerBuilder();
    }

    /**
     * The server for tests that only need keys of their own: the one at the address in the system property
     * {@code delayqueue.test.redis} if that is set, else one per JVM, started by the first call.
     *
     * <p>It cannot be stopped, killed or restarted, and closing it does nothing to the server.
     */
    public static RedisServer shared() {
        return SharedRedis.SERVER;
    }

    /** The name or number of the host. */
    public String host() {
        return hostAndPort.getHost();
    }

    /** The port, the same after a restart. */
    public int port() {
        return hostAndPort.getPort();
    }

    /** Host and port in one string, with a colon between them. */
    public String address() {
        return hostAndPort.toString();
    }

    /** Host and port as Jedis takes them. */
    public HostAndPort hostAndPort() {
        return hostAndPort;
    }

    /**
     * A client for looking inside; it outlives connections that the server or a sentinel kills. It belongs to the server: it is
     * closed when the server stops, is killed or is closed, and the next call gives a new one.
     */
    public synchronized RedisClient client() {
        if (client == null || client.getPool().isClosed()) {
            ConnectionPoolConfig pool = new ConnectionPoolConfig();
            pool.setTestOnBorrow(true);
            client = RedisClient.builder()
                    .hostAndPort(hostAndPort)
                    .clientConfig(DefaultJedisClientConfig.builder()
                            .password(password)
                            .timeoutMillis(PATIENCE_MILLIS)
                            .build())
                    .poolConfig(pool)
                    .build();
        }
        return client;
    }

    /** A client for which a server makes no exception: the caller closes it. */
    public RedisClient client(DefaultJedisClientConfig.Builder config) {
        return RedisClient.builder()
                .hostAndPort(hostAndPort)
                .clientConfig(config.build())
                .build();
    }

    /** A connection for looking inside, which waits half a minute for an answer; the caller closes it. */
    public Jedis connect() {
        return new Jedis(hostAndPort.getHost(), hostAndPort.getPort(), PATIENCE_MILLIS);
    }

    /** Processor time of the thread that executes commands, since the start, in microseconds: other work of the machine does not count. */
    public double processorMicros() {
        return MAIN_THREAD
                .matcher(client().info("cpu"))
                .results()
                .mapToDouble(part -> Double.parseDouble(part.group(1)) * 1e6)
                .sum();
    }

    /** Ends the process as an operator would: it writes what it has to and closes its connections. */
    public synchronized void stop() {
        closeClient();
        ownProcess().stop();
    }

    /** Ends the process as a crash would, with SIGKILL. */
    public synchronized void kill() {
        closeClient();
        ownProcess().kill();
    }

    /** Stops the process where it stands, with SIGSTOP: connections stay open without answers. */
    public synchronized void freeze() {
        ownProcess().signal("STOP");
    }

    /** Lets a frozen process go on. */
    public synchronized void thaw() {
        ownProcess().signal("CONT");
    }

    /** Starts the server again on the same port and in the same folder; stops it before if it runs. */
    public synchronized void restart() {
        stop();
        ownProcess().start();
    }

    /** Starts the server again as a replica, which it is before it accepts connections; stops it before if it runs. */
    public synchronized void restartAsReplicaOf(RedisServer master) {
        stop();
        ownProcess().start("--replicaof", master.host(), Integer.toString(master.port()));
    }

    /** Ends the process and removes its folder. */
    @Override
    public synchronized void close() {
        closeClient();
        if (process != null) {
            process.close();
        }
    }

    Path folder() {
        return ownProcess().folder();
    }

    private RedisProcess ownProcess() {
        if (process == null) {
            throw new UnsupportedOperationException("The shared server stays as it is: start one of your own");
        }
        return process;
    }

    private void closeClient() {
        if (client != null) {
            client.close();
        }
    }
}
