package io.delayqueue.monitor;

import io.delayqueue.TaskCounts;
import java.util.List;

/**
 * Hears at intervals how many tasks there are, of the groups its engine works for, while the engine runs. Of all the instances that
 * work for a group one counts its tasks: the one that makes them ready. Called on a thread that the engine has for it. What it
 * throws is logged and changes nothing.
 */
@FunctionalInterface
public interface CountsListener {

    /**
     * A group was counted. A group that cannot be counted, because the store does not answer, is not told of. One with more than
     * 1,000 topics is told of every second time only, if counting it would take more than 1 % of the time.
     *
     * @param group the group
     * @param topics the counts of its topics in the order of their names: those that are registered, and others that have tasks
     *     or are paused; empty if there are none, if it is another instance that counts them, or if the engine does not work for the
     *     group any more
     */
    void counted(String group, List<TaskCounts> topics);
}
