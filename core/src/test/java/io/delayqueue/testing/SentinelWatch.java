package io.delayqueue.testing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.core.ConditionFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Waits until all sentinels see what they should. */
final class SentinelWatch {

    static final String MASTER_NAME = "delayqueue";

    private final List<RedisServer> sentinels;

    SentinelWatch(List<RedisServer> sentinels) {
        this.sentinels = sentinels;
    }

    static void awaitInStep(RedisServer replica) {
        patiently("replica in step")
                .until(() -> replica.client().info("replication").contains("master_link_status:up"));
    }

    /** Waits until every sentinel knows all others and a replica that could take over. */
    void awaitReady() {
        patiently("sentinels ready").until(() -> sentinels.stream().allMatch(this::isReady));
    }

    /** Waits until all sentinels name the same master. */
    HostAndPort awaitAgreement() {
        return patiently("sentinels agree")
                .until(this::namedMasters, named -> named.size() == 1)
                .iterator()
                .next();
    }

    private boolean isReady(RedisServer sentinel) {
        try (Jedis jedis = new Jedis(sentinel.hostAndPort())) {
            Map<String, String> master = jedis.sentinelMaster(MASTER_NAME);
            List<Map<String, String>> replicas = jedis.sentinelReplicas(MASTER_NAME);
            return "master".equals(master.get("flags"))
                    && String.valueOf(sentinels.size() - 1).equals(master.get("num-other-sentinels"))
                    && replicas.size() == 1
                    && "slave".equals(replicas.get(0).get("flags"))
                    && "ok".equals(replicas.get(0).get("master-link-status"));
        }
    }

    private Set<HostAndPort> namedMasters() {
        Set<HostAndPort> named = new HashSet<>();
        for (RedisServer sentinel : sentinels) {
            try (Jedis jedis = new Jedis(sentinel.hostAndPort())) {
                List<String> address = jedis.sentinelGetMasterAddrByName(MASTER_NAME);
                named.add(new HostAndPort(address.get(0), Integer.parseInt(address.get(1))));
            }
        }
        return named;
    }

    private static ConditionFactory patiently(String what) {
        return await(what)
                // Of a server that is busy with its disk.
                .ignoreExceptionsInstanceOf(JedisConnectionException.class)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50));
    }
}
