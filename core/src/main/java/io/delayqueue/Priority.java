package io.delayqueue;

/**
 * Priorities of the ready tasks of a topic. Of 16 tasks reserved from a backlog of all three, about one is LOW, three are NORMAL
 * and the rest HIGH: a lower priority waits longer, but never forever.
 */
public enum Priority {
    /** Runs before the others. */
    HIGH,
    /** Default priority. */
    NORMAL,
    /** Runs after the others, but has a small share while they wait. */
    LOW
}
