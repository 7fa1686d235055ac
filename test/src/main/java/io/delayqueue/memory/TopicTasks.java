package io.delayqueue.memory;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.store.TaskEdit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tasks of a topic by state, each state in its order, and the signal of the topic. Changed under the lock of the group only. */
final class TopicTasks {

    /** Later than each time. */
    static final long NEVER = Long.MAX_VALUE;

    private static final double GOLDEN_RATIO = 0.6180339887498949;

    private static final double LOW = 1d / 16;

    private static final double NORMAL = 4d / 16;

    final String name;

    /** Whether the signal is set, which means that the topic has ready tasks. */
    boolean signalled;

    /** Whether a ready task could be leased after the last step. */
    boolean mayLease;

    /** Time from which time alone allows the lease of a ready task, in milliseconds since the epoch. */
    long mayLeaseAt = NEVER;

    final KeyPlaces keys = new KeyPlaces();

    /** Tasks that are being retried, by their next attempts as the retries have set them. */
    final NavigableMap<Place, StoredTask> retrying = new TreeMap<>();

    private final Map<TaskState, NavigableMap<Place, StoredTask>> states = new EnumMap<>(TaskState.class);

    TopicTasks(String name) {
        this.name = name;
        for (TaskState state : TaskState.values()) {
            states.put(state, new TreeMap<>());
        }
    }

    /** Returns the tasks of a state: ready ones by priority, all by time; no ready ones that are behind others of their key. */
    NavigableMap<Place, StoredTask> in(TaskState state) {
        return Objects.requireNonNull(states.get(state));
    }

    void put(StoredTask task) {
        in(task.state).put(task.place, task);
    }

    void remove(StoredTask task) {
        (task.behind ? keys.behind : in(task.state)).remove(task.place);
    }

    /** Notes when the next attempt of a task is due, or that its occurrence has ended or the task has died if that is null. */
    void retries(StoredTask task, @Nullable Long next) {
        if (task.retry != null) {
            retrying.remove(task.retry);
        }
        task.retry = next == null ? null : new Place(0, next, 0, task.id);
        if (task.retry != null) {
            retrying.put(task.retry, task);
        }
    }

    /** Takes a task out of its order that becomes ready and waits for a place of its key; returns false if the task needs none, or has one. */
    boolean arrives(StoredTask task, long due) {
        if (task.key == null || keys.hasPlace(task)) {
            return false;
        }
        remove(task);
        task.become(TaskState.READY, due);
        keys.arrive(task);
        return true;
    }

    int size(TaskState state) {
        return in(state).size();
    }

    boolean isEmpty() {
        return keys.behind.isEmpty() && states.values().stream().allMatch(Map::isEmpty);
    }

    /** Returns the first tasks of a state up to a time; not of ready tasks, which go by priority. */
    List<StoredTask> until(TaskState state, long millis, int limit) {
        return first(in(state).headMap(Place.start(0, millis + 1), false), limit);
    }

    int countDue(long millis) {
        return in(TaskState.DELAYED).headMap(Place.start(0, millis + 1), false).size();
    }

    static List<StoredTask> first(Map<?, StoredTask> tasks, int limit) {
        List<StoredTask> first = new ArrayList<>();
        // Not by a stream, because a stream counts all tasks of a part of a map.
        for (Iterator<StoredTask> rest = tasks.values().iterator(); first.size() < limit && rest.hasNext(); ) {
            first.add(rest.next());
        }
        return first;
    }

    /** Page of tasks; the cursor of the next page is null at the end. */
    record Page(List<StoredTask> tasks, @Nullable String cursor) {}

    /**
     * Reads a page of tasks of a state.
     *
     * @param pages the name of the pages, part of their cursors
     * @param cursor the cursor of the page before; null for the first page
     */
    Page page(TaskState state, String pages, @Nullable String cursor, int limit) {
        Place last = cursor == null ? Place.start(-1, 0) : read(pages, cursor);
        List<StoredTask> tasks = first(in(state).tailMap(last, false), limit);
        if (state == TaskState.READY) {
            tasks.addAll(first(keys.behind.tailMap(last, false), limit - tasks.size()));
        }
        return new Page(
                tasks, tasks.size() < limit ? null : tasks.get(limit - 1).place.cursor(pages));
    }

    /** Parses the cursor of a page of this name. */
    static Place read(String pages, String cursor) {
        Place last = Place.read(pages, cursor);
        if (last == null) {
            throw InvalidTaskException.of("cursor", cursor, "must come from a page of the same topic and state");
        }
        return last;
    }

    /**
     * Returns the ready task for a delivery; null if no task is ready. Of 16 deliveries one has low priority, three have normal and the
     * others high priority, because tasks of low priority must not wait for ever. If no task of the priority is ready, the highest
     * priority has its turn. The turns are spread by the golden ratio.
     *
     * @param delivery the number of the delivery, from 1
     */
    @Nullable
    StoredTask nextReady(long delivery) {
        double turn = delivery * GOLDEN_RATIO % 1;
        StoredTask next = firstReady(turn < LOW ? Priority.LOW : turn < NORMAL ? Priority.NORMAL : Priority.HIGH);
        return next != null || in(TaskState.READY).isEmpty()
                ? next
                : in(TaskState.READY).firstEntry().getValue();
    }

    private @Nullable StoredTask firstReady(Priority priority) {
        Map.Entry<Place, StoredTask> first =
                in(TaskState.READY).ceilingEntry(Place.start(priority.ordinal(), Long.MIN_VALUE));
        return first == null || first.getValue().priority != priority ? null : first.getValue();
    }

    /** Returns the first due time of delayed and ready tasks. */
    long firstDue() {
        return Math.min(firstTime(TaskState.DELAYED), firstReady());
    }

    /** Returns the first time of the ready tasks; far in the future without any. */
    long firstReady() {
        long first = TaskEdit.PAUSED_UNTIL;
        for (Priority priority : Priority.values()) {
            StoredTask ready = firstReady(priority);
            first = ready == null ? first : Math.min(first, ready.time());
        }
        return first;
    }

    /** Returns the first time at which a delayed task is due, a lease ends, or time allows the lease of a ready task. */
    long next() {
        return Math.min(mayLeaseAt, Math.min(firstTime(TaskState.DELAYED), firstTime(TaskState.RESERVED)));
    }

    private long firstTime(TaskState state) {
        NavigableMap<Place, StoredTask> tasks = in(state);
        return tasks.isEmpty() ? NEVER : tasks.firstKey().millis();
    }
}
