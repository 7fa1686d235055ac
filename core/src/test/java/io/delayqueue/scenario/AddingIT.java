package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Adds, as their callers see them. */
class AddingIT {

    private static final Duration LATER = Duration.ofHours(1);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final DelayQueueService service = engines.build().service();

    @Test
    void manyTasksOfManyGroupsGiveTheirResultsInOrder() {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            tasks.add(Task.of(engines.group() + i % 3, "t")
                    .id("a" + i)
                    .delay(LATER)
                    .build());
        }
        List<AddResult> results = service.addTasks(tasks);
        assertThat(results)
                .extracting(AddResult::id)
                .containsExactlyElementsOf(tasks.stream().map(Task::id).toList());
        assertThat(results).extracting(AddResult::outcome).containsOnly(AddResult.Outcome.ADDED);
        assertThat(service.addTasks(tasks)).extracting(AddResult::outcome).containsOnly(AddResult.Outcome.EXISTED);
        assertThat(service.addTasks(List.of())).isEmpty();
    }

    @Test
    void oneBadTaskOfManyMeansThatNothingIsWritten() {
        List<Task> tasks = List.of(
                engines.builder().id("a").delay(LATER).build(),
                engines.builder().id("b").payload("x".repeat(2 << 20)).build());
        assertThatThrownBy(() -> service.addTasks(tasks))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessage("payload must be at most 1048576 bytes of JSON, but is 2097154");
        assertThat(engines.find(service, "a")).isEmpty();
    }

    @Test
    void asynchronousAddsCanFollowEachOther() throws Exception {
        CompletableFuture<AddResult> both = service.addTaskAsync(engines.task(LATER))
                .thenApply(first -> service.addTask(engines.task(LATER)))
                .thenCompose(second -> service.addTaskAsync(engines.task(LATER)));
        assertThat(both.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(AddResult.Outcome.ADDED);
        assertThat(service.addTask(engines.task(LATER)).outcome()).isEqualTo(AddResult.Outcome.ADDED);
    }

    @Test
    void aClosedEngineSaysSo() {
        DelayQueueEngine engine = engines.build();
        engine.close();
        String message = "The engine of this service is closed";
        assertThatThrownBy(() -> engine.service().addTask(engines.task(LATER))).hasMessage(message);
        assertThatThrownBy(() -> engine.service().addTasks(List.of())).hasMessage(message);
        assertThatThrownBy(
                        () -> engine.service().addTaskAsync(engines.task(LATER)).join())
                .hasRootCauseMessage(message);
        assertThatThrownBy(() -> engines.find(engine, "a")).hasMessage(message);
    }

    @Test
    void anUnreachableServerIsNamed() {
        try (RedisServer gone = RedisServer.start()) {
            int port = gone.port();
            gone.stop();
            DelayQueueEngine engine = engines.build(RedisBackend.connect("127.0.0.1", port), builder -> {});
            String start = "Redis at 127.0.0.1:" + port + " did not answer within 2000 ms: ";
            assertThatThrownBy(() -> engine.service().addTask(engines.task(LATER)))
                    .isInstanceOf(TaskStoreUnavailableException.class)
                    .hasMessageStartingWith(start);
            assertThatThrownBy(() ->
                            engine.service().addTaskAsync(engines.task(LATER)).join())
                    .hasCauseInstanceOf(TaskStoreUnavailableException.class);
            assertThatThrownBy(() -> engine.service().addTasks(List.of(engines.task(LATER))))
                    .isInstanceOf(TaskStoreUnavailableException.class)
                    .hasMessageStartingWith(start);
        }
    }
}
