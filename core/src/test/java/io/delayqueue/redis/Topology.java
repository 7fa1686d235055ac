package io.delayqueue.redis;

import io.delayqueue.store.StoreUnderTest;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import redis.clients.jedis.UnifiedJedis;

/** The ways in which Redis is run. */
enum Topology implements StoreUnderTest {
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

    @Override
    public TaskStore tasks() {
        return new RedisTaskStore(calls());
    }

    @Override
    public TopicStore topics() {
        return new RedisTopicStore(calls());
    }

    @Override
    public void audit(String group) {
        new GroupAudit(client(), group).check();
    }
}
