package io.delayqueue.engine;

import io.delayqueue.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The groups this instance works for: those in which it consumes a topic, and those it was told of. It consumes the
 * registered topics it has a callback for, or all of them if tasks may bring their callbacks.
 */
final class Groups {

    private final Set<TopicName> callbacks;

    private final boolean consumeAll;

    private final Set<String> declared;

    private final Function<String, GroupRuntime> create;

    private final Map<String, GroupRuntime> running = new ConcurrentHashMap<>();

    /** Groups that left the register, until their last callback has ended. */
    private final List<GroupRuntime> retired = new CopyOnWriteArrayList<>();

    private volatile Map<String, Set<String>> register = Map.of();

    private Consumer<Collection<String>> follow = groups -> {};

    private boolean stopped;

    /**
     * Creates an empty set of groups.
     *
     * @param callbacks the topics that have a callback in this instance
     * @param consumeAll whether to consume topics without a callback here, since their tasks bring their own
     * @param declared groups to work for in any case, once they are registered; may grow
     * @param create makes a group's runtime
     */
    Groups(Set<TopicName> callbacks, boolean consumeAll, Set<String> declared, Function<String, GroupRuntime> create) {
        this.callbacks = callbacks;
        this.consumeAll = consumeAll;
        this.declared = declared;
        this.create = create;
    }

    /** Whom to tell which groups are of interest. */
    void onChange(Consumer<Collection<String>> follow) {
        this.follow = follow;
    }

    @Nullable
    GroupRuntime get(String group) {
        return running.get(group);
    }

    Collection<GroupRuntime> all() {
        List<GroupRuntime> all = new ArrayList<>(running.values());
        all.addAll(retired);
        return all;
    }

    Set<String> registered(String group) {
        return register.getOrDefault(group, Set.of());
    }

    /** Begins and ends work so that it fits the register. */
    synchronized void apply(Map<String, Set<String>> newRegister) {
        if (stopped) {
            return;
        }
        register = newRegister;
        Set<String> gone = new HashSet<>(running.keySet());
        newRegister.forEach((group, topics) -> {
            Set<String> consumed = consumed(group, topics);
            if (!consumed.isEmpty() || declared.contains(group)) {
                gone.remove(group);
                work(group, consumed);
            }
        });
        gone.forEach(this::retire);
        follow.accept(running.keySet());
    }

    private Set<String> consumed(String group, Set<String> topics) {
        Set<String> consumed = new LinkedHashSet<>();
        for (String topic : topics) {
            if (consumeAll || callbacks.contains(new TopicName(group, topic))) {
                consumed.add(topic);
            }
        }
        return consumed;
    }

    private void work(String group, Set<String> topics) {
        GroupRuntime runtime = running.get(group);
        if (runtime == null) {
            runtime = create.apply(group);
            runtime.consume(topics);
            running.put(group, runtime);
            runtime.start();
        } else {
            runtime.consume(topics);
        }
    }

    private void retire(String group) {
        GroupRuntime runtime = running.remove(group);
        if (runtime != null) {
            retired.add(runtime);
            runtime.stopPushing();
            runtime.stopReserving();
            runtime.resign();
            runtime.awaitReservingStopped();
        }
    }

    /** Lets go of groups that left and have nothing in work any more. */
    void forgetRetired() {
        for (GroupRuntime runtime : retired) {
            if (runtime.isIdle()) {
                retired.remove(runtime);
                runtime.flush(Duration.ZERO);
            }
        }
    }

    /** Nothing is begun any more. */
    synchronized void stop() {
        stopped = true;
    }
}
