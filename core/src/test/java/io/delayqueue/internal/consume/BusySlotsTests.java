package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a topic counts as blocked, and how often that is reported. */
class BusySlotsTests {

    private static final Duration AFTER = Duration.ofMinutes(5);

    private final BusySlots slots = new BusySlots();

    private boolean measure(boolean all, long seconds) {
        return slots.measure(all, Duration.ofSeconds(seconds).toNanos(), AFTER);
    }

    @Test
    void slotsThatAreAllBusyWithoutAnEndShouldBeReportedOnce() {
        assertThat(measure(true, 10)).isFalse();
        assertThat(measure(true, 309)).isFalse();
        assertThat(slots.blocked()).isNull();
        assertThat(measure(true, 310)).isTrue();
        assertThat(slots.blocked()).isEqualTo(AFTER);
        assertThat(measure(true, 400)).isFalse();
        assertThat(slots.blocked()).hasSeconds(390);
    }

    @Test
    void endOfACallbackShouldBeginItAgain() {
        measure(true, 0);
        slots.ended();
        assertThat(measure(true, 299)).isFalse();
        assertThat(measure(true, 300)).isFalse();
        assertThat(measure(true, 599)).isTrue();
        slots.ended();
        assertThat(measure(true, 600)).isFalse();
        assertThat(slots.blocked()).isNull();
        assertThat(measure(true, 900)).isTrue();
    }

    @Test
    void freeSlotShouldBeginItAgain() {
        measure(true, 0);
        assertThat(measure(true, 300)).isTrue();
        assertThat(measure(false, 301)).isFalse();
        assertThat(slots.blocked()).isNull();
        assertThat(measure(true, 302)).isFalse();
        assertThat(measure(true, 601)).isFalse();
        assertThat(measure(true, 602)).isTrue();
    }

    @Test
    void clockThatOverflowsShouldNotMatter() {
        long before = Long.MAX_VALUE - 1;
        assertThat(slots.measure(true, before, AFTER)).isFalse();
        assertThat(slots.measure(true, before + AFTER.toNanos(), AFTER)).isTrue();
    }
}
