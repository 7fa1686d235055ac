package io.delayqueue.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.contender.redisson.RedissonContender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.limit.TopicLimits;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LimitedIT {

    private static final int PLACES = 8;

    @AutoClose
    private final MeasuredServer server = MeasuredServer.start();

    private final Results results = new Results();

    private final ConcurrencyTrial trial = new ConcurrencyTrial(PLACES, Duration.ofMillis(100), Duration.ofMillis(300));

    private double mostAtOnce(Contender contender) throws Exception {
        trial.round(contender, new TrialContext(server, results, progress -> {}));
        Metric most = trial.metrics().stream()
                .filter(metric -> metric.name().equals("most at once"))
                .findAny()
                .orElseThrow();
        return results.figure(most, contender.name()).orElseThrow().most();
    }

    @Test
    void concurrencyShouldHoldOverTheInstances() throws Exception {
        assertThat(mostAtOnce(new DelayqueueContender())).isEqualTo(PLACES);
    }

    @Test
    void higherConcurrencyShouldBeSeen() throws Exception {
        assertThat(mostAtOnce(new OneMore())).isEqualTo(PLACES + 1);
    }

    @Test
    void contendersWithoutLimitsShouldNotBeMeasured() {
        Contender other = new RedissonContender();
        List<Trial> trials = new Limited().trials(new Scale(true, 1, Scale.MAX_TASKS));
        assertThat(trials).hasSize(2).noneMatch(each -> each.isFor(other));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> other.open(server.address(), TopicOptions.DEFAULT, item -> null));
    }

    /** Contender that lets one task more run. */
    private static final class OneMore implements Contender {

        @Override
        public String name() {
            return "one more";
        }

        @Override
        public String version() {
            return "1";
        }

        @Override
        public OpenQueue open(Address redis) {
            throw new UnsupportedOperationException();
        }

        @Override
        public OpenQueue open(Address redis, TopicOptions options, Function<Item, @Nullable String> key) {
            TopicLimits more = new TopicLimits(PLACES + 1, null, Set.of());
            return new DelayqueueContender()
                    .open(redis, options.toBuilder().limits(more).build(), key);
        }
    }
}
