package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskState;
import io.delayqueue.store.BackendFixture;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.PushResult;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** A clock of Redis that makes a step between two pushes: seen from the pusher, whose time the store is ahead of. */
class ClockStepIT extends BackendFixture {

    private static final Duration HOLD = Duration.ofSeconds(2);

    private static final Duration STEP = Duration.ofMinutes(10);

    private final RedisClient redis = RedisServer.shared().client();

    ClockStepIT() {
        super(PatientRedis.connect(RedisServer.shared()));
    }

    private String key(String name) {
        return "{" + group + "}:" + name;
    }

    private ExpectedTime before(Duration step) {
        return new ExpectedTime(storeMillis() - step.toMillis(), HOLD);
    }

    /** Leases that have ended by the store's clock. */
    private void end(Delivery... deliveries) {
        assertThat(store().renew(group, List.of(deliveries), Duration.ofMillis(1)))
                .isEmpty();
        untilTheNextMillisecond();
        untilTheNextMillisecond();
    }

    @Test
    void leasesThatEndByAStepCanBeRenewedAndTheOthersEndAfterIt() {
        Delivery alive = reserved("alive");
        end(alive, reserved("crashed"));
        add("due", 0);
        untilTheNextMillisecond();
        PushResult stepped = store().push(group, "i", List.of(), before(STEP));
        assertThat(stepped.expired()).isEmpty();
        assertThat(stepped.due()).as("tasks are due by the new clock").isEqualTo(1);
        assertThat(redis.pttl(key("HELD"))).isBetween(1L, 2 * HOLD.toMillis());
        store().resign(group, "i");
        assertThat(store().push(group, "another", List.of(), ExpectedTime.NONE).expired())
                .as("whichever instance pushes")
                .isEmpty();
        store().resign(group, "another");
        assertThat(store().renew(group, List.of(alive), LEASE)).isEmpty();
        await().until(() ->
                store().push(group, "i", List.of(), ExpectedTime.NONE).expired().equals(Map.of("t", 1)));
        assertThat(find("crashed").state()).isEqualTo(TaskState.READY);
        assertThat(find("alive").state()).isEqualTo(TaskState.RESERVED);
    }

    @Test
    void leasesShouldEndInTheEndHoweverOftenPushersFindTheClockAhead() {
        end(reserved("crashed"));
        String[] pushers = {"i", "another"};
        AtomicInteger pushes = new AtomicInteger();
        await().atMost(HOLD.multipliedBy(4)).until(() -> {
            String pusher = pushers[pushes.incrementAndGet() % 2];
            PushResult pushed = store().push(group, pusher, List.of(), before(STEP));
            store().resign(group, pusher);
            return pushed.expired().equals(Map.of("t", 1));
        });
    }

    @Test
    void leasesEndAtOnceWhereTheClockIsAsExpectedOrNothingIsExpected() {
        end(reserved("a"));
        PushResult pushed = store().push(group, "i", List.of(), before(Duration.ofMillis(500)));
        assertThat(pushed.expired()).isEqualTo(Map.of("t", 1));
        end(reserved("b"));
        assertThat(store().push(group, "i", List.of(), ExpectedTime.NONE).expired())
                .isEqualTo(Map.of("t", 1));
        end(reserved("c"));
        assertThat(store().push(group, "i", List.of(), before(Duration.ofMinutes(-10)))
                        .expired())
                .as("a clock that was set back")
                .isEqualTo(Map.of("t", 1));
    }

    @Test
    void stepIsNoticedByAPushThatBringsTasksAlongToo() {
        end(reserved("a"));
        PushResult pushed = store().pushAndReserve(topic, "i", List.of(), before(STEP), LEASE, 10)
                .push();
        assertThat(pushed.expired()).isEmpty();
        assertThat(find("a").state()).isEqualTo(TaskState.RESERVED);
        assertThat(pushed.waitMicros())
                .as("until what is held is checked again")
                .isPositive();
        assertThat(pushed.storeTime()).isCloseTo(storeMillis(), offset(60_000L));
    }

    @Test
    void holdThatLastsLongerThanAnyCanHoldsNothing() {
        end(reserved("a"));
        assertThat(store().push(group, "i", List.of(), before(STEP)).expired()).isEmpty();
        redis.pexpire(key("HELD"), STEP.toMillis());
        assertThat(store().push(group, "i", List.of("t"), ExpectedTime.NONE).expired())
                .isEqualTo(Map.of("t", 1));
    }

    @Test
    void claimThatLastsLongerThanAnyCanIsTakenOver() {
        assertThat(store().push(group, "gone", List.of(), ExpectedTime.NONE).elected())
                .isTrue();
        redis.pexpire(key("PUSHER"), STEP.toMillis());
        assertThat(store().push(group, "two", List.of(), ExpectedTime.NONE).elected())
                .isTrue();
        assertThat(store().push(group, "three", List.of(), ExpectedTime.NONE).elected())
                .isFalse();
    }
}
