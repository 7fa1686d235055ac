package io.delayqueue.web.live.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallBudgetTests {

    private final List<Duration> delays = new ArrayList<>();

    private final List<Runnable> later = new ArrayList<>();

    private final CallBudget budget = new CallBudget((delay, task) -> {
        delays.add(delay);
        later.add(task);
    });

    @Test
    void callShouldCountUntilASecondAfterItsEnd() {
        assertThat(budget.tryTake(CallBudget.CALLS_PER_SECOND)).isTrue();
        assertThat(budget.tryTake(1)).isFalse();
        budget.ended(1);
        assertThat(budget.tryTake(1)).isFalse();
        assertThat(delays).containsExactly(Duration.ofSeconds(1));
        later.forEach(Runnable::run);
        assertThat(budget.tryTake(1)).isTrue();
        assertThat(budget.tryTake(1)).isFalse();
    }

    @Test
    void moreThanIsLeftShouldTakeNothing() {
        assertThat(budget.tryTake(3)).isTrue();
        assertThat(budget.tryTake(2)).isFalse();
        assertThat(budget.tryTake(1)).isTrue();
    }
}
