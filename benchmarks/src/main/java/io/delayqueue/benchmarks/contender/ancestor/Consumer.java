package io.delayqueue.benchmarks.contender.ancestor;

import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.server.Address;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.KeyValue;

/** Reserves a topic's tasks when threads for its callbacks are free. */
final class Consumer {

    private static final long UNBLOCK_AGAIN_MILLIS = 10;

    private static final long PATIENCE_SECONDS = 20;

    private final Jedis connection;

    private final long connectionId;

    private final String topic;

    private final Script take;

    private final Arrivals arrivals;

    private final Thread thread;

    private final ExecutorService callbacks = Executors.newFixedThreadPool(Contender.CONCURRENCY);

    private final Semaphore free = new Semaphore(Contender.CONCURRENCY);

    private volatile boolean stopping;

    Consumer(Address redis, String topic, Script take, Arrivals arrivals) {
        this.connection = new Jedis(redis.host(), redis.port());
        this.connectionId = connection.clientId();
        this.topic = topic;
        this.take = take;
        this.arrivals = arrivals;
        this.thread = new Thread(this::run, "ancestor-consumer-" + topic);
    }

    void start() {
        thread.start();
    }

    private void run() {
        String ready = Keys.consuming(topic);
        try (connection) {
            while (!stopping) {
                KeyValue<String, String> popped = connection.blpop(0d, ready);
                if (popped != null) {
                    connection.lpush(ready, popped.getValue());
                    take(ready, awaitFree());
                }
            }
        }
    }

    /** Spins until a callback's thread is free, a defect that is measured too. */
    private int awaitFree() {
        int number;
        while ((number = free.availablePermits()) == 0) {
            Thread.onSpinWait();
        }
        return number;
    }

    private void take(String ready, int most) {
        Object details = connection.evalsha(take.sha(), List.of(ready, Keys.DETAIL), List.of(Integer.toString(most)));
        for (Object detail : (List<?>) details) {
            free.acquireUninterruptibly();
            callbacks.execute(() -> call((String) detail));
        }
    }

    private void call(String detail) {
        try {
            arrivals.arrived(Detail.read(detail).payload());
        } finally {
            free.release();
        }
    }

    /** Requests the end of the thread. */
    void stop() {
        stopping = true;
    }

    /**
     * Waits until the thread and those of callbacks have ended. Repeats the request, because the thread may be about to block.
     */
    void await(Jedis other) {
        try {
            while (thread.isAlive()) {
                other.clientUnblock(connectionId);
                thread.join(UNBLOCK_AGAIN_MILLIS);
            }
            callbacks.shutdown();
            if (!callbacks.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                callbacks.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
