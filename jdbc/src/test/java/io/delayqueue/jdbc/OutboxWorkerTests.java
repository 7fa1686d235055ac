package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.jdbc.OutboxApplier.Figure;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the worker does not take over: it stays in the table until the sweep finds it old enough. */
class OutboxWorkerTests extends OutboxFixture {

    @Override
    TestDatabase create() {
        return TestServers.h2();
    }

    @Override
    Duration minAge() {
        return Duration.ofHours(1);
    }

    private void sweepAnHourLater() {
        update("update DELAYQUEUE_OUTBOX set created_ms = created_ms - ?", minAge().toMillis());
        outbox.sweep();
    }

    @Test
    void transactionWithVeryManyChangesShouldBeLeftToTheSweep() {
        int changes = 5_001;
        outbox.sweep();
        outbox.start();
        closing.closing(outbox::stop);
        commit(() -> {
            for (int i = 0; i < changes; i++) {
                add("t" + i);
            }
        });
        commit(() -> add("small"));
        await().until(() -> find("small").isPresent());
        await().until(() -> rows() == changes);
        assertThat(totals.of(Figure.DIRECT)).isEqualTo(1);

        sweepAnHourLater();
        assertThat(rows()).isZero();
        assertThat(totals.of(Figure.SWEEP)).isEqualTo(changes);
    }

    @Test
    void transactionsBehindAFullQueueShouldBeLeftToTheSweep() {
        outbox.sweep();
        commit(() -> add("first"));
        List<OutboxRow> first = Objects.requireNonNull(transaction.execute(
                status -> outbox.table().load(GROUP, List.of("first"), 1).rows()));
        for (int i = 0; i < 10_000; i++) {
            outbox.apply(first);
        }
        commit(() -> add("a"));

        outbox.start();
        outbox.stop();
        assertThat(find("first")).isPresent();
        assertThat(find("a")).isEmpty();
        assertThat(rows()).isEqualTo(1);

        sweepAnHourLater();
        assertThat(find("a")).isPresent();
        assertThat(rows()).isZero();
    }
}
