package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.delayqueue.TaskContext;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/** A pool whose connections do not commit by themselves: what is not committed explicitly is lost. */
class AutoCommitOffTests extends OutboxContract {

    @Override
    TestDatabase create() {
        return TestServers.h2();
    }

    @Override
    void customize(HikariDataSource pool) {
        pool.setAutoCommit(false);
    }

    @Test
    void guardShouldCommitItsWork() {
        OnceGuard guard = new OnceGuard(
                new OnceTable(database.of(dataSource), "default", "delayqueue.once-guard.data-source"),
                new TransactionTemplate(manager),
                new Totals<>());
        TaskContext task = OnceGuardContract.task("a", NOW);
        assertThat(guard.run(task, () -> insertOrder("a"))).isTrue();
        assertThat(orders()).isEqualTo(1);
        assertThat(count("DELAYQUEUE_ONCE")).isEqualTo(1);
        assertThat(guard.run(task, () -> insertOrder("b"))).isFalse();
        assertThat(orders()).isEqualTo(1);
    }
}
