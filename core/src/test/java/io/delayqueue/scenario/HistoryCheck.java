package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TopicHistory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Holds histories to a ledger: every task that has ended has its record, once, and a tag finds it. */
final class HistoryCheck {

    private static final HistoryRule RULE = HistoryRule.of(Duration.ofDays(1), 1L << 30);

    private static final List<Tag> TAGS =
            IntStream.range(0, 4).mapToObj(i -> new Tag("part", "" + i)).toList();

    private HistoryCheck() {}

    /** Declares histories of the topics of the tests in these groups. */
    static Consumer<DelayQueueEngineBuilder> keeping(Collection<String> groups) {
        return builder -> groups.forEach(group -> builder.history(new TopicName(group, TestEngines.TOPIC), RULE));
    }

    /** Gives a task one of the tags. */
    static Task tagged(TaskBuilder task) {
        Tag tag = TAGS.get(ThreadLocalRandom.current().nextInt(TAGS.size()));
        return task.tag(tag.name(), tag.value()).build();
    }

    /** Waits for the ends of all tasks that were confirmed, and fails unless each has one record, and each record is that of a task which ran. */
    static void assertEachHasOneRecord(DelayQueueEngine engine, Collection<String> groups, Ledger ledger) {
        List<TopicHistory> histories = groups.stream()
                .map(group -> engine.inspector().history(new TopicName(group, TestEngines.TOPIC)))
                .toList();
        await().untilAsserted(() -> check(histories, ledger));
    }

    private static void check(List<TopicHistory> histories, Ledger ledger) {
        List<String> recorded = ids(histories, HistoryQuery.ALL);
        Set<String> without = new TreeSet<>(ledger.confirmed());
        recorded.forEach(without::remove);
        assertThat(without).as("tasks without a record").isEmpty();
        Set<String> once = new TreeSet<>();
        assertThat(recorded)
                .as("records of one task")
                .filteredOn(id -> !once.add(id))
                .isEmpty();
        ledger.runs().forEach(run -> once.remove(run.id()));
        assertThat(once).as("records of tasks that did not run").isEmpty();
        List<String> tagged = new ArrayList<>();
        TAGS.forEach(tag -> tagged.addAll(ids(histories, HistoryQuery.ALL.tag(tag))));
        assertThat(tagged.stream().sorted().toList())
                .as("records by tags")
                .isEqualTo(recorded.stream().sorted().toList());
        long counted = 0;
        for (TopicHistory history : histories) {
            assertThat(history.counts().notKept())
                    .as("records that were not kept")
                    .isZero();
            counted += history.counts().records();
        }
        assertThat(counted).as("number of records").isEqualTo(recorded.size());
    }

    private static List<String> ids(List<TopicHistory> histories, HistoryQuery query) {
        List<String> ids = new ArrayList<>();
        for (TopicHistory history : histories) {
            HistoryQuery next = query.limit(HistoryQuery.MAX_PAGE);
            HistoryPage page;
            do {
                page = history.list(next);
                for (TaskRecord record : page.records()) {
                    assertThat(record.outcome()).isEqualTo(RecordedOutcome.FINISHED);
                    ids.add(record.id());
                }
                next = next.from(page.cursor());
            } while (page.cursor() != null);
        }
        return ids;
    }
}
