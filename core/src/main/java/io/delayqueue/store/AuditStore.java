package io.delayqueue.store;

import io.delayqueue.TaskState;
import io.delayqueue.monitor.AuditFinding.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a store is looked through, and repaired. Each call is one atomic step that looks at about {@link #PAGE} entries: an entry
 * and all that belongs to it are seen at one moment. Throws as {@link TaskStore} does. Thread-safe.
 */
public interface AuditStore {

    /** About how many entries a step looks at. */
    int PAGE = 200;

    /**
     * Something that is wrong with a task, or with an entry that stands for none.
     *
     * @param kind what it is
     * @param topic the task's topic, or that under which the entry is listed; null if it names none
     * @param id the id, or the whole entry if it names none
     * @param states the states the task is in, what is furthest on first; or the one in which the entry is listed
     * @param ownTopic the topic of the task itself, if the entry is listed under another
     */
    record Flaw(
            Kind kind,
            @Nullable String topic,
            String id,
            List<TaskState> states,
            @Nullable String ownTopic) {}

    /**
     * What the counters of a state said at the end of a walk.
     *
     * @param members how many tasks the state had in all
     * @param counters what was counted, by topic
     * @param version changes with every correction
     */
    record Counters(long members, Map<String, Long> counters, String version) {}

    /**
     * What one step saw.
     *
     * @param looked how many entries it looked at
     * @param topics how many of them each topic has; malformed ones have none
     * @param flaws what is wrong
     * @param next what to go on with, or null at the end
     * @param counters what the counters said, on the last page of a state that has counters
     */
    record Page(
            int looked,
            Map<String, Long> topics,
            List<Flaw> flaws,
            @Nullable String next,
            @Nullable Counters counters) {}

    /**
     * Looks at tasks: whether each is in exactly one state. What is there all the time is seen at least once.
     *
     * @param group the group
     * @param from what the step before returned, or null to begin
     * @return what was seen
     */
    Page tasks(String group, @Nullable String from);

    /**
     * Looks at the entries of a state: whether each stands for a task.
     *
     * @param group the group
     * @param state the state
     * @param topic the topic for ready and dead ones, which are listed by topic; null for the others
     * @param from what the step before returned, or null to begin
     * @return what was seen
     */
    Page members(String group, TaskState state, @Nullable String topic, @Nullable String from);

    /**
     * Looks at what is remembered of deliveries and failures: whether the tasks are there.
     *
     * @param group the group
     * @param from what the step before returned, or null to begin
     * @return what was seen
     */
    Page remains(String group, @Nullable String from);

    /**
     * Asks for topics.
     *
     * @param group the group
     * @return those that have, or had, delayed or reserved tasks
     */
    Set<String> topics(String group);

    /**
     * Repairs a flaw, as {@link Kind} says, if it is still as it was found.
     *
     * @param group the group
     * @param flaw the flaw
     * @return whether it was repaired
     */
    boolean repair(String group, Flaw flaw);

    /**
     * Corrects counters, unless any were corrected since.
     *
     * @param group the group
     * @param state whose counters
     * @param differences what to add to each topic's
     * @param version the version at which the differences were found
     * @return whether they were corrected
     */
    boolean correct(String group, TaskState state, Map<String, Long> differences, String version);
}
