package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.BatchRuleContract;
import io.delayqueue.store.ExpectedTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisBatchRuleIT extends BatchRuleContract {

    private final Topology topology;

    RedisBatchRuleIT(Topology topology) {
        super(topology);
        this.topology = topology;
    }

    @Test
    void batchShouldNotWaitForTasksThatAreReadyBeforeTheirTimes() {
        waitFor(3, LONG);
        readyNow("a", "b");
        assertThat(lease()).isEmpty();
        // As if they had become ready before the clock was set back.
        topology.client().zincrby("{" + group + "}:CONSUMING:t", 600_000, "a");
        topology.client().zincrby("{" + group + "}:CONSUMING:t", 600_000, "b");
        store().push(group, "i", List.of("t"), ExpectedTime.NONE);
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).containsExactly("a", "b");
    }

    @Test
    void pushShouldCheckATopicAtTheEndOfTheLongestWait() {
        waitFor(3, LONG);
        readyNow("a");
        double oldest = topology.client().zscore("{" + group + "}:CONSUMING:t", "a");
        assertThat(topology.client().zscore("{" + group + "}:TOPICS", "t")).isEqualTo(oldest + LONG);
    }
}
