package io.delayqueue.redis;

import io.delayqueue.store.AddModesContract;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** How tasks are added on every topology; after each test a task must be in exactly one structure. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisAddModesIT extends AddModesContract {

    private final Topology topology;

    RedisAddModesIT(Topology topology) {
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
