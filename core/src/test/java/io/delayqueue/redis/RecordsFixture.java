package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.store.AttemptRecord;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.StoreContract;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/** A topic whose history is kept for a week, in stores that know it. */
abstract class RecordsFixture extends StoreContract {

    static final String FAILURE =
            "{\"attempt\":1,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"a.B\",\"message\":\"no\",\"stack\":\"at a.B\"}";

    final Topology topology;

    final RedisCalls calls;

    final HistoryStore history;

    private final TaskStore store;

    RecordsFixture(Topology topology) {
        super(topology);
        this.topology = topology;
        this.calls = topology.calls();
        this.history = new RedisHistoryStore(calls);
        this.store = new RedisTaskStore(calls, Durability.MASTER_ONLY);
    }

    @Override
    protected TaskStore store() {
        return store;
    }

    @Override
    protected TopicStore topics() {
        return new RedisTopicStore(calls);
    }

    @BeforeEach
    void keepForAWeek() {
        declare(HistoryRule.of(Duration.ofDays(7), HistoryRule.MIN_SIZE));
    }

    void declare(HistoryRule rule) {
        String before = history.rules(group, List.of("t")).getOrDefault("t", "");
        assertThat(history.declare(topic, before, HistoryStore.text(rule))).isTrue();
    }

    String key(String name) {
        return "{" + group + "}:" + name;
    }

    static AttemptRecord record(String more) {
        return new AttemptRecord(1_000_000_000_000L, 3L, 12L, 1, more, true);
    }

    static Outcome recorded(Outcome outcome) {
        return outcome.with(record(""));
    }

    static Outcome finished(Delivery delivery) {
        return recorded(new Outcome.Finished(delivery));
    }

    List<TaskRecord> records() {
        List<TaskRecord> all = new ArrayList<>();
        HistoryQuery query = HistoryQuery.ALL.limit(100);
        HistoryPage page;
        do {
            page = history.search(topic, query);
            all.addAll(page.records());
            query = query.from(page.cursor());
        } while (page.cursor() != null);
        return all;
    }

    TaskRecord only() {
        assertThat(records()).hasSize(1);
        return records().get(0);
    }

    List<RecordedOutcome> outcomes() {
        return records().stream().map(TaskRecord::outcome).toList();
    }

    Map<RecordedOutcome, Long> ofOutcomes() {
        return history.counts(group, List.of("t")).get(0).outcomes();
    }

    long notKept() {
        return history.counts(group, List.of("t")).get(0).notKept();
    }
}
