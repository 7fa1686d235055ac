package io.delayqueue.memory;

import io.delayqueue.store.InstanceStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Instances of groups, in memory. */
final class InMemoryInstanceStore implements InstanceStore {

    /** Time without heartbeats after which an instance is removed by a heartbeat of another one. */
    private static final long SILENCE_MILLIS = Duration.ofMinutes(10).toMillis();

    /** Time without heartbeats after which all instances of a group are removed. */
    private static final long KEPT_MILLIS = Duration.ofDays(1).toMillis();

    private static final long WATCHED_MILLIS = Duration.ofSeconds(30).toMillis();

    private final MemoryStore store;

    private final Map<String, Members> groups = new HashMap<>();

    private final Map<String, Work> work = new HashMap<>();

    /** Heartbeats of a group's instances, and whether they are read. */
    private static final class Members {

        private final Map<String, TimedState> all = new LinkedHashMap<>();

        private long lastBeat;

        private long watchedUntil = Long.MIN_VALUE;
    }

    /** Recorded work of a group. */
    private static final class Work {

        private String sums = "";

        private final Map<String, String> parts = new HashMap<>();

        private long recordedAt;
    }

    private record TimedState(long at, String state) {}

    InMemoryInstanceStore(MemoryStore store) {
        this.store = store;
    }

    private long now() {
        return store.now().millis();
    }

    private Members members(String group, long now) {
        Members members = groups.computeIfAbsent(group, unknown -> new Members());
        if (members.lastBeat + KEPT_MILLIS < now) {
            members.all.clear();
        }
        return members;
    }

    @Override
    public synchronized boolean heartbeat(String group, String instance, String state) {
        long now = now();
        Members members = members(group, now);
        members.all.values().removeIf(heartbeat -> heartbeat.at() < now - SILENCE_MILLIS);
        members.all.put(instance, new TimedState(now, "{\"at\":" + now + "," + state.substring(1)));
        members.lastBeat = now;
        return now <= members.watchedUntil;
    }

    @Override
    public synchronized void leave(String group, String instance) {
        members(group, now()).all.remove(instance);
    }

    @Override
    public synchronized Heartbeats heartbeats(String group) {
        long now = now();
        Members members = members(group, now);
        members.watchedUntil = now + WATCHED_MILLIS;
        return heartbeats(members, now);
    }

    private static Heartbeats heartbeats(Members members, long now) {
        Map<String, String> all = new LinkedHashMap<>();
        members.all.forEach((instance, heartbeat) -> all.put(instance, heartbeat.state()));
        return new Heartbeats(now, all);
    }

    @Override
    public synchronized StoredWork work(String group, boolean withHeartbeats) {
        long now = now();
        Work recorded = work(group, now);
        return new StoredWork(
                recorded.sums,
                Map.copyOf(recorded.parts),
                withHeartbeats ? heartbeats(members(group, now), now) : new Heartbeats(now, Map.of()));
    }

    private Work work(String group, long now) {
        return work.compute(
                group,
                (name, known) -> known == null || known.recordedAt + WORK_KEPT.toMillis() < now ? new Work() : known);
    }

    @Override
    public synchronized boolean recordWork(String group, String before, String sums, Map<String, String> parts) {
        long now = now();
        Work recorded = work(group, now);
        if (!recorded.sums.equals(before)) {
            return false;
        }
        recorded.sums = sums;
        recorded.parts.putAll(parts);
        recorded.recordedAt = now;
        return true;
    }

    synchronized void clear() {
        groups.clear();
        work.clear();
    }
}
