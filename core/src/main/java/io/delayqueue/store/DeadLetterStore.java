package io.delayqueue.store;

import io.delayqueue.TaskError;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Operations on dead letters, and the list of tasks that are being retried. Each call is one atomic step of bounded size, whatever the
 * number of dead letters; the caller repeats operations of many steps. Throws the exceptions of {@link TaskStore}. Thread-safe.
 */
public interface DeadLetterStore {

    /**
     * Makes dead letters ready; their attempts count from one again.
     *
     * @param group the group
     * @param ids at most {@link TaskStore#MAX_BATCH}, all different
     * @return the ids that were dead letters
     */
    default List<String> requeue(String group, List<String> ids) {
        return requeue(group, ids, null);
    }

    /**
     * Makes dead letters ready as {@link #requeue(String, List)} does, but only some of them.
     *
     * @param group the group
     * @param ids at most {@link TaskStore#MAX_BATCH}, all different
     * @param only the tasks that are requeued if they are dead letters, whatever their states here; null for all
     * @return those that were dead letters
     */
    List<String> requeue(String group, List<String> ids, @Nullable TaskFilter only);

    /**
     * Makes a dead letter ready with other JSON; its attempts count from one again. Changes nothing if the edit throws.
     *
     * @param group the group
     * @param id the id
     * @param edit returns the JSON that the task is to have, with the same due time and topic, for that which it has, as attempts
     *     receive it; called again if that has changed meanwhile
     * @return whether there was such a dead letter
     */
    boolean requeueEdited(String group, String id, UnaryOperator<byte[]> edit);

    /**
     * Failure of a dead letter, or of a task that is being retried.
     *
     * @param id its id
     * @param at when it became a dead letter, or the time of the next attempt as the retry has set it, in milliseconds since the epoch
     * @param kind the kind of its last failure
     */
    record Failed(String id, long at, TaskError kind) {}

    /**
     * Page of failures.
     *
     * @param failures the failures, perhaps none
     * @param total the number of all dead letters, or retried tasks, of the topic
     * @param cursor the cursor of the next page, or null at the end
     */
    record FailurePage(
            List<Failed> failures, long total, @Nullable String cursor) {}

    /**
     * Returns a page of the failures of a topic's dead letters, the newest first.
     *
     * @param topic the topic
     * @param cursor the cursor of the page before, or null
     * @param limit how many at most, from 1 to {@link TaskStore#MAX_BATCH}; fewer of large failures, but at least one if there is one
     * @return the failures, and the cursor of the next page
     * @throws io.delayqueue.InvalidTaskException if the cursor cannot be one of this topic's failures
     */
    FailurePage failures(TopicName topic, @Nullable String cursor, int limit);

    /**
     * Returns a page of the failures of a topic's tasks that are being retried: an attempt failed, or was postponed, since the task was
     * added or requeued, and neither its occurrence has ended nor the task has died since. Those with the latest next attempts come first. The list may have
     * tasks that an earlier version has ended.
     *
     * @param topic the topic
     * @param cursor the cursor of the page before, or null
     * @param limit how many at most, from 1 to {@link TaskStore#MAX_BATCH}; fewer of large failures, but at least one if there is one
     * @return the failures, and the cursor of the next page
     * @throws io.delayqueue.InvalidTaskException if the cursor cannot be one of this topic's retried tasks
     */
    FailurePage retrying(TopicName topic, @Nullable String cursor, int limit);

    /**
     * Makes some of a topic's dead letters ready, the oldest first, or makes them wait, so that one becomes due after the other: only those
     * that were dead when the first step was made. At a pace the first is due at once, and those of a further step continue the pace.
     *
     * @param topic the topic
     * @param from {@link TopicStep#next} of the previous step, or null to begin
     * @param intervalMicros the time from one to the next, in microseconds; 0 to make all ready
     * @return their number, and the start of the next step
     * @throws io.delayqueue.InvalidTaskException if no step can have returned that
     */
    TopicStep requeueTopic(TopicName topic, @Nullable String from, long intervalMicros);

    /**
     * Makes those of the tasks ready that are dead letters of a topic, as {@link #requeue} does.
     *
     * @param topic the topic
     * @param ids at most {@link TaskStore#MAX_BATCH}, all different
     * @return their number
     */
    default int requeueSelected(TopicName topic, List<String> ids) {
        return requeue(topic.group(), ids, new TaskFilter(null, topic.topic(), Set.of()))
                .size();
    }

    /**
     * Removes some of a topic's dead letters, the oldest first: only those that were dead when the first step was made.
     *
     * @param topic the topic
     * @param from {@link TopicStep#next} of the previous step, or null to begin
     * @return their number, and the start of the next step
     * @throws io.delayqueue.InvalidTaskException if no step can have returned that
     */
    TopicStep purgeTopic(TopicName topic, @Nullable String from);

    /**
     * Removes those of the tasks that are dead letters of a topic. Large ones are removed in several atomic parts.
     *
     * @param topic the topic
     * @param ids at most {@link TaskStore#MAX_BATCH}, all different
     * @return their number; those that a call has removed whose reply was lost are not counted
     */
    int purgeSelected(TopicName topic, List<String> ids);

    /**
     * Removes some of a topic's dead letters that are not to be kept, the oldest first.
     *
     * @param topic the topic
     * @param retention which to keep
     * @return how many; fewer than {@link TaskStore#MAX_BATCH} when none is left to remove
     */
    int trim(TopicName topic, DeadLetterRetention retention);
}
