package io.delayqueue.memory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.store.AuditStore.Page;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.SetClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Behaviour of the store in memory beyond the contracts of stores. */
class InMemoryBackendTests {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final TopicName TOPIC = new TopicName("g", "t");

    private static final TopicName OTHER = new TopicName("h", "u");

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final SetClock clock = new SetClock(START);

    private final InMemoryBackend backend = new InMemoryBackend(clock);

    private void add(TopicName topic, String id, long delay) {
        byte[] detail = ("\"" + topic.topic() + "\",1]").getBytes(UTF_8);
        backend.tasks().add(topic.group(), List.of(TestTasks.task(topic.topic(), id, delay, true, detail)));
    }

    private void push(TopicName topic) {
        backend.tasks().push(topic.group(), "i", List.of(), ExpectedTime.NONE);
    }

    private List<Delivery> reserve(TopicName topic, int number) {
        return backend.tasks().reserve(topic, "i", LEASE, number).tasks().stream()
                .map(ReservedTask::delivery)
                .toList();
    }

    private @Nullable Instant next(TopicName... topics) {
        return backend.next(Arrays.stream(topics).map(TopicName::group).toList());
    }

    // --- the next time to push

    @Test
    void claimOfBeforeTheClockWasSetBackIsTakenOver() {
        assertThat(backend.tasks()
                        .push("g", "gone", List.of(), ExpectedTime.NONE)
                        .elected())
                .isTrue();
        clock.set(START.minus(Duration.ofMinutes(10)));
        assertThat(backend.tasks()
                        .push("g", "two", List.of(), ExpectedTime.NONE)
                        .elected())
                .isTrue();
        assertThat(backend.tasks()
                        .push("g", "three", List.of(), ExpectedTime.NONE)
                        .elected())
                .isFalse();
    }

    @Test
    void theNextIsTheFirstTaskOrTheFirstEndOfALease() {
        assertThat(next(TOPIC, OTHER)).isNull();
        add(TOPIC, "a", 60_000);
        add(OTHER, "b", 50_000);
        assertThat(next(TOPIC)).isEqualTo(START.plusSeconds(60));
        assertThat(next(TOPIC, OTHER)).isEqualTo(START.plusSeconds(50));
        add(TOPIC, "c", 0);
        assertThat(next(TOPIC)).isEqualTo(START);
        push(TOPIC);
        assertThat(next(TOPIC)).isEqualTo(START.plusSeconds(60));
        reserve(TOPIC, 1);
        assertThat(next(TOPIC)).isEqualTo(START.plusSeconds(30));
        clock.pass(Duration.ofHours(1));
        assertThat(next(TOPIC)).as("though it is over").isEqualTo(START.plusSeconds(30));
        push(TOPIC);
        assertThat(next(TOPIC)).isNull();
    }

    @Test
    void theFirstReadyTopicIsThatOfTheTaskThatWasDueFirst() {
        assertThat(backend.firstReady(List.of(TOPIC, OTHER))).isNull();
        add(OTHER, "late", 1);
        add(TOPIC, "early", 0);
        clock.pass(Duration.ofSeconds(1));
        push(OTHER);
        assertThat(backend.firstReady(List.of(TOPIC, OTHER))).isEqualTo(OTHER);
        push(TOPIC);
        assertThat(backend.firstReady(List.of(OTHER, TOPIC))).isEqualTo(TOPIC);
        assertThat(backend.firstReady(List.of(OTHER))).isEqualTo(OTHER);
        backend.topics().pause(TOPIC);
        assertThat(backend.firstReady(List.of(TOPIC, OTHER))).isEqualTo(OTHER);
    }

    @Test
    void ofTasksDueTogetherThatOfTheFirstIdShouldBeFirst() {
        TopicName beside = new TopicName("g", "z");
        add(TOPIC, "b", 0);
        add(beside, "a", 0);
        push(TOPIC);
        assertThat(backend.firstReady(List.of(TOPIC, beside))).isEqualTo(beside);
        reserve(beside, 1);
        assertThat(backend.firstReady(List.of(TOPIC, beside))).isEqualTo(TOPIC);
    }

    @Test
    void theFirstReadyTaskIsTheOneThatIsReservedNext() {
        AddMode low = TestTasks.mode(Priority.LOW, IfExists.KEEP, false);
        AddMode high = TestTasks.mode(Priority.HIGH, IfExists.KEEP, false);
        byte[] detail = "\"t\",null]".getBytes(UTF_8);
        backend.tasks()
                .add(
                        "g",
                        List.of(
                                new NewTask("t", "low", 0, true, detail, low),
                                new NewTask("t", "high", 5, true, detail, high)));
        add(OTHER, "between", 3);
        clock.pass(Duration.ofMillis(10));
        push(TOPIC);
        push(OTHER);
        assertThat(backend.firstReady(List.of(TOPIC, OTHER))).isEqualTo(OTHER);
        assertThat(reserve(TOPIC, 1)).extracting(Delivery::id).containsExactly("high");
        assertThat(backend.firstReady(List.of(TOPIC, OTHER))).isEqualTo(TOPIC);
    }

    // --- all tasks, and none

    @Test
    void allTasksShouldComeInTheOrderOfTheirTimesThenOfTheirIds() {
        add(TOPIC, "z", 1_000);
        add(OTHER, "y", 1_000);
        add(TOPIC, "b", 0);
        add(OTHER, "x", 1_000);
        add(TOPIC, "a", 0);
        push(TOPIC);
        List<Delivery> both = reserve(TOPIC, 2);
        backend.tasks().acknowledge("g", List.of(new Outcome.Retry(both.get(0), 2_000, "{}", true)));
        assertThat(backend.allTasks()).extracting(TaskInfo::id).containsExactly("b", "x", "y", "z", "a");
        assertThat(backend.allTasks())
                .extracting(TaskInfo::state)
                .startsWith(TaskState.RESERVED)
                .endsWith(TaskState.DELAYED);
    }

    @Test
    void clearingLeavesNothingButTheRegister() {
        backend.registry().register(TOPIC.group(), List.of(TOPIC.topic()));
        add(TOPIC, "dead", 0);
        add(TOPIC, "reserved", 0);
        push(TOPIC);
        List<Delivery> old = reserve(TOPIC, 2);
        backend.tasks().acknowledge("g", List.of(new Outcome.Dead(old.get(0), "{}")));
        add(TOPIC, "ready", 0);
        push(TOPIC);
        add(OTHER, "delayed", 1_000);
        backend.topics().pause(TOPIC);
        backend.instances().heartbeat("g", "i", "{\"n\":1}");
        backend.signals().interruptWait("g", "i");

        backend.clear();

        assertThat(backend.allTasks()).isEmpty();
        assertThat(backend.topics().count("g", List.of())).isEmpty();
        assertThat(backend.topics().count("g", List.of("t")))
                .containsExactly(new TaskCounts(TOPIC, 0, 0, 0, 0, false, null, Duration.ZERO, 0, 0));
        assertThat(backend.next(List.of("g", "h"))).isNull();
        assertThat(backend.instances().heartbeats("g").all()).isEmpty();
        assertThat(backend.registry().topics("g")).containsExactly("t");
        assertThat(backend.tasks()
                        .push("g", "other", List.of(), ExpectedTime.NONE)
                        .elected())
                .isTrue();
        assertThat(backend.tasks()
                        .acknowledge(
                                "g", old.stream().map(Outcome.Finished::new).toList()))
                .isEqualTo(old);
        add(TOPIC, "reserved", 0);
        backend.tasks().push("g", "other", List.of(), ExpectedTime.NONE);
        assertThat(backend.signals().await(List.of(new TopicName("g", "t")), "i", Duration.ZERO))
                .isEqualTo(new TopicName("g", "t"));
        assertThat(reserve(TOPIC, 1)).singleElement().satisfies(delivery -> assertThat(old)
                .extracting(Delivery::number)
                .doesNotContain(delivery.number()));
    }

    @Test
    void whatComesAfterAClearIsWhatCameAtFirst() {
        List<List<String>> rounds = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            List<NewTask> tasks = new ArrayList<>();
            for (int i = 0; i < 90; i++) {
                AddMode mode = TestTasks.mode(Priority.values()[i % 3], IfExists.KEEP, false);
                tasks.add(new NewTask("t", "a" + i, 0, true, "\"t\",null]".getBytes(UTF_8), mode));
            }
            backend.tasks().add("g", tasks);
            push(TOPIC);
            List<String> order = new ArrayList<>();
            while (backend.firstReady(List.of(TOPIC)) != null) {
                reserve(TOPIC, 1).forEach(delivery -> order.add(delivery.id()));
            }
            rounds.add(order);
            backend.clear();
        }
        assertThat(rounds.get(1)).hasSize(90).isEqualTo(rounds.get(0));
    }

    @Test
    void closingLeavesTheStoreToOthers() {
        add(TOPIC, "a", 0);
        backend.close();
        push(TOPIC);
        assertThat(reserve(TOPIC, 1)).hasSize(1);
        assertThat(backend.address()).isEqualTo("memory");
    }

    // --- time

    @Test
    void aDelayCountsFromTheMillisecondThatHasNotBegun() {
        clock.pass(Duration.ofNanos(1_000));
        add(TOPIC, "a", 10);
        TaskInfo task = backend.tasks().find("g", List.of("a")).get(0);
        assertThat(task).isNotNull();
        assertThat(task.dueAt()).isEqualTo(START.plusMillis(11));
        clock.pass(Duration.ofMillis(10));
        assertThat(backend.tasks().push("g", "i", List.of(), ExpectedTime.NONE).waitMicros())
                .isEqualTo(999);
        clock.pass(Duration.ofNanos(999_000));
        assertThat(backend.tasks().push("g", "i", List.of(), ExpectedTime.NONE).due())
                .isEqualTo(1);
    }

    @Test
    void aVanishedPushersClaimEndsASecondAfterItsWait() {
        backend.tasks().push("g", "gone", List.of(), ExpectedTime.NONE);
        clock.pass(Duration.ofMillis(2_000));
        assertThat(backend.tasks().push("g", "i", List.of(), ExpectedTime.NONE).elected())
                .isFalse();
        clock.pass(Duration.ofMillis(1));
        assertThat(backend.tasks().push("g", "i", List.of(), ExpectedTime.NONE).elected())
                .isTrue();
        assertThat(backend.tasks().push("g", "i", List.of(), ExpectedTime.NONE).nextTopic())
                .isNull();
        add(TOPIC, "a", 60_000);
        assertThat(backend.tasks().push("g", "i", List.of(), ExpectedTime.NONE).nextTopic())
                .as("while another has asked")
                .isNull();
        clock.pass(Duration.ofMillis(3_000));
        assertThat(backend.tasks().push("g", "i", List.of(), ExpectedTime.NONE).nextTopic())
                .isEqualTo("t");
    }

    @Test
    void silentInstancesAreForgotten() {
        backend.instances().heartbeat("g", "silent", "{\"n\":1}");
        clock.pass(Duration.ofMinutes(9));
        backend.instances().heartbeat("g", "i", "{\"n\":1}");
        clock.pass(Duration.ofMinutes(2));
        assertThat(backend.instances().heartbeats("g").all()).hasSize(2);
        assertThat(backend.instances().heartbeat("g", "i", "{\"n\":2}")).isTrue();
        assertThat(backend.instances().heartbeats("g").all()).containsOnlyKeys("i");
        clock.pass(Duration.ofSeconds(31));
        assertThat(backend.instances().heartbeat("g", "i", "{\"n\":3}")).isFalse();
        clock.pass(Duration.ofDays(1).plusMillis(1));
        assertThat(backend.instances().heartbeats("g").all()).isEmpty();
    }

    // --- all or nothing, and the audit

    @Test
    void aStepThatFailsHasChangedNothing() {
        add(TOPIC, "a", 0);
        add(TOPIC, "b", 0);
        push(TOPIC);
        List<Delivery> both = reserve(TOPIC, 2);
        List<TaskInfo> before = backend.allTasks();
        Outcome.NextOccurrence good = new Outcome.NextOccurrence(both.get(0), Timing.DELAY, 1_000, null);
        Outcome.NextOccurrence bad = new Outcome.NextOccurrence(both.get(1), Timing.RATE, 0, null);
        assertThatThrownBy(() -> backend.tasks().acknowledge("g", List.of(good, bad)))
                .isInstanceOf(ArithmeticException.class);
        assertThat(backend.allTasks()).isEqualTo(before);
        NewTask task = TestTasks.task("t", "c", 0, true, "\"t\",null]".getBytes(UTF_8));
        NewTask none = new NewTask("t", "d", 0, true, task.detail(), null);
        assertThatThrownBy(() -> backend.tasks().add("g", List.of(task, none))).isInstanceOf(RuntimeException.class);
        assertThat(backend.allTasks()).isEqualTo(before);
    }

    @Test
    void anAuditCountsAndFindsNothing() {
        for (int i = 0; i < 450; i++) {
            add(TOPIC, "a" + i, 60_000);
        }
        Page first = backend.audit().tasks("g", null);
        Page second = backend.audit().tasks("g", first.next());
        Page third = backend.audit().tasks("g", second.next());
        assertThat(List.of(first, second, third)).extracting(Page::looked).containsExactly(200, 200, 50);
        assertThat(third.next()).isNull();
        assertThat(third.topics()).isEqualTo(Map.of("t", 50L));
        Page members = backend.audit().members("g", TaskState.DELAYED, "t", null);
        assertThat(members.looked()).isEqualTo(200);
        members = backend.audit().members("g", TaskState.DELAYED, "t", members.next());
        members = backend.audit().members("g", TaskState.DELAYED, "t", members.next());
        assertThat(members.looked()).isEqualTo(50);
        assertThat(members.next()).isNull();
        assertThat(backend.audit().topics("g")).containsExactly("t");
    }

    // --- what is remembered

    @Test
    void groupsThatAreOnlyReadAreNotKept() {
        TopicName read = new TopicName("read", "t");
        backend.next(List.of("read"));
        backend.firstReady(List.of(read));
        backend.tasks().find("read", List.of("a"));
        backend.topics().count("read", List.of());
        backend.topics().list(read, TaskState.DELAYED, null, 10, true);
        backend.audit().tasks("read", null);
        backend.audit().members("read", TaskState.READY, "t", null);
        backend.audit().topics("read");
        assertThat(backend.store().groups()).isEmpty();
        add(read, "a", 0);
        assertThat(backend.store().groups()).hasSize(1);
        assertThat(backend.tasks().find("read", List.of("a"))).doesNotContainNull();
    }
}
