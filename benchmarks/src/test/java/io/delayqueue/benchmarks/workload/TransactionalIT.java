package io.delayqueue.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.contender.redisson.RedissonContender;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TransactionalIT {

    @AutoClose
    private final MeasuredServer server = MeasuredServer.start();

    private final Results results = new Results();

    private final List<Trial> trials = new Transactional().trials(new Scale(true, 1, Scale.MAX_TASKS));

    private static void requirePostgres() {
        try (Shop shop = new Shop()) {
            shop.requireEmptyOutbox();
        } catch (IOException e) {
            Assumptions.abort("Skipped, because PostgreSQL does not start here: " + e);
        }
    }

    @Test
    void everyMetricShouldGetAValue() throws Exception {
        requirePostgres();
        for (Trial trial : trials) {
            trial.round(new DelayqueueContender(), new TrialContext(server, results, progress -> {}));
            assertThat(trial.metrics())
                    .allMatch(metric ->
                            results.figure(metric, Targets.OURS).orElseThrow().median() > 0);
        }
    }

    @Test
    void otherContendersShouldNotBeMeasured() {
        assertThat(trials).hasSize(2).noneMatch(trial -> trial.isFor(new RedissonContender()));
    }
}
