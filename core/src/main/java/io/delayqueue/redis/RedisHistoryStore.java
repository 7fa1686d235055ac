package io.delayqueue.redis;

import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.joining;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.StoredRecord;
import io.delayqueue.store.TaskStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Histories in Redis: a hash for each group has the rules and the parts, and a part is a list of the elements of records. The hash is read first, so
 * each record that was written before a call is in one of the parts.
 */
record RedisHistoryStore(RedisCalls calls) implements HistoryStore {

    /** Maximum number of records that one call lists or overwrites. */
    private static final int MAX_RECORDS = 50;

    /** Maximum number of topics of one call. */
    private static final int MAX_TOPICS = 200;

    /** A closed part: number, bytes, records, first and last time, counts; or the open part, which has no last time. Not without records. */
    private static final Pattern PART =
            Pattern.compile("(\\d{1,15}):(\\d{1,15}):[1-9]\\d*:(\\d{1,15}):(?:(\\d{1,15}):)?([^;]*)");

    /** Those of a later version are left out. */
    private static final Pattern COUNT = Pattern.compile(
            Stream.of(RecordedOutcome.values()).map(Enum::name).collect(joining("|", "\\b(", ")=(\\d{1,15})")));

    /** A part, the position in the part before which a page goes on, empty for its end, and how many elements were found behind that. */
    private static final Pattern POSITION = Pattern.compile("(\\d{1,15})/(\\d{0,9})/(\\d{1,9})");

    private static final String NEWEST = "999999999999999//0";

    @Override
    public Map<String, String> rules(String group, Collection<String> topics) {
        Map<String, String> rules = new HashMap<>();
        for (List<String> some : TaskStore.batches(List.copyOf(topics), MAX_TOPICS)) {
            Iterator<String> texts = read(group, some).iterator();
            some.forEach(topic -> rules.put(topic, texts.next()));
        }
        rules.values().removeIf(String::isEmpty);
        calls.recorded.put(
                group,
                rules.values().stream()
                        .map(HistoryStore::rule)
                        .mapToLong(rule -> rule == null ? 1 : rule.maxSize())
                        .sum());
        return rules;
    }

    /** Reads fields of the hash; empty texts for those that are not there. */
    private List<String> read(String group, List<String> fields) {
        String key = calls.keys(group).text(Key.RECORDED);
        return calls
                .repeat("reading the histories", () -> calls.client.hmget(key, fields.toArray(String[]::new)))
                .stream()
                .map(text -> requireNonNullElse(text, ""))
                .toList();
    }

    @Override
    public boolean declare(TopicName topic, String before, String rule) {
        boolean isWritten = calls.script(Script.DECLARE_HISTORY, calls.keys(topic), topic.topic(), before, rule)
                .isOne();
        if (isWritten && !rule.isEmpty()) {
            calls.recorded.merge(topic.group(), 1L, Math::max);
        }
        return isWritten;
    }

    @Override
    public Set<String> changed() {
        return Set.copyOf(calls.recorded.keySet());
    }

    /**
     * What the hash of histories has of a topic.
     *
     * @param rule null if there is none
     * @param parts the newest first
     */
    private record Recorded(TopicName topic, @Nullable HistoryRule rule, List<Part> parts, String notKept) {

        /** Returns the first time of records that are not hidden. */
        long oldest(long now) {
            return rule == null ? 0 : now - rule.maxAge().toMillis();
        }

        HistoryCounts counts(long now) {
            Map<RecordedOutcome, Long> outcomes = new EnumMap<>(RecordedOutcome.class);
            List<Part> kept =
                    parts.stream().filter(part -> part.last() >= oldest(now)).toList();
            kept.forEach(part -> COUNT.matcher(part.counts())
                    .results()
                    .forEach(count -> outcomes.merge(
                            RecordedOutcome.valueOf(count.group(1)), Long.valueOf(count.group(2)), Long::sum)));
            long bytes = kept.stream().mapToLong(Part::bytes).sum();
            return new HistoryCounts(topic, rule, outcomes, bytes, Long.parseLong("0" + notKept));
        }
    }

    /**
     * Part of a history; the times are in milliseconds since the epoch.
     *
     * @param last the time of the last record, or after which none enters the open part
     */
    private record Part(long number, long bytes, long first, long last, String counts) {

        static Part of(MatchResult text, @Nullable HistoryRule rule) {
            long first = Long.parseLong(text.group(3));
            long end = rule == null ? Long.MAX_VALUE : first + rule.maxAge().toMillis() / 16;
            return new Part(
                    Long.parseLong(text.group(1)),
                    Long.parseLong(text.group(2)),
                    first,
                    text.group(4) == null ? end : Long.parseLong(text.group(4)),
                    text.group(5));
        }
    }

    private List<Recorded> histories(String group, List<String> topics) {
        List<String> texts = read(
                group,
                topics.stream()
                        .flatMap(topic -> Stream.of(topic, "=" + topic, "#" + topic, "!" + topic))
                        .toList());
        List<Recorded> all = new ArrayList<>();
        for (List<String> four : TaskStore.batches(texts, 4)) {
            TopicName topic = new TopicName(group, topics.get(all.size()));
            HistoryRule rule = HistoryStore.rule(four.get(0));
            List<Part> parts = new ArrayList<>();
            PART.matcher(four.get(1) + four.get(2)).results().forEach(text -> parts.add(0, Part.of(text, rule)));
            all.add(new Recorded(topic, rule, parts, four.get(3)));
        }
        return all;
    }

    private Recorded history(TopicName topic) {
        return histories(topic.group(), List.of(topic.topic())).get(0);
    }

    @Override
    public List<HistoryCounts> counts(String group, Collection<String> topics) {
        long now = topics.isEmpty() ? 0 : calls.time(group);
        return TaskStore.batches(List.copyOf(topics), MAX_TOPICS).stream()
                .flatMap(some -> histories(group, some).stream())
                .map(recorded -> recorded.counts(now))
                .toList();
    }

    @Override
    public HistoryPage search(TopicName topic, HistoryQuery query) {
        String cursor = requireNonNullElse(query.cursor(), NEWEST);
        Matcher at = POSITION.matcher(cursor);
        InvalidTaskException.require(at.matches(), "cursor", cursor, "must come from a page of a history");
        long newest = Long.parseLong(at.group(1));
        String position = at.group(2);
        String found = at.group(3);
        Recorded recorded = history(topic);
        long oldest = recorded.oldest(calls.time(topic.group()));
        long before = query.before() == null ? Long.MAX_VALUE : query.before().toEpochMilli();
        List<String> terms = StoredRecord.terms(query);
        List<TaskRecord> records = new ArrayList<>();
        Instant searchedTo = null;
        int pages = 0;
        for (Part part : recorded.parts()) {
            if (part.number() > newest || part.last() < oldest || part.first() >= before) {
                continue;
            }
            if (part.number() < newest) {
                position = "";
                found = "0";
            }
            while (!position.equals("0")) {
                if (pages++ == MAX_CALLS || records.size() == query.limit()) {
                    return new HistoryPage(records, part.number() + "/" + position + "/" + found, searchedTo);
                }
                Reply reply = calls.script(
                        Script.LIST_RECORDS,
                        keys(topic, part),
                        terms.isEmpty() ? "" : terms.get(0),
                        position,
                        found,
                        Math.min(query.limit() - records.size(), MAX_RECORDS));
                position = reply.string(0);
                found = reply.string(1);
                for (Reply row : reply.rows(2, 1)) {
                    List<String> elements = row.table(0).strings();
                    TaskRecord record = record(topic, elements);
                    if (record != null) {
                        searchedTo = record.endedAt();
                        long ended = searchedTo.toEpochMilli();
                        if (ended >= oldest
                                && ended < before
                                && (query.outcome() == null || query.outcome() == record.outcome())
                                && elements.containsAll(terms)) {
                            records.add(record);
                        }
                    }
                }
            }
            searchedTo = Instant.ofEpochMilli(part.first());
        }
        return new HistoryPage(records, null, null);
    }

    private Keys keys(TopicName topic, Part part) {
        return calls.keys(topic.group()).with(topic.topic() + ":" + part.number());
    }

    /** Reads a record: its terms, and JSON with a line for each attempt that went wrong. Null if it is not whole. */
    private static @Nullable TaskRecord record(TopicName topic, List<String> elements) {
        int last = elements.size() - 1;
        String text = elements.get(last);
        return StoredRecord.read(topic, elements.subList(0, last), text.split("\n", 2)[0], AttemptLines.read(text));
    }

    @Override
    public int forget(TopicName topic, String term) {
        int forgotten = 0;
        for (Part part : history(topic).parts()) {
            Keys keys = keys(topic, part);
            int records;
            do {
                records = (int) calls.script(Script.FORGET_RECORDS, keys, term, MAX_RECORDS)
                        .number();
                forgotten += records;
            } while (records == MAX_RECORDS);
        }
        return forgotten;
    }

    @Override
    public void clear(TopicName topic, boolean off) {
        calls.script(Script.CLEAR_RECORDS, calls.keys(topic), topic.topic(), off);
    }
}
