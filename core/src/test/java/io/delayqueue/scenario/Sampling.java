package io.delayqueue.scenario;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** Takes a sample of a server about once a millisecond, until it is closed. */
final class Sampling implements AutoCloseable {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private final Supplier<Jedis> connecting;

    private final Consumer<Jedis> sample;

    private final Runnable interrupted;

    private final CompletableFuture<Void> watching;

    private @Nullable Jedis jedis;

    private volatile int samples;

    private volatile boolean closed;

    /**
     * Begins to sample.
     *
     * @param connecting connects to the server, at first and after a failure
     * @param sample takes a sample
     * @param interrupted called while the server does not answer
     */
    Sampling(Supplier<Jedis> connecting, Consumer<Jedis> sample, Runnable interrupted) {
        this.connecting = connecting;
        this.sample = sample;
        this.interrupted = interrupted;
        this.watching = CompletableFuture.runAsync(this::watch, watch -> new Thread(watch, "watch").start());
    }

    private void watch() {
        while (!closed) {
            sample();
            LockSupport.parkNanos(PAUSE);
        }
        disconnect();
    }

    private synchronized void sample() {
        try {
            if (jedis == null) {
                jedis = connecting.get();
            }
            sample.accept(jedis);
            samples++;
        } catch (JedisException e) {
            // Redis is down.
            disconnect();
            interrupted.run();
        }
    }

    private synchronized void disconnect() {
        if (jedis != null) {
            jedis.close();
            jedis = null;
        }
    }

    /** Changes the server. No other change by the test is between the two samples around this one. */
    synchronized void change(Runnable change) {
        sample();
        change.run();
        sample();
    }

    /** Changes what the samples before this have nothing to do with. */
    synchronized void interrupt(Runnable change) {
        sample();
        change.run();
        interrupted.run();
    }

    /** Returns how many samples there were. */
    int samples() {
        return samples;
    }

    @Override
    public void close() {
        closed = true;
        watching.join();
    }
}
