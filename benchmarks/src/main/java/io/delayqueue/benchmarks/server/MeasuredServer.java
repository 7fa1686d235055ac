package io.delayqueue.benchmarks.server;

import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.RedisServerBuilder;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** Measured Redis: its own one without persistence, or one at a given address. */
public final class MeasuredServer implements AutoCloseable {

    private static final Duration MAX_REPLY = Duration.ofMinutes(1);

    private static final int MEMORY_TRIES = 100;

    private static final Duration MEMORY_PAUSE = Duration.ofMillis(100);

    private static final long MEMORY_NOISE = 4_096;

    private final Address address;

    private final @Nullable RedisServer own;

    private final RedisClient client;

    /** Number of foreign clients that are always connected. */
    private final long others;

    private MeasuredServer(Address address, @Nullable RedisServer own) {
        this.address = address;
        this.own = own;
        this.client = looking(address);
        this.others = connections();
    }

    /** Sends nothing by itself, so that counts are exact, and waits for a busy server. */
    private static RedisClient looking(Address address) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setTimeBetweenEvictionRuns(Duration.ofMillis(-1));
        return RedisClient.builder()
                .hostAndPort(address.host(), address.port())
                .clientConfig(DefaultJedisClientConfig.builder()
                        .socketTimeoutMillis((int) MAX_REPLY.toMillis())
                        .build())
                .poolConfig(pool)
                .build();
    }

    /** {@return a new server without persistence, which ends with the JVM at the latest} */
    public static MeasuredServer start() {
        return start(RedisServer.builder());
    }

    /** {@return a new server with an append-only file that is synchronized every second} */
    public static MeasuredServer startAppendOnly() {
        return start(RedisServer.builder().appendOnly().config("appendfsync everysec"));
    }

    private static MeasuredServer start(RedisServerBuilder builder) {
        // The server answers even during long scripts of contenders.
        RedisServer server = builder.config("busy-reply-threshold 0").start();
        return new MeasuredServer(new Address(server.host(), server.port()), server);
    }

    /**
     * Uses a running server. It has to be empty, because its data would be lost.
     *
     * @param address its address
     * @return the server
     * @throws IllegalArgumentException if none answers there, or there are keys in any of its databases
     */
    public static MeasuredServer at(Address address) {
        EmptyRedis.require(address);
        return new MeasuredServer(address, null);
    }

    public Address address() {
        return address;
    }

    /** {@return whether it was started for the run} */
    public boolean isOwn() {
        return own != null;
    }

    /** Returns a client for inspections. Its calls are counted. */
    public RedisClient client() {
        return client;
    }

    /** Deletes all data. */
    public void clear() {
        client.flushAll();
    }

    /** Deletes the keys that contain this text. */
    public void remove(String part) {
        ScanParams wanted = new ScanParams().match("*" + part + "*").count(1_000);
        String cursor = ScanParams.SCAN_POINTER_START;
        do {
            ScanResult<String> found = client.scan(cursor, wanted);
            found.getResult().forEach(client::del);
            cursor = found.getCursor();
        } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
    }

    /** {@return the calls of clients since the server's start, without those of scripts and of this client's statistics} */
    public long calls() {
        return ServerCalls.count(client);
    }

    /** {@return the calls per second of clients during a time from now on} */
    public double callsPerSecond(Duration watched) throws InterruptedException {
        long before = calls();
        long began = System.nanoTime();
        Thread.sleep(watched.toMillis());
        return (calls() - before) * 1e9 / (System.nanoTime() - began);
    }

    /**
     * Waits until the memory of connections is released.
     *
     * @return the size of the server's data in bytes
     * @throws IllegalStateException if their number does not settle
     */
    public long settledMemory() throws InterruptedException {
        long before = memory();
        for (int tries = 0; tries < MEMORY_TRIES; tries++) {
            Thread.sleep(MEMORY_PAUSE.toMillis());
            long now = memory();
            if (Math.abs(now - before) <= MEMORY_NOISE) {
                return now;
            }
            before = now;
        }
        throw new IllegalStateException("The server's used memory does not settle");
    }

    /** {@return the processor time of the server since its start in microseconds, of its background threads too} */
    public double cpuMicros() {
        return (Double.parseDouble(value("cpu", "used_cpu_user")) + Double.parseDouble(value("cpu", "used_cpu_sys")))
                * 1e6;
    }

    /** {@return the bytes that the server has allocated} */
    private long memory() {
        return number("memory", "used_memory");
    }

    /** {@return the number of connected clients, without this one} */
    public long connections() {
        return number("clients", "connected_clients")
                - client.getPool().getNumIdle()
                - client.getPool().getNumActive();
    }

    /**
     * Waits until the server has closed disconnected clients, whose last calls may take long.
     *
     * @return whether it has within a minute
     */
    public boolean awaitAlone() throws InterruptedException {
        long until = System.nanoTime() + MAX_REPLY.toNanos();
        while (connections() > others) {
            if (System.nanoTime() > until) {
                return false;
            }
            Thread.sleep(1);
        }
        return true;
    }

    /** {@return the version, such as 7.0.15} */
    public String version() {
        return value("server", "redis_version");
    }

    private long number(String section, String name) {
        return Long.parseLong(value(section, name));
    }

    private String value(String section, String name) {
        Matcher matcher = Pattern.compile("(?m)^" + name + ":(\\S+)").matcher(client.info(section));
        if (!matcher.find()) {
            throw new IllegalStateException("The server does not report its " + name);
        }
        return matcher.group(1);
    }

    @Override
    public void close() {
        client.close();
        if (own != null) {
            own.close();
        }
    }
}
