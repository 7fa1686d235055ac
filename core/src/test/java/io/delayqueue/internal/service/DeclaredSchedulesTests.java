package io.delayqueue.internal.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RepeatResult;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.TaskDetail;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeclaredSchedulesTests {

    private final List<String> added = new ArrayList<>();

    private final Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();

    private final Set<String> recorded = new HashSet<>();

    private final Map<String, TaskInfo> dead = new HashMap<>();

    private final Set<String> removed = new HashSet<>();

    private final Backend backend =
            TestPorts.answering(Backend.class, (method, arguments) -> switch (method.getName()) {
                case "registry" -> TestPorts.answering(RegistryStore.class, this::ofRegistry);
                case "tasks" -> TestPorts.answering(TaskStore.class, (asked, ids) -> find((List<?>) ids[1]));
                default -> throw new AssertionError(method);
            });

    private final DeclaredSchedules schedules = new DeclaredSchedules(
            TestPorts.answering(DelayQueueService.class, (method, arguments) -> {
                RuntimeException failure = failures.poll();
                if (failure != null) {
                    throw failure;
                }
                return switch (method.getName()) {
                    case "addTask" -> add((Task) arguments[0]);
                    case "changeRepeat" -> new RepeatResult(RepeatResult.Outcome.CHANGED, (Repeat) arguments[3]);
                    case "findTask" -> Optional.ofNullable(dead.get(arguments[1]));
                    case "requeueDeadLetter" -> dead.remove(arguments[1]) != null;
                    default -> throw new AssertionError(method);
                };
            }),
            backend);

    private AddResult add(Task task) {
        added.add(task.id());
        boolean existed = dead.containsKey(task.id());
        return new AddResult(task.id(), existed ? AddResult.Outcome.EXISTED : AddResult.Outcome.ADDED, Instant.EPOCH);
    }

    private List<@Nullable TaskInfo> find(List<?> ids) {
        List<@Nullable TaskInfo> found = new ArrayList<>();
        ids.forEach(id ->
                found.add(removed.contains(id) ? null : dead.getOrDefault(id, info((String) id, TaskState.DELAYED))));
        return found;
    }

    private static TaskInfo info(String id, TaskState state) {
        return TaskDetail.readForDisplay("[0,\"t\",1,{}]".getBytes(UTF_8), false)
                .info("g", "t", id, state, 0, 1, null, 0, null, List.of());
    }

    private @Nullable Object ofRegistry(Method method, @Nullable Object @Nullable [] arguments) {
        if (method.getName().equals("recordDeclared")) {
            recorded.add((String) arguments[1]);
            return null;
        }
        Set<Object> missing = new HashSet<>((List<?>) arguments[1]);
        missing.removeAll(recorded);
        return missing;
    }

    private void add(String id) {
        schedules.add(TaskSchedule.of(Task.of("g", "t")
                .id(id)
                .repeat(Repeat.fixedRate(Duration.ofHours(1)))
                .build()));
    }

    @Test
    void taskForWhichTheStoreFailsShouldBeDeclaredLaterAndNotStopTheOthers() {
        add("a");
        add("b");
        failures.add(new TaskStoreUnavailableException("away", new RuntimeException()));
        schedules.declare();
        assertThat(added).hasSize(1);
        schedules.restore();
        schedules.restore();
        assertThat(added).as("each once").containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void taskThatBreaksARuleShouldStopTheStart() {
        add("a");
        failures.add(InvalidTaskException.of("repeat", "x", "is no cron expression"));
        assertThatThrownBy(schedules::declare).isInstanceOf(InvalidTaskException.class);
    }

    @Test
    void taskThatTheStoreHasLostShouldBeDeclaredAgainAndOneThatWasRemovedShouldNot() {
        add("lost");
        add("removed");
        schedules.restore();
        assertThat(added).as("before the start").isEmpty();
        schedules.declare();
        added.clear();
        schedules.restore();
        assertThat(added).isEmpty();
        recorded.remove("lost");
        schedules.restore();
        assertThat(added).containsExactly("lost");
        assertThat(recorded).containsExactlyInAnyOrder("lost", "removed");
    }

    @Test
    void deadLetterShouldBeReportedAndRequeuedByADeclaration() {
        add("a");
        TaskInfo letter = info("a", TaskState.DEAD);
        dead.put("a", letter);
        try (LogLines log = new LogLines(DeclaredSchedules.class)) {
            schedules.declare();
            assertThat(dead).isEmpty();
            assertThat(log.with(""))
                    .singleElement()
                    .asString()
                    .startsWith("WARN ")
                    .contains(" a of g/t ");
        }
        dead.put("a", letter);
        schedules.restore();
        assertThat(schedules.dead()).containsExactly("g/t a");
        dead.clear();
        schedules.restore();
        assertThat(schedules.dead()).isEmpty();
    }

    @Test
    void removedTaskShouldBeReportedUntilItIsRestored() {
        add("a");
        add("b");
        schedules.declare();
        schedules.restore();
        assertThat(schedules.missing()).isEmpty();
        removed.add("b");
        schedules.restore();
        assertThat(schedules.missing()).containsExactly("g/t b");
        recorded.remove("b");
        added.clear();
        assertThat(schedules.restore("g", "b")).isTrue();
        assertThat(added).containsExactly("b");
        assertThat(recorded).contains("b");
        removed.clear();
        schedules.restore();
        assertThat(schedules.missing()).isEmpty();
        assertThat(schedules.restore("g", "none")).isFalse();
        assertThat(schedules.restore("none", "b")).isFalse();
        assertThat(added).containsExactly("b");
    }

    /** It is added in the same round. */
    @Test
    void taskThatTheStoreHasLostShouldNotBeReportedAsRemoved() {
        add("lost");
        schedules.declare();
        recorded.remove("lost");
        removed.add("lost");
        schedules.restore();
        assertThat(schedules.missing()).isEmpty();
    }
}
