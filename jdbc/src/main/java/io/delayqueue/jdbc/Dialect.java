package io.delayqueue.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** SQL that differs between databases, and the meaning of their errors. */
enum Dialect {

    /** PostgreSQL. The time is that of the statement, because {@code current_timestamp} is that of the transaction's begin. */
    POSTGRESQL("floor(extract(epoch from clock_timestamp()) * 1000)::bigint", " on conflict do nothing"),

    /** H2. Its time stands still within a transaction. */
    H2("cast(floor(extract(epoch from current_timestamp) * 1000) as bigint)", ""),

    /** MySQL. */
    MYSQL,

    /** MariaDB. */
    MARIADB;

    /** SQL states of transactions that the database has rolled back, because they met others. */
    private static final Set<String> CONFLICT_STATES = Set.of("40001", "40P01");

    /** Codes of MariaDB and MySQL for the same: the record has changed since the snapshot; deadlock. */
    private static final Set<Integer> CONFLICT_CODES = Set.of(1020, 1213);

    /** SQL states of statements that have waited too long: of a cancelled statement, of a lock in PostgreSQL, of a lock in H2. */
    private static final Set<String> BUSY_STATES = Set.of("57014", "55P03", "HYT00");

    /** Codes of MariaDB and MySQL for the same: lock, statement (MariaDB, MySQL), interrupted statement. */
    private static final Set<Integer> BUSY_CODES = Set.of(1205, 1969, 3024, 1317);

    private final String now;

    private final String ifAbsent;

    Dialect(String now, String ifAbsent) {
        this.now = now;
        this.ifAbsent = ifAbsent;
    }

    /** Of MySQL and MariaDB. The time does not depend on the time zone of the session. */
    Dialect() {
        this("timestampdiff(microsecond, '1970-01-01 00:00:00', utc_timestamp(3)) div 1000", "");
    }

    /**
     * Finds the dialect of a database.
     *
     * @param property the property that can name another data source, for the message
     * @param name the bean name of the data source, for the message
     * @throws InvalidDataSourceException if the database has no dialect here, or does not answer
     */
    static Dialect of(String property, String name, DataSource dataSource) {
        String product;
        try {
            product = JdbcUtils.extractDatabaseMetaData(dataSource, DatabaseMetaData::getDatabaseProductName);
        } catch (MetaDataAccessException e) {
            throw new InvalidDataSourceException(
                    "The database of the data source '" + name + "' cannot be reached: " + error(e),
                    "Correct the data source, or set delayqueue.transactions.outbox.enabled=false.",
                    e);
        }
        return Stream.of(values())
                .filter(dialect -> dialect.name().equalsIgnoreCase(product))
                .findFirst()
                .orElseThrow(() -> new InvalidDataSourceException(
                        "The data source '" + name + "' is of " + product
                                + ", for which there is no dialect: PostgreSQL, MySQL, MariaDB and H2 have one",
                        "Name another data source with " + property
                                + ", or set delayqueue.transactions.outbox.enabled=false.",
                        null));
    }

    /** Name in the files of the schema. */
    String platform() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Expression of the time in milliseconds since the epoch. */
    String now() {
        return now;
    }

    /** Ends a query that returns some of its rows. Several modes of H2 have no {@code limit}. */
    String rows(int after, int most) {
        return this == H2
                ? " offset " + after + " rows fetch first " + most + " rows only"
                : " limit " + most + " offset " + after;
    }

    /**
     * Completes an insert of a row whose key can be taken. Where the end is empty the insert of a taken key fails, and the transaction
     * stays usable; where that is not so, the row count says whether the key was free.
     */
    String insertIfAbsent(String insert) {
        return insert + ifAbsent;
    }

    /** Whether the database has rolled a transaction back, or refuses its snapshot, because of another transaction. */
    static boolean isConflict(Throwable failure) {
        return is(error(failure), CONFLICT_STATES, CONFLICT_CODES);
    }

    /** Whether a statement has ended because it waited too long for another transaction. */
    static boolean isBusy(Throwable failure) {
        SQLException error = error(failure);
        return error instanceof SQLTimeoutException || is(error, BUSY_STATES, BUSY_CODES);
    }

    private static boolean is(@Nullable SQLException error, Set<String> states, Set<Integer> codes) {
        return error != null
                && (states.contains(String.valueOf(error.getSQLState())) || codes.contains(error.getErrorCode()));
    }

    private static @Nullable SQLException error(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof SQLException)) {
            cause = cause.getCause();
        }
        return (SQLException) cause;
    }
}
