package io.delayqueue.internal.service;

import static java.util.Objects.requireNonNull;

import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TopicHistory;
import io.delayqueue.store.Backend;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.StoredRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Checks arguments, and finds a record page by page. */
record DefaultTopicHistory(Supplier<Backend> backend, TopicName topic) implements TopicHistory {

    @Override
    public Optional<TaskRecord> find(String id) {
        HistoryQuery query = HistoryQuery.ALL.id(Task.requireId(id)).limit(1);
        HistoryPage page;
        do {
            page = list(query);
            query = query.from(page.cursor());
        } while (page.records().isEmpty() && page.cursor() != null);
        return page.records().stream().findFirst();
    }

    @Override
    public HistoryPage list(HistoryQuery query) {
        requireNonNull(query, "query must not be null");
        return history().search(topic, query);
    }

    @Override
    public HistoryCounts counts() {
        return history().counts(topic.group(), List.of(topic.topic())).get(0);
    }

    @Override
    public int forget(String id) {
        return history().forget(topic, Task.requireId(id));
    }

    @Override
    public int forget(Tag tag) {
        requireNonNull(tag, "tag must not be null");
        return history().forget(topic, tag.toString());
    }

    @Override
    public int forgetKey(String key) {
        return history().forget(topic, StoredRecord.key(Task.requireKey(key)));
    }

    @Override
    public void clear(boolean off) {
        history().clear(topic, off);
    }

    private HistoryStore history() {
        return backend.get().history();
    }
}
