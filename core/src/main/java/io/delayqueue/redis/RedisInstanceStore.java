package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

import io.delayqueue.store.InstanceStore;
import java.util.ArrayList;
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
        List<StoredHeartbeat> all = new ArrayList<>();
        for (int i = 1; i < reply.size(); i += 2) {
            all.add(new StoredHeartbeat(Replies.string(reply.get(i)), Replies.string(reply.get(i + 1))));
        }
        return new Heartbeats(Replies.number(reply.get(0)), List.copyOf(all));
    }
}
