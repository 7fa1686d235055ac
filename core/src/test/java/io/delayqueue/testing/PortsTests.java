package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.delayqueue.testing.Ports.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PortsTests {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7})
    void forksShouldShareThePortsWithoutMeeting(int forks) {
        Slice all = Slice.of(1, 1);
        int end = all.lowest();
        for (int fork = 1; fork <= forks; fork++) {
            Slice slice = Slice.of(fork, forks);
            assertThat(slice.lowest()).isEqualTo(end);
            assertThat(slice.end() - slice.lowest()).isGreaterThanOrEqualTo((all.end() - all.lowest()) / forks);
            end = slice.end();
        }
        assertThat(end).isEqualTo(all.end());
    }

    @Test
    void portsOfAForkAndThoseOfItsClusterBusShouldBeBelowTheSystems() {
        Slice all = Slice.of(1, 1);
        assertThat(all.end() + 10_000).isLessThan(32_768);
        assertThat(all.end()).isLessThanOrEqualTo(all.lowest() + 10_000);
    }

    @ParameterizedTest
    @CsvSource({"3, 2", "0, 2", "-1, 1"})
    void forkThatIsNotOneOfThemShouldBeRefused(int fork, int forks) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Slice.of(fork, forks))
                .withMessage("No ports for fork %d of %d", fork, forks);
    }
}
