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
 * Tasks of a group, each in exactly one state. Every change is a {@linkplain #step step}: one at a time, at one time of the
 * store's clock. A step reads everything before its first change, so that a failed step has changed nothing.
 */
final class MemoryGroup {

    /** Maximum wait of a pusher between two pushes. */
    static final long SWEEP_MILLIS = 1_000;

    final String name;

    /** Tasks by id. */
    final NavigableMap<String, StoredTask> tasks;

    final TaskOrder delayed;

    final TaskOrder reserved;

    final Set<String> paused = new HashSet<>();

    final Claims claims = new Claims();

    /** Instances that wait for signals. */
    final Waiters waiters;

    private final MemoryStore store;

    private final ReentrantLock lock = new ReentrantLock();

    /** Topics that have had a task. */
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

    /** Runs one step, and then passes signals to waiting instances. */
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

    /** Finds a task, which must exist. */
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

    /** Returns a new delivery number of the group. */
    long nextDelivery() {
        return ++deliveries;
    }

    /** Number of deliveries since the removal of everything. */
    long deliveriesSoFar() {
        return deliveries - deliveriesBeforeClear;
    }

    /** Puts a new task, or one that was taken out, into the order of its state. */
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

    /** Makes a task ready at the position of its score, and sets its topic's signal unless it is paused. */
    void makeReady(StoredTask task, double score) {
        move(task, TaskState.READY, score);
        if (!paused.contains(task.topic)) {
            topic(task).signalled = true;
        }
    }

    /** Removes a task, with a message to the instance that runs it. */
    void remove(StoredTask task) {
        takeAway(task);
        if (task.state == TaskState.RESERVED && task.held != null) {
            messages().removed(name, task.topic, task.id, task.held.number());
        }
    }

    /** Removes a replaced task, with a message to the instance that runs it. */
    void replace(StoredTask task) {
        takeAway(task);
        if (task.state == TaskState.RESERVED && task.held != null) {
            messages().replaced(name, task.topic, task.id, task.held.number());
        }
    }

    /** Removes a task without a message, such as a finished one. */
    void takeAway(StoredTask task) {
        takeOut(task);
        tasks.remove(task.id);
    }

    /** Removes everything. Delivery numbers continue, so that an old delivery never equals a new one. */
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

    /** Returns the time at which the first delayed task is due or the first lease ends; null if there is none. */
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
     * Task that would be reserved next.
     *
     * @param due the due time of its attempt, in milliseconds since the epoch
     * @param readiness a number that grows with each task that becomes ready
     */
    record NextReady(TopicName topic, long due, long readiness) {}

    /** Finds the task of a topic that would be reserved next; null if there is none. */
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

    /** Wakes the pusher for a new first task, unless it is due after the pusher's next push. */
    void wake(@Nullable Double headBefore, long earliest, StepTime now) {
        if (earliest <= now.roundedUp() + SWEEP_MILLIS && (headBefore == null || earliest < headBefore)) {
            messages().newHead(name);
        }
    }

    /** Sets the missing signals of topics with ready tasks, except paused ones. */
    void leaveSignals(Collection<String> names) {
        for (String topicName : names) {
            TopicTasks topic = topics.get(topicName);
            if (topic != null && topic.allReady() > 0 && !paused.contains(topicName)) {
                topic.signalled = true;
            }
        }
    }
}
