package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

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
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Histories in Redis: a hash for each group has the rules and the parts, and a part is a list of the elements of records. The hash is read first, so
 * each record that was written before a call is in one of the parts.
 */
final class RedisHistoryStore implements HistoryStore {

    /** Maximum number of records that one call lists or overwrites. */
    private static final int MAX_RECORDS = 50;

    /** Maximum number of topics of one call. */
    private static final int MAX_TOPICS = 200;

    /** A closed part: number, bytes, records, first and last time, counts; or the open part, which has no last time. Not without records. */
    private static final Pattern PART =
            Pattern.compile("(\\d{1,15}):(\\d{1,15}):[1-9]\\d*:(\\d{1,15}):(?:(\\d{1,15}):)?([^;]*)");

    /** Those of a later version are left out. */
    private static final Pattern COUNT = Pattern.compile(Stream.of(RecordedOutcome.values())
            .map(Enum::name)
            .collect(Collectors.joining("|", "\\b(", ")=(\\d{1,15})")));

    private static final Pattern POSITION = Pattern.compile("(\\d{1,15})/(\\d{0,9})/(\\d{1,9})");

    private final RedisCalls calls;

    RedisHistoryStore(RedisCalls calls) {
        this.calls = calls;
    }

    @Override
    public Map<String, String> rules(String group, Collection<String> topics) {
        Map<String, String> rules = new HashMap<>();
        String key = new String(calls.keys(group).get(Key.RECORDED), UTF_8);
        for (List<String> fields : TaskStore.batches(List.copyOf(topics), MAX_TOPICS)) {
            List<String> texts = calls.repeat(
                    "reading the rules of histories", () -> calls.client.hmget(key, fields.toArray(String[]::new)));
            for (int i = 0; i < fields.size(); i++) {
                if (texts.get(i) != null) {
                    rules.put(fields.get(i), texts.get(i));
                }
            }
        }
        calls.recorded.put(
                group,
                rules.values().stream()
                        .map(HistoryStore::rule)
                        .mapToLong(rule -> rule == null ? 1 : rule.maxSize())
                        .sum());
        return rules;
    }

    /** Returns the sum of the sizes of all rules. */
    long maxSize() {
        return calls.recorded.values().stream().mapToLong(Long::longValue).sum();
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
     * @param parts the oldest first
     */
    private record Recorded(TopicName topic, @Nullable HistoryRule rule, List<Part> parts, long notKept) {

        /** Returns the first time of records that are not hidden. */
        long oldest(long now) {
            return rule == null ? 0 : now - rule.maxAge().toMillis();
        }

        HistoryCounts counts(long now) {
            Map<RecordedOutcome, Long> outcomes = new EnumMap<>(RecordedOutcome.class);
            // No record enters the open part later.
            long open = rule == null ? 0 : rule.maxAge().toMillis() / 16;
            List<Part> kept = parts.stream()
                    .filter(part -> (part.isOpen() ? part.first() + open : part.last()) >= oldest(now))
                    .toList();
            kept.forEach(part -> COUNT.matcher(part.counts())
                    .results()
                    .forEach(count -> outcomes.merge(
                            RecordedOutcome.valueOf(count.group(1)), Long.valueOf(count.group(2)), Long::sum)));
            return new HistoryCounts(
                    topic, rule, outcomes, kept.stream().mapToLong(Part::bytes).sum(), notKept);
        }
    }

    /** Part of a history; the times are those of its first and last record, in milliseconds since the epoch. */
    private record Part(long number, long bytes, long first, long last, String counts) {

        static Part of(MatchResult text) {
            return new Part(
                    Long.parseLong(text.group(1)),
                    Long.parseLong(text.group(2)),
                    Long.parseLong(text.group(3)),
                    text.group(4) == null ? Long.MAX_VALUE : Long.parseLong(text.group(4)),
                    text.group(5));
        }

        boolean isOpen() {
            return last == Long.MAX_VALUE;
        }
    }

    /**
     * Where a page goes on.
     *
     * @param before the position in the part; empty for its end
     * @param found how many elements were found behind that
     */
    private record Position(long part, String before, String found) {

        static Position read(@Nullable String cursor) {
            if (cursor == null) {
                return endOf(Long.MAX_VALUE);
            }
            Matcher text = POSITION.matcher(cursor);
            InvalidTaskException.require(text.matches(), "cursor", cursor, "must come from a page of a history");
            return new Position(Long.parseLong(text.group(1)), text.group(2), text.group(3));
        }

        static Position endOf(long part) {
            return new Position(part, "", "0");
        }

        boolean isBeginning() {
            return before.equals("0");
        }

        @Override
        public String toString() {
            return part + "/" + before + "/" + found;
        }
    }

    private List<Recorded> read(String group, List<String> topics) {
        String key = new String(calls.keys(group).get(Key.RECORDED), UTF_8);
        String[] fields = topics.stream()
                .flatMap(topic -> Stream.of(topic, "=" + topic, "#" + topic, "!" + topic))
                .toArray(String[]::new);
        List<String> texts = calls.repeat("reading the histories", () -> calls.client.hmget(key, fields));
        List<Recorded> all = new ArrayList<>();
        for (String topic : topics) {
            int at = all.size() * 4;
            String parts = requireNonNullElse(texts.get(at + 1), "") + requireNonNullElse(texts.get(at + 2), "");
            all.add(new Recorded(
                    new TopicName(group, topic),
                    HistoryStore.rule(requireNonNullElse(texts.get(at), "")),
                    PART.matcher(parts).results().map(Part::of).toList(),
                    Long.parseLong(requireNonNullElse(texts.get(at + 3), "0"))));
        }
        return all;
    }

    @Override
    public List<HistoryCounts> counts(String group, Collection<String> topics) {
        long now = topics.isEmpty() ? 0 : calls.time(group);
        return TaskStore.batches(List.copyOf(topics), MAX_TOPICS).stream()
                .flatMap(some -> read(group, some).stream())
                .map(recorded -> recorded.counts(now))
                .toList();
    }

    @Override
    public HistoryPage search(TopicName topic, HistoryQuery query, long since) {
        Position at = Position.read(query.cursor());
        Recorded recorded = read(topic.group(), List.of(topic.topic())).get(0);
        long now = calls.time(topic.group());
        long oldest = Math.max(recorded.oldest(now), since > now ? 0 : since);
        long before = query.before() == null ? Long.MAX_VALUE : query.before().toEpochMilli();
        List<String> terms = StoredRecord.terms(query);
        List<TaskRecord> records = new ArrayList<>();
        Instant searchedTo = null;
        int pages = 0;
        for (Part part : newestFirst(recorded.parts())) {
            if (part.number() > at.part() || part.last() < oldest || part.first() >= before) {
                continue;
            }
            at = part.number() < at.part() ? Position.endOf(part.number()) : at;
            while (!at.isBeginning()) {
                if (pages++ == MAX_CALLS || records.size() == query.limit()) {
                    return new HistoryPage(records, at.toString(), searchedTo);
                }
                int most = Math.min(query.limit() - records.size(), MAX_RECORDS);
                Reply reply = list(topic, at, terms.isEmpty() ? "" : terms.get(0), most);
                at = new Position(part.number(), reply.string(0), reply.string(1));
                for (Object found : reply.values().subList(2, reply.values().size())) {
                    List<String> elements = new Reply(found, false).strings();
                    TaskRecord record = record(topic, elements);
                    searchedTo = record == null ? searchedTo : record.endedAt();
                    if (record != null && isWithin(record, oldest, before) && elements.containsAll(terms)) {
                        records.add(record);
                    }
                }
            }
            searchedTo = Instant.ofEpochMilli(part.first());
        }
        return new HistoryPage(records, null, null);
    }

    private static List<Part> newestFirst(List<Part> parts) {
        List<Part> reversed = new ArrayList<>(parts);
        Collections.reverse(reversed);
        return reversed;
    }

    private Reply list(TopicName topic, Position at, String term, int most) {
        return calls.script(Script.LIST_RECORDS, keys(topic, at.part()), term, at.before(), at.found(), most);
    }

    private Keys keys(TopicName topic, long part) {
        return calls.keys(topic.group()).with(topic.topic() + ":" + part);
    }

    private static boolean isWithin(TaskRecord record, long oldest, long before) {
        long ended = record.endedAt().toEpochMilli();
        return ended >= oldest && ended < before;
    }

    /** Reads a record: its terms, and JSON with a line for each attempt that went wrong. Null if it is not whole. */
    private static @Nullable TaskRecord record(TopicName topic, List<String> elements) {
        int last = elements.size() - 1;
        String[] lines = elements.get(last).split("\n");
        return StoredRecord.read(
                topic,
                elements.subList(0, last),
                lines[0],
                AttemptLines.read(List.of(lines).subList(1, lines.length)));
    }

    @Override
    public int forget(TopicName topic, String term) {
        int forgotten = 0;
        for (Part part : read(topic.group(), List.of(topic.topic())).get(0).parts()) {
            Keys keys = keys(topic, part.number());
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
