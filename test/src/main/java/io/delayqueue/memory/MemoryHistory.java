package io.delayqueue.memory;

import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.store.StoredRecord;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records of a topic. Changed under the lock of the group only. */
final class MemoryHistory {

    /** Null if no records are written. */
    @Nullable
    HistoryRule rule;

    /** The oldest first. */
    private final List<Entry> entries = new ArrayList<>();

    private long written;

    /**
     * A record.
     *
     * @param number how many were written before
     * @param terms the terms, empty once it was forgotten
     * @param bytes what it would take in Redis, some
     */
    private record Entry(long number, List<String> terms, TaskRecord record, long bytes) {

        long ended() {
            return record.endedAt().toEpochMilli();
        }
    }

    /** Page of records, with the number of the last one; null at the end. */
    record Page(List<TaskRecord> records, @Nullable Long last) {}

    /** Removes what is beyond the age and the size. */
    void trim(long now) {
        if (rule != null) {
            long oldest = now - rule.maxAge().toMillis();
            entries.removeIf(entry -> entry.ended() < oldest);
            while (bytes() > rule.maxSize()) {
                entries.remove(0);
            }
        }
    }

    long bytes() {
        return entries.stream().mapToLong(Entry::bytes).sum();
    }

    Map<RecordedOutcome, Long> outcomes() {
        Map<RecordedOutcome, Long> outcomes = new EnumMap<>(RecordedOutcome.class);
        entries.forEach(entry -> outcomes.merge(entry.record.outcome(), 1L, Long::sum));
        return outcomes;
    }

    /**
     * Finds records, the newest first.
     *
     * @param last the number of the last one of the page before
     */
    Page page(HistoryQuery query, long last, long since) {
        List<String> terms = StoredRecord.terms(query);
        List<TaskRecord> records = new ArrayList<>();
        for (int i = entries.size() - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            boolean isWithin = entry.number < last
                    && entry.ended() >= since
                    && (query.before() == null || entry.record.endedAt().isBefore(query.before()));
            if (isWithin && !entry.terms.isEmpty() && entry.terms.containsAll(terms)) {
                records.add(entry.record);
                if (records.size() == query.limit()) {
                    return new Page(records, i == 0 ? null : entry.number);
                }
            }
        }
        return new Page(records, null);
    }

    int forget(String term) {
        int forgotten = 0;
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (entry.terms.contains(term)) {
                entries.set(i, new Entry(entry.number, List.of(), entry.record, entry.bytes));
                forgotten++;
            }
        }
        return forgotten;
    }

    void clear() {
        entries.clear();
    }
}
