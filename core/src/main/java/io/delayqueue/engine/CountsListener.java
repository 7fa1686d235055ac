package io.delayqueue.engine;

import io.delayqueue.TaskCounts;
import java.util.List;

/**
 * Hears at intervals how many tasks there are, of the groups its engine works for, while the engine runs. Called on a thread that
 * the engine has for it. What it throws is logged and changes nothing.
 */
@FunctionalInterface
public interface CountsListener {

    /**
     * A group was counted. A group that cannot be counted, because the store does not answer, is not told of.
     *
     * @param group the group
     * @param topics the counts of its topics in the order of their names: those that are registered, and others that have tasks
     *     or are paused; empty if there are none, or if the engine does not work for the group any more
     */
    void counted(String group, List<TaskCounts> topics);
}
