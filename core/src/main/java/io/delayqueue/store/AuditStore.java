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

    /** Approximate number of entries of a step. */
    int PAGE = 200;

    /**
     * Inconsistency of a task, or of an entry without a task.
     *
     * @param kind kind of inconsistency
     * @param topic the task's topic, or that under which the entry is listed; null if it names none
     * @param id the id, or the whole entry if it names none
     * @param states the states of the task, in the order reserved, ready, delayed, dead; or the one that lists the entry
     * @param ownTopic the topic of the task itself, if the entry is listed under another
     */
    record Flaw(
            Kind kind,
            @Nullable String topic,
            String id,
            List<TaskState> states,
            @Nullable String ownTopic) {}

    /**
     * Counters of a state at the end of a walk.
     *
     * @param members number of tasks in the state
     * @param counters the counters by topic
     * @param version changes with every correction
     */
    record Counters(long members, Map<String, Long> counters, String version) {}

    /**
     * Result of one step.
     *
     * @param looked number of entries read
     * @param topics number of entries by topic, without malformed ones
     * @param flaws the inconsistencies
     * @param next start of the next step, or null at the end
     * @param counters the counters, on the last page of a state that has counters
     */
    record Page(
            int looked,
            Map<String, Long> topics,
            List<Flaw> flaws,
            @Nullable String next,
            @Nullable Counters counters) {}

    /**
     * Checks that each task is in exactly one state. Tasks that exist during the whole walk are read at least once.
     *
     * @param group the group
     * @param from {@code next} of the previous step, or null to begin
     * @return the result
     */
    Page tasks(String group, @Nullable String from);

    /**
     * Checks that each entry of a state has a task.
     *
     * @param group the group
     * @param state the state
     * @param topic the topic for ready and dead ones, which are listed by topic; null for the others
     * @param from {@code next} of the previous step, or null to begin
     * @return the result
     */
    Page members(String group, TaskState state, @Nullable String topic, @Nullable String from);

    /**
     * Checks that the tasks of all deliveries and failures exist.
     *
     * @param group the group
     * @param from {@code next} of the previous step, or null to begin
     * @return the result
     */
    Page remains(String group, @Nullable String from);

    /**
     * Returns the topics with counters.
     *
     * @param group the group
     * @return the topics that have or had delayed or reserved tasks
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

    /**
     * Corrects counters, unless any were corrected since the given version.
     *
     * @param group the group
     * @param state the state of the counters
     * @param differences the difference to add, by topic
     * @param version the version at which the differences were found
     * @return whether they were corrected
     */
    boolean correct(String group, TaskState state, Map<String, Long> differences, String version);
}
