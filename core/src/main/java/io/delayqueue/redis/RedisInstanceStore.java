package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

import io.delayqueue.store.InstanceStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Instances on Redis: one hash for each group. */
final class RedisInstanceStore implements InstanceStore {

    /** Time without a heartbeat after which an instance is forgotten. */
    static final long SILENCE_MILLIS = TimeUnit.MINUTES.toMillis(10);

    /** Time without any heartbeat after which the key expires. */
    private static final long KEPT_MILLIS = TimeUnit.DAYS.toMillis(1);

    /** Time for which a read counts as watching: longer than the intervals of readers. */
    static final long WATCHED_MILLIS = TimeUnit.SECONDS.toMillis(30);

    private static final long TIDY_INTERVAL = TimeUnit.MINUTES.toNanos(1);

    /** Entry of the sums beside the parts of recorded work. */
    private static final String SUMS = "sums";

    /** Number of instances that a cleaning heartbeat checks. */
    private static final int LOOK = 50;

    private final RedisCalls calls;

    /** Times of this instance's last cleanings, by group. */
    private final Map<String, Long> tidied = new ConcurrentHashMap<>();

    RedisInstanceStore(RedisCalls calls) {
        this.calls = calls;
    }

    @Override
    public boolean heartbeat(String group, String instance, String state) {
        long now = System.nanoTime();
        Long before = tidied.get(group);
        boolean tidy = before == null || now - before >= TIDY_INTERVAL;
        Keys keys = calls.keys(group);
        Object watched = calls.value(
                Script.HEARTBEAT,
                keys.of(Script.HEARTBEAT),
                List.of(
                        bytes(instance),
                        bytes(state),
                        bytes(KEPT_MILLIS),
                        bytes(SILENCE_MILLIS),
                        bytes(tidy ? LOOK : 0)));
        if (tidy) {
            tidied.put(group, now);
        }
        return Replies.number(watched) == 1;
    }

    @Override
    public void leave(String group, String instance) {
        calls.script(Script.LEAVE, calls.keys(group).of(Script.LEAVE), List.of(bytes(instance)));
        tidied.remove(group);
    }

    @Override
    public Heartbeats heartbeats(String group) {
        Keys keys = calls.keys(group);
        List<Object> reply = Replies.list(
                calls.value(Script.LOAD_INSTANCES, keys.of(Script.LOAD_INSTANCES), List.of(bytes(WATCHED_MILLIS))));
        return heartbeats(reply.get(0), reply.subList(1, reply.size()));
    }

    private static Heartbeats heartbeats(Object storeTime, List<Object> entries) {
        List<StoredHeartbeat> all = new ArrayList<>();
        for (int i = 0; i < entries.size(); i += 2) {
            all.add(new StoredHeartbeat(Replies.string(entries.get(i)), Replies.string(entries.get(i + 1))));
        }
        return new Heartbeats(Replies.number(storeTime), List.copyOf(all));
    }

    @Override
    public StoredWork work(String group, boolean withHeartbeats) {
        List<Object> reply = Replies.list(calls.value(
                Script.LOAD_WORK, calls.keys(group).of(Script.LOAD_WORK), List.of(bytes(withHeartbeats ? 1 : 0))));
        List<Object> entries = Replies.list(reply.get(1));
        Map<String, String> parts = new HashMap<>();
        for (int i = 0; i < entries.size(); i += 2) {
            parts.put(Replies.string(entries.get(i)), Replies.string(entries.get(i + 1)));
        }
        String sums = parts.remove(SUMS);
        return new StoredWork(sums == null ? "" : sums, parts, heartbeats(reply.get(0), Replies.list(reply.get(2))));
    }

    @Override
    public boolean recordWork(String group, String before, String sums, Map<String, String> parts) {
        List<byte[]> arguments = new ArrayList<>(List.of(bytes(before), bytes(sums), bytes(WORK_KEPT.toMillis())));
        parts.forEach((name, part) -> {
            arguments.add(bytes(name));
            arguments.add(bytes(part));
        });
        return Replies.isOne(calls.value(Script.RECORD_WORK, calls.keys(group).of(Script.RECORD_WORK), arguments));
    }
}
