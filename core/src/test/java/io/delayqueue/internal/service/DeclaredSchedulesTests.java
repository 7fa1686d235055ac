package io.delayqueue.internal.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.store.TestPorts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class DeclaredSchedulesTests {

    private final List<String> added = new ArrayList<>();

    private final Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();

    private final DeclaredSchedules schedules =
            new DeclaredSchedules(TestPorts.answering(DelayQueueService.class, (method, arguments) -> {
                RuntimeException failure = failures.poll();
                if (failure != null) {
                    throw failure;
                }
                String id = ((Task) arguments[0]).id();
                added.add(id);
                return new AddResult(id, AddResult.Outcome.ADDED, Instant.EPOCH);
            }));

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
        schedules.declareRest();
        schedules.declareRest();
        assertThat(added).as("each once").containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void taskThatBreaksARuleShouldStopTheStart() {
        add("a");
        failures.add(InvalidTaskException.of("repeat", "x", "is no cron expression"));
        assertThatThrownBy(schedules::declare).isInstanceOf(InvalidTaskException.class);
    }
}
