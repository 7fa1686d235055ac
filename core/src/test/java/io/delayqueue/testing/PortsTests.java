package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.delayqueue.testing.Ports.Slice;
import org.junit.jupiter.api.Test;

class PortsTests {

    @Test
    void twoForksShouldShareThePortsWithoutMeeting() {
        Slice all = Slice.of(0);
        Slice first = Slice.of(1);
        Slice second = Slice.of(2);
        assertThat(first).isEqualTo(new Slice(all.lowest(), second.lowest()));
        assertThat(second.end()).isEqualTo(all.end());
        assertThat(second.lowest()).isGreaterThan(first.lowest()).isLessThan(second.end());
    }

    @Test
    void aThirdForkShouldBeRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Slice.of(3)).withMessage("No ports for fork 3");
    }
}
