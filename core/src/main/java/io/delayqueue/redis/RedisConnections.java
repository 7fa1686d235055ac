package io.delayqueue.redis;

import java.time.Duration;
import redis.clients.jedis.UnifiedJedis;

/**
 * The connections a queue uses: standalone, sentinel or cluster, whatever the two clients are.
 *
 * <p>Waiting commands (one a group, and one subscription) hold a connection for as long as they wait. They have a client
 * of their own, so that a small pool of the application's choice never runs dry under them.
 *
 * @param commands runs the scripts; a bounded pool is fine
 * @param blocking waits for signals and holds the subscription; its pool must have no bound, and its blocking socket
 *     timeout must be set to some seconds more than four, or a connection that breaks in silence waits for ever
 * @param address where the server is, for people: every error message names it
 * @param timeout how long a call is repeated over broken connections and servers that are starting or failing over
 *     before it fails; zero for never repeating
 */
public record RedisConnections(UnifiedJedis commands, UnifiedJedis blocking, String address, Duration timeout)
        implements AutoCloseable {

    /** Closes both clients. Calls under way fail. */
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
