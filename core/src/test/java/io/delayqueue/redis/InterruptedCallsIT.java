package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.store.TaskStore;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** Calls of threads that are interrupted. */
class InterruptedCallsIT {

    private static final TopicName TOPIC = new TopicName("g", "t");

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    private final RedisClient client = open.closing(RedisClient.builder()
            .hostAndPort(server.hostAndPort())
            .poolConfig(oneConnection())
            .build());

    private final TaskStore store = new RedisTaskStore(
            RedisUnderTest.calls(client, server.address(), Duration.ofSeconds(2)), Durability.MASTER_ONLY);

    private static ConnectionPoolConfig oneConnection() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(1);
        return pool;
    }

    @Test
    void waitForAConnectionShouldEndWithTheInterruptionAndKeepIt() throws Exception {
        FutureTask<Boolean> call = new FutureTask<>(() -> {
            assertThatThrownBy(() -> store.reserve(TOPIC, "i", Duration.ofSeconds(30), 1))
                    .isInstanceOf(TaskStoreUnavailableException.class)
                    .hasRootCauseInstanceOf(InterruptedException.class);
            return Thread.currentThread().isInterrupted();
        });
        Connection taken = client.getPool().getResource();
        try {
            interruptWaiting(call);
            assertThat(call.get(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            taken.close();
        }
    }

    /** Starts a call, which has to wait for a connection, and interrupts it then. */
    private static void interruptWaiting(Runnable call) {
        Thread thread = new Thread(call, "interrupted");
        thread.setDaemon(true);
        thread.start();
        await().until(() -> thread.getState() == Thread.State.WAITING);
        thread.interrupt();
    }
}
