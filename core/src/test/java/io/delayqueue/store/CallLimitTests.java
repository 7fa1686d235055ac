package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.store.TaskStore.CallLimit;
import org.junit.jupiter.api.Test;

class CallLimitTests {

    private static final TaskStoreException TIMED_OUT = new TaskStoreUnavailableException("timed out", null);

    private final CallLimit limit = new CallLimit();

    @Test
    void onlyWhatIsWantedShouldBeAskedFor() {
        assertThat(limit.of(7)).isEqualTo(7);
        assertThat(limit.of(0)).isZero();
    }

    @Test
    void failedLimitShouldBeHalvedDownToOne() {
        limit.failed(264, TIMED_OUT);
        assertThat(limit.of(264)).isEqualTo(132);
        for (int i = 0; i < 20; i++) {
            limit.failed(limit.of(264), new OutOfMemoryError("for the test"));
        }
        assertThat(limit.of(264)).isEqualTo(1);
    }

    @Test
    void failureOfAnotherKindShouldLowerIt() {
        limit.failed(264, new IllegalStateException("for the test"));
        assertThat(limit.of(264)).isEqualTo(132);
    }

    @Test
    void refusalShouldNotLowerIt() {
        limit.failed(264, new TaskStoreException("NOPERM", null));
        assertThat(limit.of(264)).isEqualTo(264);
    }

    @Test
    void answersShouldRaiseItSlowlyToTheMost() {
        limit.failed(100, TIMED_OUT);
        limit.answered();
        assertThat(limit.of(TaskStore.MAX_BATCH)).isBetween(51, 60);
        for (int i = 0; i < 100; i++) {
            limit.answered();
        }
        assertThat(limit.of(TaskStore.MAX_BATCH)).isEqualTo(TaskStore.MAX_BATCH);
    }
}
