package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.callback.TopicOptions;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.test.assertions.TestDelivery;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Limits over all instances, and holds: how many callbacks run at once, and when each begins. */
class KitSharedLimitsTests extends WithKit {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final int CONCURRENCY = 10;

    private int running;

    private int most;

    KitSharedLimitsTests() {
        super(DelayQueueTestKit.builder()
                .configure(engine -> engine.limit(Limit.of("g", "two").concurrency(2))
                        .limit(Limit.of("g", "ten").rate(10, TimeUnit.SECONDS))));
    }

    private void limited(String topic, String limit, Duration work) {
        kit.queue()
                .on(
                        "g",
                        topic,
                        String.class,
                        (payload, task) -> {
                            running++;
                            most = Math.max(most, running);
                            kit.spend(work);
                            running--;
                        },
                        TopicOptions.builder()
                                .concurrency(CONCURRENCY)
                                .limits(new TopicLimits(null, null, Set.of(limit)))
                                .build());
    }

    private void addMany(String topic, int number) {
        for (int i = 0; i < number; i++) {
            add(task(topic, topic + i));
        }
    }

    private List<Long> starts() {
        return kit.deliveries().stream()
                .map(TestDelivery::at)
                .map(at -> Duration.between(START, at).toMillis())
                .toList();
    }

    @Test
    void slowCallbacksOfTwoTopicsShouldShareTheirPlaces() {
        limited("a", "two", SECOND);
        limited("b", "two", SECOND);
        addMany("a", 5);
        addMany("b", 5);
        kit.advance(MINUTE);
        assertThat(most).isEqualTo(2);
        assertThat(kit).finished("g", "a", 5).finished("g", "b", 5).hasNoTasks();
        // A callback that begins within another one's time ends first, so the other one may hold its place for longer.
        assertThat(starts()).hasSize(10).isSorted().startsWith(0L, 0L, 1_000L);
    }

    @Test
    void placesOfACrashedInstanceShouldComeBackWithTheirLeases() {
        limited("a", "two", Duration.ZERO);
        kit.nextCallback("g", "a").crashes().crashes();
        addMany("a", 3);
        kit.advance(LEASE.minusMillis(1));
        assertThat(starts()).containsExactly(0L, 0L);
        kit.advance(Duration.ofMillis(1));
        assertThat(kit).finished(3).hasNoTasks();
    }

    @Test
    void eachTaskShouldBeginWithItsToken() {
        limited("a", "ten", Duration.ZERO);
        addMany("a", 1_000);
        assertThat(kit.runDue()).isEqualTo(1);
        assertThat(kit.advance(MINUTE)).isEqualTo(600);
        // A token comes 5 ms early, because a store makes up for wake-ups.
        assertThat(starts())
                .isEqualTo(LongStream.rangeClosed(0, 600)
                        .map(token -> Math.max(0, token * 100 - 5))
                        .boxed()
                        .toList());
        assertThat(kit.advance(Duration.ofMillis(94))).isZero();
        assertThat(kit.advance(Duration.ofMillis(1))).isEqualTo(1);
    }

    @Test
    void tokensShouldGatherUpToTheBurst() {
        limited("a", "ten", Duration.ZERO);
        kit.runDue();
        kit.inspector().setLimit(Limit.of("g", "ten").rate(10, TimeUnit.SECONDS).burst(3));
        kit.advance(MINUTE);
        addMany("a", 5);
        assertThat(kit.runDue()).isEqualTo(3);
        assertThat(kit.advance(SECOND)).isEqualTo(2);
    }

    @Test
    void heldLimitShouldLetTasksBeginAtTheEndOfTheHold() {
        limited("a", "two", SECOND);
        limited("b", "two", SECOND);
        kit.runDue();
        assertThat(kit.inspector().holdLimit("g", "two", START.plus(MINUTE))).isTrue();
        addMany("a", 1);
        addMany("b", 1);
        assertThat(kit.advance(MINUTE.minusMillis(1))).isZero();
        kit.advance(MINUTE);
        assertThat(starts()).containsExactly(60_000L, 60_000L);
    }

    @Test
    void heldTopicShouldLetTasksBeginAtTheEndOfTheHold() {
        limited("a", "two", SECOND);
        on((payload, task) -> {});
        kit.service().topic("g", "t").hold(START.plus(MINUTE));
        addMany("a", 1);
        addMany("t", 1);
        kit.advance(MINUTE.multipliedBy(2));
        assertThat(history()).containsExactly("a0#1@0.0s FINISHED", "t0#1@60.0s FINISHED");
    }

    @Test
    void resumedTopicShouldLetTasksBeginAtOnce() {
        on((payload, task) -> {});
        kit.service().topic("g", "t").hold(START.plus(MINUTE));
        addMany("t", 1);
        assertThat(kit.advance(SECOND)).isZero();
        kit.service().topic("g", "t").resume();
        assertThat(kit.runDue()).isEqualTo(1);
    }

    @Test
    void clearedKitShouldHaveTheLimitsOfItsCode() {
        limited("a", "ten", Duration.ZERO);
        addMany("a", 5);
        kit.runDue();
        kit.inspector().setLimit(Limit.of("g", "ten").concurrency(5));
        kit.inspector().holdLimit("g", "ten", START.plus(MINUTE));
        kit.clear();
        addMany("a", 5);
        assertThat(kit.runDue()).isEqualTo(1);
        assertThat(kit.advance(SECOND)).isEqualTo(4);
    }
}
