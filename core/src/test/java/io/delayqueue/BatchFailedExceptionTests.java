package io.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchFailedExceptionTests {

    private final IllegalStateException one = new IllegalStateException("one");

    private final IllegalStateException two = new IllegalStateException("two");

    @Test
    void failuresShouldBeInTheOrderOfTheirPositionsAndTheFirstTheCause() {
        BatchFailedException failed = new BatchFailedException(Map.of(7, two, 3, one));
        assertThat(failed.failures()).containsExactly(Map.entry(3, one), Map.entry(7, two));
        assertThat(failed).hasMessage("2 of a batch failed, the first at 3").hasCause(one);
    }

    @Test
    void laterChangesOfTheMapShouldHaveNoEffect() {
        Map<Integer, Exception> failures = new HashMap<>(Map.of(3, one));
        BatchFailedException failed = new BatchFailedException(failures);
        failures.put(4, two);
        assertThat(failed.failures()).containsOnlyKeys(3);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> failed.failures().clear());
    }

    @Test
    void tasksUpToAStopShouldHaveBegunAndAllOthersWithoutOne() {
        BatchFailedException stopped = BatchFailedException.stoppedAt(3, one);
        assertThat(stopped.failures()).containsExactly(Map.entry(3, one));
        assertThat(stopped.hasBegun(3)).isTrue();
        assertThat(stopped.hasBegun(4)).isFalse();
        assertThat(new BatchFailedException(Map.of(3, one)).hasBegun(499)).isTrue();
    }

    @Test
    void otherFailuresShouldNotMoveTheStop() {
        BatchFailedException stopped = BatchFailedException.stoppedAt(3, one).with(Map.of(3, two));
        assertThat(stopped.failures()).containsExactly(Map.entry(3, two));
        assertThat(stopped.hasBegun(4)).isFalse();
    }
}
