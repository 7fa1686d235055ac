package io.delayqueue.jdbc;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Finds the data sources of the application, and creates the tables in them. */
final class Databases {

    private static final int TIMEOUT_SECONDS = 30;

    private final ConfigurableListableBeanFactory beans;

    private final DelayQueueJdbcProperties properties;

    private final Map<String, Database> known = new HashMap<>();

    /**
     * A database of the application.
     *
     * @param name the bean name of the data source
     * @param dataSource the data source to which managers of transactions bind their connections
     * @param tablePrefix how the names of the tables begin
     * @param jdbc uses the connections of {@code transactions}
     * @param transactions transactions that the application's managers do not know, and that the thread's own one is no part of
     */
    record Database(
            String name,
            DataSource dataSource,
            Dialect dialect,
            String tablePrefix,
            JdbcTemplate jdbc,
            TransactionTemplate transactions) {

        /**
         * Creates a database.
         *
         * @param own the data source for transactions of its own: no manager of the application binds a connection to it
         */
        Database(String name, DataSource dataSource, DataSource own, Dialect dialect, String tablePrefix) {
            this(
                    name,
                    dataSource,
                    dialect,
                    tablePrefix,
                    new JdbcTemplate(own),
                    new TransactionTemplate(new DataSourceTransactionManager(own)));
            transactions.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
            transactions.setTimeout(TIMEOUT_SECONDS);
        }

        <T> List<T> query(String sql, RowMapper<T> reading, Object... arguments) {
            return Objects.requireNonNull(transactions.execute(status -> jdbc.query(sql, reading, arguments)));
        }

        int update(String sql, Object... arguments) {
            return Objects.requireNonNull(transactions.execute(status -> jdbc.update(sql, arguments)));
        }

        /**
         * Checks a table at the start.
         *
         * @param statements read and write the table
         * @throws InvalidDataSourceException if the table is missing, or the database is read-only or grants too little
         */
        void check(String table, Runnable statements) {
            try {
                statements.run();
            } catch (BadSqlGrammarException e) {
                throw new InvalidDataSourceException(
                        "Table " + table.toUpperCase(Locale.ROOT) + " is missing in '" + name
                                + "', or has another form: "
                                + e.getMostSpecificCause().getMessage(),
                        tablePrefix.equals(DelayQueueJdbcProperties.PREFIX)
                                ? "Set delayqueue.jdbc.initialize-schema=always, or run schema-" + dialect.platform()
                                        + ".sql of the package io.delayqueue.jdbc."
                                : "The names begin with delayqueue.jdbc.table-prefix=" + tablePrefix
                                        + ": set delayqueue.jdbc.initialize-schema=always, and delayqueue.jdbc.schema to a"
                                        + " script that creates tables with these names; or run such a script.",
                        e);
            } catch (DataAccessException e) {
                throw new InvalidDataSourceException(
                        "Table " + table + " in '" + name + "' cannot be written to: "
                                + e.getMostSpecificCause().getMessage(),
                        "Let the data source connect to a database that is not read-only, with the rights to select, insert,"
                                + " update and delete.",
                        e);
            }
        }
    }

    Databases(ConfigurableListableBeanFactory beans, DelayQueueJdbcProperties properties) {
        this.beans = beans;
        this.properties = properties;
    }

    /**
     * Finds databases.
     *
     * @param property the property with the names, for messages
     * @param names the names of the data sources; empty for the only or primary one
     * @throws InvalidDataSourceException if one is missing or not usable, or it is not clear which is meant
     */
    List<Database> find(String property, List<String> names) {
        return (names.isEmpty() ? List.of(only(property)) : names)
                .stream()
                        .map(name -> known.computeIfAbsent(name, newName -> open(property, newName)))
                        .toList();
    }

    private String only(String property) {
        try {
            return beans.resolveNamedBean(DataSource.class).getBeanName();
        } catch (NoUniqueBeanDefinitionException e) {
            throw new InvalidDataSourceException(
                    "There are several data sources, and none is primary: "
                            + String.join(", ", beans.getBeanNamesForType(DataSource.class)),
                    "Set " + property + " to the name of the one whose transactions change tasks.",
                    e);
        }
    }

    /**
     * Checks that there is a data source.
     *
     * @param property the property that names the data source, for the message
     * @throws InvalidDataSourceException if not
     */
    void require(String property, String name) {
        if (!beans.containsBean(name)) {
            throw new InvalidDataSourceException(
                    property + " names the data source '" + name + "', but there is no such bean",
                    "Use one of " + String.join(", ", beans.getBeanNamesForType(DataSource.class)) + ".",
                    null);
        }
    }

    private Database open(String property, String name) {
        require(property, name);
        DataSource dataSource = beans.getBean(name, DataSource.class);
        // Managers of transactions bind connections to what is behind such a proxy.
        DataSource bound =
                dataSource instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null
                        ? proxy.getTargetDataSource()
                        : dataSource;
        // All of it is no part of the thread's transaction, in which a lazy bean can be created.
        DataSource own = new DelegatingDataSource(bound);
        Dialect dialect = Dialect.of(property, name, own);
        DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
        String script = properties.schema().replace("@@platform@@", dialect.platform());
        settings.setSchemaLocations(List.of(script));
        settings.setMode(properties.initializeSchema());
        try {
            new DataSourceScriptDatabaseInitializer(own, settings).initializeDatabase();
        } catch (DataAccessException | IllegalStateException e) {
            throw new InvalidDataSourceException(
                    "The tables cannot be created in '" + name + "': " + e.getMessage() + ": "
                            + NestedExceptionUtils.getMostSpecificCause(e).getMessage(),
                    "Correct the script " + script
                            + " (delayqueue.jdbc.schema) or the rights of the user; or make the tables"
                            + " another way, and set delayqueue.jdbc.initialize-schema=never.",
                    e);
        }
        return new Database(name, bound, own, dialect, properties.tablePrefix());
    }
}
