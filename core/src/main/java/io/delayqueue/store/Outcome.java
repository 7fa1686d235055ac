package io.delayqueue.store;

import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.monitor.TaskOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The end of a delivery, as the store is to record it. */
public sealed interface Outcome {

    /** {@return the delivery that has ended} */
    Delivery delivery();

    /** {@return the kind of this outcome} */
    Kind kind();

    /** {@return the outcome as observers receive it} */
    TaskOutcome observed();

    /** {@return the failure as JSON in one line; null if there is none} */
    default @Nullable String error() {
        return null;
    }

    /** {@return whether the callback had begun, if the task or the occurrence has ended} */
    default boolean begun() {
        return true;
    }

    /** {@return the outcome as its record has it; null if the task goes on, and leaves no record} */
    default @Nullable RecordedOutcome recorded() {
        return null;
    }

    /** {@return the record to write in the same step; null for none} */
    default @Nullable AttemptRecord record() {
        return null;
    }

    /**
     * Copies the outcome.
     *
     * @param record the record to write in the same step
     * @return the copy; this outcome if it leaves no record
     */
    default Outcome with(AttemptRecord record) {
        return this;
    }

    /**
     * Finds the kind of outcomes that are acknowledged together.
     *
     * @param outcomes at least one
     * @return the kind of all of them
     * @throws IllegalArgumentException if they are of several kinds
     */
    static Kind kindOf(List<? extends Outcome> outcomes) {
        Kind kind = outcomes.get(0).kind();
        for (Outcome outcome : outcomes) {
            if (outcome.kind() != kind) {
                throw new IllegalArgumentException(
                        "Outcomes of one call must be of one kind, but are " + kind + " and " + outcome.kind());
            }
        }
        return kind;
    }

    /** The kinds of outcomes, one for each permitted class. */
    enum Kind {
        /** {@link Finished}. */
        FINISHED,
        /** {@link Retry}. */
        RETRY,
        /** {@link NextOccurrence}. */
        NEXT_OCCURRENCE,
        /** {@link Dead}. */
        DEAD,
        /** {@link Released}. */
        RELEASED
    }

    /**
     * The task is finished, and is removed.
     *
     * @param delivery the delivery that has ended
     * @param record the record to write in the same step; null for none
     */
    record Finished(Delivery delivery, @Nullable AttemptRecord record) implements Outcome {

        /** Creates the outcome of a task that leaves no record. */
        public Finished(Delivery delivery) {
            this(delivery, null);
        }

        @Override
        public RecordedOutcome recorded() {
            return RecordedOutcome.FINISHED;
        }

        @Override
        public Outcome with(AttemptRecord written) {
            return new Finished(delivery, written);
        }

        @Override
        public Kind kind() {
            return Kind.FINISHED;
        }

        @Override
        public TaskOutcome observed() {
            return TaskOutcome.FINISHED;
        }
    }

    /**
     * The attempt has failed, or the task is postponed; the task waits for another attempt.
     *
     * @param delivery the delivery that has ended
     * @param delayMillis how long to wait, in milliseconds
     * @param error the failure as JSON in one line; null to keep the earlier one, if the attempt counts
     * @param counts whether the attempt counts, and is one of the failed attempts if it has an error; if not, the task is postponed
     */
    record Retry(
            Delivery delivery, long delayMillis, @Nullable String error, boolean counts) implements Outcome {

        @Override
        public Kind kind() {
            return Kind.RETRY;
        }

        @Override
        public TaskOutcome observed() {
            return counts ? TaskOutcome.RETRIED : TaskOutcome.POSTPONED;
        }
    }

    /**
     * An occurrence of a repeating task has ended, or is too late and is left out; the task waits for the next one, and its attempts count
     * from one again.
     *
     * @param delivery the delivery that has ended
     * @param timing how the time of the next occurrence is found
     * @param millis the period, the delay, or the time since the epoch, in milliseconds
     * @param error the failure as JSON in one line, if the occurrence failed or is too late
     * @param begun whether its callback had begun; if not, the occurrence is too late, the attempt is not one of the failed attempts, and the
     *     limits of the topic get the token back, unless a later lease of theirs depends on it
     * @param record the record to write in the same step; null for none
     */
    record NextOccurrence(
            Delivery delivery,
            Timing timing,
            long millis,
            @Nullable String error,
            boolean begun,
            @Nullable AttemptRecord record)
            implements Outcome {

        /** Creates the outcome of an occurrence that has begun, and leaves no record. */
        public NextOccurrence(Delivery delivery, Timing timing, long millis, @Nullable String error) {
            this(delivery, timing, millis, error, true, null);
        }

        /** Determines the time of a next occurrence. */
        public enum Timing {
            /** The last due time and as many whole periods as bring it beyond the store's now; at least one. */
            RATE,
            /** So long after the store's now. */
            DELAY,
            /** At a time since the epoch. */
            AT
        }

        @Override
        public Kind kind() {
            return Kind.NEXT_OCCURRENCE;
        }

        @Override
        public TaskOutcome observed() {
            return error == null ? TaskOutcome.FINISHED : TaskOutcome.MISSED;
        }

        @Override
        public RecordedOutcome recorded() {
            return error == null ? RecordedOutcome.FINISHED : begun ? RecordedOutcome.FAILED : RecordedOutcome.MISSED;
        }

        @Override
        public Outcome with(AttemptRecord written) {
            return new NextOccurrence(delivery, timing, millis, error, begun, written);
        }
    }

    /**
     * The task has failed for good, or is too late, and becomes a dead letter; or it is too late, and is removed.
     *
     * @param delivery the delivery that failed last
     * @param error the failure as JSON in one line; null to remove a task that is too late
     * @param begun whether its callback had begun; if not, the task is too late, the attempt does not count, and the limits of the topic get
     *     the token back, unless a later lease of theirs depends on it
     * @param record the record to write in the same step; null for none
     */
    record Dead(
            Delivery delivery,
            @Nullable String error,
            boolean begun,
            @Nullable AttemptRecord record) implements Outcome {

        /** Creates the outcome of an attempt that has begun, and leaves no record. */
        public Dead(Delivery delivery, String error) {
            this(delivery, error, true, null);
        }

        @Override
        public Kind kind() {
            return Kind.DEAD;
        }

        @Override
        public TaskOutcome observed() {
            return begun ? TaskOutcome.DEAD : error == null ? TaskOutcome.DROPPED : TaskOutcome.EXPIRED;
        }

        @Override
        public RecordedOutcome recorded() {
            return error == null ? RecordedOutcome.DROPPED : RecordedOutcome.DEAD;
        }

        @Override
        public Outcome with(AttemptRecord written) {
            return new Dead(delivery, error, begun, written);
        }
    }

    /**
     * Hold of a limit or a topic.
     *
     * @param limit the limit; null for the topic of the delivery, which is also held if it does not have the limit any more
     * @param millis how long from the store's now, in milliseconds; an earlier hold that lasts longer stays
     */
    record Hold(@Nullable String limit, long millis) {}

    /**
     * The task is given back: it is ready at once, in the place it had by its time.
     *
     * @param delivery the delivery that is given back
     * @param started whether its callback had begun; if not, or with a hold, the attempt does not count
     * @param hold what is held in the same step; null for nothing
     */
    record Released(
            Delivery delivery, boolean started, @Nullable Hold hold) implements Outcome {

        /** Creates the outcome of a task that holds nothing. */
        public Released(Delivery delivery, boolean started) {
            this(delivery, started, null);
        }

        /** {@return whether the attempt counts} */
        public boolean counts() {
            return started && hold == null;
        }

        @Override
        public Kind kind() {
            return Kind.RELEASED;
        }

        @Override
        public TaskOutcome observed() {
            return hold == null ? TaskOutcome.RETURNED : TaskOutcome.POSTPONED;
        }
    }
}
