package io.delayqueue.benchmarks.server;

import io.delayqueue.testing.RedisServer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;

/** The Redis that is measured: one of its own, without persistence, or one at a given address. */
public final class MeasuredServer implements AutoCloseable {

    private final Address address;

    private final @Nullable RedisServer own;

    private final RedisClient client;

    private MeasuredServer(Address address, @Nullable RedisServer own) {
        this.address = address;
        this.own = own;
        this.client = RedisClient.create(address.host(), address.port());
    }

    /** {@return a server of its own, which ends with the JVM at the latest} */
    public static MeasuredServer start() {
        RedisServer server = RedisServer.start();
        return new MeasuredServer(new Address(server.host(), server.port()), server);
    }

    /**
     * Uses a server that runs. What is in it would be lost, so it has to be empty.
     *
     * @param address where it is
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

    /** A client for looking inside. What it sends counts among the calls. */
    public RedisClient client() {
        return client;
    }

    /** Deletes everything. */
    public void clear() {
        client.flushAll();
    }

    /** {@return calls that clients have sent since the server's start, without those of scripts and of this client's looks} */
    public long calls() {
        return ServerCalls.count(client);
    }

    /** {@return the bytes that the server's data take} */
    public long memory() {
        return number("memory", "used_memory");
    }

    /** {@return how many clients are connected, without this one} */
    public long connections() {
        return number("clients", "connected_clients")
                - client.getPool().getNumIdle()
                - client.getPool().getNumActive();
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
            throw new IllegalStateException("The server does not say its " + name);
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
