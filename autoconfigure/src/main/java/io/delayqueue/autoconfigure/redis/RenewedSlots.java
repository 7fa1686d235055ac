package io.delayqueue.autoconfigure.redis;

import io.delayqueue.log.Loggers;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.providers.ClusterConnectionProvider;

/**
 * The nodes of a cluster, and which of them has which slots: asked for every five seconds. Jedis asks by itself only when two
 * attempts of one call have failed, and a call to a node that hangs has no time for a second one.
 *
 * <p>Jedis has such a period, too. Its thread is not a daemon, and begins before the first node has answered: if none does, nothing
 * ends it, and it keeps the process from ending.
 */
final class RenewedSlots extends ClusterConnectionProvider {

    private static final Logger log = Loggers.of(RenewedSlots.class);

    private static final int PERIOD_SECONDS = 5;

    private final ScheduledExecutorService executor;

    RenewedSlots(Set<HostAndPort> nodes, JedisClientConfig config, ConnectionPoolConfig pool) {
        super(nodes, config, pool);
        executor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "delayqueue-cluster-slots");
            thread.setDaemon(true);
            return thread;
        });
        executor.scheduleWithFixedDelay(this::renew, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    private void renew() {
        try {
            renewSlotCache();
        } catch (RuntimeException | Error e) {
            // Thrown from here it would be the last time.
            log.debug("The slots of the cluster cannot be asked for; tried again in {} s", PERIOD_SECONDS, e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        super.close();
    }
}
