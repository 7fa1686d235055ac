package io.delayqueue.monitor;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is not as it should be.
 *
 * @param kind what it is
 * @param topic the topic it is about, or null if it is about none
 * @param id the task's id, or null if it is about no task
 * @param description what was found, a sentence for people
 * @param outcome what became of it
 * @param action what was done, or why nothing was, for people; null after an audit that does not repair
 */
public record AuditFinding(
        Kind kind,
        @Nullable String topic,
        @Nullable String id,
        String description,
        Outcome outcome,
        @Nullable String action) {

    /** What can be wrong. */
    public enum Kind {
        /** A task is in no state, so nothing would run it. Repaired: it is delayed until its due time. */
        TASK_NOWHERE,
        /**
         * A task is in several states. Repaired: the first of reserved, ready, delayed and dead stays; of ready ones that of
         * the highest priority.
         */
        TASK_IN_SEVERAL_STATES,
        /** What stands where a task should does not begin with a due time and a topic. Left as it is. */
        TASK_UNREADABLE,
        /** A task is reserved, but nothing says by whom, so no outcome would be taken. Repaired: it is ready. */
        LEASE_WITHOUT_DELIVERY,
        /** A list of tasks has an entry that belongs to no task. Repaired: removed. */
        MEMBER_WITHOUT_TASK,
        /** A list of a topic's tasks has an entry whose task is of another topic. Repaired: removed there. */
        MEMBER_OF_OTHER_TOPIC,
        /** A list of tasks has an entry that does not name a topic and an id. Repaired: removed. */
        MEMBER_MALFORMED,
        /** A delivery is remembered whose task is gone. Repaired: removed. */
        DELIVERY_WITHOUT_TASK,
        /** A failure is remembered whose task is gone. Repaired: removed. */
        ERROR_WITHOUT_TASK,
        /** A counter of a topic's delayed or reserved tasks is wrong. Repaired: corrected by the difference. */
        WRONG_COUNT,
        /** There are tasks of a topic that is not registered. Left: register the topic, or remove its tasks. */
        TOPIC_NOT_REGISTERED
    }

    /** What became of a finding. */
    public enum Outcome {
        /** It was reported; no repair was asked for. */
        FOUND,
        /** It was repaired. */
        REPAIRED,
        /** It was not as it had been found any more when it was to be repaired; nothing was changed. Another audit tells. */
        CHANGED,
        /** It cannot be repaired without a decision that is not this library's. */
        LEFT
    }
}
