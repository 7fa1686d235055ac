package io.delayqueue.redis;

import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import redis.clients.jedis.UnifiedJedis;

/** The ways in which Redis is run. */
public enum Topology implements RedisUnderTest {
    STANDALONE {
        @Override
        public UnifiedJedis client() {
            return RedisServer.shared().client();
        }
    },
    CLUSTER {
        @Override
        public UnifiedJedis client() {
            return RedisCluster.shared().client();
        }
    },
    SENTINELS {
        @Override
        public UnifiedJedis client() {
            return RedisSentinels.shared().client();
        }
    }
}
