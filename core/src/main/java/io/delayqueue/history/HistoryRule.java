package io.delayqueue.history;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.InvalidSettingException.requireLength;
import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rule of the history of a topic: which records of ended tasks are kept, for how long, and in how much memory of the store. The rule holds over all
 * instances.
 *
 * @param maxAge time for which a record is kept, from one second to 36,500 days, unless the size forces the record out sooner
 * @param maxSize maximum bytes of the records, from {@link #MIN_SIZE} to {@link #MAX_SIZE}; the oldest leave first. The records of one call, 512 KB at most, may
 *     exceed the size
 * @param payload whether a record has the payload of a task that has run
 * @param result whether a record has the value that a callback returns
 * @param outcomes the outcomes that are recorded; empty for all
 */
public record HistoryRule(
        Duration maxAge, long maxSize, boolean payload, boolean result, Set<RecordedOutcome> outcomes) {

    /** Least {@link #maxSize}: 2 MB. */
    public static final long MIN_SIZE = 2L << 20;

    /** Greatest {@link #maxSize}: 1 GB. */
    public static final long MAX_SIZE = 1L << 30;

    /**
     * Checks the values.
     *
     * @throws io.delayqueue.InvalidSettingException if a number is out of its range
     */
    public HistoryRule {
        requireNonNull(maxAge, "maxAge must not be null");
        requireLength("history", "maxAge", maxAge, Duration.ofSeconds(1), "must be at least 1 second");
        require(maxSize >= MIN_SIZE, "history", "maxSize", "must be at least 2 MB (2,097,152 bytes)", maxSize);
        require(maxSize <= MAX_SIZE, "history", "maxSize", "must be at most 1 GB", maxSize);
        outcomes = Collections.unmodifiableSet(new TreeSet<>(requireNonNull(outcomes, "outcomes must not be null")));
    }

    /**
     * Begins a rule that keeps records of all outcomes, without payloads and results.
     *
     * @param maxAge time for which a record is kept, from one second to 36,500 days
     * @param maxSize maximum bytes of the records, from {@link #MIN_SIZE} to {@link #MAX_SIZE}
     * @return the rule
     * @throws io.delayqueue.InvalidSettingException if a number is out of its range
     */
    public static HistoryRule of(Duration maxAge, long maxSize) {
        return new HistoryRule(maxAge, maxSize, false, false, Set.of());
    }

    /**
     * Copies the rule.
     *
     * @param kept whether a record has the payload of a task that has run; removed and replaced tasks leave none
     * @return the copy
     */
    public HistoryRule payload(boolean kept) {
        return new HistoryRule(maxAge, maxSize, kept, result, outcomes);
    }

    /**
     * Copies the rule.
     *
     * @param kept whether a record has the value that a callback returns
     * @return the copy
     */
    public HistoryRule result(boolean kept) {
        return new HistoryRule(maxAge, maxSize, payload, kept, outcomes);
    }

    /**
     * Copies the rule.
     *
     * @param recorded the outcomes that are recorded; none for all
     * @return the copy
     */
    public HistoryRule outcomes(RecordedOutcome... recorded) {
        return new HistoryRule(
                maxAge, maxSize, payload, result, Set.of(requireNonNull(recorded, "outcomes must not be null")));
    }

    /**
     * Says whether an outcome is recorded.
     *
     * @param outcome the outcome
     * @return whether it is one of the outcomes
     */
    public boolean records(RecordedOutcome outcome) {
        return outcomes.isEmpty() || outcomes.contains(outcome);
    }
}
