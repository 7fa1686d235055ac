package io.delayqueue.engine;

import io.delayqueue.TaskStoreException;
import io.delayqueue.engine.EngineStatus.GroupStatus;
import io.delayqueue.store.Backend;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the store, for each group this instance works for, that it is alive and what it has done: soon if something has changed, else
 * now and then. At the end it says that it has left.
 */
final class InstanceBeats extends Loop {

    private static final long TICK = TimeUnit.SECONDS.toNanos(2);

    private static final long LONGEST_SILENCE = TimeUnit.SECONDS.toNanos(10);

    private final InstanceStore store;

    private final TaskStore tasks;

    private final String instance;

    private final Supplier<List<GroupStatus>> status;

    private final WorkCounters work;

    private final long madeAt = System.nanoTime();

    /** What was told last, by group. */
    private final Map<String, Told> told = new HashMap<>();

    private @Nullable BeatWriter writer;

    private volatile long giveUpAt = Long.MAX_VALUE;

    private volatile boolean left;

    private record Told(String state, long at) {

        /** Perhaps nothing yet: it is due at once. */
        static Told unknown() {
            return new Told("", System.nanoTime() - LONGEST_SILENCE);
        }
    }

    /**
     * Creates the loop of one run of an engine, whose counting begins now.
     *
     * @param status what the instance does for its groups
     * @param work what it has done
     */
    InstanceBeats(
            Backend backend, String instance, Supplier<List<GroupStatus>> status, WorkCounters work, Outage outage) {
        super("instance-beats", outage);
        this.store = backend.instances();
        this.tasks = backend.tasks();
        this.instance = instance;
        this.status = status;
        this.work = work;
        work.reset();
    }

    /** Says that the instance has left, for at most so long, and ends. */
    void leave(Duration atMost) {
        giveUpAt = System.nanoTime() + atMost.toNanos();
        stop();
    }

    @Override
    boolean isDone() {
        return left || giveUpAt != Long.MAX_VALUE && System.nanoTime() - giveUpAt > 0;
    }

    @Override
    void turn() {
        boolean last = isStopping();
        Map<String, GroupStatus> groups = new HashMap<>();
        if (!last) {
            status.get().forEach(group -> groups.put(group.group(), group));
        }
        Set<String> names = new HashSet<>(told.keySet());
        names.addAll(groups.keySet());
        TaskStoreException failure = null;
        for (String group : names) {
            try {
                beatOrLeave(group, groups.get(group));
            } catch (TaskStoreException e) {
                // The others may be on another node.
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
        left = last;
        // Before the pause: an outage is over.
        succeeded();
        pause(TICK);
    }

    private void beatOrLeave(String group, @Nullable GroupStatus now) {
        if (now != null) {
            beatIfDue(now);
        } else {
            store.leave(group, instance);
            told.remove(group);
        }
    }

    private void beatIfDue(GroupStatus group) {
        // Before the first beat: it may arrive though its reply does not.
        Told before = told.computeIfAbsent(group.group(), name -> Told.unknown());
        long now = System.nanoTime();
        if (now - before.at() < TICK) {
            return;
        }
        String state = writer(group.group()).write(group, work.of(group.group()));
        if (now - before.at() >= LONGEST_SILENCE || !state.equals(before.state())) {
            store.beat(group.group(), instance, state);
            told.put(group.group(), new Told(state, now));
        }
    }

    private BeatWriter writer(String group) {
        BeatWriter known = writer;
        if (known == null) {
            String host = HostName.find();
            long startedAt = tasks.time(group) - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - madeAt);
            known = new BeatWriter(host, ProcessHandle.current().pid(), startedAt);
            writer = known;
        }
        return known;
    }
}
