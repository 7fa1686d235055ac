package io.delayqueue.memory;

import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A group's tasks, each in exactly one state. Whatever is done to them is a {@linkplain #step step}: one at a time, at one moment of the
 * store's clock. A step finds out all it needs before it changes anything, so that one that fails has changed nothing.
 */
final class MemoryGroup {

    /** The longest a pusher waits before it looks by itself. */
    static final long SWEEP_MILLIS = 1_000;

    final String name;

    /** By id. */
    final NavigableMap<String, StoredTask> tasks;

    final TaskOrder delayed;

    final TaskOrder reserved;

    final Set<String> paused = new HashSet<>();

    final Claims claims = new Claims();

    /** Who waits for signals. */
    final Waiters waiters;

    private final MemoryStore store;

    private final ReentrantLock lock = new ReentrantLock();

    /** Topics that ever had a task. */
    private final Map<String, TopicTasks> topics = new LinkedHashMap<>();

    private long deliveries;

    private long deliveriesBeforeClear;

    MemoryGroup(MemoryStore store, String name) {
        this.store = store;
        this.name = name;
        this.tasks = store.maps().create();
        this.delayed = new TaskOrder(store.maps());
        this.reserved = new TaskOrder(store.maps());
        this.waiters = new Waiters(this, lock);
    }

    /** Does one step, and then gives signals to those who wait for them. */
    <T> T step(Function<StepTime, T> step) {
        lock.lock();
        try {
            T result = step.apply(StepTime.of(store.clock().instant()));
            waiters.serve();
            return result;
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    TopicTasks topic(String topic) {
        return topics.get(topic);
    }

    /** That of a task which is there. */
    TopicTasks topic(StoredTask task) {
        return topics.computeIfAbsent(task.topic, unknown -> new TopicTasks(store.maps()));
    }

    Map<String, TopicTasks> topics() {
        return topics;
    }

    long nextAddition() {
        return store.nextAddition();
    }

    Messages messages() {
        return store.messages();
    }

    /** A number that no delivery of the group has had. */
    long nextDelivery() {
        return ++deliveries;
    }

    /** How many deliveries there have been since everything was removed. */
    long deliveriesSoFar() {
        return deliveries - deliveriesBeforeClear;
    }

    /** Puts a new task, or one that was taken out, where a state says. */
    void enter(StoredTask task, TaskState state, double score) {
        task.state = state;
        task.place = task.at(score);
        TopicTasks topic = topic(task);
        switch (state) {
            case DELAYED -> topic.delayed++;
            case RESERVED -> topic.reserved.add(task);
            case READY -> task.readiness = store.nextReadiness();
            case DEAD -> {}
        }
        order(task).put(task, task.place);
    }

    private void takeOut(StoredTask task) {
        order(task).remove(task.place);
        TopicTasks topic = topic(task);
        if (task.state == TaskState.DELAYED) {
            topic.delayed--;
        } else if (task.state == TaskState.RESERVED) {
            topic.reserved.remove(task);
        }
    }

    private TaskOrder order(StoredTask task) {
        return switch (task.state) {
            case DELAYED -> delayed;
            case RESERVED -> reserved;
            case READY -> topic(task).ready(task.priority);
            case DEAD -> topic(task).dead;
        };
    }

    void move(StoredTask task, TaskState state, double score) {
        takeOut(task);
        enter(task, state, score);
    }

    /** Makes a task ready in the place it has by its score, and leaves its topic's signal unless it is paused. */
    void makeReady(StoredTask task, double score) {
        move(task, TaskState.READY, score);
        if (!paused.contains(task.topic)) {
            topic(task).signalled = true;
        }
    }

    /** Removes a task. A message reports it to the instance that runs it. */
    void remove(StoredTask task) {
        takeAway(task);
        if (task.state == TaskState.RESERVED && task.held != null) {
            messages().removed(name, task.topic, task.id, task.held.number());
        }
    }

    /** Removes a task in whose place another comes. A message reports it to the instance that runs it. */
    void replace(StoredTask task) {
        takeAway(task);
        if (task.state == TaskState.RESERVED && task.held != null) {
            messages().replaced(name, task.topic, task.id, task.held.number());
        }
    }

    /** Removes a task without a message, as when it has finished. */
    void takeAway(StoredTask task) {
        takeOut(task);
        tasks.remove(task.id);
    }

    /** Removes everything. Delivery numbers go on, so that no old delivery is ever taken for a new one. */
    void clear() {
        for (TopicTasks topic : topics.values()) {
            for (StoredTask task : topic.reserved) {
                if (task.held != null) {
                    messages().removed(name, task.topic, task.id, task.held.number());
                }
            }
        }
        tasks.clear();
        delayed.clear();
        reserved.clear();
        topics.clear();
        paused.clear();
        claims.clear();
        waiters.forgetPokes();
        deliveriesBeforeClear = deliveries;
    }

    /** When its first delayed task is due or its first lease ends; null if nothing waits. */
    @Nullable
    Instant next() {
        Double due = delayed.firstScore();
        Double end = reserved.firstScore();
        if (due == null || end == null) {
            Double one = due == null ? end : due;
            return one == null ? null : Instant.ofEpochMilli(Score.millis(one));
        }
        return Instant.ofEpochMilli(Score.millis(Math.min(due, end)));
    }

    /**
     * The task that would be reserved next.
     *
     * @param due when its attempt was due, in milliseconds since the epoch
     * @param readiness grows with each task that becomes ready
     */
    record NextReady(TopicName topic, long due, long readiness) {}

    /** The task of a topic that would be reserved next; null if none could be. */
    @Nullable
    NextReady nextReady(TopicName name) {
        TopicTasks topic = topics.get(name.topic());
        if (topic == null || topic.allReady() == 0 || paused.contains(name.topic())) {
            return null;
        }
        Map<Priority, Integer> share = Turns.share(topic.readyByPriority(), 1, deliveriesSoFar());
        for (Priority priority : Priority.values()) {
            for (StoredTask task : topic.ready(priority).first(share.get(priority))) {
                return new NextReady(name, Score.millis(task.score()), task.readiness);
            }
        }
        throw new IllegalStateException("No turn for any of " + topic.readyByPriority());
    }

    /** Tells the pusher of a new head; one beyond its next look needs no message, for it comes by itself. */
    void wake(@Nullable Double headBefore, long earliest, StepTime now) {
        if (earliest <= now.roundedUp() + SWEEP_MILLIS && (headBefore == null || earliest < headBefore)) {
            messages().newHead(name);
        }
    }

    /** Leaves the signals of topics that have ready tasks and none, but for paused ones. */
    void leaveSignals(Collection<String> names) {
        for (String topicName : names) {
            TopicTasks topic = topics.get(topicName);
            if (topic != null && topic.allReady() > 0 && !paused.contains(topicName)) {
                topic.signalled = true;
            }
        }
    }
}
