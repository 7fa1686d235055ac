package io.delayqueue.internal.drive;

import io.delayqueue.monitor.TaskOutcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** An event that can concern many tasks of a topic at once, so that the log has one line for all of them. */
public enum TaskEvent {
    RETRIED(Level.INFO, "an attempt", "attempts", "failed, and will be repeated"),
    DEAD(Level.WARN, "went to the dead letters"),
    HELD(Level.INFO, "an attempt", "attempts", "held a limit or the topic, without being counted"),
    HELD_SHORTER(
            Level.WARN,
            "an attempt",
            "attempts",
            "held a limit or the topic for a shorter time than asked for, which is longer than delayqueue.max-hold"),
    DROPPED(Level.INFO, "expired, and left the queue"),
    MISSED(Level.WARN, "an occurrence", "occurrences", "failed for good; a repeating task goes on with its next"),
    STALE(
            Level.WARN,
            "an attempt",
            "attempts",
            "ended with an outcome that came too late: the lease had ended, which means a second run, or the task was removed, or"
                    + " the store lost its last writes"),
    EXPIRED(
            Level.WARN,
            "became ready again, because an instance let the lease end, or the store was unreachable or lost the outcome"),
    STUCK(
            Level.ERROR,
            "an attempt",
            "attempts",
            "ran out of time and failed, but the callback ignores interruption and may still be running; another thread takes"
                    + " the place"),
    STUCK_UNREPLACED(
            Level.ERROR,
            "an attempt",
            "attempts",
            "ran out of time and failed, but the callback ignores interruption and may still be running; too many have not come"
                    + " back for another thread to take the place"),
    UNACKNOWLEDGED(
            Level.ERROR,
            "an attempt",
            "attempts",
            "ended, but the outcome could not be made, and the task went back to the store"),
    POLICY(
            Level.ERROR,
            "a failed attempt",
            "failed attempts",
            "got the default back-off, because the retry policy failed too"),
    KEPT(
            Level.WARN,
            "an add",
            "adds",
            "in the callback of a task had the id of this task and changed nothing, because IfExists.KEEP leaves it as it is, so it"
                    + " ends with its callback. To run it again, add it with IfExists.REPLACE, or let it repeat (repeat)"),
    UNHANDLED(
            Level.WARN,
            "a call of the store",
            "calls of the store",
            "for pulled tasks failed; the tasks become ready again when their leases end"),
    UNREPORTED(
            Level.WARN,
            "went to the dead letters without a call of the listeners: too many calls wait, or the engine has stopped"),
    LISTENER(Level.ERROR, "went to the dead letters, where a listener failed");

    final Level level;

    private final String one;

    private final String many;

    private final String sentence;

    TaskEvent(Level level, String sentence) {
        this(level, "a task", "tasks", sentence);
    }

    TaskEvent(Level level, String one, String many, String sentence) {
        this.level = level;
        this.one = one;
        this.many = many;
        this.sentence = sentence;
    }

    /** {@return the event of an outcome whose failure is logged; null if there is none} */
    public static @Nullable TaskEvent of(TaskOutcome outcome) {
        return switch (outcome) {
            case RETRIED -> RETRIED;
            case MISSED -> MISSED;
            case DEAD, EXPIRED -> DEAD;
            case DROPPED -> DROPPED;
            case FINISHED, POSTPONED, RETURNED -> null;
        };
    }

    /** {@return the subject of the sentence in the log: how many tasks, or what else is counted} */
    String count(long number) {
        return number == 1 ? one : number + " " + many;
    }

    /**
     * Returns the predicate of the sentence in the log.
     *
     * @param later whether the events are logged some time after they have happened
     */
    String sentence(boolean later) {
        return later && this == RETRIED ? "failed, and had to be repeated" : sentence;
    }
}
