package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.scenario.LimitCheck.Rule;
import io.delayqueue.scenario.LimitCheck.Sample;
import org.junit.jupiter.api.Test;

class LimitCheckTests {

    private final LimitCheck check = new LimitCheck();

    private long micros = 1_000_000;

    private void sample(String rule, long leases, long begun) {
        micros += 1_000;
        check.add(new Sample(micros, Rule.read(rule, 2), leases, begun));
    }

    @Test
    void placesOfALimitShouldBeEnough() {
        sample("0|3|||a,b", 3, 10);
        sample("0|3|||a,b", 3, 12);
        assertThat(check.broken()).isEmpty();
        assertThat(check.full()).isEqualTo(2);
        sample("0|3|||a,b", 4, 13);
        assertThat(check.broken()).hasSize(1);
    }

    @Test
    void leasesAboveALoweredLimitShouldOnlyEnd() {
        sample("0|5|||a,b", 5, 10);
        sample("0|2|||a,b", 5, 11);
        sample("0|2|||a,b", 4, 11);
        assertThat(check.broken()).isEmpty();
        sample("0|2|||a,b", 4, 12);
        assertThat(check.broken()).hasSize(1);
    }

    @Test
    void noneShouldBeginAboveBothLimitsOfAChange() {
        sample("0|2|||a,b", 2, 10);
        sample("0|3|||a,b", 4, 12);
        assertThat(check.broken()).hasSize(1);
    }

    @Test
    void noneShouldBeginDuringAHold() {
        sample("1003|3|||a,b", 0, 10);
        sample("1003|3|||a,b", 1, 11);
        assertThat(check.broken()).hasSize(1);
        sample("1003|3|||a,b", 2, 12);
        assertThat(check.broken()).hasSize(1);
    }

    @Test
    void noMoreThanBurstAndRateShouldBegin() {
        // 100 a second: in 1 ms at most the burst of 4 and what is due in 6 ms.
        sample("0||100/s|4|a,b", 0, 10);
        sample("0||100/s|4|a,b", 4, 14);
        assertThat(check.broken()).isEmpty();
        sample("0||100/s|4|a,b", 5, 15);
        assertThat(check.broken()).hasSize(1);
    }

    @Test
    void limitThatNotAllTopicsHaveShouldLimitNothing() {
        sample("0|3|||a", 9, 10);
        sample("", 10, 11);
        sample("0|3|||a", 12, 13);
        assertThat(check.broken()).isEmpty();
    }

    @Test
    void interruptionShouldBeginAnew() {
        sample("0|3|9/s|1|a,b", 3, 10);
        check.interrupted();
        sample("0|2|9/s|1|a,b", 3, 90);
        sample("0|2|9/s|1|a,b", 3, 90);
        assertThat(check.broken()).isEmpty();
    }
}
