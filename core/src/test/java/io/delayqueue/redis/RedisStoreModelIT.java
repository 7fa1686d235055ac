package io.delayqueue.redis;

import io.delayqueue.store.StoreModelContract;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Random operations on one server and on a cluster, compared with a model. */
@ParameterizedClass
@EnumSource(
        value = Topology.class,
        names = {"STANDALONE", "CLUSTER"})
class RedisStoreModelIT extends StoreModelContract {

    private final Topology topology;

    RedisStoreModelIT(Topology topology) {
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

    @Override
    protected void audit(String auditedGroup) {
        new GroupAudit(topology.client(), auditedGroup).check();
    }
}
