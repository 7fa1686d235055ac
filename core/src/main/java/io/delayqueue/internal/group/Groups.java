package io.delayqueue.internal.group;

import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.RunningTask;
import io.delayqueue.internal.heartbeat.InstanceHeartbeats;
import io.delayqueue.internal.registry.LocalTopics;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The groups this instance works for, kept in step with the register. */
public final class Groups implements CountsWatcher.Work, InstanceHeartbeats.Work {

    private static final Logger log = Loggers.of(Groups.class);

    private final LocalTopics localTopics;

    private final BiFunction<String, Supplier<Set<String>>, GroupRuntime> create;

    private final Map<String, GroupRuntime> running = new ConcurrentHashMap<>();

    /** Runtimes of groups that left the register, until their last callback has ended. A group that comes back gets a new one beside. */
    private final List<GroupRuntime> retired = new CopyOnWriteArrayList<>();

    private volatile Map<String, Set<String>> register;

    private volatile Map<String, Set<String>> work = Map.of();

    private boolean stopped;

    /**
     * Creates an empty set of groups.
     *
     * @param registered the register as it was read at the start
     * @param create makes a group's runtime, given all its registered topics
     */
    public Groups(
            LocalTopics localTopics,
            Map<String, Set<String>> registered,
            BiFunction<String, Supplier<Set<String>>, GroupRuntime> create) {
        this.localTopics = localTopics;
        this.register = registered;
        this.create = create;
    }

    /** The groups that are served, in the order of their names. */
    @Override
    public List<EngineStatus.GroupStatus> status() {
        return running.values().stream()
                .map(GroupRuntime::status)
                .sorted(Comparator.comparing(EngineStatus.GroupStatus::group))
                .toList();
    }

    @Override
    public List<RunningTask> progress(String group) {
        GroupRuntime runtime = get(group);
        return runtime == null ? List.of() : runtime.progress();
    }

    /** Returns the runtime of a group that is served. */
    @Nullable
    GroupRuntime get(String group) {
        return running.get(group);
    }

    /** In this order: a group that retires is among the retired before it is gone from the others. */
    Collection<GroupRuntime> all() {
        List<GroupRuntime> all = new ArrayList<>(running.values());
        all.addAll(retired);
        return all;
    }

    /** The register as it was read last. */
    public Map<String, Set<String>> registered() {
        return register;
    }

    private Set<String> registered(String group) {
        return register.getOrDefault(group, Set.of());
    }

    /** The groups this instance is the pusher of, each with all its topics. */
    public Map<String, Set<String>> pushed() {
        return groups().stream().filter(this::isPushed).collect(Collectors.toMap(Function.identity(), this::topics));
    }

    /** The groups that are served, each with the topics that are consumed. */
    Map<String, Set<String>> work() {
        return work;
    }

    @Override
    public Set<String> groups() {
        return Set.copyOf(running.keySet());
    }

    @Override
    public boolean isPushed(String group) {
        GroupRuntime runtime = running.get(group);
        return runtime != null && runtime.isElected();
    }

    @Override
    public Set<String> topics(String group) {
        return registered(group).stream().filter(TopicName::isValid).collect(Collectors.toSet());
    }

    /** Begins and ends work so that it fits the register. */
    synchronized void apply(Map<String, Set<String>> newRegister) {
        if (stopped) {
            return;
        }
        register = newRegister;
        work = localTopics.work(newRegister);
        work.forEach(this::work);
        List<GroupRuntime> gone = new ArrayList<>();
        running.forEach((group, runtime) -> {
            if (!work.containsKey(group)) {
                log.info(
                        "{} is not served any more: it is not registered, or nothing in it is for this instance",
                        group);
                gone.add(runtime);
            }
        });
        retired.addAll(gone);
        running.values().removeAll(gone);
        GroupRuntime.forEach(gone, GroupRuntime::retire).join();
    }

    /** Follows a change of the drained groups. */
    public void drainChanged() {
        running.values().forEach(GroupRuntime::drainChanged);
        // On other threads, because the store may not answer.
        GroupRuntime.forEach(running.values(), GroupRuntime::drainChanged);
    }

    /** Stops consuming a topic that has turned out to be another application's. */
    public void excludeTopic(TopicName topic) {
        if (localTopics.excludeTopic(topic)) {
            synchronized (this) {
                apply(register);
            }
        }
    }

    private void work(String group, Set<String> topics) {
        GroupRuntime runtime = running.get(group);
        if (runtime == null) {
            runtime = create.apply(group, () -> registered(group));
            running.put(group, runtime);
        }
        runtime.consume(topics);
        // Each time, for a start may have failed.
        runtime.start();
    }

    /** Lets go of groups that left and have nothing in work any more. */
    synchronized void forgetRetired() {
        for (GroupRuntime runtime : retired) {
            if (runtime.isIdle()) {
                retired.remove(runtime);
                runtime.acknowledger.flush(Duration.ZERO);
            }
        }
    }

    /** Nothing is begun any more. */
    synchronized void stop() {
        stopped = true;
    }
}
