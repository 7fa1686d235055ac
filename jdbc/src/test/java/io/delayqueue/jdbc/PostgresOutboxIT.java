package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.delayqueue.store.Change;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PostgresOutboxIT extends OutboxContract {

    @Override
    TestDatabase create() {
        return TestServers.postgresql();
    }

    /** The rights that docs/transactions.md names. */
    @Test
    void documentedRightsShouldSuffice() {
        String user = "small" + UUID.randomUUID().toString().replace("-", "");
        jdbc.execute("create role " + user + " login");
        jdbc.execute("grant select, insert, update, delete"
                + " on DELAYQUEUE_OUTBOX, DELAYQUEUE_OUTBOX_STORE, DELAYQUEUE_ONCE to " + user);
        String url = database.url().replace("user=" + database.user(), "user=" + user);
        HikariDataSource own = closing.closing(new TestDatabase(url, user, database.dialect(), () -> {}).pool(1));
        OutboxTable rows = new OutboxTable(database.of(own), database.dialect()::now, "default");
        rows.check();
        rows.claim(new OutboxTable.Store("identity", "address"));
        rows.claim(new OutboxTable.Store("another", "address"));
        rows.insert(List.of(OutboxRow.of(GROUP, new Change.Remove("name-0", "a"))));
        OutboxRow row = rows.load(GROUP, List.of("a"), 1).rows().get(0);
        rows.postpone(row, Duration.ZERO);
        rows.refuse(row, "reason");
        rows.delete(List.of(row));
        OnceTable done = new OnceTable(database.of(own), "default", "delayqueue.once-guard.data-source");
        done.check();
        assertThat(done.insert(new OnceGuard.Work(GROUP, "a", 0, "-"))).isTrue();
        assertThat(done.deleteOlderThan(Duration.ofDays(-1))).isEqualTo(1);
    }
}
