package io.delayqueue.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DepthGaugesTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final DepthGauges gauges =
            new DepthGauges("default", new TopicLimit(1), new QueueGauges(registry, TimeUnit.MINUTES.toNanos(1)));

    private static TopicForecast counted(String topic, long behind) {
        TaskCounts counts = new TaskCounts(
                new TopicName("orders", topic), 0, 100, 0, 0, false, null, Duration.ZERO, behind, behind + 1);
        return new TopicForecast(counts, Instant.EPOCH, List.of());
    }

    private double behind(String topic) {
        return value("delayqueue.tasks.behind", topic);
    }

    private double value(String gauge, String topic) {
        return registry.get(gauge)
                .tags("queue", "default", "group", "orders", "topic", topic)
                .gauge()
                .value();
    }

    @Test
    void tasksBehindShouldHaveAGaugeAsOfTheLastCount() {
        gauges.forecast("orders", List.of(counted("sync", 40), counted("mail", 2), counted("ship", 1)));
        assertThat(behind("sync")).isEqualTo(40);
        assertThat(behind("other")).as("the sum of the topics that share it").isEqualTo(3);
        assertThat(value("delayqueue.tasks.retrying", "sync")).isEqualTo(41);
        assertThat(value("delayqueue.tasks.retrying", "other")).isEqualTo(5);
        gauges.forecast("orders", List.of(counted("sync", 0)));
        assertThat(behind("sync")).isZero();
        gauges.forecast("orders", List.of());
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void groupsPastTheLimitShouldShareRows() {
        gauges.forecast("orders", List.of(counted("sync", 40)));
        gauges.forecast("mails", List.of(late("mails", 2)));
        gauges.forecast("bills", List.of(late("bills", 5)));
        assertThat(other("delayqueue.tasks.behind")).as("the sum").isEqualTo(2);
        assertThat(other("delayqueue.overdue")).as("the longest").isEqualTo(5);
        gauges.forecast("bills", List.of());
        assertThat(other("delayqueue.overdue")).isEqualTo(2);
    }

    @Test
    void countThatIsTooOldShouldBeNoNumber() {
        DepthGauges old = new DepthGauges("default", new TopicLimit(1), new QueueGauges(registry, -1));
        old.forecast("orders", List.of(counted("sync", 40)));
        assertThat(behind("sync")).isNaN();
    }

    @ParameterizedTest
    @CsvSource({"PT1M, 1m", "PT60M, 1h", "PT24H, 1d", "P7D, 7d", "PT90S, 90s", "PT36H, 36h", "PT0.25S, 250ms"})
    void labelOfAWindowShouldBeInTheLargestUnitThatDividesIt(Duration window, String label) {
        gauges.forecast(
                "orders",
                List.of(new TopicForecast(
                        counted("sync", 0).counts(), Instant.EPOCH, List.of(new DueTasks(window, 3)))));
        assertThat(registry.get("delayqueue.tasks.due")
                        .tag("window", label)
                        .gauge()
                        .value())
                .isEqualTo(3);
    }

    private static TopicForecast late(String group, long seconds) {
        TaskCounts counts = new TaskCounts(
                new TopicName(group, "sync"), 0, 1, 0, 0, false, null, Duration.ofSeconds(seconds), 1, 0);
        return new TopicForecast(counts, Instant.EPOCH, List.of());
    }

    private double other(String gauge) {
        return registry.get(gauge)
                .tags("queue", "default", "group", "other", "topic", "other")
                .gauge()
                .value();
    }
}
