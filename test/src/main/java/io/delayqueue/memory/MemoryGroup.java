package io.delayqueue.memory;

import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.limit.Limit;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TaskEdit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
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

    final MemoryRules rules;

    /** Ends of the windows in which no other task is added under an id, in milliseconds since the epoch, by id. */
    private final Map<String, Long> windows = new HashMap<>();

    /** Histories by topic. */
    private final Map<String, MemoryHistory> histories = new HashMap<>();

    final AppliedNames applied = new AppliedNames();

    final Claims claims = new Claims();

    /** Ends of interrupts of waits for signals that have not begun, in milliseconds since the epoch, by instance. */
    final Map<String, Long> interrupts = new HashMap<>();

    /** Fair, because a wait that a signal ends must come before later steps: their thread could take the signal again and again. */
    final ReentrantLock lock = new ReentrantLock(true);

    /** Signalled when a topic is, or when a wait is interrupted. */
    final Condition signalled = lock.newCondition();

    private final MemoryStore store;

    /** Topics that have had a task. */
    private final Map<String, TopicTasks> topics = new TreeMap<>();

    private StepTime now;

    private long lastDelivery;

    /** Turns of priorities since the removal of everything: one for each task that was leased. */
    private long turns;

    /** First time at which a push has something to do because of the current step. */
    private long firstToPush;

    MemoryGroup(MemoryStore store, String name) {
        this.store = store;
        this.name = name;
        this.now = store.now();
        this.rules = new MemoryRules(this);
    }

    /** Runs one step. Wakes the pusher then if the first time to push is earlier, and before the next push. */
    <T> T step(Function<MemoryGroup, T> step) {
        lock.lock();
        try {
            now = store.now();
            firstToPush = TopicTasks.NEVER;
            long before = next();
            T result = step.apply(this);
            settle();
            if (firstToPush < before && firstToPush <= now.roundedUp() + SWEEP_MILLIS) {
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

    /** Returns the first time at which a task is due, a lease ends, or time allows a lease; {@link TopicTasks#NEVER} if there is none. */
    long next() {
        return topics.values().stream().mapToLong(TopicTasks::next).min().orElse(TopicTasks.NEVER);
    }

    /** Returns a new delivery number of the group, for some tasks: the time in microseconds, or one more than the last. */
    long nextDelivery(int tasks) {
        turns += tasks;
        lastDelivery = Math.max(lastDelivery + 1, now.micros());
        return lastDelivery;
    }

    /** Returns the next turn of priorities, from 1. */
    long nextTurn() {
        return turns + 1;
    }

    /** Puts a new task, or a task that was taken out, into the order of its state. */
    void enter(StoredTask task, TaskState state, long millis) {
        task.become(state, millis);
        topics.computeIfAbsent(task.topic, TopicTasks::new).put(task);
        if (state == TaskState.DELAYED) {
            firstToPush = Math.min(firstToPush, millis);
        }
    }

    void move(StoredTask task, TaskState state, long millis) {
        topic(task.topic).remove(task);
        enter(task, state, millis);
    }

    /**
     * Makes a task ready at the position of its due time, and sets the signal of its topic if the task may be leased. A task without a place of its key is ready
     * when {@link #settleKeys} gives it one.
     */
    void makeReady(StoredTask task, long due) {
        if (topic(task.topic).arrives(task, due)) {
            return;
        }
        move(task, TaskState.READY, due);
        leaveSignals(List.of(task.topic));
    }

    /** Returns a task whose lease ends: it is ready, or waits until it is resumed if it was paused before its attempt began. */
    void putBack(StoredTask task, long due) {
        if (due < TaskEdit.PAUSED_UNTIL) {
            makeReady(task, due);
        } else {
            delay(task, due);
        }
    }

    /** Makes a task wait, which gives up the place of its key, unless the task has waited for longer before. */
    void delay(StoredTask task, long due) {
        if (task.state != TaskState.DELAYED || due > task.time()) {
            leaveKey(task);
        }
        move(task, TaskState.DELAYED, due);
    }

    void leaveKey(StoredTask task) {
        topic(task.topic).keys.leave(task);
    }

    /** Makes a dead letter ready; its attempts are reset, and its last error stays until the next. */
    void requeue(StoredTask task) {
        makeReady(task, now.millis());
        task.requeued(now.millis());
    }

    MemoryHistory history(String topic) {
        MemoryHistory history = histories.computeIfAbsent(topic, unknown -> new MemoryHistory(this, unknown));
        history.trim(now.millis());
        return history;
    }

    List<TaskRecord> records(String id) {
        return histories.keySet().stream()
                .flatMap(topic -> history(topic).of(id).stream())
                .toList();
    }

    /** Begins the window of a task, unless one of its id lasts: then returns the end of that. */
    @Nullable
    Long beginWindow(NewTask task) {
        windows.values().removeIf(end -> end <= now.roundedUp());
        return windows.putIfAbsent(task.id(), now.roundedUp() + task.mode().uniqueFor());
    }

    /** Removes a task and its window, with a message to the instance that runs it. */
    void remove(StoredTask task) {
        takeAway(task);
        windows.remove(task.id);
        if (task.state == TaskState.RESERVED && task.held != null) {
            messages().removed(name, task.topic, task.id, task.held.number(), false);
        }
    }

    /** Removes a task without a message, such as a finished one. */
    void takeAway(StoredTask task) {
        leaveKey(task);
        topic(task.topic).remove(task);
        topic(task.topic).retries(task, null);
        tasks.remove(task.id);
    }

    /** Removes everything. Delivery numbers continue, so that an old delivery never equals a new one. */
    void clear() {
        List.copyOf(tasks.values()).forEach(this::remove);
        topics.clear();
        rules.clear();
        windows.clear();
        applied.clear();
        claims.clear();
        interrupts.clear();
        histories.values().forEach(MemoryHistory::clear);
        turns = 0;
    }

    /** Finds the task of a topic that would be reserved next; null if there is none. */
    @Nullable
    StoredTask nextReady(TopicName topic) {
        TopicTasks tasks = topic(topic.topic());
        return mayLease(tasks) ? tasks.nextReady(nextTurn()) : null;
    }

    /** Returns whether a topic has a ready task that may be leased. */
    boolean mayLease(TopicTasks topic) {
        return topic.size(TaskState.READY) > 0 && rules.allowance(topic.name).tasks() > 0;
    }

    /** Returns the number of ready tasks of a topic, and of those that are due and become ready with a lease. */
    int waiting(String topic) {
        int due = rules.leavesDueToPush(topic) ? 0 : topic(topic).countDue(now.millis());
        return topic(topic).size(TaskState.READY) + due;
    }

    /** Sets the missing signals of topics with ready tasks that may be leased. */
    void leaveSignals(Collection<String> names) {
        names.stream().map(this::topic).filter(this::mayLease).forEach(this::leaveSignal);
    }

    private void leaveSignal(TopicTasks topic) {
        topic.signalled = true;
        signalled.signalAll();
    }

    /** Gives the free places of keys to the tasks that arrive, and to those behind. */
    void settleKeys() {
        for (TopicTasks topic : topics.values()) {
            topic.keys.settle(
                    rules.keyOrder(topic.name).concurrency(),
                    now.millis(),
                    (task, due) -> {
                        enter(task, TaskState.READY, due);
                        leaveSignals(List.of(topic.name));
                    },
                    topic::remove);
        }
    }

    /** Settles the places of keys. Sets the signals of topics whose tasks may be leased now and could not before. Finds when time alone allows the others a lease. */
    void settle() {
        settleKeys();
        for (TopicTasks topic : topics.values()) {
            boolean mayLease = mayLease(topic);
            boolean isOthersTurn =
                    now.millis() < topic.mayLeaseAt && topic.mayLeaseAt <= now.millis() + Limit.MAX_TOPICS;
            if (mayLease && isOthersTurn) {
                continue;
            }
            if (mayLease && !topic.mayLease) {
                leaveSignal(topic);
            }
            topic.mayLease = mayLease;
            boolean waits = !topic.mayLease && topic.size(TaskState.READY) > 0;
            topic.mayLeaseAt = waits ? rules.allowance(topic.name).at() : TopicTasks.NEVER;
            firstToPush = Math.min(firstToPush, topic.mayLeaseAt);
        }
    }
}
