package io.delayqueue.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.contender.redisson.RedissonContender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class KeysIT {

    @AutoClose
    private final MeasuredServer server = MeasuredServer.start();

    private final Contender contender = new DelayqueueContender();

    private final Results results = new Results();

    private final List<Trial> trials = new Keys().trials(new Scale(true, 1, Scale.MAX_TASKS));

    private double value(int trial, String row, String metric) throws Exception {
        trials.get(trial).round(contender, new TrialContext(server, results, progress -> {}));
        Metric found = trials.get(trial).metrics().stream()
                .filter(each -> each.trial().equals(row) && each.name().equals(metric))
                .findAny()
                .orElseThrow();
        return results.figure(found, contender.name()).orElseThrow().median();
    }

    @Test
    void firstCaseShouldBeTheOneThatOthersAreComparedWith() throws Exception {
        assertThat(value(0, "keys, none", "beside the first")).isEqualTo(1);
    }

    @Test
    void rareKeyShouldNotWaitForAllTasksOfAHotOne() throws Exception {
        double line = value(2, "keys, rare in one line", "lateness max");
        assertThat(value(1, "keys, rare beside hot", "lateness p50")).isLessThan(line);
    }

    @Test
    void contendersWithoutKeysShouldNotBeMeasured() {
        Contender other = new RedissonContender();
        assertThat(trials).hasSize(3).noneMatch(each -> each.isFor(other));
    }
}
