package io.delayqueue.scenario;

import io.delayqueue.testing.RedisServer;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Jedis;

/** Samples a limit about once a millisecond, each time by one script, until it is closed. All tasks of the group have the limit. */
final class LimitWatch implements AutoCloseable {

    private static final String SAMPLE = """
            local time, leases = redis.call('TIME'), 0
            for at = 4, #KEYS do
              leases = leases + redis.call('ZCARD', KEYS[at])
            end
            local begun = string.match(redis.call('GET', KEYS[2]) or '', ':(%d+)$') or '0'
            return { time[1] .. string.format('%06d', time[2]), redis.call('HGET', KEYS[1], '%' .. ARGV[1]) or '',
              tostring(leases), begun, tostring(redis.call('HLEN', KEYS[3])) }""";

    private final String group;

    private final String limit;

    private final List<String> topics;

    private final LimitCheck check = new LimitCheck();

    private final Sampling sampling;

    private volatile long begun;

    private volatile long tasks;

    LimitWatch(RedisServer server, String group, String limit, List<String> topics) {
        this.group = group;
        this.limit = limit;
        this.topics = topics;
        this.sampling = new Sampling(server::connect, this::sample, check::interrupted);
    }

    private void sample(Jedis jedis) {
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
    }

    private static long number(List<?> reply, int position) {
        return Long.parseLong((String) reply.get(position));
    }

    private String key(String name) {
        return "{" + group + "}:" + name;
    }

    /** Changes the rule. No other change by the test is between the two samples around this one. */
    void change(Runnable change) {
        sampling.change(change);
    }

    /** Changes what the samples before this have nothing to do with. */
    void interrupt(Runnable change) {
        sampling.interrupt(change);
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
        return sampling.samples();
    }

    /** Returns how many tasks were leased so far. */
    long begun() {
        return begun;
    }

    /** Returns how many tasks the group has. */
    long tasks() {
        return tasks;
    }

    LimitCheck check() {
        return check;
    }

    @Override
    public void close() {
        sampling.close();
    }
}
