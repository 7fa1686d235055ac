package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.properties.StartupFailures;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DialectTests {

    @Test
    void databaseWithoutADialectShouldBeNamedWithTheWayOut() {
        assertThatExceptionOfType(InvalidDataSourceException.class)
                .isThrownBy(() -> Dialect.of("shop.data-source", "orders", dataSource("Oracle")))
                .satisfies(failure -> {
                    assertThat(failure.getMessage()).contains("'orders'", "Oracle", "PostgreSQL");
                    assertThat(failure.action()).contains("shop.data-source");
                    assertThat(StartupFailures.description(failure)).isEqualTo(failure.getMessage() + ".");
                });
    }

    @ParameterizedTest
    @CsvSource({"PostgreSQL, POSTGRESQL", "H2, H2", "MySQL, MYSQL", "MariaDB, MARIADB"})
    void productShouldHaveItsDialect(String product, Dialect dialect) {
        assertThat(Dialect.of("shop.data-source", "orders", dataSource(product)))
                .isEqualTo(dialect);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void dialectShouldHaveAScriptWithAllTables(Dialect dialect) throws Exception {
        String name = "schema-" + dialect.platform() + ".sql";
        try (InputStream script = Dialect.class.getResourceAsStream(name)) {
            assertThat(script).as(name).isNotNull();
            assertThat(new String(script.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("DELAYQUEUE_OUTBOX (", "DELAYQUEUE_OUTBOX_STORE (", "DELAYQUEUE_ONCE (");
        }
    }

    @ParameterizedTest
    @CsvSource({"40001, 0", "40P01, 0", "HY000, 1020", "40001, 1213"})
    void transactionThatTheDatabaseHasGivenUpShouldBeAConflict(String state, int code) {
        SQLException error = new SQLException("no", state, code);
        assertThat(Dialect.isConflict(new IllegalStateException(error))).isTrue();
        assertThat(Dialect.isBusy(error)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"57014, 0", "55P03, 0", "HYT00, 50200", "40001, 1205", "70100, 1969", "HY000, 3024"})
    void waitThatHasEndedShouldBeBusy(String state, int code) {
        assertThat(Dialect.isBusy(new IllegalStateException(new SQLException("no", state, code))))
                .isTrue();
    }

    @Test
    void timeOutOfTheDriverShouldBeBusyAndOtherErrorsNeither() {
        assertThat(Dialect.isBusy(new SQLTimeoutException("too long"))).isTrue();
        SQLException other = new SQLException("no", "42000", 1);
        assertThat(Dialect.isBusy(other)).isFalse();
        assertThat(Dialect.isConflict(other)).isFalse();
        assertThat(Dialect.isConflict(new IllegalStateException("no"))).isFalse();
    }

    /** A data source of which nothing but its product is known. */
    static DataSource dataSource(String product) {
        DatabaseMetaData metaData = proxy(DatabaseMetaData.class, Map.of("getDatabaseProductName", product));
        Connection connection = proxy(Connection.class, Map.of("getMetaData", metaData, "isClosed", false));
        return proxy(DataSource.class, Map.of("getConnection", connection));
    }

    private static <T> T proxy(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader() == null ? DialectTests.class.getClassLoader() : type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }
}
