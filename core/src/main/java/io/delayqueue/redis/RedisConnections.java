package io.delayqueue.redis;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.InvalidSettingException.requireLength;
import static java.util.Objects.requireNonNull;

import java.time.Duration;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;

/**
 * Connections of a queue to a standalone server, sentinels or a cluster.
 *
 * <p>Waiting commands (one for 64 topics, on a cluster one a group, and one subscription) hold a connection for as long as they wait. They have a separate
 * client, so that they do not exhaust a small pool of the application.
 *
 * @param commands runs the scripts; a bounded pool is fine
 * @param blocking waits for signals and holds the subscription; its pool must have no bound, and its blocking socket timeout
 *     must be set to some seconds more than four, or a connection that breaks in silence waits for ever
 * @param address the address of the server for error messages
 * @param timeout how long a call is repeated over broken connections and servers that are starting or failing over before it
 *     fails; zero for never repeating, 36,500 days at most
 * @param database the database that both clients select, 0 on a cluster. Channels are the server's, so their names contain the
 *     database
 */
public record RedisConnections(
        UnifiedJedis commands, UnifiedJedis blocking, String address, Duration timeout, int database)
        implements AutoCloseable {

    /**
     * Checks the values.
     *
     * @throws io.delayqueue.InvalidSettingException if the time-out is out of its range, or the database is negative
     */
    public RedisConnections {
        requireNonNull(commands, "commands must not be null");
        requireNonNull(blocking, "blocking must not be null");
        requireNonNull(address, "address must not be null");
        requireNonNull(timeout, "timeout must not be null");
        requireLength("", "timeout", timeout, Duration.ZERO, "must not be negative");
        require(database >= 0, "database", "must not be negative", database);
    }

    /**
     * Connections to database 0.
     *
     * @throws io.delayqueue.InvalidSettingException if the time-out is out of its range
     */
    public RedisConnections(UnifiedJedis commands, UnifiedJedis blocking, String address, Duration timeout) {
        this(commands, blocking, address, timeout, 0);
    }

    /**
     * Prevents connections after the time-out of a call: for {@code hostAndPortMapper} of the clients' configuration. Without
     * it a call to a server that hangs can last twice as long as its time-out, because pools replace a broken connection at
     * once.
     *
     * <p>A {@code RedisClusterClient} with this mapper must have a {@code topologyRefreshPeriod}, of five seconds for instance:
     * Jedis refreshes the slots by itself only after two failed attempts of one call, so such calls would go to a hanging
     * master for ever, although a replica has taken over.
     *
     * @param address the address to which Jedis is about to connect
     * @return the same address
     * @throws redis.clients.jedis.exceptions.JedisConnectionException if the calling thread makes a call of a queue whose time
     *     is over
     */
    public static HostAndPort inTime(HostAndPort address) {
        requireNonNull(address, "address must not be null");
        CallTime.requireLeft();
        return address;
    }

    /** Closes both clients. Pending calls fail. */
    @Override
    public void close() {
        try {
            commands.close();
        } finally {
            if (blocking != commands) {
                blocking.close();
            }
        }
    }
}
