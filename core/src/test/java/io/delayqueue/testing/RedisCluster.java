package io.delayqueue.testing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClusterClient;

/**
 * A Redis cluster on this machine: three masters that share all slots, and as many replicas of each as wanted.
 *
 * <p>A master that is gone for two seconds is failed over to a replica if it has one.
 */
public final class RedisCluster implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int NODE_TIMEOUT_MILLIS = 2_000;

    private final List<RedisServer> servers;
    private @Nullable RedisClusterClient client;

    private RedisCluster(List<RedisServer> servers) {
        this.servers = List.copyOf(servers);
    }

    /** Starts a cluster without replicas. */
    public static RedisCluster start() {
        return start(0);
    }

    /**
     * Starts a cluster and waits until every node knows all others and all slots are served.
     *
     * @throws RuntimeException if that does not happen; nothing is left running then
     */
    public static RedisCluster start(int replicasPerMaster) {
        List<RedisServer> servers = new ArrayList<>();
        try {
            for (int i = 0; i < MASTERS * (1 + replicasPerMaster); i++) {
                servers.add(startNode());
            }
            new ClusterFormation(servers.subList(0, MASTERS), servers.subList(MASTERS, servers.size())).form();
            return new RedisCluster(servers);
        } catch (RuntimeException e) {
            servers.forEach(RedisServer::close);
            throw e;
        }
    }

    /**
     * The cluster for tests that only need keys of their own: one per JVM without replicas, started by the first call and
     * ended with the JVM. Do not close it.
     */
    public static RedisCluster shared() {
        return Shared.CLUSTER;
    }

    /** The addresses of all nodes. */
    public Set<HostAndPort> nodes() {
        Set<HostAndPort> nodes = new LinkedHashSet<>();
        servers.forEach(server -> nodes.add(server.hostAndPort()));
        return nodes;
    }

    /** The nodes, to look into, to stop and to kill: at first the masters, in the order of their slots. */
    public List<RedisServer> servers() {
        return servers;
    }

    /** The index of the server that holds a slot until the cluster changes. */
    public static int masterOf(int slot) {
        return ClusterFormation.masterOf(slot, MASTERS);
    }

    /** A client of the whole cluster. It belongs to the cluster, which closes it. */
    public synchronized RedisClusterClient client() {
        if (client == null) {
            client = RedisClusterClient.create(nodes());
        }
        return client;
    }

    /** Ends all nodes and removes their folders. */
    @Override
    public synchronized void close() {
        if (client != null) {
            client.close();
        }
        servers.forEach(RedisServer::close);
    }

    private static RedisServer startNode() {
        return RedisServer.builder()
                .config("cluster-enabled yes")
                .config("cluster-node-timeout " + NODE_TIMEOUT_MILLIS)
                .config("cluster-replica-validity-factor 0")
                .start();
    }

    private static final class Shared {
        private static final RedisCluster CLUSTER = start();
    }
}
