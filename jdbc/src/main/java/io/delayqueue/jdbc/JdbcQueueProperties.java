package io.delayqueue.jdbc;

import io.delayqueue.Task;
import io.delayqueue.log.LogText;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of a queue under {@code delayqueue} that this module has.
 *
 * @param transactions Changes of tasks in transactions.
 * @param onceGuard Work that is done once.
 */
@ConfigurationProperties("delayqueue")
public record JdbcQueueProperties(
        @DefaultValue Transactions transactions,
        @DefaultValue OnceGuardProperties onceGuard) {

    private static final Duration HOUR = Duration.ofHours(1);

    /**
     * Changes of tasks in transactions.
     *
     * @param outbox The table of changes.
     */
    public record Transactions(@DefaultValue Outbox outbox) {}

    /**
     * The table of changes.
     *
     * @param enabled Whether the changes of a transaction are recorded in its database. If not, they are kept in memory until the commit,
     *     and lost if the process dies then.
     * @param dataSource The names of the beans of the data sources that have the table. The only or primary data source if not set.
     * @param sweepAfter How old a change is before the sweep applies it, because the process that recorded it has not. From 1 second to 1
     *     hour.
     * @param sweepInterval The mean time between two sweeps of an instance. From 100 ms to 1 hour.
     */
    public record Outbox(
            @DefaultValue("true") boolean enabled,
            @DefaultValue List<String> dataSource,
            @DefaultValue("5s") Duration sweepAfter,
            @DefaultValue("1s") Duration sweepInterval) {

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public Outbox {
            check(
                    "transactions.outbox.sweep-after",
                    sweepAfter,
                    Duration.ofSeconds(1),
                    HOUR,
                    "from 1 second to 1 hour");
            check(
                    "transactions.outbox.sweep-interval",
                    sweepInterval,
                    Duration.ofMillis(100),
                    HOUR,
                    "from 100 ms to 1 hour");
        }
    }

    /**
     * Work that is done once.
     *
     * @param keep How long it is known that work was done. Longer than the time between the first and the last delivery of a task, with
     *     retries, requeued dead letters and stopped instances. At least 1 hour.
     * @param dataSource The name of the bean of the data source in which the work is done. The only or primary data source if not set.
     */
    public record OnceGuardProperties(
            @DefaultValue("7d") Duration keep, @Nullable String dataSource) {

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if the time is out of its range
         */
        public OnceGuardProperties {
            check("once-guard.keep", keep, HOUR, Task.MAX_DELAY, "from 1 hour to 36,500 days");
        }
    }

    private static void check(String name, Duration value, Duration least, Duration most, String range) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    "delayqueue." + name + " must be " + range + ", but is " + LogText.words(value));
        }
    }
}
