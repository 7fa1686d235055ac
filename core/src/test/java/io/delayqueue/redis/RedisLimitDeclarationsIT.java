package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.limit.Limit;
import io.delayqueue.store.LimitDeclarationsContract;
import io.delayqueue.store.LimitStore.Changes;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.RegistryStore;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {"t 0|", "%shared 0|1|||u", "%shared 0|1|||t,t2,u"})
    void topicsOfALimitShouldBeThoseThatNameItAfterARepair(String field, String text) {
        share(shared.concurrency(1));
        topology.client().hset("{" + group + "}:RULES", field, text);
        assertThat(limits().audit(group, false)).hasSize(1);
        assertThat(limits().audit(group, true)).hasSize(1);
        assertThat(limits().audit(group, false)).isEmpty();
        assertThat(limits().list(group).get(0).topics())
                .isEqualTo(field.equals("t") ? List.of("u") : List.of("t", "u"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "%shared", "=%shared", "=t", "~shared", "#"})
    void textThatCannotBeReadShouldBeWrittenByTheNextDeclaration(String field) {
        share(shared.concurrency(1));
        for (String text : List.of(
                "x",
                "0",
                "-1|shared",
                "|",
                "0|x|1/s|1|t",
                "0|1|0/s||t",
                "0|99999999999|||t",
                "0|1000001|||t",
                "0||1000001/s|1|t",
                "0|17|B|||shared",
                "||||")) {
            topology.client().hset("{" + group + "}:RULES", field, text);
            limits().list(group);
            share(shared.concurrency(1));
            assertThat(limits().list(group)).hasSize(1);
            assertThat(limits().audit(group, false)).isEmpty();
            assertThat(topics().pause(topic)).isTrue();
            assertThat(topics().resume(topic)).isTrue();
        }
        ready("t", 2);
        reserved("t", 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1|shared", "||||"})
    void ruleThatCannotBeReadShouldNotKeepATaskFromItsEnd(String text) {
        ready("t", 2);
        topology.client().hset("{" + group + "}:RULES", "t", text);
        finish(reserved("t", 2));
    }

    @Test
    void waitThatIsOverBeforeTheWriteShouldNotBeNamed() {
        declare(Map.of(), shared.concurrency(1));
        Limit other = Limit.of(group, "other").concurrency(1);
        Declaration mine = new Declaration(List.of(other, shared.concurrency(2)), Map.of());
        Changes changes = limits().declare(group, mine, (key, text) -> {
            declare(Map.of(), shared.concurrency(2));
            return true;
        });
        assertThat(changes.before()).containsOnlyKeys("%other");
        assertThat(changes.waiting()).isEmpty();
    }

    @Test
    void limitThatIsCreatedWhileATopicIsDeclaredShouldHaveTheTopic() {
        int[] tries = new int[1];
        new RedisLimitStore(topology.calls(), topics()).change(group, null, all -> {
            if (tries[0]++ == 0) {
                declare(Map.of("t", List.of("shared")));
            }
            all.define("%shared", "1||");
            return true;
        });
        assertThat(tries[0]).isEqualTo(2);
        assertThat(limits().list(group).get(0).topics()).containsExactly("t");
    }
}
