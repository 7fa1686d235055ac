package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import java.nio.charset.StandardCharsets;
import java.sql.Savepoint;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/** Limits that docs/transactions.md names. */
class OutboxLimitsTests extends OutboxFixture {

    @Override
    TestDatabase create() {
        return TestServers.h2();
    }

    @Test
    void changesSinceASavepointOfTheConnectionShouldStay() {
        commit(() -> jdbc.execute((ConnectionCallback<Boolean>) connection -> {
            Savepoint savepoint = connection.setSavepoint();
            insertOrder("a");
            add("a");
            connection.rollback(savepoint);
            return true;
        }));
        assertThat(orders()).isZero();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void clockOfTheDatabaseThatStepsBackShouldDelayTheSweep() {
        commit(() -> add("a"));
        long step = Duration.ofHours(1).toMillis();
        update("update DELAYQUEUE_OUTBOX set created_ms = created_ms + ?", step);
        outbox.sweep();
        assertThat(rows()).isEqualTo(1);

        update("update DELAYQUEUE_OUTBOX set created_ms = created_ms - ?", step);
        outbox.sweep();
        assertThat(find("a")).isPresent();
    }

    @Test
    void clockOfTheDatabaseThatStepsForwardShouldShortenADelay() {
        commit(() -> service.addTask(
                Task.of(GROUP, TOPIC).id("a").delay(Duration.ofHours(3)).build()));
        update(
                "update DELAYQUEUE_OUTBOX set created_ms = created_ms - ?",
                Duration.ofHours(1).toMillis());
        outbox.sweep();
        assertThat(find("a").orElseThrow().dueAt())
                .isBetween(NOW.plus(Duration.ofMinutes(119)), NOW.plus(Duration.ofHours(2)));
    }

    @Test
    void rowsShouldContainPayloads() {
        commit(() -> add("secret"));
        byte[] detail =
                new JdbcTemplate(dataSource).queryForObject("select detail from DELAYQUEUE_OUTBOX", byte[].class);
        assertThat(detail).asString(StandardCharsets.UTF_8).contains("\"secret\"");
    }
}
