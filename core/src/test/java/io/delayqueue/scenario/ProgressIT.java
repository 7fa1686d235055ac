package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.history.TaskRecord.Progress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Progress of running tasks, as another instance sees it. */
class ProgressIT {

    private static final String ID = "export";

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final BlockingQueue<String> steps = new LinkedBlockingQueue<>();

    private final DelayQueueEngine other = engines.start(builder -> {});

    private final DelayQueueEngine engine = engines.start(engines.consuming(
            this::call,
            TopicOptions.builder()
                    .maxAttempts(3)
                    .retryPolicy(ExponentialBackoff.fixed(Duration.ofMillis(1)))
                    .build()));

    /** Reports the steps of the test one after the other. */
    private void call(Object payload, TaskContext context) throws InterruptedException {
        for (int done = 1; ; done++) {
            String step = steps.take();
            switch (step) {
                case "ends" -> {
                    return;
                }
                case "fails" -> throw new IllegalStateException(step);
                default -> context.progress(done, 10, step);
            }
        }
    }

    private TaskInfo found() {
        return engines.find(other, ID).orElseThrow();
    }

    private Optional<Progress> progress() {
        return other.inspector().progress(found());
    }

    private void awaitProgress(Progress expected) {
        await().untilAsserted(() -> assertThat(progress()).contains(expected));
    }

    @Test
    void progressShouldBeSeenUntilItsAttemptEndsAndByNoOtherAttempt() {
        engines.add(engine, Task.of(engines.group(), TestEngines.TOPIC).id(ID));
        await().until(() -> found().state() == TaskState.RESERVED);
        assertThat(progress()).isEmpty();

        steps.add("one");
        awaitProgress(new Progress(1, 10, "one"));
        steps.add("two 😀\ud83d");
        awaitProgress(new Progress(2, 10, "two 😀?"));
        TaskInfo first = found();

        steps.add("fails");
        await().until(() -> found().state() == TaskState.RESERVED && found().attempts() == 2);
        assertThat(progress()).as("the heartbeat of the first attempt").isEmpty();
        await().untilAsserted(() -> assertThat(other.inspector().progress(first))
                .as("by its heartbeat")
                .isEmpty());

        steps.add("again");
        awaitProgress(new Progress(1, 10, "again"));
        assertThat(other.inspector().progress(first)).isEmpty();
        TaskInfo second = found();

        steps.add("ends");
        await().until(() -> engines.find(other, ID).isEmpty());
        await().untilAsserted(
                        () -> assertThat(other.inspector().progress(second)).isEmpty());
    }
}
