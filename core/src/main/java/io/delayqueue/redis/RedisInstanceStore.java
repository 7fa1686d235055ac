package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;
import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.delayqueue.store.InstanceStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Instances on Redis: one hash for each group. */
record RedisInstanceStore(RedisCalls calls) implements InstanceStore {

    /** Time without a heartbeat after which an instance is forgotten. */
    static final long SILENCE_MILLIS = MINUTES.toMillis(10);

    /** Time without any heartbeat after which the key expires. */
    private static final long KEPT_MILLIS = DAYS.toMillis(1);

    /** Time for which a read counts as watching: longer than the intervals of readers. */
    static final long WATCHED_MILLIS = SECONDS.toMillis(30);

    /** Entry of the sums beside the parts of recorded work. */
    private static final String SUMS = "sums";

    /** Number of instances that a heartbeat checks. */
    static final int CHECKED = 5;

    @Override
    public boolean heartbeat(String group, String instance, String state) {
        Keys keys = calls.keys(group);
        return calls.script(Script.HEARTBEAT, keys, instance, state, KEPT_MILLIS, SILENCE_MILLIS, CHECKED)
                .isOne();
    }

    @Override
    public void leave(String group, String instance) {
        byte[] instances = calls.keys(group).get(Key.INSTANCES);
        calls.repeat("forgetting an instance", () -> calls.client.hdel(instances, bytes(instance)));
    }

    @Override
    public Heartbeats heartbeats(String group) {
        Reply reply = calls.script(Script.LOAD_INSTANCES, calls.keys(group), WATCHED_MILLIS);
        return new Heartbeats(reply.number(0), reply.table(1).pairs());
    }

    @Override
    public StoredWork work(String group, boolean withHeartbeats) {
        Reply reply = calls.script(Script.LOAD_WORK, calls.keys(group), withHeartbeats);
        Map<String, String> parts = reply.table(1).pairs();
        String sums = parts.remove(SUMS);
        return new StoredWork(
                sums == null ? "" : sums,
                parts,
                new Heartbeats(reply.number(0), reply.table(2).pairs()));
    }

    @Override
    public boolean recordWork(String group, String before, String sums, Map<String, String> parts) {
        List<String> entries = new ArrayList<>();
        parts.forEach((name, part) -> entries.addAll(List.of(name, part)));
        return calls.script(Script.RECORD_WORK, calls.keys(group), before, sums, WORK_KEPT.toMillis(), entries)
                .isOne();
    }
}
