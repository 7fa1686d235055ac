package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class LedgerTests {

    private static final Instant DUE = Instant.parse("2020-01-01T00:00:00Z");

    private final Ledger ledger = new Ledger();

    private void ran(String id, int attempt, Instant dueAt, int millisAfterDue) {
        ledger.ran(new Ledger.Run(id, attempt, dueAt, DUE.plusMillis(millisAfterDue)));
    }

    @Test
    void latestShouldBeOfFirstRunsOnly() {
        assertThat(ledger.latestMillis()).isZero();
        ran("a", 2, DUE, 9_000);
        ran("a", 1, DUE, 7);
        ran("b", 1, DUE.plusMillis(30), 41);
        assertThat(ledger.latestMillis()).isEqualTo(11);
    }
}
