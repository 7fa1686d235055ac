package io.delayqueue.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.monitor.RepeatingTasks;
import io.delayqueue.store.Backend;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.InstanceStore.Heartbeats;
import io.delayqueue.store.TestPorts;
import io.delayqueue.store.TestTasks;
import io.delayqueue.store.TopicStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Repeating tasks that were added by a declaration which no running instance has, and declarations without their task. */
class OrphansTests {

    private static final long NOW = 1_800_000_000_000L;

    private final List<TaskInfo> tasks = new ArrayList<>(List.of(task("nightly", true), task("added", false)));

    private final Map<String, String> heartbeats = new LinkedHashMap<>();

    private @Nullable String cursor = "cursor";

    private final AtomicInteger reads = new AtomicInteger();

    private static TaskInfo task(String id, boolean declared) {
        return new TaskInfo(
                new TopicName("g", "t"),
                id,
                TaskState.DELAYED,
                Instant.EPOCH,
                Instant.EPOCH,
                0,
                null,
                null,
                null,
                null,
                TestTasks.options(declared ? Map.of(TaskSchedule.HEADER, "declared") : Map.of(), null, null),
                null,
                List.of());
    }

    private void heartbeat(long at, String state) {
        heartbeats.put("i" + heartbeats.size(), "{\"at\":" + at + ",\"pushing\":true," + state + "}");
    }

    private RepeatingTasks page() {
        return page(null);
    }

    private RepeatingTasks page(@Nullable String after) {
        TopicStore topics = TestPorts.answering(TopicStore.class, (method, arguments) -> new TaskPage(tasks, cursor));
        InstanceStore instances = TestPorts.answering(InstanceStore.class, (method, arguments) -> {
            reads.incrementAndGet();
            return new Heartbeats(NOW, heartbeats);
        });
        Backend backend = TestPorts.answering(
                Backend.class, (method, arguments) -> method.getName().equals("topics") ? topics : instances);
        return new DefaultInspector(() -> backend, new PayloadCheck(null, null, null), new Repeats(null))
                .repeatingTasks("g", after, 10);
    }

    @Test
    void declaredTaskThatNoRunningInstanceDeclaresShouldBeAnOrphan() {
        heartbeat(NOW, "\"schedules\":[\"weekly\"]");
        heartbeat(NOW, "\"schedules\":[]");
        heartbeat(NOW - 60_000, "\"schedules\":[\"nightly\"]");
        assertThat(page()).isEqualTo(new RepeatingTasks(tasks, Set.of("nightly"), Map.of(), "cursor"));
        heartbeat(NOW, "\"schedules\":[\"nightly\"]");
        assertThat(page().orphans()).isEmpty();
    }

    @Test
    void noTaskShouldBeAnOrphanWhileDeclarationsAreNotKnown() {
        assertThat(page().orphans()).as("no instance").isEmpty();
        heartbeats.put("adder", "{\"at\":" + NOW + ",\"schedules\":[]}");
        assertThat(page().orphans()).as("only one that adds").isEmpty();
        heartbeat(NOW - 60_000, "\"schedules\":[]");
        assertThat(page().orphans()).as("one that is gone").isEmpty();
        heartbeat(NOW, "\"schedules\":[]");
        assertThat(page().orphans()).containsExactly("nightly");
        heartbeat(NOW, "\"host\":\"h\"");
        assertThat(page().orphans()).as("one of an earlier version").isEmpty();
    }

    @Test
    void declaredTaskThatIsNotThereShouldBeMissingWithTheRunningInstancesThatDeclareIt() {
        heartbeat(NOW, "\"schedules\":[\"nightly\",\"daily\"]");
        heartbeat(NOW, "\"schedules\":[\"monthly\",\"daily\"]");
        heartbeat(NOW, "\"host\":\"h\"");
        heartbeat(NOW - 60_000, "\"schedules\":[\"gone\"]");
        cursor = null;
        assertThat(page().missing())
                .containsExactly(Map.entry("daily", List.of("i0", "i1")), Map.entry("monthly", List.of("i1")));
        assertThat(reads).hasValue(1);
    }

    @Test
    void declaredTaskShouldBeMissingOnThePageOfItsId() {
        heartbeat(NOW, "\"schedules\":[\"a\",\"m\",\"n\",\"z\"]");
        cursor = "n";
        assertThat(page("a").missing()).containsOnlyKeys("m", "n");
        cursor = null;
        assertThat(page("n").missing()).containsOnlyKeys("z");
    }
}
