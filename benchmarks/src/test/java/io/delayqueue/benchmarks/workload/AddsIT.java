package io.delayqueue.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddsIT {

    @Test
    void contenderThatIsSlowShouldHaveARate() throws Exception {
        Adds adds = new Adds("slow", 2, 100, true, Duration.ofMillis(30), Target.NONE);
        Results results = new Results();
        try (MeasuredServer server = MeasuredServer.start()) {
            adds.round(new Slow(), new TrialContext(server, results, progress -> {}));
        }
        Metric rate = adds.metrics().get(0);
        assertThat(results.figure(rate, "slow").orElseThrow().median()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tasksOfACallShouldHaveDistinctTimesOrOne(boolean distinct) throws Exception {
        Adds adds = new Adds("recorded", 2, 10, distinct, Duration.ofMillis(60), Target.NONE);
        Recorded recorded = new Recorded();
        try (MeasuredServer server = MeasuredServer.start()) {
            adds.round(recorded, new TrialContext(server, new Results(), progress -> {}));
        }
        assertThat(recorded.queue.added)
                .isNotEmpty()
                .extracting(items -> items.stream().map(Item::dueAt).distinct().count())
                .containsOnly(distinct ? 10L : 1L);
        if (distinct) {
            assertThat(recorded.queue.items()).extracting(Item::dueAt).doesNotHaveDuplicates();
        }
    }

    /** Contender that records the tasks of all its adds. */
    private static final class Recorded implements Contender {

        private final RecordingQueue queue = new RecordingQueue(items -> {});

        @Override
        public String name() {
            return "recorded";
        }

        @Override
        public String version() {
            return "1";
        }

        @Override
        public OpenQueue open(Address redis) {
            return queue;
        }
    }

    /** Contender whose adds take longer than their share of a round. */
    private static final class Slow implements Contender {

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public String version() {
            return "1";
        }

        @Override
        public OpenQueue open(Address redis) {
            return new RecordingQueue(
                    items -> await().pollDelay(Duration.ofMillis(200)).until(() -> true));
        }
    }
}
