package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.Tag;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.store.NewTask.AddMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** Steps of tests of histories: a topic whose records are kept for a week. */
public abstract class HistoryFixture extends KeysFixture {

    protected static final HistoryRule WEEK = HistoryRule.of(Duration.ofDays(7), 64 << 20);

    protected static final Tag ORDER = new Tag("order", "42=a:b");

    protected static final AttemptRecord RECORD = record("");

    private String rule = "";

    protected HistoryFixture(StoreUnderTest underTest) {
        super(underTest);
    }

    @BeforeEach
    void keepForAWeek() {
        declare(WEEK);
    }

    protected HistoryStore history() {
        return underTest().history();
    }

    protected void declare(@Nullable HistoryRule declared) {
        String text = HistoryStore.text(declared);
        assertThat(history().declare(topic, rule, text)).isTrue();
        rule = text;
    }

    protected static AttemptRecord record(String more) {
        return new AttemptRecord(1_000_000_000_000L, 3L, 12L, 2, more, true);
    }

    protected static NewTask replacing(String id, long longestWait) {
        String options = longestWait == 0 ? "" : ",{\"longestWait\":" + longestWait + "}";
        byte[] detail = ("\"t:k\",\"" + id + "\"" + options + "]").getBytes(UTF_8);
        AddMode mode = new AddMode(Priority.NORMAL, IfExists.REPLACE, false, 0, 0, longestWait);
        return new NewTask("t", id, 60_000, true, detail, mode);
    }

    /** Adds a task with a tag, and without a key unless that is not empty; and leases it. */
    protected void leaseTagged(String id, String key, Tag tag) {
        ready(TestTasks.task("t", id, 1, false, detail("t:" + key + "\\t" + tag, id)));
        assertThat(lease()).containsExactly(id);
    }

    /** Adds tasks of the key "k", one after another, and ends each. */
    protected void run(Function<Delivery, Outcome> outcome, String... ids) {
        for (String id : ids) {
            ready(id);
            assertThat(lease()).containsExactly(id);
            end(outcome, id);
        }
    }

    protected void finishAll(String... ids) {
        run(one -> new Outcome.Finished(one, RECORD), ids);
    }

    protected static Outcome dead(Delivery delivery) {
        return new Outcome.Dead(delivery, ERROR, true, RECORD);
    }

    protected List<TaskRecord> records() {
        return records(HistoryQuery.ALL);
    }

    protected List<TaskRecord> records(HistoryQuery query) {
        List<TaskRecord> records = new ArrayList<>();
        HistoryQuery next = query;
        HistoryPage page;
        do {
            page = history().search(topic, next);
            assertThat(page.records()).hasSizeLessThanOrEqualTo(query.limit());
            records.addAll(page.records());
            next = next.from(page.cursor());
        } while (page.cursor() != null);
        return records;
    }

    protected TaskRecord only() {
        assertThat(records()).hasSize(1);
        return records().get(0);
    }

    protected List<String> ids(HistoryQuery query) {
        return records(query).stream().map(TaskRecord::id).toList();
    }

    protected List<RecordedOutcome> outcomes() {
        return records().stream().map(TaskRecord::outcome).toList();
    }

    protected HistoryCounts numbers() {
        return history().counts(group, List.of("t")).get(0);
    }
}
