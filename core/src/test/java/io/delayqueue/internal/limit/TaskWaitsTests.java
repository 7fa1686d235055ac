package io.delayqueue.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.monitor.TaskWait.Reason;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicKeys;
import io.delayqueue.monitor.TopicKeys.KeyTasks;
import io.delayqueue.store.Backend;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.InstanceStore.Heartbeats;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.Rules;
import io.delayqueue.store.Rules.LeaseRule;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.store.TestTasks;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reasons that follow from the counts, the limits, the rule and the keys of a topic. */
class TaskWaitsTests {

    private static final TopicName TOPIC = new TopicName("orders", "sync");

    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static final KeyOrder TWO = new KeyOrder(2, KeyOrder.OnRetry.BLOCK_KEY);

    private TaskCounts counts = counts(3, 0, Duration.ZERO);

    private LeaseRule rule = new LeaseRule(List.of(), null, 1, 0);

    private List<LimitInfo> limits = List.of();

    /** Ready tasks. */
    private List<TaskInfo> ready = List.of();

    /** Ids of the tasks of the key. */
    private List<String> ofKey = List.of();

    private final TopicStore topics =
            TestPorts.answering(TopicStore.class, (method, arguments) -> switch (method.getName()) {
                case "forecast" -> List.of(new TopicForecast(counts, NOW, List.of()));
                case "list" -> new TaskPage(ready, null);
                case "keys" -> new TopicKeys(TWO, 3, List.of(new KeyTasks("hot", List.of("a", "b"), 3)));
                case "tasksOfKey" -> {
                    assertThat(arguments[1]).isEqualTo("hot");
                    yield ofKey.stream()
                            .limit((int) arguments[2])
                            .map(id -> task(id, TaskState.READY, "hot"))
                            .toList();
                }
                default -> throw new AssertionError(method);
            });

    private final LimitStore store = TestPorts.answering(LimitStore.class, (method, arguments) -> {
        if (method.getName().equals("list")) {
            return limits;
        }
        assertThat(arguments[1]).as("one field would be written").isNull();
        return change(arguments[2]).apply(new Rules("orders", Map.of("sync", "0|" + rule.text())));
    });

    private final InstanceStore instances =
            TestPorts.answering(InstanceStore.class, (method, arguments) -> new Heartbeats(1_000, Map.of()));

    private final TaskStore tasks = TestPorts.answering(TaskStore.class, (method, arguments) -> NOW.toEpochMilli() - 1);

    private final Backend backend =
            TestPorts.answering(Backend.class, (method, arguments) -> Stream.of(topics, store, instances, tasks)
                    .filter(method.getReturnType()::isInstance)
                    .findFirst()
                    .orElseThrow());

    @SuppressWarnings("unchecked")
    private static Function<Rules, Object> change(Object argument) {
        return (Function<Rules, Object>) argument;
    }

    private static TaskCounts counts(long ready, long behind, Duration overdue) {
        return new TaskCounts(TOPIC, 0, ready, 1, 0, false, null, overdue, behind, 0);
    }

    private static TaskInfo task(String id, TaskState state, @Nullable String key) {
        return task(id, state, key, NOW);
    }

    private static TaskInfo task(String id, TaskState state, @Nullable String key, Instant due) {
        Task.Options options = TestTasks.options(Map.of(), key, null);
        return new TaskInfo(TOPIC, id, state, due, NOW, 0, null, null, null, null, options, null, List.of());
    }

    private @Nullable TaskWait why(String id, @Nullable String key) {
        return TaskWaits.of(backend, task(id, TaskState.READY, key));
    }

    private static TaskWait key(String... ids) {
        return new TaskWait(Reason.KEY, null, null, List.of(ids), 0);
    }

    private static TaskWait behind(long others) {
        return new TaskWait(Reason.BEHIND_OTHERS, null, null, List.of(), others);
    }

    @Test
    void taskBehindItsKeyShouldWaitForTheTasksThatHoldThePlaces() {
        rule = new LeaseRule(List.of(), TWO, 1, 0);
        counts = counts(3, 1, Duration.ZERO);
        ofKey = List.of("a", "b", "c");
        assertThat(why("c", "hot")).isEqualTo(key("a", "b"));
        assertThat(why("b", "hot")).isEqualTo(behind(2));
        assertThat(why("d", null)).isEqualTo(behind(2));
        counts = counts(3, 0, Duration.ZERO);
        assertThat(why("c", "hot")).isEqualTo(behind(2));
    }

    @Test
    void topicWhoseReadyTasksAreAllBehindShouldWaitForTheHottestKey() {
        rule = new LeaseRule(List.of(), TWO, 1, 0);
        counts = counts(3, 3, Duration.ZERO);
        assertThat(TaskWaits.of(backend, TOPIC)).isEqualTo(key("a", "b"));
        counts = counts(4, 3, Duration.ZERO);
        assertThat(TaskWaits.of(backend, TOPIC)).isEqualTo(behind(3));
    }

    @Test
    void batchShouldWaitForItsLeastTasksUntilTheOldestHasWaited() {
        rule = new LeaseRule(List.of(), null, 4, 2_000);
        counts = counts(3, 0, Duration.ofMillis(500));
        TaskWait batch = TaskWait.until(Reason.BATCH, NOW.plusMillis(1_500));
        assertThat(why("a", null)).isEqualTo(batch);
        assertThat(TaskWaits.of(backend, TOPIC)).isEqualTo(batch);
        counts = counts(4, 0, Duration.ofMillis(500));
        assertThat(why("a", null)).isEqualTo(behind(3));
        counts = counts(4, 1, Duration.ofMillis(500));
        assertThat(why("a", null)).as("one is behind").isEqualTo(behind(3));
        counts = counts(3, 0, Duration.ofMillis(2_000));
        assertThat(why("a", null)).as("the wait is over").isEqualTo(behind(2));
    }

    @Test
    void batchShouldNotWaitIfItsTasksAreReadyBeforeTheirTimes() {
        rule = new LeaseRule(List.of(), null, 4, 2_000);
        ready = List.of(task("a", TaskState.READY, null, NOW.plusMillis(2)));
        assertThat(why("a", null)).isEqualTo(behind(2));
        counts = counts(3, 0, Duration.ofMillis(1));
        assertThat(why("a", null))
                .as("another one is not")
                .isEqualTo(TaskWait.until(Reason.BATCH, NOW.plusMillis(1_999)));
    }

    @Test
    void reasonShouldBeTheFirstOneThatHolds() {
        rule = new LeaseRule(List.of(), TWO, 4, 2_000);
        counts = counts(3, 2, Duration.ZERO);
        ofKey = List.of("a", "b", "c");
        assertThat(why("c", "hot")).isEqualTo(key("a", "b"));
        limits = List.of(
                new LimitInfo(Limit.of("orders", "sync").concurrency(1), null, 1, 3, null, null, List.of("sync")));
        assertThat(why("c", "hot")).extracting(TaskWait::reason).isEqualTo(Reason.LIMIT);
        counts = new TaskCounts(TOPIC, 0, 3, 1, 0, true, NOW, Duration.ZERO, 2, 0);
        assertThat(why("c", "hot")).isEqualTo(TaskWait.until(Reason.HELD, NOW));
        assertThat(TaskWaits.of(backend, task("c", TaskState.DELAYED, "hot")))
                .isEqualTo(TaskWait.until(Reason.NOT_DUE, NOW));
        assertThat(TaskWaits.of(backend, task("c", TaskState.RESERVED, "hot"))).isNull();
    }
}
