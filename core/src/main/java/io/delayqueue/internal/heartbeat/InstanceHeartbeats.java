package io.delayqueue.internal.heartbeat;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.HeartbeatWriter;
import io.delayqueue.internal.codec.RunningTask;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineJob;
import io.delayqueue.internal.registry.LocalTopics;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import io.delayqueue.monitor.InstanceTopic;
import io.delayqueue.store.Backend;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.TaskStore;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Sends heartbeats with the state and counters of this instance to the store, for each group it works for or has lately added to:
 * soon after a change while heartbeats are being read, else at long intervals. Leaves the groups at the end.
 */
public final class InstanceHeartbeats extends EngineJob {

    /** Maximum length of a host's name. */
    private static final int MAX_HOST = 255;

    private final InstanceStore store;

    private final TaskStore tasks;

    private final UnaryOperator<String> nodes;

    private final String instance;

    private final Work worksFor;

    private final WorkCounters work;

    private final Intervals intervals;

    private final Runnable checks;

    private final LocalTopics localTopics;

    private final long madeAt = System.nanoTime();

    /** The last heartbeats, by group. */
    private final Map<String, Sent> sent = new HashMap<>();

    private @Nullable HeartbeatWriter writer;

    private volatile long giveUpAt = Long.MAX_VALUE;

    private volatile boolean left;

    /** The groups that the instance works for. */
    public interface Work {

        /** The state of the groups. */
        List<GroupStatus> status();

        /** Returns the tasks of a group that have reported progress, the last report first. */
        List<RunningTask> progress(String group);
    }

    /**
     * The intervals of heartbeats.
     *
     * @param soon after a change, while heartbeats are being read
     * @param late without a change, or while they are not read
     * @param unserved how long a group that this instance does not serve gets heartbeats after the last change
     */
    public record Intervals(Duration soon, Duration late, Duration unserved) {

        public static final Intervals DEFAULT =
                new Intervals(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofMinutes(1));
    }

    private record Sent(String state, boolean draining, long at, boolean watched) {}

    /**
     * Creates the job of one engine session and resets its counters.
     *
     * @param instance the engine's name in leases
     * @param worksFor the groups it works for
     * @param work its counters
     * @param checks done before each iteration but the last; throws nothing
     * @param localTopics what it declares
     */
    public InstanceHeartbeats(
            Backend backend,
            String instance,
            Work worksFor,
            WorkCounters work,
            Intervals intervals,
            Runnable checks,
            LocalTopics localTopics,
            Driver driver) {
        super(driver::threadJob, "instance-heartbeats");
        this.store = backend.instances();
        this.tasks = backend.tasks();
        this.nodes = backend::node;
        this.instance = instance;
        this.worksFor = worksFor;
        this.work = work;
        this.intervals = intervals;
        this.checks = checks;
        this.localTopics = localTopics;
        work.reset();
    }

    /** Leaves all groups, trying for at most so long, and ends. */
    public void leave(Duration atMost) {
        giveUpAt = System.nanoTime() + atMost.toNanos();
        handle.stop();
    }

    @Override
    public boolean isDone() {
        return left || giveUpAt != Long.MAX_VALUE && System.nanoTime() - giveUpAt > 0;
    }

    @Override
    public long run() {
        boolean last = handle.isStopping();
        if (!last) {
            checks.run();
        }
        Map<String, GroupStatus> groups = last ? Map.of() : groups();
        Set<String> names = new HashSet<>(sent.keySet());
        names.addAll(groups.keySet());
        // A node that has not answered in this turn is not asked again, because it may hang.
        Set<String> away = new HashSet<>();
        forEach(names, group -> {
            handle.alive();
            String node = nodes.apply(group);
            if (isDone() || away.contains(node)) {
                return;
            }
            GroupStatus status = groups.get(group);
            try {
                if (status != null) {
                    sendIfDue(status);
                } else {
                    store.leave(group, instance);
                    sent.remove(group);
                }
            } catch (TaskStoreUnavailableException e) {
                away.add(node);
                throw e;
            }
        });
        left = last;
        return intervals.soon().toNanos();
    }

    private Map<String, GroupStatus> groups() {
        Map<String, GroupStatus> groups = new HashMap<>();
        worksFor.status().forEach(group -> groups.put(group.group(), group));
        for (String group : work.groups()) {
            if (work.of(group).isBusy(intervals.unserved())) {
                groups.putIfAbsent(
                        group,
                        new GroupStatus(
                                group,
                                false,
                                false,
                                Duration.ZERO,
                                Duration.ZERO,
                                Duration.ZERO,
                                List.of(),
                                List.of()));
            }
        }
        return groups;
    }

    private void sendIfDue(GroupStatus status) {
        String group = status.group();
        long now = System.nanoTime();
        // Before the first heartbeat, which may arrive though its reply is lost.
        Sent before = sent.computeIfAbsent(
                group, name -> new Sent("", false, now - intervals.late().toNanos(), false));
        if (before.draining() == status.draining()
                && now - before.at() < (before.watched() ? intervals.soon() : intervals.late()).toNanos()) {
            return;
        }
        WorkCounters.Group counters = work.of(group);
        String state = writer(group)
                .write(
                        status.pushing(),
                        status.draining(),
                        localTopics.schedules(group),
                        localTopics.limits(group),
                        status.topics().stream().map(InstanceHeartbeats::topic).toList(),
                        worksFor.progress(group),
                        topic -> localTopics.options(new TopicName(group, topic)),
                        counters.snapshot(),
                        counters.busiest(HeartbeatWriter.MAX_COUNTED));
        if (now - before.at() >= intervals.late().toNanos() || !state.equals(before.state())) {
            boolean watched = store.heartbeat(group, instance, state);
            sent.put(group, new Sent(state, status.draining(), now, watched));
        }
    }

    private static InstanceTopic topic(TopicStatus topic) {
        return new InstanceTopic(topic.name().topic(), topic.concurrency(), topic.running(), topic.waiting());
    }

    private HeartbeatWriter writer(String group) {
        if (writer == null) {
            long startedAt = tasks.time(group) - NANOSECONDS.toMillis(System.nanoTime() - madeAt);
            String version = InstanceHeartbeats.class.getPackage().getImplementationVersion();
            writer = new HeartbeatWriter(host(), ProcessHandle.current().pid(), startedAt, version);
        }
        return writer;
    }

    /** Returns the name of this machine, or of its container. May query a name server, which can take long. */
    private static String host() {
        String name = System.getenv("HOSTNAME");
        try {
            name = name == null ? InetAddress.getLocalHost().getHostName() : name;
        } catch (UnknownHostException e) {
            name = "unknown";
        }
        return name.substring(0, Math.min(MAX_HOST, name.length()));
    }
}
