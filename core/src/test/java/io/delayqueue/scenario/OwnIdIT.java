package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.IfExists;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.TaskEventLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Callbacks that add a task with the id of their own. */
class OwnIdIT {

    private static final Duration LATER = Duration.ofHours(1);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    @AutoClose
    private final LogLines log = new LogLines(TaskEventLog.class);

    private final CompletableFuture<AddResult.Outcome> outcome = new CompletableFuture<>();

    /** Adds a task in one of the ways that a service has. */
    private interface Add {
        AddResult of(DelayQueueService service, Task task);
    }

    static Stream<Named<Add>> ways() {
        return Stream.of(
                Named.of("addTask", DelayQueueService::addTask),
                Named.of("addTasks", (service, task) -> service.addTasks(List.of(task))
                        .get(0)),
                Named.of("addTaskAsync", (service, task) -> service.addTaskAsync(task)
                        .join()));
    }

    private List<String> warnings() {
        return log.with("WARN " + engines.group() + "/" + TestEngines.TOPIC + ": ").stream()
                .filter(line -> line.contains("IfExists.REPLACE"))
                .toList();
    }

    /** Runs a task whose callback adds another one, and waits until its only run has ended. */
    private void run(Add add, TaskBuilder task, String id, IfExists ifExists) {
        CompletableFuture<DelayQueueService> service = new CompletableFuture<>();
        DelayQueueEngine engine = engines.start(engines.consuming(
                (payload, context) -> outcome.complete(add.of(
                                service.join(),
                                engines.builder()
                                        .id(id)
                                        .ifExists(ifExists)
                                        .delay(LATER)
                                        .build())
                        .outcome()),
                1));
        service.complete(engine.service());
        engine.service().addTask(task.id("own").build());
        await().until(outcome::isDone);
        await().until(() -> engines.find(engine, "own")
                .map(found -> found.dueAt().isAfter(Instant.now()))
                .orElse(true));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void addThatKeepsTheTaskOfItsCallbackIsReported(Add add) {
        run(add, engines.builder(), "own", IfExists.KEEP);
        assertThat(outcome.join()).isEqualTo(AddResult.Outcome.EXISTED);
        assertThat(warnings()).singleElement().asString().contains("own");
    }

    @Test
    void addThatReplacesTheTaskIsNot() {
        run(DelayQueueService::addTask, engines.builder(), "own", IfExists.REPLACE);
        assertThat(outcome.join()).isEqualTo(AddResult.Outcome.REPLACED);
        assertThat(warnings()).isEmpty();
    }

    @Test
    void addOfAnotherTaskThatExistsIsNot() {
        engines.build()
                .service()
                .addTask(engines.builder().id("other").delay(LATER).build());
        run(DelayQueueService::addTask, engines.builder(), "other", IfExists.KEEP);
        assertThat(outcome.join()).isEqualTo(AddResult.Outcome.EXISTED);
        assertThat(warnings()).isEmpty();
    }

    @Test
    void addInTheCallbackOfARepeatingTaskIsNot() {
        run(DelayQueueService::addTask, engines.builder().repeat(Repeat.fixedRate(LATER)), "own", IfExists.KEEP);
        assertThat(outcome.join()).isEqualTo(AddResult.Outcome.EXISTED);
        assertThat(warnings()).isEmpty();
    }
}
