package io.delayqueue.redis;

import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.LosingStore;
import io.delayqueue.store.LostRepliesContract;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.UnifiedJedis;

/** Random operations on one server and on a cluster whose replies get lost, compared with a model. */
@ParameterizedClass
@EnumSource(
        value = Topology.class,
        names = {"STANDALONE", "CLUSTER"})
class RedisLostRepliesModelIT extends LostRepliesContract {

    RedisLostRepliesModelIT(Topology topology) {
        super(topology, new Losing(topology.client()));
    }

    private static final class Losing implements LosingStore {

        private final LostReplies replies;

        private final UnifiedJedis client;

        private final RedisCalls calls;

        Losing(UnifiedJedis client) {
            this.replies = new LostReplies(client);
            this.client = replies.client();
            this.calls = RedisUnderTest.calls(this.client, "the test's server", Duration.ofSeconds(2));
        }

        @Override
        public TaskStore tasks() {
            return new RedisTaskStore(calls, Durability.MASTER_ONLY);
        }

        @Override
        public TopicStore topics() {
            return new RedisTopicStore(calls);
        }

        @Override
        public LimitStore limits() {
            return new RedisLimitStore(calls, topics());
        }

        @Override
        public DeadLetterStore deadLetters() {
            return new RedisDeadLetterStore(calls);
        }

        @Override
        public void loseNextReply(Runnable before) {
            replies.loseNext(before);
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
