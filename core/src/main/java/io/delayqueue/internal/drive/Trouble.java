package io.delayqueue.internal.drive;

import org.slf4j.event.Level;

/** What may happen to any number of a topic's tasks, so that it is said of all of them together. */
public enum Trouble {
    RETRIED(Level.INFO, "failed and will be tried again"),
    DEAD(Level.WARN, "went to the dead letters"),
    MISSED(Level.WARN, "failed for good in this run and went on with the next"),
    STALE(
            Level.WARN,
            "ended with an outcome that came too late: the lease had ended, which means a second run, or the task was removed"),
    EXPIRED(Level.WARN, "became ready again, for an instance let the lease end"),
    STUCK(
            Level.ERROR,
            "ran out of time and failed, but the callback ignores interruption and may still be running; another thread takes"
                    + " the place"),
    STUCK_UNREPLACED(
            Level.ERROR,
            "ran out of time and failed, but the callback ignores interruption and may still be running; too many have not come"
                    + " back for another thread to take the place"),
    UNTOLD(Level.ERROR, "came to an end that cannot be told and went back to the store"),
    POLICY(Level.ERROR, "got the default back-off, for the retry policy failed"),
    UNSEEN(Level.WARN, "could not be seen to when pulled; the end of the lease will do it"),
    UNHEARD(
            Level.WARN,
            "went to the dead letters unheard by the listeners: too many calls wait, or the engine has stopped"),
    LISTENER(Level.ERROR, "went to the dead letters, where a listener failed");

    private final Level level;

    private final String sentence;

    Trouble(Level level, String sentence) {
        this.level = level;
        this.sentence = sentence;
    }

    Level level() {
        return level;
    }

    /** What it was that they did, of one task or of several. */
    String sentence() {
        return sentence;
    }
}
