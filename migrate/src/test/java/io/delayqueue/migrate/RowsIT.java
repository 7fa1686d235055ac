package io.delayqueue.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.migrate.MigrationReport.Figure;
import io.delayqueue.migrate.Rows.Row;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.OtherJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class RowsIT {

    @RegisterExtension
    final Shop shop = new Shop();

    private final Instant later = Instant.ofEpochMilli(System.currentTimeMillis() + 3_600_000);

    private Migration.Builder from(Rows rows) {
        return Migration.from(rows).to(shop.engine(), shop.group(), Shop.TOPIC);
    }

    @Test
    void rowsShouldBeMovedOnce() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 1_200; i++) {
            rows.add(new Row("row" + i, later, "payload" + i));
        }
        Migration migration = from(Rows.of("table", rows)).build();
        assertThat(migration.plan().count(Figure.WAITING)).isEqualTo(1_200);
        assertThat(migration.move().count(Figure.MOVED)).isEqualTo(1_200);
        shop.engine().service().removeTask(shop.group(), "row7");
        assertThat(migration.move().count(Figure.RECOGNISED)).isEqualTo(1_200);
        assertThat(shop.tasks()).isEqualTo(1_199);
    }

    @Test
    void movedRowsShouldBePassedOn() {
        List<Row> rows = List.of(
                new Row("a", later, "a"),
                new Row("a", later, "a"),
                new Row("b", later, "b"),
                new Row("c", later, "x".repeat(2_000_000)));
        List<Row> moved = new ArrayList<>();
        MigrationReport report =
                from(Rows.of("table", rows).onMoved(moved::addAll)).build().move();
        assertThat(moved).extracting(Row::id).containsExactly("a", "a", "b");
        assertThat(report.count(Figure.MOVED)).isEqualTo(2);
        assertThat(report.count(Figure.UNREADABLE)).isEqualTo(1);
        shop.assertNamesExpire();
    }

    @Test
    void failureOfTheListenerShouldStopTheMove() {
        Rows rows = Rows.of("table", List.of(new Row("a", later, "a"))).onMoved(moved -> {
            throw new IllegalStateException("the table is locked");
        });
        assertThatThrownBy(() -> from(rows).build().move())
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("1 moved")
                .hasMessageContaining("the table is locked");
    }

    /** An importer of a table in H2, which deletes what is moved. */
    static final class TableJvm {

        public static void main(String[] arguments) throws SQLException {
            DelayQueueEngine engine = DelayQueueEngine.builder(
                            RedisBackend.connect("127.0.0.1", Integer.parseInt(arguments[0])))
                    .build();
            try (Connection connection = DriverManager.getConnection(arguments[1])) {
                Migration.from(table(connection))
                        .to(engine, arguments[2], Shop.TOPIC)
                        .build()
                        .move();
            }
            Runtime.getRuntime().halt(0);
        }
    }

    static Rows table(Connection connection) {
        return Rows.of("deadlines", () -> {
                    List<Row> rows = new ArrayList<>();
                    try (Statement statement = connection.createStatement();
                            ResultSet found = statement.executeQuery("SELECT id, due_ms FROM deadlines ORDER BY id")) {
                        while (found.next()) {
                            rows.add(new Row(
                                    "row" + found.getLong(1),
                                    Instant.ofEpochMilli(found.getLong(2)),
                                    "row" + found.getLong(1)));
                        }
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                    return rows.iterator();
                })
                .onMoved(moved -> {
                    try (Statement statement = connection.createStatement()) {
                        for (Row row : moved) {
                            statement.addBatch("DELETE FROM deadlines WHERE id = "
                                    + row.id().substring(3));
                        }
                        statement.executeBatch();
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    @Test
    void killsShouldLoseAndDoubleNothing(@TempDir Path folder) throws IOException, SQLException {
        String url = "jdbc:h2:" + folder.resolve("db") + ";DB_CLOSE_DELAY=0";
        shop.start();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE deadlines (id BIGINT PRIMARY KEY, due_ms BIGINT)");
            statement.execute(
                    "INSERT INTO deadlines SELECT x, " + System.currentTimeMillis() + " FROM SYSTEM_RANGE(0, 5999)");
        }
        for (int kill = 0; kill < 2; kill++) {
            Process importer =
                    shop.killing(OtherJvm.start(TableJvm.class, shop.server().port(), url, shop.group()));
            long before = shop.seen.size();
            await().until(() -> shop.seen.size() > before + 500 || !importer.isAlive());
            importer.destroyForcibly().onExit().join();
            await().until(() -> shop.tasks() == 0);
        }
        try (Connection connection = DriverManager.getConnection(url)) {
            Migration.from(table(connection))
                    .to(shop.engine(), shop.group(), Shop.TOPIC)
                    .build()
                    .move();
        }
        shop.assertEachSeenOnce(Shop.numbered("row", 0, 6_000));
    }
}
