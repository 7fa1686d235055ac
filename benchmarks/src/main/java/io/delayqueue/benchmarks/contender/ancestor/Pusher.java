package io.delayqueue.benchmarks.contender.ancestor;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;

/** Sleeps until the first task of the group is due, and pushes all due tasks. */
final class Pusher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Pusher.class);

    private static final long PAUSE_MILLIS = 1_000;

    private final RedisClient client;

    private final Script push;

    private final Thread thread = new Thread(this::run, "ancestor-pusher");

    private final ReentrantLock lock = new ReentrantLock();

    private final Condition changed = lock.newCondition();

    private long wakeAt;

    private boolean closed;

    Pusher(RedisClient client) {
        this.client = client;
        this.push = Script.load(client, "push");
    }

    void start() {
        thread.start();
    }

    /** Wakes the pusher if this task is due before the one it waits for. */
    void added(long dueAt) {
        wakeAt(dueAt);
    }

    private void run() {
        try {
            while (sleep()) {
                wakeAt(push());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the next push; returns false at the end. Later adds count as new. */
    private boolean sleep() throws InterruptedException {
        lock.lock();
        try {
            long left;
            while (!closed && (left = wakeAt - System.currentTimeMillis()) > 0) {
                changed.await(left, TimeUnit.MILLISECONDS);
            }
            wakeAt = Long.MAX_VALUE;
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private long push() {
        try {
            Object next = client.evalsha(
                    push.sha(),
                    List.of(Keys.WAITING),
                    List.of(Keys.CONSUMING, Long.toString(System.currentTimeMillis())));
            return next == null ? Long.MAX_VALUE : (long) Double.parseDouble((String) next);
        } catch (JedisException e) {
            LOG.warn("Cannot push, the next try is in {} ms: {}", PAUSE_MILLIS, e.getMessage());
            return System.currentTimeMillis() + PAUSE_MILLIS;
        }
    }

    private void wakeAt(long time) {
        lock.lock();
        try {
            if (time < wakeAt) {
                wakeAt = time;
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread and waits for its end. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
