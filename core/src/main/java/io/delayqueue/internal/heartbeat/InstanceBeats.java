package io.delayqueue.internal.heartbeat;

import io.delayqueue.TaskStoreException;
import io.delayqueue.internal.codec.HeartbeatWriter;
import io.delayqueue.internal.drive.Loop;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import io.delayqueue.monitor.InstanceTopic;
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
 * Tells the store, for each group this instance works for or has lately added to, that it is alive and what it has done: soon if
 * something has changed and somebody has lately read such things, else now and then. At the end it says that it has left.
 */
public final class InstanceBeats extends Loop {

    private final InstanceStore store;

    private final TaskStore tasks;

    private final Teller teller;

    private final Pace pace;

    private final Runnable chore;

    private final long madeAt = System.nanoTime();

    /** What was told last, by group. */
    private final Map<String, Told> told = new HashMap<>();

    /** When something was done last, by group. */
    private final Map<String, Done> done = new HashMap<>();

    private @Nullable HeartbeatWriter writer;

    private volatile long giveUpAt = Long.MAX_VALUE;

    private volatile boolean left;

    /**
     * Who tells what.
     *
     * @param instance the engine's name in leases
     * @param status what it does for the groups it works for
     * @param work what it has done
     */
    public record Teller(String instance, Supplier<List<GroupStatus>> status, WorkCounters work) {}

    /**
     * How often it is told.
     *
     * @param soon after a change, if somebody reads it
     * @param late without one, or if nobody does
     * @param guest how long after the last change, of a group that this instance does not work for
     */
    public record Pace(Duration soon, Duration late, Duration guest) {

        public static final Pace DEFAULT =
                new Pace(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofMinutes(1));
    }

    private record Told(String state, long at, boolean watched) {}

    private record Done(long events, long at) {}

    /**
     * Creates the loop of one run of an engine, whose counting begins now.
     *
     * @param chore done before each turn but the last; throws nothing
     */
    public InstanceBeats(Backend backend, Teller teller, Pace pace, Runnable chore, Outage outage) {
        super("instance-beats", outage);
        this.store = backend.instances();
        this.tasks = backend.tasks();
        this.teller = teller;
        this.pace = pace;
        this.chore = chore;
        teller.work().reset();
    }

    /** Says that the instance has left, for at most so long, and ends. */
    public void leave(Duration atMost) {
        giveUpAt = System.nanoTime() + atMost.toNanos();
        stop();
    }

    @Override
    protected boolean isDone() {
        return left || giveUpAt != Long.MAX_VALUE && System.nanoTime() - giveUpAt > 0;
    }

    @Override
    protected void turn() {
        boolean last = isStopping();
        if (!last) {
            chore.run();
        }
        Map<String, GroupStatus> groups = last ? Map.of() : groups();
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
        pause(pace.soon().toNanos());
    }

    private Map<String, GroupStatus> groups() {
        Map<String, GroupStatus> groups = new HashMap<>();
        teller.status().get().forEach(status -> groups.put(status.group(), status));
        for (String group : teller.work().groups()) {
            if (isBusy(group)) {
                groups.putIfAbsent(
                        group,
                        new GroupStatus(
                                group, false, Duration.ZERO, Duration.ZERO, Duration.ZERO, List.of(), List.of()));
            }
        }
        return groups;
    }

    private boolean isBusy(String group) {
        long events = teller.work().of(group).events();
        long now = System.nanoTime();
        Done last = done.get(group);
        if (last == null || last.events() != events) {
            last = new Done(events, now);
            done.put(group, last);
        }
        return events > 0 && now - last.at() < pace.guest().toNanos();
    }

    private void beatOrLeave(String group, @Nullable GroupStatus now) {
        if (now != null) {
            beatIfDue(now);
        } else {
            store.leave(group, teller.instance());
            told.remove(group);
        }
    }

    private void beatIfDue(GroupStatus status) {
        String group = status.group();
        long now = System.nanoTime();
        // Before the first beat, which may arrive though its reply does not.
        Told before = told.computeIfAbsent(
                group, name -> new Told("", now - pace.late().toNanos(), false));
        if (now - before.at() < (before.watched() ? pace.soon() : pace.late()).toNanos()) {
            return;
        }
        WorkCounters.Group work = teller.work().of(group);
        String state = writer(group)
                .write(
                        status.pushing(),
                        status.topics().stream().map(InstanceBeats::topic).toList(),
                        work.snapshot(),
                        work.busiest(HeartbeatWriter.MAX_COUNTED));
        if (now - before.at() >= pace.late().toNanos() || !state.equals(before.state())) {
            boolean watched = store.beat(group, teller.instance(), state);
            told.put(group, new Told(state, now, watched));
        }
    }

    private static InstanceTopic topic(TopicStatus topic) {
        return new InstanceTopic(topic.name().topic(), topic.concurrency(), topic.running(), topic.waiting());
    }

    private HeartbeatWriter writer(String group) {
        HeartbeatWriter known = writer;
        if (known == null) {
            String host = HostName.find();
            long startedAt = tasks.time(group) - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - madeAt);
            known = new HeartbeatWriter(host, ProcessHandle.current().pid(), startedAt);
            writer = known;
        }
        return known;
    }
}
