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
 * Refreshes the nodes of a cluster and their slots every five seconds. Jedis refreshes them only after two failed attempts of
 * one call, and a call to a node that hangs has no time for a second one.
 *
 * <p>Jedis has such a period too. Its thread is not a daemon, and starts before the first node has answered: if none answers,
 * the thread is never stopped and keeps the process from ending.
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
            // An exception would end the schedule.
            log.debug("The slots of the cluster cannot be read; retried in {} s", PERIOD_SECONDS, e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        super.close();
    }
}
