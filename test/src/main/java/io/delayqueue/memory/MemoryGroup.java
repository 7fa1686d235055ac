package io.delayqueue.memory;

import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.store.TaskEdit;
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

    final Agenda agenda;

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

    /** Whether the current step has made a topic's first task due earlier. */
    private boolean headChanged;

    /** Due time of the first task that the current step has delayed. */
    private long firstDelayed;

    MemoryGroup(MemoryStore store, String name) {
        this.store = store;
        this.name = name;
        this.tasks = store.maps().create();
        this.agenda = new Agenda(store.maps());
        this.waiters = new Waiters(this, lock);
    }

    /** Runs one step, and then wakes the pusher and waiting instances. */
    <T> T step(Function<StepTime, T> step) {
        lock.lock();
        try {
            StepTime now = StepTime.of(store.clock().instant());
            headChanged = false;
            firstDelayed = TaskOrder.NEVER;
            T result = step.apply(now);
            wakePusher(now);
            waiters.serve();
            return result;
        } finally {
            lock.unlock();
            if (!lock.isHeldByCurrentThread()) {
                store.messages().stepEnded();
            }
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

    /** Forgets an empty topic. */
    void forget(String topic) {
        topics.remove(topic);
        agenda.remove(topic);
    }

    Messages messages() {
        return store.messages();
    }

    /** Returns a new delivery number of the group, for some tasks. */
    long nextDelivery(int tasks) {
        deliveries += tasks;
        return deliveries;
    }

    /** Number of deliveries since the removal of everything. */
    long deliveriesSoFar() {
        return deliveries - deliveriesBeforeClear;
    }

    /** Puts a new task, or one that was taken out, into the order of its state. */
    void enter(StoredTask task, TaskState state, long millis) {
        task.become(state, millis);
        order(task).put(task);
        if (state == TaskState.DELAYED) {
            headChanged |= agenda.enter(task.topic, millis);
            firstDelayed = Math.min(firstDelayed, millis);
        } else if (state == TaskState.RESERVED) {
            agenda.enter(task.topic, millis);
        }
    }

    private TaskOrder order(StoredTask task) {
        return topic(task).order(task.state, task.priority);
    }

    void move(StoredTask task, TaskState state, long millis) {
        order(task).remove(task);
        enter(task, state, millis);
    }

    /** Makes a task ready at the position of its due time, and sets its topic's signal unless it is paused. */
    void makeReady(StoredTask task, long due) {
        move(task, TaskState.READY, due);
        if (!paused.contains(task.topic)) {
            topic(task).signalled = true;
        }
    }

    /** Returns a task whose lease ends: it is ready, or waits until it is resumed if it was paused before its attempt began. */
    void putBack(StoredTask task, long due) {
        if (due < TaskEdit.PAUSED_UNTIL) {
            makeReady(task, due);
        } else {
            move(task, TaskState.DELAYED, due);
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
        order(task).remove(task);
        tasks.remove(task.id);
    }

    /** Removes everything. Delivery numbers continue, so that an old delivery never equals a new one. */
    void clear() {
        for (TopicTasks topic : topics.values()) {
            for (StoredTask task : topic.reserved.all()) {
                if (task.held != null) {
                    messages().removed(name, task.topic, task.id, task.held.number());
                }
            }
        }
        tasks.clear();
        topics.clear();
        agenda.clear();
        paused.clear();
        claims.clear();
        waiters.forgetInterruptions();
        deliveriesBeforeClear = deliveries;
    }

    /**
     * Task that would be reserved next.
     *
     * @param due the due time of its attempt, in milliseconds since the epoch
     */
    record NextReady(TopicName topic, long due, String id) {}

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
                return new NextReady(name, task.time(), task.id);
            }
        }
        throw new IllegalStateException("No turn for any of " + topic.readyByPriority());
    }

    /** Wakes the pusher if the step has made a task the first to be due, and before the pusher's next push. */
    private void wakePusher(StepTime now) {
        Agenda.Entry first = agenda.first();
        if (headChanged
                && first != null
                && first.time() == firstDelayed
                && firstDelayed <= now.roundedUp() + SWEEP_MILLIS) {
            messages().earlierTask(name);
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
