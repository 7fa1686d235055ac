package io.delayqueue.scenario;

import io.delayqueue.testing.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** Samples a limit about once a millisecond, each time by one script, until it is closed. All tasks of the group have the limit. */
final class LimitWatch implements AutoCloseable {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private static final String SAMPLE = """
            local time, leases = redis.call('TIME'), 0
            for at = 4, #KEYS do
              leases = leases + redis.call('ZCARD', KEYS[at])
            end
            local begun = string.match(redis.call('GET', KEYS[2]) or '', ':(%d+)$') or '0'
            return { time[1] .. string.format('%06d', time[2]), redis.call('HGET', KEYS[1], '%' .. ARGV[1]) or '',
              tostring(leases), begun, tostring(redis.call('HLEN', KEYS[3])) }""";

    private final RedisServer server;

    private final String group;

    private final String limit;

    private final List<String> topics;

    private final LimitCheck check = new LimitCheck();

    private final CompletableFuture<Void> watching;

    private @Nullable Jedis jedis;

    private volatile int samples;

    private volatile long begun;

    private volatile long tasks;

    private volatile boolean closed;

    LimitWatch(RedisServer server, String group, String limit, List<String> topics) {
        this.server = server;
        this.group = group;
        this.limit = limit;
        this.topics = topics;
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
                jedis = server.connect();
            }
            List<String> keys = new ArrayList<>(List.of(key("RULES"), key("SEQUENCE"), key("DETAIL")));
            topics.forEach(topic -> keys.add(key("RESERVED:" + topic)));
            List<?> reply = (List<?>) jedis.eval(SAMPLE, keys, List.of(limit));
            check.add(new LimitCheck.Sample(
                    number(reply, 0),
                    LimitCheck.Rule.read((String) reply.get(1), topics.size()),
                    number(reply, 2),
                    number(reply, 3)));
            begun = number(reply, 3);
            tasks = number(reply, 4);
            samples++;
        } catch (JedisException e) {
            // Redis is down.
            disconnect();
            check.interrupted();
        }
    }

    private static long number(List<?> reply, int position) {
        return Long.parseLong((String) reply.get(position));
    }

    private String key(String name) {
        return "{" + group + "}:" + name;
    }

    private synchronized void disconnect() {
        if (jedis != null) {
            jedis.close();
            jedis = null;
        }
    }

    /** Changes the rule. No other change by the test is between the two samples around this one. */
    synchronized void change(Runnable change) {
        sample();
        change.run();
        sample();
    }

    /** Changes what the samples before this have nothing to do with. */
    synchronized void interrupt(Runnable change) {
        sample();
        change.run();
        check.interrupted();
    }

    String group() {
        return group;
    }

    String limit() {
        return limit;
    }

    List<String> topics() {
        return topics;
    }

    /** Returns how many samples there were. */
    int samples() {
        return samples;
    }

    /** Returns how many tasks were leased so far. */
    long begun() {
        return begun;
    }

    /** Returns how many tasks the group has. */
    long tasks() {
        return tasks;
    }

    synchronized LimitCheck check() {
        return check;
    }

    @Override
    public void close() {
        closed = true;
        watching.join();
    }
}
