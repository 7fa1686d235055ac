package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.store.ForecastContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisForecastIT extends ForecastContract {

    private final Topology topology;

    RedisForecastIT(Topology topology) {
        super(topology);
        this.topology = topology;
    }

    @Test
    void keyOfAForeignTypeShouldHoldNoTasksAndNotFailOtherTopics() {
        add("a", 30_000);
        String key = "{" + group + "}:WAITING:foreign";
        topology.client().set(key, "text");
        try {
            assertThat(topics().forecast(group, List.of("foreign", "t"), TopicForecast.DEFAULT_WINDOWS))
                    .extracting(forecast -> forecast.due().get(0))
                    .extracting(DueTasks::tasks)
                    .containsExactly(0L, 1L);
        } finally {
            topology.client().del(key);
        }
    }
}
