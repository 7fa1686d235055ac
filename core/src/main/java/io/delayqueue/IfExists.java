package io.delayqueue;

/** Modes of an add whose topic has an unfinished task with the same id. */
public enum IfExists {
    /** Leaves the existing task unchanged and returns {@link AddResult.Outcome#EXISTED}. */
    KEEP,
    /**
     * Replaces the existing task, in any state, with the new one, its payload and its time; attempts count from one again. If the
     * old task is running, its attempt continues but the outcome is discarded: see {@link TaskContext#isCancelled()}. Repeated adds
     * with a delay are a debounce.
     */
    REPLACE,
    /**
     * Changes nothing and throws a {@link TaskExistsException}. A transactional service of the Spring module refuses this mode in a
     * transaction, because the id is looked for only after the commit.
     */
    FAIL
}
