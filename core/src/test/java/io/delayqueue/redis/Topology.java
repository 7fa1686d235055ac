package io.delayqueue.redis;

import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import redis.clients.jedis.UnifiedJedis;

/** The ways in which Redis is run. */
enum Topology {
    STANDALONE {
        @Override
        UnifiedJedis client() {
            return RedisServer.shared().client();
        }
    },
    CLUSTER {
        @Override
        UnifiedJedis client() {
            return RedisCluster.shared().client();
        }
    },
    SENTINELS {
        @Override
        UnifiedJedis client() {
            return RedisSentinels.shared().client();
        }
    };

    abstract UnifiedJedis client();

    RedisCalls calls() {
        return new RedisCalls(client(), "the test's server", Duration.ofSeconds(2));
    }
}
