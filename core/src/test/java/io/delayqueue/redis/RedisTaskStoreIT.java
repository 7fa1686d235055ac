package io.delayqueue.redis;

import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TaskStoreContract;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import redis.clients.jedis.UnifiedJedis;

/** The contract on every topology; after each test a task must be in exactly one structure. */
class RedisTaskStoreIT {

    abstract static class OnRedis extends TaskStoreContract {

        abstract UnifiedJedis client();

        @Override
        protected TaskStore store() {
            return new RedisTaskStore(new RedisCalls(client(), "the test's server", Duration.ofSeconds(2)));
        }

        @AfterEach
        void everyTaskIsInExactlyOneStructure() {
            new GroupAudit(client(), group).check();
        }
    }

    @Nested
    class OnStandalone extends OnRedis {
        @Override
        UnifiedJedis client() {
            return RedisServer.shared().client();
        }
    }

    @Nested
    class OnCluster extends OnRedis {
        @Override
        UnifiedJedis client() {
            return RedisCluster.shared().client();
        }
    }

    @Nested
    class UnderSentinels extends OnRedis {

        private static RedisSentinels sentinels;

        @BeforeAll
        static void start() {
            sentinels = RedisSentinels.start();
        }

        @AfterAll
        static void stop() {
            sentinels.close();
        }

        @Override
        UnifiedJedis client() {
            return sentinels.client();
        }
    }
}
