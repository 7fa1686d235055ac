package io.delayqueue.monitor;

import org.jspecify.annotations.Nullable;

/**
 * Inconsistency found by an audit.
 *
 * @param kind kind of inconsistency
 * @param topic its topic, or null if it has none
 * @param id id of its task, or null if it has none
 * @param description the inconsistency in a sentence
 * @param outcome whether it was repaired
 * @param action the repair, or the reason why there was none, in words; null after an audit without repair
 */
public record AuditFinding(
        Kind kind,
        @Nullable String topic,
        @Nullable String id,
        String description,
        Outcome outcome,
        @Nullable String action) {

    /** Kinds of inconsistencies. */
    public enum Kind {
        /** A task is in no state and would never run. Repair: it is delayed until its due time. */
        TASK_NOWHERE,
        /**
         * A task is in several states. Repair: the first of reserved, ready, delayed and dead stays; of ready ones that of the
         * highest priority.
         */
        TASK_IN_SEVERAL_STATES,
        /** A task's entry does not begin with a due time and a topic. Not repaired. */
        TASK_UNREADABLE,
        /** A task is reserved without a delivery, so no outcome would be accepted. Repair: it becomes ready. */
        LEASE_WITHOUT_DELIVERY,
        /** A list of tasks has an entry without a task. Repair: the entry is removed. */
        MEMBER_WITHOUT_TASK,
        /** A list of a topic's tasks has an entry whose task is in another topic. Repair: the entry is removed. */
        MEMBER_OF_OTHER_TOPIC,
        /** A place of a key has no task that may have it, so other tasks of the key could wait for ever. Repair: others get the place. */
        PLACE_WITHOUT_TASK,
        /** A ready or reserved task has no place of its key, or waits behind a key without such tasks. Repair: it gets a place. */
        TASK_WITHOUT_PLACE,
        /** A delivery has no task. Repair: it is removed. */
        DELIVERY_WITHOUT_TASK,
        /** A failure has no task. Repair: it is removed. */
        ERROR_WITHOUT_TASK,
        /** The list of repeating tasks has an entry without a task, such as one whose repetition has ended. Repair: the entry is removed. */
        REPEAT_WITHOUT_TASK,
        /** The index of tags has an entry without a task that has the tag, as an earlier version leaves it. Repair: the entry is removed. */
        TAG_WITHOUT_TASK,
        /** The index of tags has no entry for a tag of a task, so the task is not found by the tag. Repair: the entry is added. */
        TASK_WITHOUT_TAG,
        /** The list of tasks that are being retried has an entry without a task, as an earlier version leaves it. Repair: the entry is removed. */
        RETRYING_WITHOUT_TASK,
        /**
         * A delayed task of a topic would become ready, or a lease would end, only after its time. Repair: the topic is checked in time.
         * The pusher repairs it too, within some seconds.
         */
        TOPIC_CHECKED_TOO_LATE,
        /** A topic with tasks is not registered. Not repaired: register the topic, or remove its tasks. */
        TOPIC_NOT_REGISTERED,
        /**
         * A limit of a topic is missing, or does not have the topic, or has a topic that does not have the limit. Repair: the limit has the topics that
         * name it; a missing one is removed from its topics. An application that declares both writes them again within some seconds.
         */
        LIMIT_MISSING
    }

    /** Outcomes of a finding. */
    public enum Outcome {
        /** It was reported; no repair was requested. */
        FOUND,
        /** It was repaired. */
        REPAIRED,
        /** It had changed before its repair; nothing was changed. Run another audit. */
        CHANGED,
        /** It was not repaired: it needs a decision of an operator. */
        LEFT
    }
}
