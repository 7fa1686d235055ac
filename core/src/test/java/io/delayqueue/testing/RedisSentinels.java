package io.delayqueue.testing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisSentinelClient;

/**
 * A master, its replica and sentinels that watch them, all on this machine.
 *
 * <p>A master that is gone for three seconds is failed over to the replica, which takes some seconds in all. A server that
 * comes back becomes the replica.
 */
public final class RedisSentinels implements AutoCloseable {

    private static final int SENTINELS = 3;

    /** Sentinels ping once a second: within less than two, a new master can be taken for dead before it was asked. */
    private static final int DOWN_AFTER_MILLIS = 3_000;

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisServer> sentinels = new ArrayList<>();
    private @Nullable RedisSentinelClient client;

    private RedisSentinels() {}

    /** Starts three sentinels with a master and a replica. */
    public static RedisSentinels start() {
        return start(SENTINELS);
    }

    /**
     * Starts a master, a replica and this many sentinels, and waits until a failover would succeed.
     *
     * @throws RuntimeException if that does not happen; nothing is left running then
     */
    public static RedisSentinels start(int sentinels) {
        RedisSentinels started = new RedisSentinels();
        try {
            started.startServers();
            started.startSentinels(sentinels);
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** Sentinels for tests that only need keys of their own: one set per JVM, ended with it. Do not close or fail it over. */
    public static RedisSentinels shared() {
        return Shared.SENTINELS;
    }

    private static final class Shared {
        static final RedisSentinels SENTINELS = start();
    }

    /** The name by which the sentinels know the master. */
    public String masterName() {
        return SentinelWatch.MASTER_NAME;
    }

    /** The addresses of the sentinels. */
    public Set<HostAndPort> sentinels() {
        Set<HostAndPort> addresses = new LinkedHashSet<>();
        sentinels.forEach(sentinel -> addresses.add(sentinel.hostAndPort()));
        return addresses;
    }

    /** The master and the replica, whichever is which. */
    public List<RedisServer> servers() {
        return List.copyOf(servers);
    }

    /** The server that the sentinels take for the master, dead or alive; waits until they agree. */
    public RedisServer currentMaster() {
        HostAndPort address = new SentinelWatch(sentinels).awaitAgreement();
        return servers.stream()
                .filter(server -> server.hostAndPort().equals(address))
                .findFirst()
                .orElseThrow();
    }

    /** A client of whichever server is the master. It belongs to the sentinels, which close it. */
    public synchronized RedisSentinelClient client() {
        if (client == null) {
            client = RedisSentinelClient.builder()
                    .masterName(masterName())
                    .sentinels(sentinels())
                    .build();
        }
        return client;
    }

    /** Ends the sentinels and the servers and removes their folders. */
    @Override
    public synchronized void close() {
        if (client != null) {
            client.close();
        }
        sentinels.forEach(RedisServer::close);
        servers.forEach(RedisServer::close);
    }

    private void startServers() {
        RedisServer master = RedisServer.start();
        servers.add(master);
        RedisServer replica = RedisServer.builder()
                .config("replicaof " + master.host() + " " + master.port())
                .start();
        servers.add(replica);
        SentinelWatch.awaitInStep(replica);
    }

    private void startSentinels(int count) {
        String master = SentinelWatch.MASTER_NAME;
        for (int i = 0; i < count; i++) {
            RedisServer watched = servers.get(0);
            sentinels.add(RedisServer.builder()
                    .sentinel()
                    .config("sentinel monitor %s %s %d %d"
                            .formatted(master, watched.host(), watched.port(), count / 2 + 1))
                    .config("sentinel down-after-milliseconds " + master + " " + DOWN_AFTER_MILLIS)
                    .config("sentinel failover-timeout " + master + " 5000")
                    .start());
        }
        new SentinelWatch(sentinels).awaitReady();
    }
}
