package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.TopicStoreContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is done with topics on every topology; after each test a task must be in exactly one structure. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisTopicStoreIT extends TopicStoreContract {

    private final Topology topology;

    RedisTopicStoreIT(Topology topology) {
        super(topology);
        this.topology = topology;
    }

    /** Nobody is woken for what nobody can have. */
    @Test
    void aPausedTopicHasNoSignal() {
        topics().pause(topic);
        add("a", 0);
        pushAll();
        reserve(1);
        store().push(group, "i", List.of("t"), ExpectedTime.NONE);
        assertThat(signals()).isZero();
        topics().resume(topic);
        assertThat(signals()).isEqualTo(1);
        topics().resume(topic);
        assertThat(signals()).isEqualTo(1);
    }

    private long signals() {
        return topology.client().llen("{" + group + "}:SIGNAL:t");
    }
}
