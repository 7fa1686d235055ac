package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskInfo;
import io.delayqueue.store.FailedAttemptsContract;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is kept of attempts on every topology; after each test a task must be in exactly one structure. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisFailedAttemptsIT extends FailedAttemptsContract {

    private final Topology topology;

    RedisFailedAttemptsIT(Topology topology) {
        super(topology);
        this.topology = topology;
    }

    private String key(String name) {
        return "{" + group + "}:" + name;
    }

    private void keep(String errors) {
        topology.client().hset(key("ERRORS"), "a", errors);
    }

    @Test
    void whatEarlierVersionsKeptReadsAsAFailureWithoutHistory() {
        add("a", 0);
        pushAll();
        retryNext("first");
        keep(failure("old"));
        assertThat(find("a").lastError()).isEqualTo(error("old"));
        assertThat(find("a").failedAttempts()).isEmpty();
        retryNext("new");
        TaskInfo found = find("a");
        assertThat(found.lastError()).isEqualTo(error("new"));
        assertThat(found.failedAttempts()).containsExactly(failed(2, "new"));
    }

    @Test
    void linesThatSaySomethingElseArePassedOver() {
        add("a", 0);
        pushAll();
        keep(failure("last") + "\nno JSON\n{\"outcome\":\"NEW\",\"attempt\":1}\n\n");
        assertThat(find("a").failedAttempts()).isEmpty();
        retryNext("one");
        assertThat(find("a").failedAttempts()).containsExactly(failed(1, "one"));
    }

    @Test
    void aLeaseWithoutADeliveryEndsWithoutALine() {
        add("a", 0);
        pushAll();
        store().reserve(topic, "crashed", Duration.ofMillis(1), 1);
        topology.client().hdel(key("DELIVERIES"), "a");
        assertThat(pushAll()).isZero();
        assertThat(topology.client().exists(key("ERRORS"))).isFalse();
        assertThat(reserve(1)).hasSize(1);
    }
}
