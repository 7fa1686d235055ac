package io.delayqueue.jdbc;

import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * The properties under {@code delayqueue.jdbc}, for the tables of all queues.
 *
 * @param initializeSchema Whether the tables are created at the start: always, never, or in an embedded database only.
 * @param schema The script that creates the tables. The placeholder @@platform@@ is postgresql, mysql, mariadb or h2.
 * @param tablePrefix How the names of the tables begin. Another prefix needs a script of its own.
 */
@ConfigurationProperties("delayqueue.jdbc")
public record DelayQueueJdbcProperties(
        @DefaultValue("embedded") DatabaseInitializationMode initializeSchema,

        @DefaultValue("classpath:io/delayqueue/jdbc/schema-@@platform@@.sql")
        String schema,

        @DefaultValue(DelayQueueJdbcProperties.PREFIX) String tablePrefix) {

    static final String PREFIX = "DELAYQUEUE_";

    private static final Pattern PREFIXES = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]{0,99}");

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the prefix cannot begin a name
     */
    public DelayQueueJdbcProperties {
        if (!PREFIXES.matcher(tablePrefix).matches()) {
            throw new IllegalArgumentException(
                    "delayqueue.jdbc.table-prefix must be letters, digits, underscores and dots,"
                            + " beginning with a letter or an underscore, at most 100 characters, but is "
                            + tablePrefix);
        }
    }
}
