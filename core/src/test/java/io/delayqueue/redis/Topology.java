package io.delayqueue.redis;

import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import org.jspecify.annotations.Nullable;
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
    };

    private @Nullable RedisCalls calls;

    /** {@return the calls of all stores, which share what they know of the rules of histories} */
    @Override
    public synchronized RedisCalls calls() {
        if (calls == null) {
            calls = RedisUnderTest.super.calls();
        }
        return calls;
    }
}
