package io.delayqueue.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.TopicForecast;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DepthGaugesTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final DepthGauges gauges =
            new DepthGauges(registry, "default", new TopicLimit(1), Duration.ofMinutes(1), List.of());

    private static TopicForecast counted(String topic, long behind) {
        TaskCounts counts =
                new TaskCounts(new TopicName("orders", topic), 0, 100, 0, 0, false, null, Duration.ZERO, behind);
        return new TopicForecast(counts, Instant.EPOCH, List.of());
    }

    private double behind(String topic) {
        return registry.get("delayqueue.tasks.behind")
                .tags("queue", "default", "group", "orders", "topic", topic)
                .gauge()
                .value();
    }

    @Test
    void tasksBehindShouldHaveAGaugeAsOfTheLastCount() {
        gauges.forecast("orders", List.of(counted("sync", 40), counted("mail", 2), counted("ship", 1)));
        assertThat(behind("sync")).isEqualTo(40);
        assertThat(behind("other")).as("the sum of the topics that share it").isEqualTo(3);
        gauges.forecast("orders", List.of(counted("sync", 0)));
        assertThat(behind("sync")).isZero();
        gauges.forecast("orders", List.of());
        assertThat(registry.getMeters()).isEmpty();
    }
}
