package io.delayqueue.memory;

import io.delayqueue.Priority;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Tasks of a topic whose order is the topic's, and its signal. Changed under its group's lock only. */
final class TopicTasks {

    /** Dead letters. */
    final TaskOrder dead;

    /** Reserved tasks in the order of their reservations; the order of the ends of leases is the group's. */
    final Set<StoredTask> reserved = new LinkedHashSet<>();

    /** Number of delayed tasks; their order is the group's. */
    int delayed;

    /** Whether its signal is set, which means that it has ready tasks. */
    boolean signalled;

    private final Map<Priority, TaskOrder> ready = new EnumMap<>(Priority.class);

    TopicTasks(SortedMaps maps) {
        this.dead = new TaskOrder(maps);
        for (Priority priority : Priority.values()) {
            ready.put(priority, new TaskOrder(maps));
        }
    }

    /** Returns the ready tasks of a priority. */
    TaskOrder ready(Priority priority) {
        return ready.get(priority);
    }

    /** Whether there is no task in any state. */
    boolean isEmpty() {
        return delayed == 0 && reserved.isEmpty() && allReady() == 0 && dead.size() == 0;
    }

    int allReady() {
        return ready.values().stream().mapToInt(TaskOrder::size).sum();
    }

    /** Returns the number of ready tasks of each priority. */
    Map<Priority, Integer> readyByPriority() {
        Map<Priority, Integer> sizes = new EnumMap<>(Priority.class);
        ready.forEach((priority, order) -> sizes.put(priority, order.size()));
        return sizes;
    }

    /** Returns the lowest score of ready tasks; infinite if there is none. */
    double oldestReady() {
        double oldest = Double.POSITIVE_INFINITY;
        for (TaskOrder order : ready.values()) {
            Double first = order.firstScore();
            oldest = first == null ? oldest : Math.min(oldest, first);
        }
        return oldest;
    }
}
