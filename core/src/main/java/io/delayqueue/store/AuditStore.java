package io.delayqueue.store;

import io.delayqueue.TaskState;
import io.delayqueue.monitor.AuditFinding.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Audits and repairs a store. Each call is one atomic step that reads about {@link #PAGE} entries: an entry and everything that
 * belongs to it are read at the same moment. Throws the exceptions of {@link TaskStore}. Thread-safe.
 */
public interface AuditStore {

    /** Approximate maximum number of entries of a step. */
    int PAGE = 200;

    /**
     * Inconsistency of a task, or of an entry without a task.
     *
     * @param kind kind of inconsistency
     * @param topic the task's topic, or that under which the entry is listed; null if it names none
     * @param id the id; empty if it is no task's
     * @param states the states of the task, in the order reserved, ready, delayed, dead; or the one that lists the entry
     * @param ownTopic the topic of the task itself, if the entry is listed under another; or what the store needs to find an entry without a task
     */
    record Flaw(
            Kind kind,
            @Nullable String topic,
            String id,
            List<TaskState> states,
            @Nullable String ownTopic) {}

    /**
     * Result of one step.
     *
     * @param looked number of tasks, or entries of a state, read
     * @param topics number of tasks by topic, of a step of {@link #tasks}
     * @param flaws the inconsistencies
     * @param next start of the next step, or null at the end
     */
    record Page(
            int looked,
            Map<String, Long> topics,
            List<Flaw> flaws,
            @Nullable String next) {}

    /**
     * Checks that each task is in exactly one state and found by its tags, and then that the tasks of all deliveries, failures and entries of
     * the list of repeating tasks and of the index of tags exist. Tasks that exist during the whole walk are read at least once.
     *
     * @param group the group
     * @param from {@code next} of the previous step, or null to begin
     * @return the result
     */
    Page tasks(String group, @Nullable String from);

    /**
     * Checks that each entry of a state has a task, with the delayed tasks also each task that is being retried, and that the pusher checks
     * the topic no later than the first one needs.
     *
     * @param group the group
     * @param state the state
     * @param topic the topic
     * @param from {@code next} of the previous step, or null to begin
     * @return the result
     */
    Page members(String group, TaskState state, String topic, @Nullable String from);

    /**
     * Returns the topics that have or had tasks.
     *
     * @param group the group
     * @return the topics that were not {@linkplain TopicStore#forgetEmpty forgotten}
     */
    Set<String> topics(String group);

    /**
     * Repairs a flaw, as described by {@link Kind}, if it is unchanged.
     *
     * @param group the group
     * @param flaw the flaw
     * @return whether it was repaired
     */
    boolean repair(String group, Flaw flaw);
}
