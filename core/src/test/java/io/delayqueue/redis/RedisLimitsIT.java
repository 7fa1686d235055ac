package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.LimitsContract;
import io.delayqueue.store.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        String spent = topology.client().hget(rules(), "~shared");
        topology.client().hset(rules(), "~shared", spent.replaceFirst("^\\d+", "1"));
        acknowledge(new Outcome.Dead(late, "{}", false, null));
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

    private String rules() {
        return "{" + group + "}:RULES";
    }

    private void hold(String field, long millis, boolean byCallback) {
        String limit = field.equals("t") ? null : "shared";
        if (byCallback) {
            Outcome.Hold hold = new Outcome.Hold(limit, millis);
            acknowledge(new Outcome.Released(reserved("t", 1).get(0), true, hold));
        } else if (limit == null) {
            topics().hold(topic, in(millis));
        } else {
            limits().hold(group, limit, in(millis));
        }
    }

    private @Nullable Instant heldUntil(String field) {
        return field.equals("t")
                ? counts().heldUntil()
                : limits().list(group).get(0).heldUntil();
    }

    /** Makes a hold one of a time at which the clock was ahead of the present by some milliseconds. */
    private void setBack(String field, long millis) {
        for (String name : List.of(field, "!" + field)) {
            String text = topology.client().hget(rules(), name);
            int bar = text.indexOf('|');
            long until = Long.parseLong(text.substring(0, bar)) + millis;
            topology.client().hset(rules(), name, until + text.substring(bar));
        }
    }

    @ParameterizedTest
    @CsvSource({"t,false", "t,true", "%shared,false", "%shared,true"})
    void holdShouldLastNoLongerThanItsLengthAfterTheClockWasSetBack(String field, boolean byCallback) {
        share(shared.concurrency(5));
        ready("t", 1);
        hold(field, 150, byCallback);
        setBack(field, 600_000);
        reserved("t", 0);
        Instant until = heldUntil(field);
        assertThat(until == null ? Instant.EPOCH : until).isBeforeOrEqualTo(in(151));
        setBack(field, 600_000);
        signalled();
        await().pollInterval(Duration.ofMillis(1)).until(() -> {
            push();
            return signalled().contains("t");
        });
        reserved("t", 1);
        assertThat(heldUntil(field)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"t,false", "t,true", "%shared,false", "%shared,true"})
    void holdThatIsOverShouldBeRemovedByTheScriptThatMeetsIt(String field, boolean byPush) {
        share(shared.concurrency(5));
        ready("t", 1);
        hold(field, 60_000, false);
        setBack(field, -70_000);
        signalled();
        if (byPush) {
            store().push(group, "i", BOTH, ExpectedTime.NONE);
            assertThat(signalled()).containsExactly("t");
        } else {
            reserved("t", 1);
        }
        assertThat(topology.client().hget(rules(), field)).startsWith("0|");
        assertThat(topology.client().hexists(rules(), "!" + field)).isFalse();
    }

    @Test
    void holdThatIsOverShouldLeaveNothingOfATopicWithoutARule() {
        ready("t", 1);
        hold("t", 60_000, false);
        setBack("t", -70_000);
        reserved("t", 1);
        assertThat(topology.client().exists(rules())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "%shared"})
    void holdWithoutItsLengthShouldLastUntilItsEnd(String field) {
        share(shared.concurrency(5));
        ready("t", 1);
        hold(field, 150, false);
        String rest = topology.client().hget(rules(), field).replaceFirst("^\\d+", "");
        Instant until = in(60_000);
        topology.client().hset(rules(), field, until.toEpochMilli() + rest);
        reserved("t", 0);
        assertThat(heldUntil(field)).isEqualTo(until);
    }

    private void spendUntil(long millis) {
        String micros = Long.toString(TimeUnit.MILLISECONDS.toMicros(millis));
        topology.client().hset(rules(), "~shared", micros + "|t");
    }

    @Test
    void topicThatIsNotLimitedShouldHaveNoRule() {
        topics().pause(topic);
        topics().resume(topic);
        declare(Map.of("t", List.of()));
        assertThat(topology.client().exists(rules())).isFalse();
    }
}
