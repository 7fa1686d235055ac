package io.delayqueue;

/** What an add does when its topic has an unfinished task with the same id. */
public enum IfExists {
    /** Leaves the one that is there as it is, and says so: {@link AddResult.Outcome#EXISTED}. */
    KEEP,
    /**
     * Puts the new task, with its payload and its time, in the place of the one that is there, whatever state that is in;
     * attempts count anew. If the old one runs, the run goes on, but its outcome counts no more: see
     * {@link TaskContext#isCancelled()}. Adding again and again with a delay is a debounce.
     */
    REPLACE,
    /** Changes nothing and throws a {@link TaskExistsException}. */
    FAIL
}
