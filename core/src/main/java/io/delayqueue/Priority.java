package io.delayqueue;

/**
 * Which of the tasks of a topic that are due go first. Of 16 tasks taken from a backlog that has all three, about one is LOW,
 * three are NORMAL and the rest HIGH: a lower priority waits longer, but never for ever.
 */
public enum Priority {
    /** Before the others. */
    HIGH,
    /** What a task has that says nothing. */
    NORMAL,
    /** When there is room, and now and then when there is not. */
    LOW
}
