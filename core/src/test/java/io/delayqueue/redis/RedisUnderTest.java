package io.delayqueue.redis;

import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.StoreUnderTest;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import redis.clients.jedis.UnifiedJedis;

/** A Redis that the contracts of stores are held against. */
public interface RedisUnderTest extends StoreUnderTest {

    UnifiedJedis client();

    default RedisCalls calls() {
        return calls(client(), "the test's server", Duration.ofSeconds(2));
    }

    static RedisCalls calls(UnifiedJedis client, String address, Duration timeout) {
        return new RedisCalls(client, address, timeout, System::nanoTime, new Keys.Space(0, null));
    }

    @Override
    default TaskStore tasks() {
        return new RedisTaskStore(calls(), Durability.MASTER_ONLY);
    }

    @Override
    default TopicStore topics() {
        return new RedisTopicStore(calls());
    }

    @Override
    default DeadLetterStore deadLetters() {
        return new RedisDeadLetterStore(calls());
    }

    @Override
    default LimitStore limits() {
        return new RedisLimitStore(calls(), topics());
    }

    @Override
    default HistoryStore history() {
        return new RedisHistoryStore(calls());
    }

    @Override
    default boolean takeSignal(String group, String topic) {
        // A wait for a signal that is not there takes longer.
        return client().lpop("{" + group + "}:SIGNAL:" + topic) != null;
    }

    @Override
    default InstanceStore instances() {
        return new RedisInstanceStore(calls());
    }

    /** Takes down all that the store holds of a group; returns what takes the group back to it. */
    default Runnable snapshot(String group) {
        return new GroupSnapshot(client(), group)::restore;
    }

    @Override
    default void audit(String group) {
        new GroupAudit(client(), group).check();
    }
}
