package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.scenario.KeyCheck.Lease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyCheckTests {

    private final KeyCheck check = new KeyCheck();

    private final List<Lease> leases = new ArrayList<>();

    private long deliveries;

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    /** A callback that ends unless its end is -1. */
    private void lease(String key, String id, long due, long begin, long end) {
        lease(key, ++deliveries, id, due, begin, end < 0 ? null : at(end));
    }

    private void lease(String key, long delivery, String id, long due, long begin, @Nullable Instant end) {
        leases.add(new Lease("t", key, delivery, new Ledger.Run(id, 1, at(due), at(begin)), end));
    }

    private List<String> broken() {
        check.check(leases);
        return check.broken();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', textBlock = """
            one task after another;          0; x c 1 10 20, x a 2 20 30, x b 2 31 40
            later due time in front;         1; x a 2 10 20, x b 1 21 30
            greater id in front;             1; x b 1 10 20, x a 1 21 30
            another key at the same time;    0; x b 2 10 40, y a 1 20 30
            begin before the end;            1; x a 1 10 20, x b 2 19 30
            begin before a retry;            1; x a 1 10 -1, x b 2 50 60
            begin after the last attempt;    0; x a 1 10 99, x a 1 20 -1, x a 1 30 40, x b 2 41 50
            """)
    void orderShouldBeBrokenAsOftenAsExpected(String condition, int times, String leases) {
        for (String lease : leases.split(", ")) {
            String[] values = lease.split(" ");
            lease(
                    values[0],
                    values[1],
                    Long.parseLong(values[2]),
                    Long.parseLong(values[3]),
                    Long.parseLong(values[4]));
        }
        assertThat(broken()).hasSize(times);
    }

    @Test
    void inversionShouldBeFoundAcrossATaskBetween() {
        lease("x", "a", 5, 10, 20);
        check.changing("b", at(15));
        lease("x", "b", 9, 21, 30);
        lease("x", "c", 4, 31, 40);
        assertThat(broken()).hasSize(1);
    }

    @Test
    void orderShouldBeThatOfTheDeliveries() {
        lease("x", 2, "b", 2, 30, at(40));
        lease("x", 1, "a", 1, 10, at(20));
        assertThat(broken()).isEmpty();
    }

    @Test
    void changedTaskShouldLetPassFromTheChangeOn() {
        check.changing("a", at(15));
        lease("x", "a", 1, 10, -1);
        lease("x", "b", 2, 16, 20);
        lease("x", "a", 60, 61, 70);
        assertThat(broken()).isEmpty();
        lease("y", "a", 1, 10, -1);
        lease("y", "b", 2, 14, 20);
        assertThat(broken()).hasSize(1);
    }

    @Test
    void retryThatWasMovedShouldKeepThePlaceOfItsFirstTime() {
        lease("x", "a", 1, 10, -1);
        check.changing("a", at(30));
        lease("x", "a", 50, 50, 55);
        lease("x", "b", 20, 56, 60);
        assertThat(broken()).isEmpty();
    }

    @Test
    void oneReserveShouldNotHaveTwoTasksOfAKey() {
        lease("x", 1, "a", 1, 10, at(20));
        lease("x", 1, "b", 2, 21, at(30));
        assertThat(broken()).hasSize(1);
    }

    @Test
    void leasesShouldNotBeComparedAcrossALoss() {
        lease("x", 5, "b", 2, 10, at(20));
        lease("x", 6, "c", 3, 25, null);
        check.lost(at(24), at(30));
        lease("x", 5, "a", 1, 31, at(35));
        lease("x", 6, "b", 2, 36, at(40));
        assertThat(broken()).isEmpty();
        lease("x", 7, "a", 1, 41, at(50));
        assertThat(broken()).hasSize(1);
    }

    @Test
    void requeuedTaskShouldGoBehindTheOneThatHasThePlace() {
        lease("x", "a", 1, 10, 20);
        lease("x", "b", 2, 21, 30);
        check.requeued("a", at(31), at(33));
        lease("x", "c", 3, 32, 40);
        lease("x", "d", 4, 41, -1);
        lease("x", "d", 4, 50, 60);
        lease("x", "a", 1, 61, 70);
        assertThat(broken()).isEmpty();
    }

    @Test
    void requeuedTaskShouldNotGoBehindAnotherOne() {
        lease("x", "a", 1, 10, 20);
        check.requeued("a", at(21), at(22));
        lease("x", "b", 2, 23, 30);
        lease("x", "c", 3, 31, 40);
        lease("x", "a", 1, 41, 50);
        assertThat(broken()).hasSize(1);
    }

    @Test
    void taskShouldBeInOrderUntilItIsRequeued() {
        lease("x", "b", 2, 10, 20);
        lease("x", "a", 1, 21, 30);
        check.requeued("a", at(31), at(32));
        lease("x", "a", 1, 33, 40);
        assertThat(broken()).hasSize(1);
    }

    @Test
    void pausedTopicShouldHaveNoLease() {
        check.paused(at(10), at(20));
        lease("x", 9_000, "a", 1, 11, at(12));
        lease("x", 21_000, "b", 1, 21, at(22));
        check.checkPauses(leases);
        assertThat(check.broken()).isEmpty();
        lease("x", 15_000, "c", 1, 21, at(22));
        check.checkPauses(leases);
        assertThat(check.broken()).hasSize(1);
    }

    @Test
    void sampleShouldNotHaveMoreLeasesOfAKeyThanPlaces() {
        check.sampled(List.of("x", "y", "x"), 2);
        assertThat(check.full()).isEqualTo(1);
        check.sampled(List.of("x"), 2);
        assertThat(check.full()).isEqualTo(1);
        assertThat(check.broken()).isEmpty();
        check.sampled(List.of("x", "y", "x"), 1);
        assertThat(check.broken()).hasSize(1);
    }
}
