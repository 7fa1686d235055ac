package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.TaskStore;
import org.junit.jupiter.api.Test;

class CallLimitTests {

    private final CallLimit limit = new CallLimit();

    @Test
    void onlyWhatIsWantedShouldBeAskedFor() {
        assertThat(limit.of(7)).isEqualTo(7);
        assertThat(limit.of(0)).isZero();
    }

    @Test
    void failedLimitShouldBeHalvedDownToOne() {
        limit.failed(264);
        assertThat(limit.of(264)).isEqualTo(132);
        for (int i = 0; i < 20; i++) {
            limit.failed(limit.of(264));
        }
        assertThat(limit.of(264)).isEqualTo(1);
    }

    @Test
    void answersShouldRaiseItSlowlyToTheMost() {
        limit.failed(100);
        limit.answered();
        assertThat(limit.of(TaskStore.MAX_BATCH)).isBetween(51, 60);
        for (int i = 0; i < 100; i++) {
            limit.answered();
        }
        assertThat(limit.of(TaskStore.MAX_BATCH)).isEqualTo(TaskStore.MAX_BATCH);
    }
}
