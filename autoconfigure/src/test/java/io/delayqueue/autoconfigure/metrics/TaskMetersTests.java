package io.delayqueue.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.monitor.TaskOutcome;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TaskMetersTests {

    private static final TopicName TOPIC = new TopicName("g", "t");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final TaskMeters meters = new TaskMeters(registry, "q", new TopicLimit(2));

    private double count(String name, String topic) {
        return registry.get(name)
                .tags("queue", "q", "group", "g", "topic", topic)
                .counter()
                .count();
    }

    @Test
    void eventsShouldBeCounted() {
        meters.added(TOPIC, 3);
        meters.removed(TOPIC, 2);
        meters.leaseExpired(TOPIC, 4);
        meters.started(TOPIC, Duration.ofMillis(20));
        assertThat(count("delayqueue.tasks.added", "t")).isEqualTo(3);
        assertThat(count("delayqueue.tasks.removed", "t")).isEqualTo(2);
        assertThat(count("delayqueue.leases.expired", "t")).isEqualTo(4);
        assertThat(registry.get("delayqueue.lateness").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(20);
    }

    @Test
    void batchesAndWaitsForKeysShouldBeMeasuredInTheirTopicsOnly() {
        meters.started(TOPIC, Duration.ZERO);
        assertThat(registry.find("delayqueue.key.wait").meters()).isEmpty();
        assertThat(registry.find("delayqueue.batch.size").meters()).isEmpty();
        meters.waitedForKey(TOPIC, Duration.ofMillis(20));
        meters.waitedForKey(TOPIC, Duration.ZERO);
        meters.batchStarted(TOPIC, 60);
        meters.batchStarted(TOPIC, 100);
        Timer waits = registry.get("delayqueue.key.wait")
                .tags("queue", "q", "group", "g", "topic", "t")
                .timer();
        assertThat(waits.count()).isEqualTo(2);
        assertThat(waits.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(20);
        DistributionSummary sizes = registry.get("delayqueue.batch.size")
                .tags("queue", "q", "group", "g", "topic", "t")
                .summary();
        assertThat(sizes.count()).isEqualTo(2);
        assertThat(sizes.totalAmount()).isEqualTo(160);
        assertThat(sizes.max()).isEqualTo(100);
    }

    @Test
    void everyOutcomeShouldHaveACounter() {
        for (TaskOutcome outcome : TaskOutcome.values()) {
            for (int i = 0; i <= outcome.ordinal(); i++) {
                meters.ended(TOPIC, outcome);
            }
        }
        assertThat(count("delayqueue.tasks.finished", "t")).isEqualTo(1);
        assertThat(count("delayqueue.tasks.retried", "t")).isEqualTo(2);
        assertThat(count("delayqueue.tasks.postponed", "t")).isEqualTo(3);
        assertThat(count("delayqueue.tasks.missed", "t")).isEqualTo(4);
        assertThat(count("delayqueue.tasks.dead", "t")).isEqualTo(5);
        assertThat(count("delayqueue.tasks.expired", "t")).isEqualTo(6);
        assertThat(count("delayqueue.tasks.dropped", "t")).isEqualTo(7);
        assertThat(count("delayqueue.tasks.returned", "t")).isEqualTo(8);
    }

    @Test
    void topicThatIsExpectedShouldBeginAtZero() {
        meters.expect(TOPIC);
        assertThat(count("delayqueue.tasks.dead", "t")).isZero();
    }

    @Test
    void topicsPastTheLimitShouldShareTheirMeters() {
        for (int i = 0; i < 20_000; i++) {
            meters.added(new TopicName("g", "t" + i), 1);
        }
        meters.added(new TopicName("g", "t19999"), 1);
        assertThat(count("delayqueue.tasks.added", "t0")).isEqualTo(1);
        assertThat(count("delayqueue.tasks.added", "other")).isEqualTo(19_999);
        assertThat(registry.getMeters().stream().map(Meter::getId).filter(id -> id.getName()
                        .equals("delayqueue.tasks.added")))
                .hasSize(3);
    }

    @Test
    void everyMeterShouldBeDescribed() {
        meters.expect(TOPIC);
        meters.waitedForKey(TOPIC, Duration.ZERO);
        meters.batchStarted(TOPIC, 2);
        assertThat(registry.getMeters())
                .extracting(meter -> meter.getId().getDescription())
                .doesNotContainNull();
    }
}
