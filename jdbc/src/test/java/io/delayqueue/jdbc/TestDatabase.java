package io.delayqueue.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * An empty database for one test, with the tables of the module.
 *
 * @param drop removes the database
 */
record TestDatabase(String url, String user, Dialect dialect, Runnable drop) implements AutoCloseable {

    static final String PREFIX = "DELAYQUEUE_";

    /** A pool of connections. */
    HikariDataSource pool(int size) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setUsername(user);
        pool.setPassword("");
        pool.setMaximumPoolSize(size);
        return pool;
    }

    /** The database as a data source of the application. */
    Databases.Database of(DataSource dataSource) {
        return of(dataSource, new DelegatingDataSource(dataSource));
    }

    /** The database with a data source for the transactions of the module. */
    Databases.Database of(DataSource dataSource, DataSource own) {
        return new Databases.Database("orders", dataSource, own, dialect, PREFIX);
    }

    void createTables(DataSource dataSource) {
        DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
        settings.setSchemaLocations(List.of("classpath:io/delayqueue/jdbc/schema-" + dialect.platform() + ".sql"));
        settings.setMode(DatabaseInitializationMode.ALWAYS);
        new DataSourceScriptDatabaseInitializer(dataSource, settings).initializeDatabase();
    }

    /** A statement that makes the waits of the thread's transaction short. */
    String shortWaits() {
        return switch (dialect) {
            case POSTGRESQL -> "set local lock_timeout = '200ms'";
            case MYSQL, MARIADB -> "set session innodb_lock_wait_timeout = 1";
            case H2 -> "set lock_timeout 200";
        };
    }

    /** {@return whether a transaction waits for another; always true of H2, which does not show that} */
    boolean hasWaits(JdbcTemplate jdbc) {
        String waiting =
                switch (dialect) {
                    case POSTGRESQL ->
                        "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
                    case MYSQL, MARIADB -> "information_schema.innodb_trx where trx_state = 'LOCK WAIT'";
                    case H2 -> "dual";
                };
        return !jdbc.queryForList("select 1 from " + waiting).isEmpty();
    }

    @Override
    public void close() {
        drop.run();
    }
}
