package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.exceptions.JedisException;

/** A master that can be killed, a replica that takes its place, and how the engine comes to know of it. */
abstract class Failover implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private @Nullable RedisServer dead;

    /** The servers, whichever is the master. */
    abstract List<RedisServer> servers();

    abstract Backend backend();

    abstract RedisServer master();

    /** Waits until another server is the master, and makes the dead one a replica of it. */
    abstract void replace(RedisServer dead);

    @Override
    public abstract void close();

    final void killMaster() {
        dead = master();
        dead.kill();
    }

    /** Returns when the dead one is back and in step. */
    final void awaitReplacement() {
        RedisServer old = dead;
        assertThat(old).isNotNull();
        replace(old);
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(JedisException.class)
                .until(() -> {
                    try (Jedis jedis = new Jedis(old.hostAndPort())) {
                        return jedis.info("replication").contains("master_link_status:up");
                    }
                });
    }

    static Failover bySentinels() {
        RedisSentinels sentinels = RedisSentinels.start();
        return new Failover() {
            @Override
            List<RedisServer> servers() {
                return sentinels.servers();
            }

            @Override
            Backend backend() {
                return new RedisBackend(new RedisConnections(
                        client(sentinels),
                        client(sentinels),
                        sentinels.sentinels().toString(),
                        Duration.ofSeconds(2)));
            }

            @Override
            RedisServer master() {
                return sentinels.currentMaster();
            }

            @Override
            void replace(RedisServer dead) {
                await().atMost(PATIENCE).until(() -> master() != dead);
                dead.restartAsReplicaOf(master());
            }

            @Override
            public void close() {
                sentinels.close();
            }
        };
    }

    private static RedisSentinelClient client(RedisSentinels sentinels) {
        ConnectionPoolConfig unbounded = new ConnectionPoolConfig();
        unbounded.setMaxTotal(-1);
        return RedisSentinelClient.builder()
                .masterName(sentinels.masterName())
                .sentinels(sentinels.sentinels())
                .poolConfig(unbounded)
                .build();
    }

    /**
     * In a cluster.
     *
     * @param group whose master is the one to kill
     */
    static Failover inACluster(String group) {
        RedisCluster cluster = RedisCluster.start(1);
        return new Failover() {
            @Override
            List<RedisServer> servers() {
                return cluster.servers();
            }

            @Override
            Backend backend() {
                return ClusterGroups.backend(cluster, node -> node);
            }

            @Override
            RedisServer master() {
                return servers().stream()
                        .filter(server -> takesWritesOf(group, server))
                        .findFirst()
                        .orElseThrow();
            }

            @Override
            void replace(RedisServer dead) {
                await().atMost(PATIENCE)
                        .until(() -> servers().stream().anyMatch(server -> takesWritesOf(group, server)));
                dead.restart();
            }

            @Override
            public void close() {
                cluster.close();
            }
        };
    }

    private static boolean takesWritesOf(String group, RedisServer server) {
        try (Jedis jedis = server.connect()) {
            jedis.set("{" + group + "}-master", "");
            return true;
        } catch (JedisException e) {
            return false;
        }
    }

    /** Somebody promotes the replica and leads the engine's address there. */
    static Promotion byHand() {
        return new Promotion();
    }

    /** A failover behind one address. */
    static final class Promotion extends Failover {

        private final RedisServer first = RedisServer.start();

        private final RedisServer second = RedisServer.start();

        private final TcpProxy address = TcpProxy.to(first);

        private RedisServer master = first;

        private Promotion() {
            try (Jedis jedis = new Jedis(second.hostAndPort())) {
                jedis.replicaof(first.host(), first.port());
            }
            await().atMost(PATIENCE)
                    .until(() -> second.client().info("replication").contains("master_link_status:up"));
        }

        @Override
        List<RedisServer> servers() {
            return List.of(first, second);
        }

        HostAndPort address() {
            return address.hostAndPort();
        }

        @Override
        Backend backend() {
            return RedisBackend.connect(address.host(), address.port());
        }

        @Override
        RedisServer master() {
            return master;
        }

        /** From now on the replica does not have what the master confirms. */
        void disconnectReplica() {
            promote(other(master));
        }

        private RedisServer other(RedisServer server) {
            return server == first ? second : first;
        }

        private static void promote(RedisServer replica) {
            try (Jedis jedis = new Jedis(replica.hostAndPort())) {
                jedis.replicaofNoOne();
            }
        }

        @Override
        void replace(RedisServer dead) {
            RedisServer promoted = other(dead);
            promote(promoted);
            address.redirect(promoted);
            dead.restartAsReplicaOf(promoted);
            master = promoted;
        }

        @Override
        public void close() {
            address.close();
            first.close();
            second.close();
        }
    }
}
