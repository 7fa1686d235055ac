package io.delayqueue.history;

import io.delayqueue.TopicName;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of a history.
 *
 * @param topic the topic
 * @param rule the rule by which records are written now; null if none are
 * @param outcomes the number of records by outcome, forgotten ones included. Records leave some together, so those beyond the maximum age by up
 *     to a sixteenth may be counted
 * @param bytes the bytes that the records take in the store, as it estimates them
 * @param notKept the number of records that the store had no memory for, or could not write, since the history was cleared last
 */
public record HistoryCounts(
        TopicName topic, @Nullable HistoryRule rule, Map<RecordedOutcome, Long> outcomes, long bytes, long notKept) {

    /** Copies the map. */
    public HistoryCounts {
        outcomes = Map.copyOf(outcomes);
    }

    /** {@return the number of records} */
    public long records() {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }
}
