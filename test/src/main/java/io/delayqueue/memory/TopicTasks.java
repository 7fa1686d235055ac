package io.delayqueue.memory;

import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import java.util.EnumMap;
import java.util.Map;

/** Tasks of a topic by state, and its signal. Changed under its group's lock only. */
final class TopicTasks {

    final TaskOrder delayed;

    /** Reserved tasks by the ends of their leases. */
    final TaskOrder reserved;

    /** Dead letters. */
    final TaskOrder dead;

    /** Whether its signal is set, which means that it has ready tasks. */
    boolean signalled;

    private final Map<Priority, TaskOrder> ready = new EnumMap<>(Priority.class);

    TopicTasks(SortedMaps maps) {
        this.delayed = new TaskOrder(maps);
        this.reserved = new TaskOrder(maps);
        this.dead = new TaskOrder(maps);
        for (Priority priority : Priority.values()) {
            ready.put(priority, new TaskOrder(maps));
        }
    }

    /** Returns the ready tasks of a priority. */
    TaskOrder ready(Priority priority) {
        return ready.get(priority);
    }

    /** Returns the tasks of a state, if ready of one priority. */
    TaskOrder order(TaskState state, Priority priority) {
        return switch (state) {
            case DELAYED -> delayed;
            case READY -> ready(priority);
            case RESERVED -> reserved;
            case DEAD -> dead;
        };
    }

    /** Whether there is no task in any state. */
    boolean isEmpty() {
        return delayed.isEmpty() && reserved.isEmpty() && allReady() == 0 && dead.isEmpty();
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

    /** Returns the first due time of delayed and ready tasks. */
    long firstDue() {
        long first = delayed.firstTime();
        for (TaskOrder order : ready.values()) {
            first = Math.min(first, order.firstTime());
        }
        return first;
    }

    /** Returns the time at which the first delayed task is due or the first lease ends. */
    long next() {
        return Math.min(delayed.firstTime(), reserved.firstTime());
    }
}
