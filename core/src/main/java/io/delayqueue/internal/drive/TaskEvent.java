package io.delayqueue.internal.drive;

import org.slf4j.event.Level;

/** An event that can concern many tasks of a topic at once, so that the log has one line for all of them. */
public enum TaskEvent {
    RETRIED(Level.INFO, "failed and will be tried again"),
    DEAD(Level.WARN, "went to the dead letters"),
    MISSED(Level.WARN, "failed for good in this occurrence and wait for the next"),
    STALE(
            Level.WARN,
            "ended with an outcome that came too late: the lease had ended, which means a second run, or the task was removed, or"
                    + " the store lost its last writes"),
    EXPIRED(
            Level.WARN,
            "became ready again, for an instance let the lease end, or the store was away or lost the outcome"),
    STUCK(
            Level.ERROR,
            "ran out of time and failed, but the callback ignores interruption and may still be running; another thread takes"
                    + " the place"),
    STUCK_UNREPLACED(
            Level.ERROR,
            "ran out of time and failed, but the callback ignores interruption and may still be running; too many have not come"
                    + " back for another thread to take the place"),
    UNACKNOWLEDGED(Level.ERROR, "ended, but the outcome could not be made, and went back to the store"),
    POLICY(Level.ERROR, "got the default back-off, for the retry policy failed"),
    UNHANDLED(Level.WARN, "could not be handled when pulled, and become ready again when their lease ends"),
    UNREPORTED(
            Level.WARN,
            "went to the dead letters without a call of the listeners: too many calls wait, or the engine has stopped"),
    LISTENER(Level.ERROR, "went to the dead letters, where a listener failed");

    private final Level level;

    private final String sentence;

    TaskEvent(Level level, String sentence) {
        this.level = level;
        this.sentence = sentence;
    }

    Level level() {
        return level;
    }

    /** The predicate of the sentence in the log, after the number of tasks. */
    String sentence() {
        return sentence;
    }
}
