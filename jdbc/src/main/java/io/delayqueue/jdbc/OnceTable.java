package io.delayqueue.jdbc;

import io.delayqueue.jdbc.Databases.Database;
import java.time.Duration;
import java.util.List;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The rows of work that has been done, of one queue. They are written in the transaction of the thread, and checked and removed in others. */
final class OnceTable {

    /** How many rows one statement deletes; more if they are of one millisecond. */
    private static final int STEP = 1_000;

    /** The wait for a transaction that does the same work. */
    private static final Duration WAIT = Duration.ofSeconds(10);

    private final JdbcTemplate jdbc;

    private final Database database;

    private final String queue;

    private final String property;

    private final String table;

    /**
     * Creates the access.
     *
     * @param queue the queue with its namespace
     * @param property the property that names the data source, for messages
     */
    OnceTable(Database database, String queue, String property) {
        this.jdbc = new JdbcTemplate(database.dataSource());
        this.jdbc.setQueryTimeout((int) WAIT.toSeconds());
        this.database = database;
        this.queue = queue;
        this.property = property;
        this.table = database.tablePrefix() + "ONCE";
    }

    /**
     * Checks that the table is there and can be written to.
     *
     * @throws InvalidDataSourceException if not
     */
    void check() {
        String sql = "delete from " + table + " where done_ms < 0";
        database.check(table, () -> database.update(sql));
    }

    /**
     * Checks the transaction of the thread.
     *
     * @throws IllegalStateException if the transaction uses another data source, or is read-only
     */
    void requireUsable() {
        if (!TransactionSynchronizationManager.hasResource(database.dataSource())) {
            throw new IllegalStateException("The transaction does not use the data source '" + database.name()
                    + "' of the once guard: use a transaction manager of this data source, or set " + property);
        }
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw new IllegalStateException("A read-only transaction cannot do work once");
        }
    }

    /** {@return whether the row is new} */
    boolean insert(OnceGuard.Work work) {
        Dialect dialect = database.dialect();
        String sql = dialect.insertIfAbsent("insert into " + table
                + " (queue, task_group, task_id, occurrence, step, done_ms) values (?, ?, ?, ?, ?, " + dialect.now()
                + ")");
        try {
            return jdbc.update(sql, queue, work.group(), work.id(), work.occurrence(), work.step()) == 1;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    /** Deletes all rows of the queue. */
    void clear() {
        String sql = "delete from " + table + " where queue = ?";
        database.update(sql, queue);
    }

    /** Deletes old rows in steps. */
    void clean(Duration keep) {
        int deleted;
        do {
            deleted = deleteOlderThan(keep);
        } while (deleted >= STEP);
    }

    /** Deletes the oldest ones of the old rows, one step; returns how many. */
    int deleteOlderThan(Duration keep) {
        String old = " from " + table + " where queue = ? and done_ms < ?";
        String now = "select " + database.dialect().now();
        RowMapper<Long> number = (row, index) -> row.getLong(1);
        long end = database.query(now, number).get(0) - keep.toMillis();
        String last = "select done_ms" + old + " order by done_ms"
                + database.dialect().rows(STEP - 1, 1);
        List<Long> step = database.query(last, number, queue, end);
        return database.update("delete" + old, queue, step.isEmpty() ? end : step.get(0) + 1);
    }
}
