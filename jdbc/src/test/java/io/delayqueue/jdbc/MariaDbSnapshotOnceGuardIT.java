package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.testing.OwnThread;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** A guard on MariaDB whose snapshots refuse rows that another transaction has changed, as they do by default from 11.6 on. */
class MariaDbSnapshotOnceGuardIT extends MariaDbOnceGuardIT {

    private static final String VARIABLE = "innodb_snapshot_isolation";

    private static final int RECORD_HAS_CHANGED = 1020;

    @Override
    TestDatabase create() {
        TestDatabase plain = super.create();
        JdbcTemplate plainJdbc = new JdbcTemplate(new DriverManagerDataSource(plain.url(), plain.user(), ""));
        Assumptions.assumeFalse(
                plainJdbc.queryForList("show variables like '" + VARIABLE + "'").isEmpty(),
                "Skipped, because this MariaDB has no " + VARIABLE);
        return new TestDatabase(
                plain.url() + "?sessionVariables=" + VARIABLE + "=ON", plain.user(), plain.dialect(), plain.drop());
    }

    @Test
    void rowThatHasChangedSinceTheSnapshotShouldBeAConflict() {
        TransactionTemplate transaction = new TransactionTemplate(manager);
        transaction.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        assertThatExceptionOfType(OnceGuardConflictException.class)
                .isThrownBy(() -> transaction.executeWithoutResult(status -> {
                    jdbc.queryForList("select id from others");
                    CompletableFuture.runAsync(() -> guard.run(task, this::effect), OwnThread::start)
                            .join();
                    guard.run(task, this::effect);
                }))
                .havingRootCause()
                .isInstanceOfSatisfying(SQLException.class, cause -> assertThat(cause.getErrorCode())
                        .isEqualTo(RECORD_HAS_CHANGED));
        assertThat(effects()).isEqualTo(1);
    }
}
