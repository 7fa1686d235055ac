package io.delayqueue.memory;

import io.delayqueue.Priority;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The tasks of a topic that are a topic's own, and its signal. Changed under its group's lock only. */
final class TopicTasks {

    /** Those that are dead. */
    final TaskOrder dead;

    /** Those that are leased, in the order in which they were; that of the ends of leases is the group's. */
    final Set<StoredTask> reserved = new LinkedHashSet<>();

    /** How many are delayed; their order is the group's. */
    int delayed;

    /** Whether its signal is there to be taken: "there is work". */
    boolean signalled;

    private final Map<Priority, TaskOrder> ready = new EnumMap<>(Priority.class);

    TopicTasks(SortedMaps maps) {
        this.dead = new TaskOrder(maps);
        for (Priority priority : Priority.values()) {
            ready.put(priority, new TaskOrder(maps));
        }
    }

    /** Those of a priority that are ready. */
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

    /** How many are ready of each priority. */
    Map<Priority, Integer> readyByPriority() {
        Map<Priority, Integer> sizes = new EnumMap<>(Priority.class);
        ready.forEach((priority, order) -> sizes.put(priority, order.size()));
        return sizes;
    }

    /** The lowest score of those that are ready; infinite if there is none. */
    double oldestReady() {
        double oldest = Double.POSITIVE_INFINITY;
        for (TaskOrder order : ready.values()) {
            Double first = order.firstScore();
            oldest = first == null ? oldest : Math.min(oldest, first);
        }
        return oldest;
    }
}
