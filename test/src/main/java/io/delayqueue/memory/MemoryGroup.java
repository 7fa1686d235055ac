package io.delayqueue.memory;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TaskEdit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
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
    final NavigableMap<String, StoredTask> tasks = new TreeMap<>();

    final Set<String> paused = new HashSet<>();

    /** Ends of the windows in which no other task is added under an id, in milliseconds since the epoch, by id. */
    private final Map<String, Long> windows = new HashMap<>();

    final Claims claims = new Claims();

    /** Ends of interrupts of waits for signals that have not begun, in milliseconds since the epoch, by instance. */
    final Map<String, Long> interrupts = new HashMap<>();

    /** Fair, because a wait that a signal ends must come before later steps: their thread could take the signal again and again. */
    final ReentrantLock lock = new ReentrantLock(true);

    /** Signalled when a topic is, or when a wait is interrupted. */
    final Condition signalled = lock.newCondition();

    private final MemoryStore store;

    /** Topics that have had a task. */
    private final Map<String, TopicTasks> topics = new LinkedHashMap<>();

    private StepTime now;

    private long deliveries;

    private long deliveriesBeforeClear;

    /** Due time of the first task that the current step has delayed. */
    private long firstDelayed;

    MemoryGroup(MemoryStore store, String name) {
        this.store = store;
        this.name = name;
        this.now = store.now();
    }

    /** Runs one step. Wakes the pusher then if the first time to push is earlier, and before the next push. */
    <T> T step(Function<MemoryGroup, T> step) {
        lock.lock();
        try {
            now = store.now();
            firstDelayed = TopicTasks.NEVER;
            long before = next();
            T result = step.apply(this);
            if (firstDelayed < before && firstDelayed <= now.roundedUp() + SWEEP_MILLIS) {
                messages().earlierTask(name);
            }
            return result;
        } finally {
            lock.unlock();
            if (!lock.isHeldByCurrentThread()) {
                store.messages().stepEnded();
            }
        }
    }

    /** Returns the time of the current step. */
    StepTime now() {
        return now;
    }

    /** Returns a topic; an empty one if the topic has had no task. */
    TopicTasks topic(String topic) {
        TopicTasks known = topics.get(topic);
        return known == null ? new TopicTasks(topic) : known;
    }

    Map<String, TopicTasks> topics() {
        return topics;
    }

    Messages messages() {
        return store.messages();
    }

    /** Returns the first time at which a delayed task is due or a lease ends; {@link TopicTasks#NEVER} if there is none. */
    long next() {
        return topics.values().stream().mapToLong(TopicTasks::next).min().orElse(TopicTasks.NEVER);
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

    /** Puts a new task, or a task that was taken out, into the order of its state. */
    void enter(StoredTask task, TaskState state, long millis) {
        task.become(state, millis);
        topics.computeIfAbsent(task.topic, TopicTasks::new).put(task);
        if (state == TaskState.DELAYED) {
            firstDelayed = Math.min(firstDelayed, millis);
        }
    }

    void move(StoredTask task, TaskState state, long millis) {
        topic(task.topic).remove(task);
        enter(task, state, millis);
    }

    /** Makes a task ready at the position of its due time, and sets the signal of its topic unless the topic is paused. */
    void makeReady(StoredTask task, long due) {
        move(task, TaskState.READY, due);
        leaveSignals(List.of(task.topic));
    }

    /** Returns a task whose lease ends: it is ready, or waits until it is resumed if it was paused before its attempt began. */
    void putBack(StoredTask task, long due) {
        if (due < TaskEdit.PAUSED_UNTIL) {
            makeReady(task, due);
        } else {
            move(task, TaskState.DELAYED, due);
        }
    }

    /** Makes a dead letter ready; its attempts are reset, and its last error stays until the next. */
    void requeue(StoredTask task) {
        makeReady(task, now.millis());
        task.held = null;
    }

    /** Begins the window of a task, unless one of its id lasts: then returns the end of that. */
    @Nullable
    Long beginWindow(NewTask task) {
        windows.values().removeIf(end -> end <= now.roundedUp());
        return windows.putIfAbsent(task.id(), now.roundedUp() + task.mode().uniqueFor());
    }

    /** Removes a task of many, whose details are not read. */
    void removeUnread(StoredTask task) {
        remove(task);
        windows.remove(task.id);
    }

    /** Removes a task, with a message to the instance that runs it. The text of a window may also be in a payload, as in Redis. */
    void remove(StoredTask task) {
        takeAway(task);
        if (new String(task.rest, ISO_8859_1).contains("\"uniqueFor\":")) {
            windows.remove(task.id);
        }
        if (task.state == TaskState.RESERVED && task.held != null) {
            messages().removed(name, task.topic, task.id, task.held.number());
        }
    }

    /** Removes a task without a message, such as a finished one. */
    void takeAway(StoredTask task) {
        topic(task.topic).remove(task);
        tasks.remove(task.id);
    }

    /** Removes everything. Delivery numbers continue, so that an old delivery never equals a new one. */
    void clear() {
        List.copyOf(tasks.values()).forEach(this::remove);
        topics.clear();
        paused.clear();
        windows.clear();
        claims.clear();
        interrupts.clear();
        deliveriesBeforeClear = deliveries;
    }

    /** Finds the task of a topic that would be reserved next; null if there is none. */
    @Nullable
    StoredTask nextReady(TopicName topic) {
        return paused.contains(topic.topic()) ? null : topic(topic.topic()).nextReady(deliveriesSoFar() + 1);
    }

    /** Sets the missing signals of topics with ready tasks, except paused ones. */
    void leaveSignals(Collection<String> names) {
        for (String topicName : names) {
            TopicTasks topic = topic(topicName);
            if (topic.size(TaskState.READY) > 0 && !paused.contains(topicName)) {
                topic.signalled = true;
                signalled.signalAll();
            }
        }
    }
}
