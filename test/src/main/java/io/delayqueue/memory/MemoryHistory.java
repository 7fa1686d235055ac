package io.delayqueue.memory;

import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.store.AttemptRecord;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.StoredJson;
import io.delayqueue.store.StoredRecord;
import io.delayqueue.store.TaskDetail.Label;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Records of a topic. Changed under the lock of the group only. */
final class MemoryHistory {

    private final MemoryGroup group;

    private final TopicName topic;

    /** Null if no records are written. */
    @Nullable
    HistoryRule rule;

    /** By the number of those that were written before. */
    private final NavigableMap<Long, Entry> entries = new TreeMap<>();

    private long written;

    private long bytes;

    MemoryHistory(MemoryGroup group, String topic) {
        this.group = group;
        this.topic = new TopicName(group.name, topic);
    }

    /**
     * A record.
     *
     * @param terms the terms, empty once it was forgotten
     * @param bytes what it would take in Redis, some
     */
    private record Entry(List<String> terms, TaskRecord record, long bytes) {

        long ended() {
            return record.endedAt().toEpochMilli();
        }
    }

    /** Page of records, with the number of the last one; null at the end. */
    record Page(List<TaskRecord> records, @Nullable Long last) {}

    /** Writes the record of a task or an occurrence that a delivery has ended, with the attempts that have gone wrong up to now. */
    void ended(StoredTask task, Outcome outcome) {
        if (outcome.record() != null && outcome.recorded() != null) {
            write(task, outcome.recorded(), outcome.delivery().instance(), outcome.record());
        }
    }

    /** Writes the record of a task that is about to be removed or replaced. */
    void leaves(StoredTask task, RecordedOutcome outcome) {
        int attempts = task.held == null ? 0 : task.held.attempts();
        String instance = task.held == null ? "" : task.held.instance();
        String state = "{\"state\":\"" + task.state + "\"}";
        write(task, outcome, instance, new AttemptRecord(task.due, null, null, attempts, state, true));
    }

    /** Writes one record of tasks that are removed together. */
    void removed(int count) {
        String more = "{\"count\":" + count + "}";
        write(null, RecordedOutcome.REMOVED, "", new AttemptRecord(group.now().millis(), null, null, 0, more, true));
    }

    private void write(@Nullable StoredTask task, RecordedOutcome outcome, String instance, AttemptRecord record) {
        if (rule == null || !rule.records(outcome)) {
            return;
        }
        List<String> terms = new ArrayList<>(List.of(task == null ? TaskRecord.ALL : task.id));
        if (task != null) {
            Label.of(task.rest).tags().forEach(tag -> terms.add(tag.toString()));
        }
        if (task != null && task.key != null) {
            terms.add(StoredRecord.key(task.key));
        }
        Stream.ofNullable(StoredRecord.outcome(outcome)).forEach(terms::add);
        long now = group.now().millis();
        String more = record.more().isEmpty() ? "" : "," + record.more();
        String json = "[" + now + "," + record.dueAt() + "," + record.latenessMillis() + "," + record.tookMillis() + ","
                + record.attempts() + "," + StoredJson.MAPPER.writeValueAsString(instance) + more + "]";
        TaskRecord read = StoredRecord.read(
                topic, terms, json, task == null || !record.listsAttempts() ? List.of() : task.failedAttempts);
        Entry entry =
                new Entry(terms, Objects.requireNonNull(read), terms.toString().length() + json.length());
        entries.put(written++, entry);
        bytes += entry.bytes;
    }

    /** Removes what is beyond the age and the size. */
    void trim(long now) {
        long oldest = rule == null ? 0 : now - rule.maxAge().toMillis();
        while (rule != null
                && !entries.isEmpty()
                && (bytes > rule.maxSize() || entries.firstEntry().getValue().ended() < oldest)) {
            bytes -= entries.pollFirstEntry().getValue().bytes;
        }
    }

    long bytes() {
        return bytes;
    }

    Map<RecordedOutcome, Long> outcomes() {
        Map<RecordedOutcome, Long> outcomes = new EnumMap<>(RecordedOutcome.class);
        entries.values().forEach(entry -> outcomes.merge(entry.record.outcome(), 1L, Long::sum));
        return outcomes;
    }

    /**
     * Finds records, the newest first.
     *
     * @param last the number of the last one of the page before
     */
    Page page(HistoryQuery query, long last) {
        List<String> terms = StoredRecord.terms(query);
        List<TaskRecord> records = new ArrayList<>();
        for (Map.Entry<Long, Entry> numbered :
                entries.headMap(last, false).descendingMap().entrySet()) {
            Entry entry = numbered.getValue();
            boolean isWithin = (query.outcome() == null || query.outcome() == entry.record.outcome())
                    && (query.before() == null || entry.record.endedAt().isBefore(query.before()));
            if (isWithin && !entry.terms.isEmpty() && entry.terms.containsAll(terms)) {
                records.add(entry.record);
                if (records.size() == query.limit()) {
                    return new Page(records, numbered.getKey());
                }
            }
        }
        return new Page(records, null);
    }

    /** Returns the newest records of tasks with an id. */
    List<TaskRecord> of(String id) {
        HistoryQuery query = HistoryQuery.ALL.id(id).limit(HistoryQuery.MAX_PAGE);
        return page(query, Long.MAX_VALUE).records();
    }

    int forget(String term) {
        int forgotten = 0;
        for (Map.Entry<Long, Entry> numbered : entries.entrySet()) {
            Entry entry = numbered.getValue();
            if (entry.terms.contains(term)) {
                numbered.setValue(new Entry(List.of(), entry.record, entry.bytes));
                forgotten++;
            }
        }
        return forgotten;
    }

    void clear() {
        entries.clear();
        bytes = 0;
    }
}
