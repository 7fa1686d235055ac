package io.delayqueue.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CallBudgetTests {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final CallBudget budget = new CallBudget();

    @Test
    void callShouldCountUntilASecondAfterItsEnd() {
        assertThat(budget.take(4, 0)).isTrue();
        assertThat(budget.hasRoom(10 * SECOND)).isFalse();
        budget.give(4, 10 * SECOND);
        assertThat(budget.hasRoom(11 * SECOND)).isFalse();
        assertThat(budget.hasRoom(11 * SECOND + 1)).isTrue();
    }

    @Test
    void moreThanIsLeftShouldTakeNothing() {
        assertThat(budget.take(3, 0)).isTrue();
        assertThat(budget.take(2, 0)).isFalse();
        assertThat(budget.take(1, 0)).isTrue();
        assertThat(budget.take(1, 0)).isFalse();
    }

    @Test
    void noSecondShouldSeeMoreThanTheBudgetWheneverCallsAreCarriedOut() {
        Random random = new Random(1);
        List<Long> carriedOut = new ArrayList<>();
        long now = Long.MAX_VALUE - 20 * SECOND;
        for (int i = 0; i < 10_000; i++) {
            now += random.nextLong(SECOND / 50);
            if (budget.take(1, now)) {
                long lasts = random.nextLong(SECOND / 2);
                carriedOut.add(now + random.nextLong(lasts + 1));
                now += lasts;
                budget.give(1, now);
            }
        }
        assertThat(carriedOut).hasSizeGreaterThan(100);
        for (int i = CallBudget.CALLS_PER_SECOND; i < carriedOut.size(); i++) {
            assertThat(carriedOut.get(i) - carriedOut.get(i - CallBudget.CALLS_PER_SECOND))
                    .isGreaterThan(SECOND);
        }
    }
}
