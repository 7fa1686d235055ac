package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.LimitsContract;
import io.delayqueue.store.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisLimitsIT extends LimitsContract {

    private final Topology topology;

    RedisLimitsIT(Topology topology) {
        super(topology);
        this.topology = topology;
    }

    @ParameterizedTest
    @ValueSource(strings = {"RESERVED:u", "CONSUMING:u", "CONSUMING:u:LOW", "SIGNAL:u"})
    void keyOfAForeignTypeShouldNotAffectTheOtherTopicsOfALimit(String key) {
        share(shared.concurrency(1));
        ready("t", 2);
        List<Delivery> running = reserved("t", 1);
        topology.client().set("{" + group + "}:" + key, "of another program");
        try {
            acknowledge(new Outcome.Finished(running.get(0)));
            assertThat(signalled(List.of("t"))).containsExactly("t");
            reserved("t", 1);
            assertThat(limits().list(group).get(0).running()).isEqualTo(1);
        } finally {
            topology.client().del("{" + group + "}:" + key);
        }
    }

    @Test
    void rateShouldGoOnAfterTheClockWasSetBack() {
        share(shared.rate(20, TimeUnit.SECONDS).burst(1));
        ready("t", 2);
        reserved("t", 1);
        signalled();
        spendUntil(storeMillis() + 3_600_000);
        reserved("t", 0);
        store().push(group, "i", BOTH, ExpectedTime.NONE);
        assertThat(limits().list(group).get(0).nextToken()).isBeforeOrEqualTo(in(51));
        List<String> freed = new ArrayList<>();
        await().pollInterval(Duration.ofMillis(1)).until(() -> {
            push();
            freed.addAll(signalled());
            return !freed.isEmpty();
        });
        reserved("t", 1);
    }

    @Test
    void rateShouldHaveItsBurstAfterTheClockWasSetForward() {
        share(shared.rate(1, TimeUnit.HOURS).burst(3));
        ready("t", 10);
        reserved("t", 3);
        spendUntil(storeMillis() - TimeUnit.DAYS.toMillis(1));
        reserved("t", 3);
        reserved("t", 0);
    }

    @Test
    void lateTaskOfAFullBucketShouldGiveNoTokenBack() {
        share(shared.rate(1, TimeUnit.HOURS).burst(2));
        ready("t", 4);
        Delivery late = reserve("t", "i", 1).tasks().get(0).delivery();
        String rules = "{" + group + "}:RULES";
        String spent = topology.client().hget(rules, "~shared");
        topology.client().hset(rules, "~shared", spent.replaceFirst("^\\d+", "1"));
        acknowledge(new Outcome.Dead(late, "{}", false));
        reserved("t", 2);
        reserved("t", 0);
    }

    @Test
    void topicsThatWaitForOneTokenShouldBeCheckedInTheirTurns() {
        share(shared.rate(1, TimeUnit.HOURS).burst(1));
        ready("t", 2);
        ready("u", 1);
        finish(reserved("t", 1));
        signalled();
        store().push(group, "i", BOTH, ExpectedTime.NONE);
        List<Double> times = topology.client().zmscore("{" + group + "}:TOPICS", "u", "t");
        assertThat(times.get(1)).isEqualTo(times.get(0) + 1);
    }

    private void spendUntil(long millis) {
        String micros = Long.toString(TimeUnit.MILLISECONDS.toMicros(millis));
        topology.client().hset("{" + group + "}:RULES", "~shared", micros + "|t");
    }

    @Test
    void topicThatIsNotLimitedShouldHaveNoRule() {
        topics().pause(topic);
        topics().resume(topic);
        declare(Map.of("t", List.of()));
        assertThat(topology.client().exists("{" + group + "}:RULES")).isFalse();
    }
}
