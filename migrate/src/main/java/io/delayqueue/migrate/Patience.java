package io.delayqueue.migrate;

import io.delayqueue.TaskStoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Repeats calls of a store that does not answer, such as during a failover. Each call can be repeated. */
record Patience(Duration limit) {

    /** Replies of a Redis that is starting, failing over or moving a slot. */
    private static final Pattern TRANSIENT = Pattern.compile(
            "(?s).*\\b(LOADING|MASTERDOWN|READONLY|TRYAGAIN|CLUSTERDOWN|UNBLOCKED|NOREPLICAS|BUSY)\\b.*");

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    void run(Runnable call) {
        call(() -> {
            call.run();
            return true;
        });
    }

    <T extends @Nullable Object> T call(Supplier<T> call) {
        long end = System.nanoTime() + limit.toNanos();
        while (!Thread.currentThread().isInterrupted()) {
            try {
                return call.get();
            } catch (RuntimeException e) {
                if (!isTransient(e) || System.nanoTime() - end >= 0) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        throw new MigrationException("the thread was interrupted. Move again to go on");
    }

    private static boolean isTransient(RuntimeException failure) {
        String message = String.valueOf(failure.getMessage());
        return failure instanceof TaskStoreUnavailableException && !MigrationException.isFull(message)
                || failure instanceof JedisException
                        && (!(failure instanceof JedisDataException)
                                || TRANSIENT.matcher(message).matches());
    }
}
