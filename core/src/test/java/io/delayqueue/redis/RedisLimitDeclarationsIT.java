package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.LimitDeclarationsContract;
import io.delayqueue.store.RegistryStore;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisLimitDeclarationsIT extends LimitDeclarationsContract {

    private final Topology topology;

    RedisLimitDeclarationsIT(Topology topology) {
        super(topology);
        this.topology = topology;
    }

    @Test
    void topicThatWasRegisteredMeanwhileShouldKeepItsLimits() {
        share(shared.concurrency(1));
        ready("t", 1);
        ready("u", 1);
        finish(reserved("t", 1));
        finish(reserved("u", 1));
        RegistryStore registry = new RedisRegistryStore(topology.calls());
        registry.register(group, List.of("t"));
        assertThat(topics().forgetEmpty(group, List.of())).isEqualTo(2);
        registry.unregister(group, null);
        assertThat(limits().list(group).get(0).topics()).containsExactly("t");
        ready("t", 2);
        reserved("t", 1);
    }

    @Test
    void limitThatIsCreatedWhileATopicIsDeclaredShouldHaveTheTopic() {
        int[] tries = new int[1];
        new RedisRules(topology.calls()).change(group, all -> {
            if (tries[0]++ == 0) {
                declare(Map.of("t", List.of("shared")));
            }
            all.setLimit("shared", "1||");
            return true;
        });
        assertThat(tries[0]).isEqualTo(2);
        assertThat(limits().list(group).get(0).topics()).containsExactly("t");
    }
}
