package io.delayqueue.scenario;

import io.delayqueue.engine.TestEngines;
import io.delayqueue.store.Backend;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import redis.clients.jedis.UnifiedJedis;

/** The shared servers that engines are tested on. */
enum Site {
    STANDALONE {
        @Override
        Backend backend() {
            return TestEngines.patientBackend(RedisServer.shared());
        }

        @Override
        UnifiedJedis client() {
            return RedisServer.shared().client();
        }
    },
    CLUSTER {
        @Override
        Backend backend() {
            return ClusterGroups.backend(RedisCluster.shared(), node -> node);
        }

        @Override
        UnifiedJedis client() {
            return RedisCluster.shared().client();
        }
    };

    abstract Backend backend();

    abstract UnifiedJedis client();
}
