package com.example.migrating;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.migrate.Migration;
import io.delayqueue.migrate.MigrationReport;
import io.delayqueue.migrate.Rows;
import io.delayqueue.migrate.RqueueQueue;
import io.delayqueue.migrate.SortedSet;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import redis.clients.jedis.UnifiedJedis;

/** Moves from other sources. */
class MoveRows {

    MigrationReport rqueue(UnifiedJedis old, DelayQueueEngine engine) {
        return Migration.from(RqueueQueue.of(old, "orders"))
                .to(engine, "orders", "cancel-unpaid")
                .build()
                .move();
    }

    MigrationReport sortedSet(UnifiedJedis old, DelayQueueEngine engine) {
        return Migration.from(SortedSet.of(old, "delay:orders").inSeconds())
                .to(engine, "orders", "cancel-unpaid")
                .id(member -> "cancel-" + member)
                .build()
                .move();
    }

    MigrationReport table(JdbcClient database, DelayQueueEngine engine) {
        List<Rows.Row> open = database.sql("select number, pay_by from orders where state = 'OPEN'")
                .query((row, number) -> new Rows.Row(
                        "cancel-" + row.getLong(1), row.getTimestamp(2).toInstant(), new CancelOrder(row.getLong(1))))
                .list();
        return Migration.from(Rows.of("orders", open))
                .to(engine, "orders", "cancel-unpaid")
                .build()
                .move();
    }
}
