package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.TaskStoreException;
import io.delayqueue.store.AddStatus.Kind;
import io.delayqueue.store.AddWindowsContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that ask for more than a time, on every topology. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisAddWindowsIT extends AddWindowsContract {

    private final Topology topology;

    RedisAddWindowsIT(Topology topology) {
        super(topology);
        this.topology = topology;
    }

    private String windows() {
        return "{" + group + "}:UNIQUE";
    }

    @Test
    void addWithAWindowShouldRemoveAtMostTwoThatAreOver() {
        for (int i = 0; i < 5; i++) {
            topology.client().zadd(windows(), 1_000 + i, "over" + i);
        }
        long added = addUnique("a", 60_000).dueAt();
        assertThat(topology.client().zrange(windows(), 0, -1)).containsExactly("over2", "over3", "over4", "a");
        assertThat(topology.client().zscore(windows(), "a")).isEqualTo(added + 60_000);
        assertThat(addUnique("over2", 60_000).kind()).isEqualTo(Kind.ADDED);
        assertThat(addUnique("b", 60_000).kind()).isEqualTo(Kind.ADDED);
        assertThat(topology.client().zrange(windows(), 0, -1)).containsExactlyInAnyOrder("a", "over2", "b");
        assertThat(addUnique("c", 60_000).kind()).isEqualTo(Kind.ADDED);
        assertThat(topology.client().zcard(windows())).isEqualTo(4);
    }

    @Test
    void addWithoutAWindowShouldLeaveNone() {
        add("a", 0);
        store().remove(group, List.of("a"));
        assertThat(topology.client().exists(windows())).isFalse();
    }

    @Test
    void foreignKeyShouldRefuseWindowsAndNothingElse() {
        addUnique("a", 60_000);
        topology.client().set(windows(), "foreign");
        assertThatThrownBy(() -> addUnique("b", 60_000)).isInstanceOf(TaskStoreException.class);
        assertThat(findOrNull("b")).isNull();
        assertThat(add("b", 0).kind()).isEqualTo(Kind.ADDED);
        assertThat(store().remove(group, List.of("a")).get(0)).isNotNull();
        removeAll();
        assertThat(counts().total()).isZero();
        topology.client().del(windows());
    }
}
