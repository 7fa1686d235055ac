package io.delayqueue.internal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.AuditStore.Counters;
import io.delayqueue.store.AuditStore.Page;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CounterCheckTests {

    private final CounterCheck check = new CounterCheck();

    /** A pass over two pages that counts so many tasks of topics t and u. */
    private void pass(long t, long u, long members, Map<String, Long> counters) {
        pass(t, u, members, counters, "");
    }

    private void pass(long t, long u, long members, Map<String, Long> counters, String version) {
        check.begin();
        check.page(new Page((int) t, Map.of("t", t), List.of(), "more", null));
        check.page(new Page((int) u, Map.of("u", u), List.of(), null, new Counters(members, counters, version)));
    }

    @Test
    void onePageShouldBeBelieved() {
        check.begin();
        Counters counters = new Counters(2, Map.of("t", 5L), "");
        check.page(new Page(2, Map.of("t", 2L), List.of(), null, counters));
        assertThat(check.goesOn()).isFalse();
        assertThat(check.differences()).isEqualTo(Map.of("t", -3L));
    }

    @Test
    void whatAgreesShouldBeBelievedAtOnce() {
        pass(10, 20, 30, Map.of("t", 10L, "u", 20L));
        assertThat(check.goesOn()).isFalse();
        assertThat(check.differences()).isEmpty();
    }

    @Test
    void aDifferenceShouldBeSeenThreeTimesThoughTheCountersMove() {
        for (int i = 0; i < 3; i++) {
            assertThat(i == 0 || check.goesOn()).isTrue();
            pass(10 + i, 20, 30 + i, Map.of("t", 9L + i, "u", 21L));
        }
        assertThat(check.goesOn()).isFalse();
        assertThat(check.differences()).isEqualTo(Map.of("t", 1L, "u", -1L));
    }

    @Test
    void aPassThatMissedSomethingShouldNotCount() {
        pass(10, 20, 30, Map.of("t", 9L, "u", 20L));
        pass(9, 20, 30, Map.of("t", 9L, "u", 20L));
        pass(10, 20, 30, Map.of("t", 9L, "u", 20L));
        pass(10, 20, 30, Map.of("t", 9L, "u", 20L));
        assertThat(check.goesOn()).isTrue();
        pass(10, 20, 30, Map.of("t", 9L, "u", 20L));
        assertThat(check.differences()).isEqualTo(Map.of("t", 1L));
    }

    @Test
    void aDifferenceThatGoesShouldNotBeOne() {
        pass(11, 20, 30, Map.of("t", 10L, "u", 20L));
        assertThat(check.goesOn()).isTrue();
        pass(10, 20, 30, Map.of("t", 10L, "u", 20L));
        assertThat(check.differences()).isEmpty();
    }

    @Test
    void aCorrectionBetweenPassesShouldBeginAnew() {
        pass(10, 20, 30, Map.of("t", 9L, "u", 21L), "1");
        pass(10, 20, 30, Map.of("t", 9L, "u", 21L), "2");
        pass(10, 20, 30, Map.of("t", 9L, "u", 21L), "2");
        assertThat(check.goesOn()).isTrue();
        pass(10, 20, 30, Map.of("t", 9L, "u", 21L), "2");
        assertThat(check.goesOn()).isFalse();
        assertThat(check.version()).isEqualTo("2");
    }

    @Test
    void whatNeverAgreesShouldEndUncertain() {
        for (int i = 0; i < 8; i++) {
            assertThat(i == 0 || check.goesOn()).isTrue();
            pass(10 + i, 20 - i, 30, Map.of("t", 10L, "u", 21L));
        }
        assertThat(check.goesOn()).isFalse();
        assertThat(check.differences()).isNull();
        assertThat(check.malformed()).isZero();
        assertThat(check.sum()).isEqualTo(31);
        assertThat(check.members()).isEqualTo(30);
    }
}
