package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.pull.NotPullableException;
import io.delayqueue.pull.PullOptions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Engines that have callbacks and schedules, and consume nothing. */
class OnlyAddingIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final AtomicInteger calls = new AtomicInteger();

    private final DelayQueueEngine adding =
            engines.start(engines.consuming((payload, context) -> calls.incrementAndGet(), 1)
                    .andThen(builder -> builder.schedule(schedule()).consume(false)));

    private TaskSchedule schedule() {
        return TaskSchedule.of(engines.builder()
                .id("nightly")
                .repeat(Repeat.fixedRate(Duration.ofDays(1)))
                .build());
    }

    private TaskState state(Task task) {
        return engines.find(adding, task.id()).map(TaskInfo::state).orElseThrow();
    }

    @Test
    void onlyAnotherEngineConsumesWhatItAdds() {
        Task task = engines.task(Duration.ZERO);
        adding.service().addTask(task);
        assertThat(adding.status().running()).isTrue();
        assertThat(adding.status().groups()).isEmpty();
        assertThat(engines.server().client().exists(engines.key("PUSHER"))).isFalse();
        assertThat(state(task)).isIn(TaskState.DELAYED, TaskState.READY);
        AtomicInteger others = new AtomicInteger();
        engines.start(engines.consuming((payload, context) -> others.incrementAndGet(), 1));
        await().until(() -> others.get() == 1);
        assertThat(calls).hasValue(0);
    }

    @Test
    void itsTopicsAreKnownAndItsSchedulesAreNotAdded() {
        assertThat(adding.register().isTopicRegistered(engines.group(), TestEngines.TOPIC))
                .isTrue();
        assertThat(engines.find(adding, "nightly")).isEmpty();
        engines.start(builder -> builder.schedule(schedule()));
        assertThat(engines.find(adding, "nightly")).isPresent();
    }

    @Test
    void nothingIsPulledFromIt() {
        adding.service().addTask(engines.task(Duration.ZERO));
        assertThatExceptionOfType(NotPullableException.class).isThrownBy(() -> adding.puller()
                .reserve(engines.group(), "other", PullOptions.DEFAULT, Duration.ZERO));
    }
}
