package io.delayqueue.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.contender.redisson.RedissonContender;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BatchesIT {

    @AutoClose
    private final MeasuredServer server = MeasuredServer.start();

    private final List<Trial> trials = new Batches().trials(new Scale(true, 1, Scale.MAX_TASKS));

    @Test
    void batchesShouldHaveFewerCallbacksThanTasks() throws Exception {
        Contender contender = new DelayqueueContender();
        Results results = new Results();
        Trial trial = trials.get(0);
        trial.round(contender, new TrialContext(server, results, progress -> {}));
        List<Double> callbacks = trial.metrics().stream()
                .filter(metric -> metric.name().equals("callbacks"))
                .map(metric ->
                        results.figure(metric, contender.name()).orElseThrow().median())
                .toList();
        assertThat(callbacks).hasSize(2);
        assertThat(callbacks.get(0)).isEqualTo(1);
        assertThat(callbacks.get(1)).isBetween(0.01, 0.5);
    }

    @Test
    void contendersWithoutBatchesShouldNotBeMeasured() {
        Contender other = new RedissonContender();
        assertThat(trials).hasSize(2).noneMatch(each -> each.isFor(other));
    }
}
