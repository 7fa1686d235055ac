package io.delayqueue.redis;

import io.delayqueue.store.RepeatsContract;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that repeat on every topology; after each test a task must be in exactly one structure. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisRepeatsIT extends RepeatsContract {

    private final Topology topology;

    RedisRepeatsIT(Topology topology) {
        this.topology = topology;
    }

    @Override
    protected TaskStore store() {
        return new RedisTaskStore(topology.calls());
    }

    @Override
    protected TopicStore topics() {
        return new RedisTopicStore(topology.calls());
    }

    @AfterEach
    void everyTaskIsInExactlyOneStructure() {
        new GroupAudit(topology.client(), group).check();
    }
}
