package io.delayqueue.store;

import io.delayqueue.Tag;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Operations on whole topics. Each call but {@link #count}, {@link #forecast} and {@link #repeating} is one atomic step of bounded size,
 * whatever the number of tasks; the caller repeats operations of many steps. Throws the exceptions of {@link TaskStore}. Thread-safe.
 */
public interface TopicStore {

    /** Maximum number of topics counted in one step: the store does nothing else meanwhile. */
    int MAX_COUNTED = 200;

    /**
     * Returns a page of a topic's tasks in one state. It has fewer large tasks than the limit, but at least one if there is one.
     *
     * @param topic the topic
     * @param state the state
     * @param cursor the cursor of the page before, or null
     * @param limit how many tasks at most, from 1 to {@link TaskStore#MAX_BATCH}
     * @param payloads whether the tasks are to have their payloads
     * @return the tasks, perhaps none, and the cursor of the next page, or null at the end
     * @throws io.delayqueue.InvalidTaskException if the cursor cannot be one of this topic and state
     */
    TaskPage list(TopicName topic, TaskState state, @Nullable String cursor, int limit, boolean payloads);

    /**
     * Returns a page of a group's tasks that repeat, in the order of the bytes of their ids, without payloads: those that were added as
     * {@linkplain NewTask.AddMode#repeats repeating}, and those of which an occurrence has ended. The ids and the tasks are read in steps
     * of their own.
     *
     * @param group the group
     * @param after the last id of the page before, or null
     * @param limit how many tasks at most, from 1 to {@link TaskStore#MAX_BATCH}
     * @return the tasks, perhaps none, and the id to continue after, or null at the end
     */
    TaskPage repeating(String group, @Nullable String after, int limit);

    /**
     * Returns ids under a tag, in their order. A task that has the tag as long as the pages are read is among them; a task of an id may be gone.
     *
     * @param group the group
     * @param tag the tag
     * @param after the last id of the page before; empty for the first page
     * @param limit how many at most, from 1 to {@link TaskStore#MAX_BATCH}
     * @return the ids; fewer than the limit at the end
     */
    List<String> tagged(String group, Tag tag, String after, int limit);

    /** {@return the number of ids under a tag, at a cost that does not depend on it} */
    long countTagged(String group, Tag tag);

    /** {@return the tasks of at most {@link TaskStore#MAX_BATCH} ids that are there, without payloads} */
    List<TaskInfo> find(String group, List<String> ids);

    /**
     * A task as it is stored.
     *
     * @param id its id
     * @param json its JSON in UTF-8, as attempts receive it; possibly not readable
     */
    record Detail(String id, byte[] json) {}

    /**
     * Page of tasks as they are stored.
     *
     * @param tasks the tasks, perhaps none
     * @param cursor the cursor of the next page, or null at the end
     */
    record DetailPage(List<Detail> tasks, @Nullable String cursor) {}

    /**
     * Returns the page that {@link #list} returns, with the tasks as they are stored.
     *
     * @param topic the topic
     * @param state the state
     * @param cursor the cursor of the page before, or null
     * @param limit how many tasks at most, from 1 to {@link TaskStore#MAX_BATCH}
     * @return the tasks, and the cursor of the next page
     * @throws io.delayqueue.InvalidTaskException if the cursor cannot be one of this topic and state
     */
    DetailPage details(TopicName topic, TaskState state, @Nullable String cursor, int limit);

    /**
     * Counts tasks, as {@link #forecast} does without a window.
     *
     * @param group the group
     * @param topics the topics; all that have a task, or had one and were not {@linkplain #forgetEmpty forgotten}, if empty
     * @return the counts in the order of the topics
     */
    default List<TaskCounts> count(String group, Collection<String> topics) {
        return forecast(group, topics, List.of()).stream()
                .map(TopicForecast::counts)
                .toList();
    }

    /**
     * Counts tasks of several groups, as {@link #forecast(String, Collection, List)} does those of one, in as few steps as possible.
     *
     * @param topics the topics by group; none, not all, if empty
     * @param windows the windows
     * @return the forecasts, in this order
     */
    List<TopicForecast> forecast(Map<String, ? extends Collection<String>> topics, List<Duration> windows);

    /**
     * Counts tasks by state, and those that fall due within windows from now, in steps of at most {@link #MAX_COUNTED} topics: what is
     * counted in one step is counted at the same moment. A delayed task that is due counts as ready, also before a push has made it so.
     *
     * @param group the group
     * @param topics the topics; all that have a task, or had one and were not {@linkplain #forgetEmpty forgotten}, if empty
     * @param windows the lengths of at most {@link TopicForecast#MAX_WINDOWS} windows, in whole milliseconds
     * @return the forecasts in the order of the topics
     */
    List<TopicForecast> forecast(String group, Collection<String> topics, List<Duration> windows);

    /**
     * Returns the keys of a topic with the most tasks behind.
     *
     * @param topic the topic
     * @param limit how many keys at most, from 1 to 100
     * @return the keys
     */
    TopicKeys keys(TopicName topic, int limit);

    /**
     * Returns the first tasks of a key that are ready or reserved, or block the key while they wait for another attempt: those that the others wait
     * for, then those behind in the order in which they will be ready.
     *
     * @param topic the topic
     * @param key the key
     * @param limit how many tasks at most, from 1 to {@link TaskStore#MAX_BATCH}
     * @return the tasks, without payloads, perhaps none
     */
    List<TaskInfo> tasksOfKey(TopicName topic, String key, int limit);

    /**
     * Pauses a topic: its tasks are not reserved. Publishes a message to every instance.
     *
     * @param topic the topic
     * @return whether it was not paused before
     */
    default boolean pause(TopicName topic) {
        return hold(topic, TaskEdit.PAUSED_UNTIL, Long.MAX_VALUE) != TaskEdit.PAUSED_UNTIL;
    }

    /**
     * Holds a topic: its tasks are not reserved until an instant. Replaces an earlier hold, and so may end a hold sooner; a paused topic stays
     * paused. Publishes a message to every instance, as {@link #pause} does.
     *
     * @param topic the topic
     * @param until the end of the hold, before the year 10000; an instant that is over ends the hold
     * @return whether the topic is not paused
     */
    default boolean hold(TopicName topic, Instant until) {
        return hold(topic, Rules.millis(until), TaskEdit.PAUSED_UNTIL) != TaskEdit.PAUSED_UNTIL;
    }

    /**
     * Holds a topic until a time unless it is held for longer than another time. Publishes a message to every instance if the topic is held then.
     *
     * @param topic the topic
     * @param until the end of the hold in milliseconds since the epoch; 0 ends a hold
     * @param unless the other time
     * @return the end of the hold before; 0 if there was none
     */
    long hold(TopicName topic, long until, long unless);

    /**
     * Ends a topic's pause or hold.
     *
     * @param topic the topic
     * @return whether it was paused or held
     */
    boolean resume(TopicName topic);

    /**
     * Removes some of a topic's tasks that are not dead, as {@link TaskStore#remove} does.
     *
     * @param topic the topic
     * @param from {@link TopicStep#next} of the previous step, or null to begin
     * @return their number, and the start of the next step
     * @throws io.delayqueue.InvalidTaskException if no step can have returned that
     */
    TopicStep removeTasks(TopicName topic, @Nullable String from);

    /**
     * Forgets topics that have no task in any state, though they had: nothing is left of them but a pause, a hold, a
     * limit of their own that was changed at run time, and the limits of topics that are registered.
     *
     * @param group the group
     * @param keep topics to keep all the same
     * @return how many were forgotten
     */
    int forgetEmpty(String group, Collection<String> keep);
}
