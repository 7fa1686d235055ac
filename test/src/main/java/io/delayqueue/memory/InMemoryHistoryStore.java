package io.delayqueue.memory;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.store.HistoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Histories in memory: each call is one step of the group. */
final class InMemoryHistoryStore implements HistoryStore {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

    private final MemoryStore store;

    InMemoryHistoryStore(MemoryStore store) {
        this.store = store;
    }

    @Override
    public Map<String, String> rules(String group, Collection<String> topics) {
        return store.change(group, in -> {
            Map<String, String> rules = new HashMap<>();
            topics.forEach(topic -> rules.put(topic, HistoryStore.text(in.history(topic).rule)));
            rules.values().removeIf(String::isEmpty);
            return rules;
        });
    }

    @Override
    public boolean declare(TopicName topic, String before, String rule) {
        return store.change(topic.group(), in -> {
            MemoryHistory history = in.history(topic.topic());
            String there = HistoryStore.text(history.rule);
            if (there.equals(before)) {
                history.rule = HistoryStore.rule(rule);
            }
            return there.equals(before) || there.equals(rule);
        });
    }

    /** {@return no group: each step sees the rules} */
    @Override
    public Set<String> changed() {
        return Set.of();
    }

    @Override
    public HistoryPage search(TopicName topic, HistoryQuery query) {
        String cursor = query.cursor() == null ? String.valueOf(Long.MAX_VALUE / 10_000) : query.cursor();
        InvalidTaskException.require(
                NUMBER.matcher(cursor).matches(), "cursor", cursor, "must come from a page of a history");
        return store.read(topic.group(), in -> {
            MemoryHistory.Page page = in.history(topic.topic()).page(query, Long.parseLong(cursor));
            if (page.last() == null) {
                return new HistoryPage(page.records(), null, null);
            }
            Instant searchedTo = page.records().get(page.records().size() - 1).endedAt();
            return new HistoryPage(page.records(), page.last().toString(), searchedTo);
        });
    }

    @Override
    public List<HistoryCounts> counts(String group, Collection<String> topics) {
        return store.read(group, in -> topics.stream()
                .map(topic -> {
                    MemoryHistory history = in.history(topic);
                    TopicName name = new TopicName(group, topic);
                    return new HistoryCounts(name, history.rule, history.outcomes(), history.bytes(), 0);
                })
                .toList());
    }

    @Override
    public int forget(TopicName topic, String term) {
        return store.change(topic.group(), in -> in.history(topic.topic()).forget(term));
    }

    @Override
    public void clear(TopicName topic, boolean off) {
        store.change(topic.group(), in -> {
            MemoryHistory history = in.history(topic.topic());
            history.clear();
            history.rule = off ? null : history.rule;
            return true;
        });
    }
}
