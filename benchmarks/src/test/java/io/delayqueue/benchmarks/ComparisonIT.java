package io.delayqueue.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Better;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.benchmarks.workload.Trial;
import io.delayqueue.benchmarks.workload.TrialContext;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ComparisonIT {

    private static final Metric METRIC = new Metric("trial", "value", "units", Better.HIGHER, Target.NONE);

    @AutoClose
    private final MeasuredServer server = MeasuredServer.start();

    private final Results results = new Results();

    private final List<String> turns = new ArrayList<>();

    private final List<String> reported = new ArrayList<>();

    private record Named(String name) implements Contender {

        @Override
        public String version() {
            return "1";
        }

        @Override
        public OpenQueue open(Address redis) {
            throw new UnsupportedOperationException();
        }
    }

    private boolean warmsUp;

    private final Trial trial = new Trial() {
        @Override
        public String name() {
            return "trial";
        }

        @Override
        public List<Metric> metrics() {
            return List.of(METRIC);
        }

        @Override
        public boolean isFor(Contender contender) {
            return !contender.name().equals("not asked");
        }

        @Override
        public void prepare(Contender contender, TrialContext context) {
            if (contender.name().equals("unable")) {
                throw new IllegalStateException("cannot be prepared");
            }
        }

        @Override
        public boolean warmsUp() {
            return warmsUp;
        }

        @Override
        public void round(Contender contender, TrialContext context) {
            turns.add(contender.name());
            if (contender.name().equals("failing")) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            context.results().record(METRIC, contender.name(), turns.size());
            context.server().client().set("left by " + contender.name(), "");
        }
    };

    private void compare(List<Contender> contenders, boolean warmUp) {
        new Comparison(contenders, 2, warmUp).run(trial, new TrialContext(server, results, reported::add));
    }

    @Test
    void firstRoundOfEachContenderIsDiscardedIfTheTrialWarmsUp() {
        warmsUp = true;
        compare(List.of(new Named("one"), new Named("failing"), new Named("two")), true);

        assertThat(turns).startsWith("one", "failing", "two", "one").hasSize(9);
        assertThat(results.values(METRIC, "one")).containsExactly(4d, 9d);
        assertThat(results.values(METRIC, "two")).containsExactly(6d, 8d);
        assertThat(results.failure(METRIC, "failing")).contains("unable to create native thread");
        assertThat(reported).startsWith("trial: one, discarded round").contains("trial: one, round 1 of 2");
    }

    @Test
    void noRoundIsDiscardedInAQuickRun() {
        warmsUp = true;
        compare(List.of(new Named("one")), false);

        assertThat(turns).hasSize(2);
        assertThat(results.values(METRIC, "one")).containsExactly(1d, 2d);
    }

    @Test
    void contendersTakeTurnsAndNoneDisturbsAnother() {
        List<Contender> contenders = new ArrayList<>();
        for (String name : List.of("one", "failing", "not asked", "two", "unable")) {
            contenders.add(new Named(name));
        }
        server.client().set("left before", "");
        compare(contenders, true);

        assertThat(turns).containsExactly("one", "failing", "two", "failing", "two", "one");
        assertThat(results.figure(METRIC, "one")).get().extracting("rounds").isEqualTo(2);
        assertThat(results.figure(METRIC, "two")).get().extracting("rounds").isEqualTo(2);
        assertThat(results.failure(METRIC, "failing")).contains("unable to create native thread");
        assertThat(results.failure(METRIC, "unable")).contains("cannot be prepared");
        assertThat(results.contenders(METRIC)).doesNotContain("not asked");
        assertThat(reported).contains("trial: one, round 1 of 2", "trial: two, round 2 of 2");
        assertThat(server.client().dbSize()).isZero();
    }
}
