package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.TopicOverload;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Warnings of tasks that cannot be worked off in time. */
class OverloadIT {

    private static final Duration MEAN = Duration.ofMillis(500);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final LogLines log = engines.closing(LogLines.of("io.delayqueue", Level.WARN));

    @Test
    void tasksBeyondTheMeasuredRateShouldBeInTheStatusAndLoggedOnce() {
        // Each takes half a second at least, so an hour is too short. All are there before the first is measured.
        engines.build()
                .service()
                .addTasks(IntStream.range(0, 7_300)
                        .mapToObj(i -> Task.of(engines.group(), TestEngines.TOPIC)
                                .delay(Duration.ofMinutes(55))
                                .build())
                        .toList());
        DelayQueueEngine engine = engines.start(
                engines.consuming((payload, context) -> await().pollDelay(MEAN).until(() -> true), 1)
                        .andThen(TestEngines.overloadCheckInterval(Duration.ofMillis(50))));
        engine.service().addTask(engines.task(Duration.ZERO));
        await().untilAsserted(() -> assertThat(engine.status().overloads()).hasSize(1));
        TopicOverload overload = engine.status().overloads().get(0);
        assertThat(overload.topic().topic()).isEqualTo(TestEngines.TOPIC);
        assertThat(overload.window()).isEqualTo(Duration.ofHours(1));
        assertThat(overload.tasks()).isBetween(7_300L, 7_301L);
        assertThat(overload.concurrency()).isEqualTo(1);
        assertThat(overload.meanDuration()).isGreaterThanOrEqualTo(MEAN);
        assertThat(overload.needed()).isGreaterThan(Duration.ofHours(1));
        engine.service().topic(engines.group(), TestEngines.TOPIC).removeTasks();
        await().untilAsserted(() -> assertThat(engine.status().overloads()).isEmpty());
        List<String> warnings = log.with("cannot be worked off in time");
        assertThat(warnings).hasSize(1);
    }
}
