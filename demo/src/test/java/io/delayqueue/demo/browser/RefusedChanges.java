package io.delayqueue.demo.browser;

import java.time.Instant;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rows of the shop's outbox that are refused. */
final class RefusedChanges {

    private RefusedChanges() {}

    /** Inserts a removal of each task, which is refused. */
    static void insert(JdbcClient database, String reason, String... ids) {
        for (String id : ids) {
            database.sql(
                            "insert into DELAYQUEUE_OUTBOX (name, queue, task_group, task_id, format, kind, due_ms, due_relative,"
                                    + " created_ms, tries, refused) values (?, 'default', 'shipping', ?, 1, 'R', 0, 0, ?, 0, ?)")
                    .params("name-" + id, id, Instant.now().toEpochMilli(), reason)
                    .update();
        }
    }

    static long count(JdbcClient database) {
        return database.sql("select count(*) from DELAYQUEUE_OUTBOX where queue = 'default'")
                .query(Long.class)
                .single();
    }

    static void clear(JdbcClient database) {
        database.sql("delete from DELAYQUEUE_OUTBOX").update();
    }
}
