package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.IfExists;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RescheduleResult.Outcome;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskExistsException;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicOperations;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Operations on tasks while engines run them. */
class OperationsIT {

    private static final Duration LATER = Duration.ofHours(1);

    private static final Duration SOON = Duration.ofMillis(500);

    /** Longer than a few calls take on a busy machine. */
    private static final Duration WHILE = Duration.ofSeconds(5);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger();

    private final Queue<Object> payloads = new ConcurrentLinkedQueue<>();

    private final Map<String, TaskContext> running = new ConcurrentHashMap<>();

    /** Opened to let the callbacks of tasks named "hold..." end. */
    private final CountDownLatch gate = new CountDownLatch(1);

    private volatile boolean failing = true;

    private final DelayQueueEngine engine = start();

    private final DelayQueueService service = engine.service();

    private final TopicOperations topic = service.topic(engines.group(), TestEngines.TOPIC);

    @AfterEach
    void close() {
        gate.countDown();
    }

    private DelayQueueEngine start() {
        return engines.start(engines.consuming(this::call, 4));
    }

    private void call(@Nullable Object payload, TaskContext context) throws InterruptedException {
        ledger.call("", context);
        if (payload != null) {
            payloads.add(payload);
        }
        if (context.id().startsWith("hold")) {
            running.put(context.id(), context);
            try {
                assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
            } finally {
                running.remove(context.id());
            }
        }
        if (context.id().startsWith("dead") && failing) {
            throw new RejectTaskException("no");
        }
    }

    private void add(String id, Duration delay) {
        ledger.added(
                service.addTask(engines.builder().id(id).delay(delay).build()).id());
    }

    private @Nullable TaskInfo find(String id) {
        return service.findTask(engines.group(), id).orElse(null);
    }

    private void awaitState(String id, TaskState state) {
        await().until(() -> service.findTask(engines.group(), id)
                .filter(task -> task.state() == state)
                .isPresent());
    }

    private TaskInfo remove(String id) {
        return service.removeTask(engines.group(), id).orElseThrow();
    }

    private void assertRunsStay(int number) {
        await().during(SOON.plusMillis(300)).until(() -> ledger.size() == number);
    }

    private void audit() {
        engine.stop();
        new GroupAudit(server.client(), engines.group()).check();
    }

    // --- remove

    @Test
    void aDelayedTaskThatIsRemovedNeverRuns() {
        add("a", WHILE);
        assertThat(remove("a").state()).isEqualTo(TaskState.DELAYED);
        assertThat(service.removeTask(engines.group(), "a")).isEmpty();
        assertThat(find("a")).isNull();
        add("next", WHILE);
        await().until(() -> ledger.runsOf("next").size() == 1);
        assertRunsStay(1);
        audit();
    }

    @Test
    void aReadyTaskThatIsRemovedNeverRuns() {
        topic.pause();
        add("a", Duration.ZERO);
        awaitState("a", TaskState.READY);
        assertThat(remove("a").state()).isEqualTo(TaskState.READY);
        topic.resume();
        assertRunsStay(0);
        audit();
    }

    @Test
    void aRunningTaskThatIsRemovedSeesItAndItsOutcomeIsDiscarded() {
        try (LogLines log = new LogLines(TaskEventLog.class)) {
            for (String id : List.of("hold", "hold-dead")) {
                add(id, Duration.ZERO);
                await().until(() -> running.containsKey(id));
                assertThat(running.get(id).isCancelled()).isFalse();
                TaskContext context = running.get(id);
                TaskInfo removed = remove(id);
                assertThat(removed.state()).isEqualTo(TaskState.RESERVED);
                assertThat(removed.instance()).isEqualTo(engine.instance());
                await().until(context::isCancelled);
            }
            gate.countDown();
            await().until(running::isEmpty);
            assertRunsStay(2);
            assertThat(find("hold")).isNull();
            audit();
            assertThat(log.with("came too late")).isEmpty();
        }
    }

    @Test
    void aRunningTaskThatIsRemovedElsewhereSeesItToo() {
        DelayQueueEngine other = engines.build();
        add("hold", Duration.ZERO);
        await().until(() -> running.containsKey("hold"));
        TaskContext context = running.get("hold");
        assertThat(other.service().removeTask(engines.group(), "hold")).isPresent();
        await().until(context::isCancelled);
        // Its id is free at once, and the new task's run is another.
        add("hold", LATER);
        gate.countDown();
        await().until(running::isEmpty);
        assertRunsStay(1);
        awaitState("hold", TaskState.DELAYED);
    }

    @Test
    void aDeadLetterThatIsRemovedIsGone() {
        add("dead", Duration.ZERO);
        awaitState("dead", TaskState.DEAD);
        TaskInfo removed = remove("dead");
        assertThat(removed.state()).isEqualTo(TaskState.DEAD);
        assertThat(removed.lastError().message()).isEqualTo("no");
        assertThat(service.requeueDeadLetter(engines.group(), "dead")).isFalse();
        assertRunsStay(1);
        audit();
    }

    @Test
    void manyTasksAreRemovedByTheirIds() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            ids.add("a" + i);
        }
        service.addTasks(ids.stream()
                .map(id -> engines.builder().id(id).delay(LATER).build())
                .toList());
        add("stays", LATER);
        List<String> asked = new ArrayList<>(ids);
        asked.add(3, "nobody");
        asked.add("a7");
        assertThat(service.removeTasks(engines.group(), asked))
                .extracting(TaskInfo::id)
                .containsExactlyElementsOf(ids);
        assertThat(topic.count().total()).isEqualTo(1);
        assertThat(find("stays")).isNotNull();
        audit();
    }

    @Test
    void aTopicIsEmptiedExceptForItsDeadLetters() {
        add("dead", Duration.ZERO);
        awaitState("dead", TaskState.DEAD);
        add("hold", Duration.ZERO);
        await().until(() -> running.containsKey("hold"));
        TaskContext context = running.get("hold");
        topic.pause();
        for (int i = 0; i < 600; i++) {
            service.addTaskAsync(engines.task(Duration.ZERO));
            service.addTaskAsync(engines.task(LATER));
        }
        await().until(() -> topic.count().ready() == 600 && topic.count().delayed() == 600);
        assertThat(topic.removeTasks()).isEqualTo(1_201);
        assertThat(topic.count().total()).isEqualTo(1);
        assertThat(topic.count().dead()).isEqualTo(1);
        await().until(context::isCancelled);
        gate.countDown();
        topic.resume();
        assertRunsStay(2);
        audit();
    }

    // --- reschedule

    @Test
    void aTaskRunsAtItsNewTime() {
        add("earlier", LATER);
        add("later", WHILE);
        assertThat(service.rescheduleTask(engines.group(), "earlier", WHILE).outcome())
                .isEqualTo(Outcome.RESCHEDULED);
        Instant at = Instant.now().plus(LATER).truncatedTo(java.time.temporal.ChronoUnit.MILLIS);
        assertThat(service.rescheduleTask(engines.group(), "later", at).dueAt()).isEqualTo(at);
        await().until(() -> ledger.size() == 1);
        assertRunsStay(1);
        assertThat(ledger.runsOf("earlier")).hasSize(1);
        assertThat(ledger.early()).isEmpty();
        assertThat(find("later")).isNotNull();
    }

    @Test
    void aTaskRunsNow() {
        add("a", LATER);
        assertThat(service.runTaskNow(engines.group(), "a").outcome()).isEqualTo(Outcome.RESCHEDULED);
        await().until(() -> ledger.size() == 1);
        assertRunsStay(1);
        audit();
    }

    @Test
    void whatRunsOrIsDeadOrGoneIsNotRescheduled() {
        add("hold", Duration.ZERO);
        add("dead", Duration.ZERO);
        await().until(() -> running.containsKey("hold"));
        awaitState("dead", TaskState.DEAD);
        assertThat(service.runTaskNow(engines.group(), "hold").outcome()).isEqualTo(Outcome.RUNNING);
        assertThat(service.runTaskNow(engines.group(), "dead").outcome()).isEqualTo(Outcome.DEAD);
        assertThat(service.runTaskNow(engines.group(), "nobody").outcome()).isEqualTo(Outcome.NOT_FOUND);
        gate.countDown();
        await().until(() -> find("hold") == null);
        assertRunsStay(2);
    }

    // --- if it exists

    @Test
    void addingAgainAndAgainIsADebounce() {
        for (int i = 1; i <= 20; i++) {
            AddResult result = service.addTask(engines.builder()
                    .id("a")
                    .payload(i)
                    .delay(WHILE)
                    .ifExists(IfExists.REPLACE)
                    .build());
            assertThat(result.outcome()).isEqualTo(i == 1 ? AddResult.Outcome.ADDED : AddResult.Outcome.REPLACED);
        }
        await().until(() -> ledger.size() == 1);
        assertRunsStay(1);
        assertThat(payloads).containsExactly(20);
        assertThat(ledger.early()).isEmpty();
        audit();
    }

    @Test
    void aReplacementOfARunningTaskRunsBesideIt() {
        add("hold", Duration.ZERO);
        await().until(() -> running.containsKey("hold"));
        TaskContext replaced = running.get("hold");
        try (LogLines log = new LogLines(TaskEventLog.class)) {
            service.addTask(engines.builder()
                    .id("hold")
                    .payload("new")
                    .ifExists(IfExists.REPLACE)
                    .build());
            await().until(() -> payloads.contains("new"));
            await().until(replaced::isCancelled);
            gate.countDown();
            await().until(() -> find("hold") == null);
            assertRunsStay(2);
            assertThat(log.with("came too late")).isEmpty();
        }
        audit();
    }

    @Test
    void anAddThatIsToFailFailsIfTheIdIsTaken() {
        add("a", LATER);
        var task = engines.builder().id("a").ifExists(IfExists.FAIL).build();
        assertThatExceptionOfType(TaskExistsException.class)
                .isThrownBy(() -> service.addTask(task))
                .satisfies(e -> assertThat(e.id()).isEqualTo("a"));
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> service.addTaskAsync(task).join())
                .withCauseInstanceOf(TaskExistsException.class);
        remove("a");
        assertThat(service.addTask(task).outcome()).isEqualTo(AddResult.Outcome.ADDED);
        await().until(() -> ledger.size() == 1);
    }
}
