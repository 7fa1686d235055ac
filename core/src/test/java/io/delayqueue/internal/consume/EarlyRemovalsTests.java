package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.Delivery;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EarlyRemovalsTests {

    private long nanos = Long.MAX_VALUE - 5;

    private final EarlyRemovals removals = new EarlyRemovals(() -> nanos);

    private boolean removed(String id, long number) {
        return removals.remove(new Delivery("t", id, number, "i"));
    }

    @Test
    void removalShouldConcernOneDelivery() {
        removals.add("a", 1);
        assertThat(removed("b", 1)).isFalse();
        assertThat(removed("a", 2)).isFalse();
        assertThat(removed("a", 1)).isTrue();
        assertThat(removed("a", 1)).isFalse();
    }

    @Test
    void removalShouldBeForgottenAfterTenSeconds() {
        removals.add("a", 1);
        nanos += TimeUnit.SECONDS.toNanos(6);
        removals.add("b", 2);
        nanos += TimeUnit.SECONDS.toNanos(4);
        assertThat(removed("a", 1)).isFalse();
        assertThat(removed("b", 2)).isTrue();
    }

    @Test
    void removalThatIsAnnouncedAgainShouldLastFromThen() {
        removals.add("a", 1);
        nanos += TimeUnit.SECONDS.toNanos(6);
        removals.add("a", 1);
        nanos += TimeUnit.SECONDS.toNanos(6);
        assertThat(removed("a", 1)).isTrue();
    }

    @Test
    void oldestOfMoreThanAThousandShouldBeForgotten() {
        for (int number = 1; number <= 1_001; number++) {
            removals.add("a", number);
        }
        assertThat(removed("a", 1)).isFalse();
        assertThat(removed("a", 2)).isTrue();
        assertThat(removed("a", 1_001)).isTrue();
    }
}
