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

    // --- reschedule

    @Test
    void aTaskRunsNow() {
        add("a", LATER);
        assertThat(service.runTaskNow(engines.group(), "a").outcome()).isEqualTo(Outcome.RESCHEDULED);
        await().until(() -> ledger.size() == 1);
        assertRunsStay(1);
        audit();
    }

    // --- if it exists

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
